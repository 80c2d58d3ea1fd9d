//! Which network the engine plays with: the built-in one, or one from a file.

use std::sync::{Arc, LazyLock};

use mola_game::{EngineOption, OptionError, read_regular_file};

use super::{EMBEDDED, Ready};

/// Reads a file for the engine; its error is shown to the user who named the file.
pub type FileReader = fn(path: &str) -> Result<Vec<u8>, &'static str>;

/// In bytes; far more than any network that Mola can play with.
const LARGEST_NETWORK: u64 = 1 << 28;

/// The reader of every program with files: only regular ones, and not without end.
///
/// # Errors
/// What is wrong with the file.
pub fn read_file(path: &str) -> Result<Vec<u8>, &'static str> {
    read_regular_file(path.as_ref(), LARGEST_NETWORK)
}

/// The name of the built-in network.
const BUILT_IN: &str = "<builtin>";

/// The network in use, and how to get another.
pub(crate) struct Choice {
    network: Arc<Ready>,
    reader: Option<FileReader>,
}

impl Choice {
    pub(crate) const OPTION: EngineOption = EngineOption::text("EvalFile", BUILT_IN);

    /// This network.
    pub(crate) const fn new(network: Arc<Ready>) -> Self {
        Self { network, reader: None }
    }

    /// The built-in network, once for each kind of instructions that this processor has.
    #[cfg(test)]
    pub(crate) fn on_every_path() -> impl Iterator<Item = Self> {
        use super::{Quantized, path::Usable};
        let network = Quantized::parse(EMBEDDED).expect("sound, as a test shows");
        let on_path = move |path| Self { network: Arc::new(Ready::on_path(&network, path)), reader: None };
        Usable::all().into_iter().map(on_path)
    }

    /// Lets networks be read from files.
    pub(crate) const fn set_reader(&mut self, reader: FileReader) {
        self.reader = Some(reader);
    }

    /// The network in use.
    pub(crate) fn network(&self) -> &Ready {
        &self.network
    }

    /// Sets the option: the name of a file, or [`BUILT_IN`].
    ///
    /// # Errors
    /// The file cannot be read or played with, and the network before stays.
    pub(crate) fn set(&mut self, value: &str) -> Result<(), OptionError> {
        match value.trim() {
            "" | "<empty>" | BUILT_IN => self.network = built_in()?,
            path => {
                let reader = self.reader.ok_or(OptionError::Failed("this program cannot read files"))?;
                let bytes = reader(path).map_err(OptionError::Failed)?;
                let network = Ready::parse(&bytes).map_err(|error| OptionError::Failed(error.reason()))?;
                self.network = Arc::new(network);
            }
        }
        Ok(())
    }
}

/// The network that comes with the engine, which all engines of a program share.
pub(crate) fn built_in() -> Result<Arc<Ready>, OptionError> {
    static NETWORK: LazyLock<Option<Arc<Ready>>> =
        LazyLock::new(|| Ready::parse(EMBEDDED).ok().map(Arc::new));
    NETWORK.clone().ok_or(OptionError::Failed("this program has no built-in network"))
}

#[cfg(test)]
mod tests {
    use super::super::Quantized;
    use super::*;

    fn read(path: &str) -> Result<Vec<u8>, &'static str> {
        let mut bytes = Quantized::random(32, 4).bytes();
        match path {
            "good" => {}
            "layers" => bytes = Quantized::random_with_layers(64, 4).bytes(),
            "short" => bytes.truncate(bytes.len() - 1),
            "damaged" => bytes[1_000] ^= 1,
            "other" => bytes[10] = 7,
            "text" => bytes = b"1. e4 e5".to_vec(),
            _ => return Err("there is no such file"),
        }
        Ok(bytes)
    }

    #[test]
    fn a_bad_file_is_refused_and_the_network_before_stays() {
        let mut choice = Choice::new(built_in().unwrap());
        choice.set_reader(read);
        choice.set("layers").unwrap();
        assert!(choice.network().about().starts_with("(768→64)×2→16→32→1×8 "));
        choice.set("good").unwrap();
        let before = choice.network().about();
        for (path, part) in [
            ("short", "wrong size"),
            ("damaged", "hash"),
            ("other", "architecture"),
            ("text", "not a Mola network"),
            ("missing", "no such file"),
        ] {
            let Err(OptionError::Failed(reason)) = choice.set(path) else { panic!("{path} was taken") };
            assert!(reason.contains(part), "{path}: {reason}");
            assert_eq!(choice.network().about(), before, "{path}");
        }
        choice.set(BUILT_IN).unwrap();
        assert_ne!(choice.network().about(), before);
    }

    #[test]
    fn without_a_reader_files_are_refused() {
        assert!(matches!(Choice::new(built_in().unwrap()).set("good"), Err(OptionError::Failed(_))));
    }
}
