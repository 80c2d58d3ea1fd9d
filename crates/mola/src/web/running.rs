//! Whether another `mola web` is serving a port.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// How long a program on this machine may take to answer.
const PATIENCE: Duration = Duration::from_secs(1);

/// Asks whoever listens on a port, and looks for the header that only we send.
pub(super) fn is_mola(port: u16) -> bool {
    answer(port).is_some_and(|head| head.split("\r\n").any(|line| line.starts_with("Server: Mola/")))
}

/// The head of the answer to a request for the page.
fn answer(port: u16) -> Option<String> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    let request = format!("HEAD / HTTP/1.1\r\nHost: localhost:{port}\r\nAccept-Encoding: gzip\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    // One read is enough: the header stands in the second line. Whatever else listens may send what it likes.
    let mut head = [0; 1024];
    let length = stream.read(&mut head).ok()?;
    Some(String::from_utf8_lossy(&head[..length]).into_owned())
}
