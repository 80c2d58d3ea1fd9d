//! A server for one browser on the same machine. It holds all it serves in memory and finds files by their
//! whole names, so there is no path to climb out of; it reads little and waits briefly.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::pack::Pack;
use super::request::{Refusal, Request};
use super::response;

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

/// Answers until the listener fails, which it does not.
pub(super) fn serve(listener: &TcpListener, pack: &Pack) {
    let connections = Connections::default();
    let pack = Arc::new(pack.clone());
    let port = listener.local_addr().map_or(0, |address| address.port());
    for (number, stream) in listener.incoming().enumerate() {
        let Ok((stream, twin)) = stream.and_then(|stream| Ok((stream.try_clone()?, stream))) else {
            // Out of handles, most likely: those that are open will be closed soon.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        connections.open(number, twin);
        let (mine, pack) = (connections.clone(), Arc::clone(&pack));
        let spawned = thread::Builder::new().spawn(move || {
            // A client that hangs up early harms no other.
            let _ = answer(stream, &pack, port);
            mine.close(number);
        });
        if spawned.is_err() {
            connections.close(number);
        }
    }
}

fn answer(mut stream: TcpStream, pack: &Pack, port: u16) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE * 6))?;
    let (head, body) = match read_head(&mut stream)?.and_then(|head| Request::parse(&head, port)) {
        Err(refusal) => (response::refusal(refusal), &[][..]),
        Ok(request) => find(pack, &request),
    };
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    stream.shutdown(Shutdown::Write)
}

fn find(pack: &Pack, request: &Request) -> (String, &'static [u8]) {
    let wanted = if request.path.is_empty() { "index.html" } else { &request.path };
    match pack.find(wanted) {
        Some(content) => {
            (response::file_head(wanted, content.len()), if request.is_head { &[] } else { content })
        }
        None => (response::missing(), &[]),
    }
}

/// Reads up to the empty line that ends a head, in bounded time and space.
fn read_head(stream: &mut TcpStream) -> io::Result<Result<Vec<u8>, Refusal>> {
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
            head.truncate(end + 4);
            return Ok(Ok(head));
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
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || serve(&listener, &Pack::read(PACK).unwrap()));
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
        thread::spawn(move || serve(&listener, &Pack::read(pack).unwrap()));
        let big = "GET /assets/big HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: gzip\r\n\r\n";
        let slow: Vec<TcpStream> = (0..2 * MOST_CONNECTIONS)
            .map(|_| {
                let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
                stream.write_all(big.replace("PORT", &port.to_string()).as_bytes()).unwrap();
                stream
            })
            .collect();
        let answer = ask(port, "GET / HTTP/1.1\r\nHost: localhost:PORT\r\nAccept-Encoding: gzip\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
        drop(slow);
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
