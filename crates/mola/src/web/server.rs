//! A server for one browser on the same machine. It holds all it serves in memory and finds files by their
//! whole names, so there is no path to climb out of; it reads little and waits briefly.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

/// The connections that are being answered, the oldest first, each with its number.
#[derive(Clone, Default)]
struct Connections(Arc<Mutex<VecDeque<(usize, TcpStream)>>>);

impl Connections {
    fn all(&self) -> MutexGuard<'_, VecDeque<(usize, TcpStream)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a new connection. If there are too many, the oldest is closed: answers take milliseconds, so it
    /// belongs to somebody who does not read, and who must not keep others from being served.
    fn open(&self, number: usize, stream: TcpStream) {
        let mut all = self.all();
        if all.len() >= MOST_CONNECTIONS
            && let Some((_, oldest)) = all.pop_front()
        {
            // It may have gone by itself.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        all.push_back((number, stream));
    }

    fn close(&self, number: usize) {
        self.all().retain(|(known, _)| *known != number);
    }
}

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
    let connections = Connections::default();
    let house = Arc::new(house);
    for (number, stream) in listener.incoming().enumerate() {
        let Ok((stream, twin)) = stream.and_then(|stream| Ok((stream.try_clone()?, stream))) else {
            // Out of handles, most likely: those that are open will be closed soon.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        connections.open(number, twin);
        let (mine, house) = (connections.clone(), Arc::clone(&house));
        let spawned = thread::Builder::new().spawn(move || {
            // A client that hangs up early harms no other.
            let _ = answer(stream, &house);
            mine.close(number);
        });
        if spawned.is_err() {
            connections.close(number);
        }
    }
}

/// What follows the head of an answer: mostly a part of the page, which lies in the program itself.
type Body = Cow<'static, [u8]>;

fn answer(mut stream: TcpStream, house: &House) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE * 6))?;
    let is_local = stream.peer_addr()?.ip().is_loopback();
    let own = Hosts { port: house.port, lan: house.lan.as_ref().map(|lan| lan.address) };
    let (head, body) = match read_head(&mut stream)? {
        Err(refusal) => (response::refusal(refusal), Body::default()),
        Ok((head, rest)) => match Request::parse(&head, own) {
            Err(refusal) => (response::refusal(refusal), Body::default()),
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
) -> io::Result<(String, Body)> {
    let whole = |head: String| Ok((head, Body::default()));
    let Some(lan) = &house.lan else { return Ok(find(house, request)) };
    if !is_local {
        match lan.guests.admit(&request.query, &request.cookies) {
            Admission::Known => {}
            Admission::Refused => return whole(response::refusal(Refusal::STRANGER)),
            Admission::Welcome(cookie) => {
                (lan.invite)(&lan.invitation(house.port));
                return whole(response::welcome(&cookie));
            }
        }
    }
    match (request.path.as_str(), request.method) {
        (TABLE, Method::Put) if request.length > table::LARGEST => {
            whole(response::refusal(Refusal::TOO_LONG))
        }
        (TABLE, Method::Put) => {
            let body = read_body(stream, rest, request.length)?;
            whole(response::put_done(&lan.table.put(body)))
        }
        (TABLE, _) => {
            let game = lan.table.get();
            Ok((response::table_head(game.len()), game.into()))
        }
        _ => Ok(find(house, request)),
    }
}

fn find(house: &House, request: &Request) -> (String, Body) {
    let wanted = if request.path.is_empty() { "index.html" } else { &request.path };
    match house.pack.find(wanted) {
        Some(content) => {
            let head = response::file_head(wanted, content.len(), house.lan.is_some());
            (head, if request.method == Method::Head { Body::default() } else { content.into() })
        }
        None => (response::refusal(Refusal::MISSING), Body::default()),
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
            return Ok(Err(Refusal::TOO_SLOW));
        }
        stream.set_read_timeout(Some(left))?;
        let count = match stream.read(&mut chunk) {
            Ok(0) => return Ok(Err(Refusal::MALFORMED)),
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
            return Ok(Err(Refusal::TOO_LONG));
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
    fn slow_readers_do_not_keep_others_from_being_served() {
        // More than any system buffers for a connection, so that the answer waits for its reader.
        let size = 16 << 20;
        let mut pack = format!("MOLA BOARD 1\nfile {size} assets/big\nfile 11 index.html\n\n").into_bytes();
        pack.resize(pack.len() + size, b'x');
        pack.extend_from_slice(b"<p>Mola</p>");
        let pack: &'static [u8] = pack.leak();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let house = House { pack: Pack::read(pack).unwrap(), port, lan: None };
        thread::spawn(move || serve(&listener, house));
        let big = "GET /assets/big HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: gzip\r\n\r\n";
        let slow: Vec<TcpStream> = (0..2 * MOST_CONNECTIONS)
            .map(|_| {
                let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
                stream.write_all(big.replace("PORT", &port.to_string()).as_bytes()).unwrap();
                stream
            })
            .collect();
        let began = Instant::now();
        let answer = ask(port, "GET / HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: gzip\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
        // The slow ones have six times as long.
        assert!(began.elapsed() < PATIENCE * 2, "{:?}", began.elapsed());
        drop(slow);
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
