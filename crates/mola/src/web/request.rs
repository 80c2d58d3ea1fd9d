//! The few requests that a page of files needs, and the refusal of all others.

use std::net::Ipv4Addr;

/// A request that will be answered with a file or with its headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Without the leading slash, and without what follows a question mark.
    pub(super) path: String,
    /// What follows the question mark.
    pub(super) query: String,
    pub(super) method: Method,
    pub(super) cookies: String,
    /// How many bytes follow the head.
    pub(super) length: usize,
}

/// What is to be done with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Get,
    Head,
    /// Only for the table between two devices.
    Put,
}

/// The names under which this machine may be asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hosts {
    pub(super) port: u16,
    /// Its address in the network, for other devices.
    pub(super) lan: Option<Ipv4Addr>,
}

/// Why a request is refused: the status for programs, and a sentence for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: &'static str,
    pub(super) text: &'static str,
}

impl Refusal {
    /// It is not HTTP.
    pub(super) const MALFORMED: Self = refusal("400 Bad Request", "This is not a request for a page.");
    /// Only GET and HEAD are answered, and PUT for the table.
    pub(super) const METHOD: Self = refusal("405 Method Not Allowed", "There is nothing to send here.");
    /// It is longer than any that our page sends.
    pub(super) const TOO_LONG: Self =
        refusal("431 Request Header Fields Too Large", "The request is too long.");
    /// It did not come in time.
    pub(super) const TOO_SLOW: Self = refusal("408 Request Timeout", "The request took too long.");
    /// It is meant for another host: a page elsewhere that pretends to be us.
    pub(super) const WRONG_HOST: Self =
        refusal("421 Misdirected Request", "Open the address that mola printed.");
    /// Another site's page asks.
    pub(super) const FOREIGN_ORIGIN: Self =
        refusal("403 Forbidden", "Requests from other sites are refused.");
    /// The client does not accept gzip, and all files are compressed.
    pub(super) const PLAIN_ONLY: Self =
        refusal("406 Not Acceptable", "Files are sent with gzip; use a client that accepts it.");
    /// Another device without a token.
    pub(super) const STRANGER: Self =
        refusal("403 Forbidden", "Open the address that mola web --lan shows, or scan its code again.");
    /// Nothing has this name.
    pub(super) const MISSING: Self = refusal("404 Not Found", "There is no such file.");
}

const fn refusal(status: &'static str, text: &'static str) -> Refusal {
    Refusal { status, text }
}

impl Request {
    /// Reads the head of a request, all lines up to the empty one.
    pub(super) fn parse(head: &[u8], own: Hosts) -> Result<Self, Refusal> {
        let text = std::str::from_utf8(head).map_err(|_| Refusal::MALFORMED)?;
        let mut lines = text.split("\r\n");
        let first = lines.next().unwrap_or_default();
        let [method, target, version] = first.split(' ').collect::<Vec<_>>()[..] else {
            return Err(Refusal::MALFORMED);
        };
        if !version.starts_with("HTTP/1.") || !target.starts_with('/') {
            return Err(Refusal::MALFORMED);
        }
        let (mut hosts, mut takes_gzip, mut length) = (0, false, 0);
        let mut cookies = String::new();
        for line in lines.take_while(|line| !line.is_empty()) {
            let (name, value) = line.split_once(':').ok_or(Refusal::MALFORMED)?;
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "host" if !own.include(value) => return Err(Refusal::WRONG_HOST),
                "host" => hosts += 1,
                "origin" if !value.strip_prefix("http://").is_some_and(|host| own.include(host)) => {
                    return Err(Refusal::FOREIGN_ORIGIN);
                }
                "accept-encoding" => {
                    let mut accepted = value.split(',').map(|one| one.split(';').next().map(str::trim));
                    takes_gzip |= accepted.any(|one| matches!(one, Some("gzip" | "*")));
                }
                "content-length" => length = value.parse().map_err(|_| Refusal::MALFORMED)?,
                "cookie" => value.clone_into(&mut cookies),
                _ => {}
            }
        }
        if hosts != 1 {
            return Err(Refusal::MALFORMED);
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let path = path.split('#').next().unwrap_or_default().trim_start_matches('/');
        let method = match method {
            "GET" => Method::Get,
            "HEAD" => Method::Head,
            "PUT" if path == TABLE && own.lan.is_some() => Method::Put,
            _ => return Err(Refusal::METHOD),
        };
        if !takes_gzip {
            return Err(Refusal::PLAIN_ONLY);
        }
        Ok(Self { path: path.to_owned(), query: query.to_owned(), method, cookies, length })
    }
}

