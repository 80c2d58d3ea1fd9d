//! A server for one browser on the same machine. It holds all it serves in memory and finds files by their
//! whole names, so there is no path to climb out of; it reads little and waits briefly.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use super::guests::{Admission, Guests};
use super::pack::Pack;
use super::request::{Hosts, Method, Refusal, Request, TABLE};
use super::response;
use super::table::{self, Table};

/// More than any browser sends.
const LONGEST_HEAD: usize = 16 * 1024;
/// From the first byte to the last.
const PATIENCE: Duration = Duration::from_secs(5);
/// A browser opens six.
const MOST_CONNECTIONS: usize = 64;

/// What is served.
#[derive(Debug)]
pub(super) struct House {
    pub(super) pack: Pack,
    pub(super) port: u16,
    /// Only if other devices may come in.
    pub(super) lan: Option<Lan>,
}

/// What there is for other devices.
#[derive(Debug)]
pub(super) struct Lan {
    pub(super) address: Ipv4Addr,
    pub(super) guests: Guests,
    pub(super) table: Table,
    /// Shows the token for the next device.
    pub(super) invite: fn(&str),
}

impl Lan {
    /// The address that lets in one device.
    pub(super) fn invitation(&self, port: u16) -> String {
        format!("http://{}:{port}/?token={}", self.address, self.guests.invitation())
    }
}

/// Answers until the listener fails, which it does not.
pub(super) fn serve(listener: &TcpListener, house: House) {
    let open = Arc::new(AtomicUsize::new(0));
    let house = Arc::new(house);
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Out of handles, most likely: those that are open will be closed soon.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        if open.fetch_add(1, SeqCst) >= MOST_CONNECTIONS {
            open.fetch_sub(1, SeqCst);
            continue;
        }
        let (open, house) = (Arc::clone(&open), Arc::clone(&house));
        thread::spawn(move || {
            // A client that hangs up early harms no other.
            let _ = answer(stream, &house);
            open.fetch_sub(1, SeqCst);
        });
    }
}

fn answer(mut stream: TcpStream, house: &House) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE * 6))?;
    let is_local = stream.peer_addr()?.ip().is_loopback();
    let own = Hosts { port: house.port, lan: house.lan.as_ref().map(|lan| lan.address) };
    let (head, body) = match read_head(&mut stream)? {
        Err(refusal) => (response::refusal(refusal), Vec::new()),
        Ok((head, rest)) => match Request::parse(&head, own) {
            Err(refusal) => (response::refusal(refusal), Vec::new()),
            Ok(request) => respond(&mut stream, house, &request, rest, is_local)?,
        },
    };
    stream.write_all(head.as_bytes())?;
    stream.write_all(&body)?;
    stream.shutdown(Shutdown::Write)
}

/// Lets other devices in or not, and answers whoever may ask.
fn respond(
    stream: &mut TcpStream,
    house: &House,
    request: &Request,
    rest: Vec<u8>,
    is_local: bool,
) -> io::Result<(String, Vec<u8>)> {
    let whole = |head: String| Ok((head, Vec::new()));
    let Some(lan) = &house.lan else { return Ok(find(house, request)) };
    if !is_local {
        match lan.guests.admit(&request.query, &request.cookies) {
            Admission::Known => {}
            Admission::Refused => return whole(response::refusal(Refusal::Stranger)),
            Admission::Welcome(cookie) => {
                (lan.invite)(&lan.invitation(house.port));
                return whole(response::welcome(&cookie));
            }
        }
    }
    match (request.path.as_str(), request.method) {
        (TABLE, Method::Put) if request.length > table::LARGEST => whole(response::refusal(Refusal::TooLong)),
        (TABLE, Method::Put) => {
            let body = read_body(stream, rest, request.length)?;
            whole(response::put_done(&lan.table.put(body)))
        }
        (TABLE, _) => {
            let game = lan.table.get();
            Ok((response::table_head(game.len()), game))
        }
        _ => Ok(find(house, request)),
    }
}

fn find(house: &House, request: &Request) -> (String, Vec<u8>) {
    let wanted = if request.path.is_empty() { "index.html" } else { &request.path };
    match house.pack.find(wanted) {
        Some(content) => {
            let head = response::file_head(wanted, content.len(), house.lan.is_some());
            (head, if request.method == Method::Head { Vec::new() } else { content.to_vec() })
        }
        None => (response::missing(), Vec::new()),
    }
}

/// Reads what follows a head.
fn read_body(stream: &mut TcpStream, mut body: Vec<u8>, length: usize) -> io::Result<Vec<u8>> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let missing = length.saturating_sub(body.len()) as u64;
    stream.take(missing).read_to_end(&mut body)?;
    body.truncate(length);
    Ok(body)
}

/// The head of a request, and what came after it.
type Beginning = (Vec<u8>, Vec<u8>);

