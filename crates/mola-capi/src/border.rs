//! What crosses the border: texts, handles, errors.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mola_game::sentence;
use mola_rules::{Color, Move};

/// A move: a number that means something only in the position in which it was found or read. 0 stands for none.
pub type MolaMove = u16;

/// A side.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MolaColor {
    /// The side that begins.
    White = 0,
    /// The other side.
    Black = 1,
}

impl From<Color> for MolaColor {
    fn from(color: Color) -> Self {
        if color == Color::White { Self::White } else { Self::Black }
    }
}

thread_local! {
    /// Each thread has its own, so that no thread reads the mistakes of another.
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// What was wrong with the last call of this thread that failed, as a sentence; "" if none has. It is valid until
/// the next call of this thread that fails.
#[unsafe(no_mangle)]
pub extern "C" fn mola_last_error() -> *const c_char {
    LAST_ERROR.with_borrow(|text| text.as_ptr())
}

/// The version of the library, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn mola_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

/// Gives back a text that a function returned. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mola_string_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: texts of ours come from `CString::into_raw` and nowhere else.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// Does something, and turns errors and panics into a sentence and the value that says so.
pub(crate) fn guarded<T>(failed: T, act: impl FnOnce() -> Result<T, String>) -> T {
    let error = match catch_unwind(AssertUnwindSafe(act)) {
        Ok(Ok(value)) => return value,
        Ok(Err(error)) => error,
        Err(panic) => format!("Mola failed, which is a bug of ours: {}", words(panic.as_ref())),
    };
    LAST_ERROR.with_borrow_mut(|text| *text = c_text(&sentence(&error)));
    failed
}

/// What a panic says.
pub(crate) fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why")
}

/// A text for C, which cannot hold zero bytes.
fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

/// A text that the caller gives back.
pub(crate) fn given(text: impl Display) -> *mut c_char {
    c_text(&text.to_string()).into_raw()
}

/// The same; NULL if there is none.
pub(crate) fn given_if(text: Option<impl Display>) -> *mut c_char {
    text.map_or(std::ptr::null_mut(), given)
}

/// A handle that the caller gives back.
pub(crate) fn handle<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Takes a handle back; null is fine.
///
/// # Safety
/// It comes from [`handle`], and nobody uses it any more.
pub(crate) unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: the caller's promise.
        guarded((), || {
            drop(unsafe { Box::from_raw(handle) });
            Ok(())
        });
    }
}

const NULL: &str = "A pointer is null";

/// What a pointer points to.
///
/// # Safety
/// It is null or points to a value that nobody changes meanwhile.
pub(crate) unsafe fn get<'a, T>(pointer: *const T) -> Result<&'a T, String> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or_else(|| NULL.into())
}

/// The same, to change it.
///
/// # Safety
/// It is null or points to a value that nobody else uses meanwhile.
pub(crate) unsafe fn get_mut<'a, T>(pointer: *mut T) -> Result<&'a mut T, String> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_mut() }.ok_or_else(|| NULL.into())
}

/// The text behind a pointer.
///
/// # Safety
/// It is null or ends with a zero byte.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a str, String> {
    if pointer.is_null() {
        return Err(NULL.into());
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(pointer) }.to_str().map_err(|_| "the text is not UTF-8".into())
}

/// A color, since C may pass any number for one.
pub(crate) fn read_color(color: u32) -> Result<Color, String> {
    match color {
        0 => Ok(Color::White),
        1 => Ok(Color::Black),
        _ => Err(format!("{color} is not a color; 0 is White and 1 is Black")),
    }
}

/// A move, if it is one at all.
pub(crate) fn read_move(bits: MolaMove) -> Result<Move, String> {
    Move::from_bits(bits).ok_or_else(|| format!("{bits} is not a move"))
}

/// A move as C has it.
pub(crate) fn bits(m: Option<Move>) -> MolaMove {
    m.map_or(0, Move::bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_become_sentences_and_panics_do_not_cross() {
        assert!(!guarded(false, || Err("\"e5\" is not a legal move here".into())));
        let last = || unsafe { CStr::from_ptr(mola_last_error()) }.to_str().unwrap().to_owned();
        assert_eq!(last(), "\"e5\" is not a legal move here.");
        assert_eq!(guarded(0, || panic!("no {}", "way")), 0);
        assert!(last().ends_with("a bug of ours: no way."), "{}", last());
    }

    #[test]
    fn each_thread_has_errors_of_its_own() {
        guarded((), || Err("here".into()));
        std::thread::spawn(|| assert_eq!(unsafe { *mola_last_error() }, 0)).join().unwrap();
    }
}
