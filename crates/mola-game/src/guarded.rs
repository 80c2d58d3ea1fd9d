//! Engines that panic, and hosts that go on.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Calls an engine so that a panic in it ends the call and not the host: a game is not lost for it.
///
/// # Errors
/// The engine panicked, in words.
///
/// ```
/// use mola_game::guarded;
/// assert_eq!(guarded(|| 3), Ok(3));
/// assert_eq!(guarded(|| -> u8 { panic!("no move") }), Err("the engine failed: no move".to_owned()));
/// ```
pub fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic: Box<dyn Any + Send>| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        format!("the engine failed: {}", text.unwrap_or_default().replace('\n', " "))
    })
}
