//! Asks the terminal whether it shows images, and which background it has.

use std::io::Write as _;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::terminal::graphics::{Answer, Guess, Protocol};
use crate::terminal::view::Background;

/// Which color the background has, whether an image of one pixel could be shown by kitty's protocol, and
/// what the terminal is. All terminals answer the last, so there is no need to wait for answers to the others
/// that never come.
const QUESTION: &[u8] = b"\x1b]11;?\x1b\\\x1b_Gi=4,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c";

/// A terminal on this machine answers in a few milliseconds, and one far away or on a busy machine in less
/// than this. An answer that comes later would be taken for keys.
const PATIENCE: Duration = Duration::from_millis(999);

/// Asks the terminal, which must be in raw mode with no other reader.
pub(crate) fn ask() -> Answer {
    let mut out = std::io::stdout();
    if out.write_all(QUESTION).and_then(|()| out.flush()).is_err() {
        return Answer::default();
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
        if understand(&answer).is_some() {
            break;
        }
    }
    let protocol = match understand(&answer) {
        Some(Guess::Shown(protocol)) => Some(protocol),
        _ => None,
    };
    Answer { protocol, background: background(&answer), typed: typed(&answer) }
}

/// The background in an answer such as `ESC ]11;rgb:ffff/ffff/dddd ESC \`: light if it is brighter than the
/// middle. The digits of each part are hexadecimal, one to four of them.
fn background(answer: &[u8]) -> Option<Background> {
    let text = String::from_utf8_lossy(answer);
    let (_, color) = text.split_once("\x1b]11;rgb:")?;
    let (color, _) = color.split_once(['\x1b', '\x07'])?;
    let mut parts = color.split('/').map(|digits| {
        let most = f64::from(16_u32.checked_pow(digits.len().try_into().ok()?)?.checked_sub(1)?);
        Some(f64::from(u32::from_str_radix(digits, 16).ok()?) / most)
    });
    let (red, green, blue) = (parts.next()??, parts.next()??, parts.next()??);
    // The eye sees green best.
    let brightness = 0.3 * red + 0.6 * green + 0.1 * blue;
    Some(if brightness > 0.5 { Background::Light } else { Background::Dark })
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

/// The keys that were pressed while the terminal was asked: the answer without the terminal's part of it.
fn typed(answer: &[u8]) -> Vec<KeyEvent> {
    let text = String::from_utf8_lossy(answer);
    let mut rest: &str = &text;
    let mut keys = Vec::new();
    while let Some((before, sequence)) = rest.split_once('\x1b') {
        keys.extend(before.chars().map(key));
        let after = match sequence.chars().next() {
            Some('_') => sequence.split_once("\x1b\\").map(|(_, after)| after),
            Some(']') => sequence
                .split_once('\x07')
                .filter(|(color, _)| !color.contains('\x1b'))
                .or_else(|| sequence.split_once("\x1b\\"))
                .map(|(_, after)| after),
            Some('[' | 'O') => sequence[1..].find(|letter| matches!(letter, '@'..='~')).map(|length| {
                let (code, after) = sequence[1..].split_at(length + 1);
                keys.extend(cursor_key(code));
                after
            }),
            _ => {
                keys.push(KeyCode::Esc.into());
                Some(sequence)
            }
        };
        // A sequence without an end is the terminal's: keys arrive whole.
        rest = after.unwrap_or_default();
    }
    keys.extend(rest.chars().map(key));
    keys
}

/// The key that sends a letter.
fn key(letter: char) -> KeyEvent {
    match letter {
        '\r' | '\n' => KeyCode::Enter.into(),
        '\t' => KeyCode::Tab.into(),
        '\x7f' => KeyCode::Backspace.into(),
        '\x01'..='\x1a' => {
            KeyEvent::new(KeyCode::Char(char::from(letter as u8 - 1 + b'a')), KeyModifiers::CONTROL)
        }
        letter => KeyCode::Char(letter).into(),
    }
}

/// The key that sends `ESC [` or `ESC O` and this.
fn cursor_key(code: &str) -> Option<KeyEvent> {
    let code = match code {
        "A" => KeyCode::Up,
        "B" => KeyCode::Down,
        "C" => KeyCode::Right,
        "D" => KeyCode::Left,
        "H" => KeyCode::Home,
        "F" => KeyCode::End,
        _ => return None,
    };
    Some(code.into())
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
    fn the_background_is_read_from_its_color() {
        for (answer, expected) in [
            (&b"\x1b]11;rgb:ffff/ffff/dddd\x1b\\\x1b[?62c"[..], Some(Background::Light)),
            (b"\x1b]11;rgb:1e/1e/2e\x07", Some(Background::Dark)),
            (b"\x1b]11;rgb:0/f/0\x07", Some(Background::Light)),
            (b"\x1b]11;rgb:ffff/ffff", None),
            (b"\x1b]11;rgb:x/y/z\x07", None),
            (b"\x1b[?62c", None),
        ] {
            assert_eq!(background(answer), expected, "{}", String::from_utf8_lossy(answer));
        }
        assert_eq!(typed(b"e\x1b]11;rgb:ffff/ffff/dddd\x1b\\4\x1b[?62c\r"), keys("e4\r"));
        assert_eq!(typed(b"e\x1b]11;rgb:1e/1e/2e\x074\x1b[?62c\r"), keys("e4\r"));
    }

    fn keys(letters: &str) -> Vec<KeyEvent> {
        letters.chars().map(key).collect()
    }

    #[test]
    fn what_is_typed_meanwhile_is_not_lost() {
        assert_eq!(typed(b"e\x1b_Gi=4;OK\x1b\\4\x1b[?62;4c\r"), keys("e4\r"));
        assert_eq!(typed(b"e4"), keys("e4"));
        assert_eq!(typed(b"e4\x1b[?6"), keys("e4"));
        let up_and_enter = vec![KeyCode::Up.into(), KeyCode::Enter.into()];
        assert_eq!(typed(b"\x1b[A\x1b[?62c\r"), up_and_enter, "before the answer");
        assert_eq!(typed(b"\x1b[?62c\x1bOA\r"), up_and_enter, "after it, in the other form");
        assert_eq!(typed(b"\x1b[<0;3;4M\x1b[?62c"), [], "clicks are for a board that is ready");
        assert_eq!(typed(b"\x1b"), [KeyCode::Esc.into()]);
        assert_eq!(
            typed(b"\x03\x1b[?62c"),
            [KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)],
            "Ctrl-C leaves"
        );
    }
}
