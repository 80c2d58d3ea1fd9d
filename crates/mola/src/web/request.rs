//! The few requests that a page of files needs, and the refusal of all others.

/// A request that will be answered with a file or with its headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Without the leading slash, and without what follows a question mark.
    pub(super) path: String,
    /// Whether only the headers are wanted.
    pub(super) is_head: bool,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is not HTTP.
    Malformed,
    /// Only GET and HEAD are answered.
    Method,
    /// It is longer than any that our page sends.
    TooLong,
    /// It did not come in time.
    TooSlow,
    /// It is meant for another host: a page elsewhere that pretends to be us.
    WrongHost,
    /// Another site's page asks.
    ForeignOrigin,
    /// The client does not accept gzip, and all files are compressed.
    PlainOnly,
}

impl Request {
    /// Reads the head of a request, all lines up to the empty one.
    pub(super) fn parse(head: &[u8], port: u16) -> Result<Self, Refusal> {
        let text = std::str::from_utf8(head).map_err(|_| Refusal::Malformed)?;
        let mut lines = text.split("\r\n");
        let first = lines.next().unwrap_or_default();
        let [method, target, version] = first.split(' ').collect::<Vec<_>>()[..] else {
            return Err(Refusal::Malformed);
        };
        if !version.starts_with("HTTP/1.") || !target.starts_with('/') {
            return Err(Refusal::Malformed);
        }
        let (mut hosts, mut takes_gzip) = (0, false);
        for line in lines.take_while(|line| !line.is_empty()) {
            let (name, value) = line.split_once(':').ok_or(Refusal::Malformed)?;
            let value = value.trim();
            if name.eq_ignore_ascii_case("host") {
                hosts += 1;
                if !is_us(value, port) {
                    return Err(Refusal::WrongHost);
                }
            }
            takes_gzip |= name.eq_ignore_ascii_case("accept-encoding")
                && value
                    .split(',')
                    .any(|one| matches!(one.split(';').next().map(str::trim), Some("gzip" | "*")));
            if name.eq_ignore_ascii_case("origin")
                && !value.strip_prefix("http://").is_some_and(|host| is_us(host, port))
            {
                return Err(Refusal::ForeignOrigin);
            }
        }
        if hosts != 1 {
            return Err(Refusal::Malformed);
        }
        let is_head = match method {
            "GET" => false,
            "HEAD" => true,
            _ => return Err(Refusal::Method),
        };
        if !takes_gzip {
            return Err(Refusal::PlainOnly);
        }
        let path = target.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
        Ok(Self { path: path.to_owned(), is_head })
    }
}

/// Whether a host is this machine by one of its own names. Any other name could be somebody's who wants
/// a browser to believe that we are theirs.
fn is_us(host: &str, port: u16) -> bool {
    let (name, given) = host.rsplit_once(':').unwrap_or((host, "80"));
    given.parse() == Ok(port) && ["localhost", "127.0.0.1"].iter().any(|own| name.eq_ignore_ascii_case(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Request, Refusal> {
        Request::parse(text.as_bytes(), 6652)
    }

    #[test]
    fn a_browsers_request_is_understood() {
        let request = parse(
            "GET /assets/a.js?v=1 HTTP/1.1\r\nHost: localhost:6652\r\nAccept-Encoding: br, gzip;q=0.9\r\n\r\n",
        );
        assert_eq!(request, Ok(Request { path: "assets/a.js".into(), is_head: false }));
        let own = "HEAD / HTTP/1.1\r\nhost: 127.0.0.1:6652\r\nOrigin: http://127.0.0.1:6652\r\nAccept-Encoding: *\r\n\r\n";
        assert_eq!(parse(own), Ok(Request { path: String::new(), is_head: true }));
    }

    #[test]
    fn other_hosts_and_origins_are_refused() {
        for host in ["evil.example:6652", "localhost:80", "localhost", "localhost.evil.example:6652", ""] {
            let text = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
            assert_eq!(parse(&text), Err(Refusal::WrongHost), "{host}");
        }
        for origin in ["http://evil.example", "null", "https://localhost:6652", "http://localhost:1"] {
            let text = format!("GET / HTTP/1.1\r\nHost: localhost:6652\r\nOrigin: {origin}\r\n\r\n");
            assert_eq!(parse(&text), Err(Refusal::ForeignOrigin), "{origin}");
        }
    }

    #[test]
    fn what_is_not_http_is_refused() {
        for text in ["", "GET /", "GET  / HTTP/1.1", "\0\0", "GET x HTTP/1.1\r\nHost: localhost:6652\r\n\r\n"]
        {
            assert_eq!(parse(text), Err(Refusal::Malformed), "{text:?}");
        }
        assert_eq!(parse("GET / HTTP/1.1\r\n\r\n"), Err(Refusal::Malformed));
        assert_eq!(parse("GET / HTTP/1.1\r\nHost: localhost:6652\r\n\r\n"), Err(Refusal::PlainOnly));
        assert_eq!(parse("PUT / HTTP/1.1\r\nHost: localhost:6652\r\n\r\n"), Err(Refusal::Method));
        assert_eq!(Request::parse(b"GET /\xff HTTP/1.1\r\n\r\n", 1), Err(Refusal::Malformed));
    }
}
