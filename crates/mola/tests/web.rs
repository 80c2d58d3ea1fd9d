//! `mola web` at its port: served once, shown again, and never moved in silence.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::thread;

use assert_cmd::cargo::CommandCargoExt as _;

fn mola(port: u16) -> Command {
    let mut command = Command::cargo_bin("mola").unwrap();
    command.args(["web", "--no-open", "--port", &port.to_string()]);
    command
}

/// A server that is ended with the test.
struct Serving(Child, u16);

impl Serving {
    fn start() -> Self {
        let mut child = mola(0).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.split("localhost:").nth(1).and_then(|rest| rest.split('/').next());
        Self(child, port.unwrap().parse().unwrap())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_board_is_in_the_program_and_served() {
    let serving = Serving::start();
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", serving.1)).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: localhost:{}\r\nAccept-Encoding: gzip\r\n\r\n", serving.1)
        .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200 OK\r\n"));
    assert!(answer[end + 4..].starts_with(&[0x1f, 0x8b]), "a gzip file");
}

#[test]
fn the_board_is_written_to_a_folder_that_was_empty() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("board");
    let export =
        || Command::cargo_bin("mola").unwrap().args(["web", "--export"]).arg(&folder).output().unwrap();
    assert!(export().status.success());
    let page = std::fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(page.starts_with("<!doctype html>"), "{page}");
    std::fs::write(folder.join("index.html"), "mine").unwrap();
    let again = export();
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("the folder is not empty"), "{again:?}");
    assert_eq!(std::fs::read_to_string(folder.join("index.html")).unwrap(), "mine");
}

#[test]
fn a_second_start_shows_the_board_that_is_running() {
    let serving = Serving::start();
    let output = mola(serving.1).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    assert_eq!(said, format!("Mola is already running at http://localhost:{}/\n", serving.1));
    // It lets nobody else in, so there is no address to show.
    let output = mola(serving.1).arg("--lan").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("already running") || said.contains("--lan needs a network"), "{said}");
}

#[test]
fn a_port_that_another_program_uses_is_an_error_with_advice() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\nServer: another\r\n\r\n").unwrap();
        // Held open until the test ends, so that nobody else gets the port.
        let _ = listener.accept();
    });
    let output = mola(port).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(said.contains(&format!("another program is using port {port}")), "{said}");
    assert!(said.contains("mola web --port "), "{said}");
}