/// Reads up to the empty line that ends a head, in bounded time and space.
fn read_head(stream: &mut TcpStream) -> io::Result<Result<Beginning, Refusal>> {
    let deadline = Instant::now() + PATIENCE;
    let mut head = Vec::new();
    let mut chunk = [0; 2048];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(Err(Refusal::TooSlow));
        }
        stream.set_read_timeout(Some(left))?;
        let count = match stream.read(&mut chunk) {
            Ok(0) => return Ok(Err(Refusal::Malformed)),
            Ok(count) => count,
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => 0,
            Err(error) => return Err(error),
        };
        head.extend_from_slice(&chunk[..count]);
        if let Some(end) = head.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            let rest = head.split_off(end + 4);
            return Ok(Ok((head, rest)));
        }
        if head.len() > LONGEST_HEAD {
            return Ok(Err(Refusal::TooLong));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACK: &[u8] = b"MOLA BOARD 1\nfile 1 assets/a.js\nfile 11 index.html\n\n1<p>Mola</p>";

    /// A server of its own for a test; gives its port.
    fn start() -> u16 {
        start_with(None)
    }

    fn start_with(lan: Option<Lan>) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let house = House { pack: Pack::read(PACK).unwrap(), port, lan };
        thread::spawn(move || serve(&listener, house));
        port
    }

    fn ask(port: u16, text: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        // The server may have refused before it read everything.
        let _ = stream.write_all(text.replace("PORT", &port.to_string()).as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8(answer).unwrap()
    }

    #[test]
    fn the_page_comes_with_the_headers_that_guard_it() {
        let answer = ask(start(), "GET / HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: gzip\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(answer.ends_with("\r\n\r\n<p>Mola</p>"), "{answer}");
        for header in [
            "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
            "Cross-Origin-Opener-Policy: same-origin",
            "Cross-Origin-Embedder-Policy: require-corp",
            "X-Content-Type-Options: nosniff",
            "Content-Type: text/html; charset=utf-8",
            "Content-Length: 11",
            "Content-Encoding: gzip",
            concat!("Server: Mola/", env!("CARGO_PKG_VERSION")),
        ] {
            assert!(answer.contains(header), "{header} is not in {answer}");
        }
        assert!(!answer.contains("unsafe-inline"));
    }

    #[test]
    fn paths_are_names_and_lead_nowhere_else() {
        let port = start();
        for path in
            ["../Cargo.toml", "..%2f..%2fetc/passwd", "assets/../index.html", "/index.html/", "%69ndex.html"]
        {
            let answer = ask(
                port,
                &format!("GET /{path} HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: gzip\r\n\r\n"),
            );
            assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        }
        let answer =
            ask(port, "HEAD /assets/a.js HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: gzip\r\n\r\n");
        assert!(answer.contains("immutable") && answer.ends_with("\r\n\r\n"), "{answer}");
    }

    #[test]
    fn strangers_and_monsters_are_refused_and_others_served() {
        let port = start();
        assert!(ask(port, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").starts_with("HTTP/1.1 421"));
        let foreign = "GET / HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: gzip\r\nOrigin: http://evil.example\r\n\r\n";
        assert!(ask(port, foreign).starts_with("HTTP/1.1 403"));
        assert!(
            ask(port, "POST / HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: gzip\r\n\r\n")
                .starts_with("HTTP/1.1 405")
        );
        let plain = "GET / HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n";
        assert!(ask(port, plain).starts_with("HTTP/1.1 406"));
        let huge = format!("GET / HTTP/1.1\r\nX: {}\r\n", "x".repeat(LONGEST_HEAD));
        let answer = ask(port, &huge);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
        // Many that say nothing do not keep one from being served.
        let silent: Vec<_> =
            (0..MOST_CONNECTIONS / 2).map(|_| TcpStream::connect(("127.0.0.1", port)).unwrap()).collect();
        assert!(
            ask(port, "GET / HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: gzip\r\n\r\n")
                .starts_with("HTTP/1.1 200")
        );
        drop(silent);
    }

    #[test]
    fn the_table_is_there_only_where_other_devices_may_come_in() {
        let put = |length: usize| {
            let body = "{\"id\":\"g\",\"revision\":1}";
            format!(
                "PUT /table HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: gzip\r\nContent-Length: {length}\r\n\r\n{body}"
            )
        };
        let get = "GET /table HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: gzip\r\n\r\n";
        let closed = start();
        assert!(ask(closed, get).starts_with("HTTP/1.1 404"));
        assert!(ask(closed, &put(23)).starts_with("HTTP/1.1 405"));
        let lan = Lan {
            address: Ipv4Addr::new(192, 168, 1, 2),
            guests: Guests::new().unwrap(),
            table: Table::default(),
            invite: |_| {},
        };
        let port = start_with(Some(lan));
        assert!(ask(port, get).ends_with("\r\n\r\nnull"));
        assert!(ask(port, &put(23)).starts_with("HTTP/1.1 204"));
        assert!(ask(port, &put(23)).starts_with("HTTP/1.1 409"));
        assert!(ask(port, get).ends_with("{\"id\":\"g\",\"revision\":1}"));
        assert!(ask(port, &put(1_000_000)).starts_with("HTTP/1.1 431"));
        let page = "GET / HTTP/1.1\r\nHost: 192.168.1.2:PORT\r\nAccept-Encoding: gzip\r\n\r\n";
        assert!(ask(port, page).contains("Set-Cookie: mola-table=1"));
        assert!(ask(closed, page).starts_with("HTTP/1.1 421"));
    }

    #[test]
    fn whoever_dawdles_is_told_so() {
        let port = start();
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.write_all(b"GET / HT").unwrap();
        let mut answer = String::new();
        let began = Instant::now();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
        assert!(began.elapsed() < PATIENCE * 3);
    }
}