/// Where the game between two devices lies.
pub(super) const TABLE: &str = "table";

impl Hosts {
    /// Whether a host is this machine by one of its own names. Any other name could be somebody's who wants
    /// a browser to believe that we are theirs.
    fn include(self, host: &str) -> bool {
        let (name, given) = host.rsplit_once(':').unwrap_or((host, "80"));
        let is_local = ["localhost", "127.0.0.1"].iter().any(|own| name.eq_ignore_ascii_case(own));
        let is_lan = self.lan.is_some_and(|address| name == address.to_string());
        given.parse() == Ok(self.port) && (is_local || is_lan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Request, Refusal> {
        Request::parse(text.as_bytes(), Hosts { port: 6652, lan: None })
    }

    #[test]
    fn a_browsers_request_is_understood() {
        let request = parse(
            "GET /assets/a.js?v=1 HTTP/1.1\r\nHost: localhost:6652\r\nAccept-Encoding: br, gzip;q=0.9\r\n\r\n",
        );
        let request = request.unwrap();
        assert_eq!(
            (request.path.as_str(), request.query.as_str(), request.method),
            ("assets/a.js", "v=1", Method::Get)
        );
        let own = "HEAD / HTTP/1.1\r\nhost: 127.0.0.1:6652\r\nOrigin: http://127.0.0.1:6652\r\nAccept-Encoding: *\r\n\r\n";
        let request = parse(own).unwrap();
        assert_eq!((request.path.as_str(), request.method), ("", Method::Head));
    }

    #[test]
    fn other_hosts_and_origins_are_refused() {
        for host in ["evil.example:6652", "localhost:80", "localhost", "localhost.evil.example:6652", ""] {
            let text = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
            assert_eq!(parse(&text), Err(Refusal::WRONG_HOST), "{host}");
        }
        for origin in ["http://evil.example", "null", "https://localhost:6652", "http://localhost:1"] {
            let text = format!("GET / HTTP/1.1\r\nHost: localhost:6652\r\nOrigin: {origin}\r\n\r\n");
            assert_eq!(parse(&text), Err(Refusal::FOREIGN_ORIGIN), "{origin}");
        }
    }

    #[test]
    fn what_is_not_http_is_refused() {
        for text in ["", "GET /", "GET  / HTTP/1.1", "\0\0", "GET x HTTP/1.1\r\nHost: localhost:6652\r\n\r\n"]
        {
            assert_eq!(parse(text), Err(Refusal::MALFORMED), "{text:?}");
        }
        assert_eq!(parse("GET / HTTP/1.1\r\n\r\n"), Err(Refusal::MALFORMED));
        assert_eq!(parse("GET / HTTP/1.1\r\nHost: localhost:6652\r\n\r\n"), Err(Refusal::PLAIN_ONLY));
        assert_eq!(parse("PUT / HTTP/1.1\r\nHost: localhost:6652\r\n\r\n"), Err(Refusal::METHOD));
        let own = Hosts { port: 1, lan: None };
        assert_eq!(Request::parse(b"GET /\xff HTTP/1.1\r\n\r\n", own), Err(Refusal::MALFORMED));
    }
}
