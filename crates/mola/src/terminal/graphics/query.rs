//! Asks the terminal whether it shows images.

use std::io::Write as _;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::terminal::graphics::{Guess, Protocol};

/// Whether an image of one pixel could be shown by kitty's protocol, and what the terminal is. All
/// terminals answer the second, so nobody has to wait for an answer to the first that never comes.
const QUESTION: &[u8] = b"\x1b_Gi=4,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c";

/// A terminal on this machine answers in a few milliseconds, and one far away in less than this.
const PATIENCE: Duration = Duration::from_millis(300);

/// Asks the terminal, which must be in raw mode with nobody else listening. Yields how it shows images,
/// if it does, and what the player typed meanwhile.
pub(crate) fn ask() -> (Option<Protocol>, String) {
    let mut out = std::io::stdout();
    if out.write_all(QUESTION).and_then(|()| out.flush()).is_err() {
        return (None, String::new());
    }
    let began = Instant::now();
    let mut answer = Vec::new();
    let input = rustix::stdio::stdin();
    while let Some(left) = PATIENCE.checked_sub(began.elapsed()) {
        let left = Timespec { tv_sec: 0, tv_nsec: left.subsec_nanos().into() };
        if !poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&left)).is_ok_and(|ready| ready > 0) {
            break;
        }
        let mut chunk = [0; 256];
        let Ok(count @ 1..) = rustix::io::read(input, &mut chunk) else { break };
        answer.extend_from_slice(&chunk[..count]);
        match understand(&answer) {
            Some(Guess::Shown(protocol)) => return (Some(protocol), typed(&answer)),
            Some(_) => break,
            None => {}
        }
    }
    (None, typed(&answer))
}

/// What a terminal's answer says. `None` as long as its end has not come.
fn understand(answer: &[u8]) -> Option<Guess> {
    let text = String::from_utf8_lossy(answer);
    let (_, attributes) = text.split_once("\x1b[?")?;
    let (attributes, _) = attributes.split_once('c')?;
    Some(if text.contains("\x1b_Gi=4;OK") {
        Guess::Shown(Protocol::Kitty)
    } else if attributes.split(';').any(|attribute| attribute == "4") {
        Guess::Shown(Protocol::Sixel)
    } else {
        Guess::No
    })
}

/// What was typed while the terminal was asked: the answer without the terminal's part of it.
fn typed(answer: &[u8]) -> String {
    let text = String::from_utf8_lossy(answer);
    let mut rest: &str = &text;
    let mut typed = String::new();
    while let Some((before, sequence)) = rest.split_once('\x1b') {
        typed += before;
        let end = if sequence.starts_with('_') { "\x1b\\" } else { "c" };
        rest = sequence.split_once(end).map_or("", |(_, after)| after);
    }
    typed + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_understood_when_they_are_whole() {
        assert_eq!(understand(b""), None);
        assert_eq!(understand(b"\x1b_Gi=4;OK\x1b\\"), None, "the end has not come");
        assert_eq!(understand(b"\x1b[?63;1;2;4"), None);
        assert_eq!(understand(b"\x1b[?63;1;2;4;6c"), Some(Guess::Shown(Protocol::Sixel)));
        assert_eq!(
            understand(b"\x1b[?64;1;24;14c"),
            Some(Guess::No),
            "fourteen and twenty-four are not four"
        );
        assert_eq!(understand(b"\x1b_Gi=4;OK\x1b\\\x1b[?62;4c"), Some(Guess::Shown(Protocol::Kitty)));
        assert_eq!(understand(b"\x1b_Gi=4;ENOTSUP\x1b\\\x1b[?62c"), Some(Guess::No));
    }

    #[test]
    fn what_is_typed_meanwhile_is_not_lost() {
        assert_eq!(typed(b"e\x1b_Gi=4;OK\x1b\\4\x1b[?62;4c\r"), "e4\r");
        assert_eq!(typed(b"e4"), "e4");
        assert_eq!(typed(b"e4\x1b[?6"), "e4");
    }
}
