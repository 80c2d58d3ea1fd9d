//! Engines as people name them. One grammar serves every command, the form of a new game and saved games:
//! `mola`, `pocket`, or the command of a program, followed by settings of the form `key=value`.

use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use mola_game::{BadOption, OptionError, TimeControl};
use mola_pocket::Values;
use mola_protocol::{Launch, Protocol, Remote, RemoteError};

use super::pace::Pace;
use super::running::RunningEngine;
use super::{search_path, values_file};
use crate::time_control;

/// An engine before it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineSpec {
    pub(crate) program: Program,
    /// What to call it; empty until it is known.
    pub(crate) name: String,
    protocol: Option<Protocol>,
    folder: Option<String>,
    /// A file with what the small engine believes.
    values: Option<String>,
    options: Vec<(String, String)>,
    /// Options that are meant for all engines. Those that do not have them do without.
    shared_options: Vec<(String, String)>,
    pub(crate) pace: Pace,
    /// A rating that is known from elsewhere.
    pub(crate) rating: Option<i32>,
}

/// What is to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// None: these are settings for other engines.
    Missing,
    /// The strong engine, in this process.
    Mola,
    /// The small engine, in this process.
    Pocket,
    /// A program and its arguments, in a process of its own.
    Command(Vec<String>),
}

/// How long a timed program that was told to stop may still take to answer before it counts as hung.
const GRACE: Duration = Duration::from_secs(1);

const KEYS: &str = "cmd=, name=, proto=, dir=, values=, tc=, st=, nodes=, depth=, rating=";

impl EngineSpec {
    pub(crate) const MOLA: Self = Self::of(Program::Mola);
    pub(crate) const POCKET: Self = Self::of(Program::Pocket);
    /// Settings without an engine that say nothing.
    pub(crate) const EMPTY: Self = Self::of(Program::Missing);

    const fn of(program: Program) -> Self {
        Self {
            program,
            name: String::new(),
            protocol: None,
            folder: None,
            values: None,
            options: Vec::new(),
            shared_options: Vec::new(),
            pace: Pace::UNLIMITED,
            rating: None,
        }
    }

    /// Reads an engine, or only settings.
    ///
    /// # Errors
    /// What is wrong with which word.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let mut spec = Self::EMPTY;
        let mut command = Vec::new();
        let mut rest = text.trim();
        let mut is_program = false;
        for (prefix, protocol) in [("uci:", Protocol::Uci), ("xboard:", Protocol::XBoard)] {
            if rest.get(..prefix.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix)) {
                rest = &rest[prefix.len()..];
                (spec.protocol, is_program) = (Some(protocol), true);
            }
        }
        for word in words(rest)? {
            match word.split_once('=') {
                Some((key, value)) if spec.set(key, value).with_context(|| format!("in {text:?}"))? => {}
                Some((key, _)) if looks_like_key(key) => {
                    bail!("in {text:?}: {key:?} is not a setting; there are {KEYS} and option.NAME=VALUE")
                }
                _ if spec.program == Program::Missing => command.push(word),
                _ => bail!("in {text:?}: {word:?} is not a setting; write settings as key=value"),
            }
        }
        if !command.is_empty() {
            spec.program = Program::Command(command);
        }
        // After a prefix, even `mola` is a program that speaks the protocol.
        if let Program::Command(words) = &spec.program
            && let ([word], false) = (&words[..], is_program)
        {
            match word.to_ascii_lowercase().as_str() {
                "mola" => spec.program = Program::Mola,
                "pocket" => spec.program = Program::Pocket,
                _ => {}
            }
        }
        ensure!(
            spec.values.is_none() || spec.program == Program::Pocket,
            "in {text:?}: values= is what the engine pocket believes; others have no such file"
        );
        ensure!(!is_program || spec.has_program(), "which program? write uci:COMMAND or xboard:COMMAND");
        Ok(spec)
    }

    /// Whether there is such a setting.
    fn set(&mut self, key: &str, value: &str) -> anyhow::Result<bool> {
        let wrong = || format!("{key}={value}: {value:?} is not a whole number above zero");
        match key {
            "cmd" => self.program = Program::Command(words(value)?),
            "name" => value.clone_into(&mut self.name),
            "dir" => self.folder = Some(value.to_owned()),
            "values" => self.values = Some(value.to_owned()),
            "proto" => {
                self.protocol = Some(match value {
                    "uci" => Protocol::Uci,
                    "xboard" | "cecp" => Protocol::XBoard,
                    _ => bail!("proto={value}: the protocols are uci and xboard"),
                });
            }
            "tc" => self.pace.control = time_control::in_seconds(value)?,
            "st" | "movetime" => self.pace.control = TimeControl::Move(time_control::seconds(value)?),
            "nodes" => self.pace.nodes = Some(value.parse::<NonZero<_>>().ok().with_context(wrong)?.get()),
            "depth" => self.pace.depth = Some(value.parse::<NonZero<_>>().ok().with_context(wrong)?.get()),
            "rating" => {
                let rating = value.parse().ok();
                self.rating =
                    Some(rating.with_context(|| format!("{key}={value}: {value:?} is not a rating"))?);
            }
            _ => match key.strip_prefix("option.") {
                Some(option) if !option.is_empty() => {
                    self.options.push((option.to_owned(), value.to_owned()));
                }
                _ => return Ok(false),
            },
        }
        Ok(true)
    }

    /// This engine with the settings that are `common` to all where it has none of its own.
    ///
    /// # Errors
    /// There is no program to start, or nothing ends its thinking.
    pub(crate) fn with_defaults(mut self, common: &Self) -> anyhow::Result<Self> {
        ensure!(self.has_program(), "an engine needs a command: mola, pocket, or a program to start");
        self.protocol = self.protocol.or(common.protocol);
        self.folder = self.folder.or_else(|| common.folder.clone());
        let shared = common.options.iter().filter(|(name, _)| !self.sets(name));
        self.shared_options = shared.cloned().collect();
        if !self.pace.is_limited() {
            self.pace = common.pace;
        }
        ensure!(
            self.pace.is_limited(),
            "nothing says how long {} may think; add --tc 2+0.02, or tc=, st=, nodes= or depth=",
            self.command()
        );
        Ok(self)
    }

    /// Whether the engine was given this option.
    pub(crate) fn sets(&self, option: &str) -> bool {
        self.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(option))
    }

    /// Adds options to settings that are common to all engines.
    pub(crate) fn share(&mut self, options: Vec<(String, String)>) {
        self.options.extend(options);
    }

    /// Whether this names a program, which settings for all engines must not.
    pub(crate) fn has_program(&self) -> bool {
        self.program != Program::Missing
    }

    pub(crate) fn is_external(&self) -> bool {
        matches!(self.program, Program::Command(_))
    }

    /// What to call the engine in lists and saved games.
    pub(crate) fn title(&self) -> String {
        match &self.program {
            _ if !self.name.is_empty() => self.name.clone(),
            Program::Mola => "Mola".to_owned(),
            Program::Pocket => "Pocket".to_owned(),
            Program::Command(words) => {
                let program = words.first().map_or("engine", String::as_str);
                program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned()
            }
            Program::Missing => String::new(),
        }
    }

    /// Starts the engine once, to hear what is wrong with it before the games and what it calls itself.
    /// Shared options that it does not have are forgotten. Gives what the user should know.
    pub(crate) fn try_out(&mut self) -> anyhow::Result<Vec<String>> {
        let mut running = self.start()?;
        if self.name.is_empty() {
            running.engine().name().clone_into(&mut self.name);
        }
        let known = running.engine().options();
        let is_known = |(name, _): &(String, String)| known.iter().any(|option| option.is(name));
        let (kept, forgotten): (Vec<_>, Vec<_>) = self.shared_options.drain(..).partition(is_known);
        self.shared_options = kept;
        let engine = &self.name;
        let without = |(option, _)| format!("{engine} has no option {option} and plays without it");
        let remarks = running.remarks().into_iter().map(|remark| format!("{engine}: {remark}"));
        Ok(forgotten.into_iter().map(without).chain(remarks).collect())
    }

    /// Starts the engine and sets its options.
    ///
    /// # Errors
    /// The program is missing or does not speak its protocol, or an option is refused.
    pub(crate) fn start(&self) -> anyhow::Result<RunningEngine> {
        let mut running = match &self.program {
            Program::Missing => bail!("there is no engine to start"),
            Program::Mola => RunningEngine::BuiltIn(Box::new(super::mola())),
            Program::Pocket => RunningEngine::BuiltIn(mola_pocket::large_engine(self.pocket_values()?)),
            Program::Command(words) => {
                let remote = Remote::start(self.launch(words)?).map_err(|error| self.at_start(error))?;
                RunningEngine::Process(Box::new(remote))
            }
        };
        let shared = self.shared_options.iter().map(|option| (option, true));
        for ((name, value), is_shared) in shared.chain(self.options.iter().map(|option| (option, false))) {
            let Err(error) = running.engine().set_option(name, value) else { continue };
            let engine = running.engine().name().to_owned();
            let bad = BadOption { name, error };
            match error {
                OptionError::Unknown if is_shared => {}
                OptionError::Unknown => {
                    bail!("{engine}: {bad}; it has: {}", known_options(&mut running).join(", "))
                }
                _ => bail!("{engine}: {bad}"),
            }
        }
        Ok(running)
    }

    /// What went wrong at the start. There may be several programs, and not every error names its own.
    fn at_start(&self, error: RemoteError) -> anyhow::Error {
        match error {
            RemoteError::Start { .. } => error.into(),
            error => anyhow!("{}: {error}", self.command()),
        }
    }

    /// What the small engine believes.
    ///
    /// # Errors
    /// All that is wrong with the file.
    pub(crate) fn pocket_values(&self) -> anyhow::Result<&'static Values> {
        self.values.as_ref().map_or(Ok(Values::MOLA), |file| values_file::read(file.as_ref()))
    }

    fn launch(&self, words: &[String]) -> anyhow::Result<Launch> {
        let (program, arguments) = words.split_first().context("there is no engine to start")?;
        let path = search_path::find(program).with_context(|| {
            let place = if program.contains('/') { "there" } else { "on the search path or in /usr/games" };
            format!("{program} could not be started: there is no such program {place}")
        })?;
        let launch = arguments.iter().fold(Launch::new(path), Launch::argument);
        let grace = if self.pace.is_limited() { GRACE } else { launch.grace };
        let (folder, protocol) = (self.folder.as_ref().map(PathBuf::from), self.protocol.unwrap_or_default());
        Ok(Launch { folder, protocol, grace, ..launch })
    }

    /// Identifies the engine when a match resumes: everything that may change its play.
    pub(crate) fn fingerprint(&self) -> String {
        let options = self.shared_options.iter().chain(&self.options);
        let mut parts = vec![self.command(), self.pace.to_string()];
        parts.extend(self.values.iter().map(|file| format!("values={file}")));
        parts.extend(options.map(|(name, value)| format!("{name}={value}")));
        format!("{} ({})", self.name, parts.join("; "))
    }

    fn command(&self) -> String {
        match &self.program {
            Program::Missing => String::new(),
            Program::Mola => "mola".to_owned(),
            Program::Pocket => "pocket".to_owned(),
            Program::Command(words) => shell_words::join(words),
        }
    }
}

/// Written so that [`EngineSpec::parse`] reads the same engine. Limits belong to a match and are left out.
impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(protocol), Program::Command(_)) = (self.protocol, &self.program) {
            f.write_str(if protocol == Protocol::Uci { "uci:" } else { "xboard:" })?;
        }
        f.write_str(&self.command())?;
        let mut setting =
            |key: &str, value: &str| write!(f, " {}={}", shell_words::quote(key), shell_words::quote(value));
        let name = Some(&self.name).filter(|name| !name.is_empty());
        for (key, value) in [("name", name), ("dir", self.folder.as_ref()), ("values", self.values.as_ref())]
        {
            value.map_or(Ok(()), |value| setting(key, value))?;
        }
        self.options.iter().try_for_each(|(name, value)| setting(&format!("option.{name}"), value))
    }
}

fn known_options(running: &mut RunningEngine) -> Vec<String> {
    running.engine().options().into_iter().map(|option| option.name.into_owned()).collect()
}

/// Arguments of programs have equals signs too, but begin with dashes; `cmd=` takes those that do not.
fn looks_like_key(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'.')
}

/// Splits a text as a shell does: at spaces that are not in quotes.
fn words(text: &str) -> anyhow::Result<Vec<String>> {
    // Backslashes are part of paths on Windows.
    let text = if cfg!(windows) { &text.replace('\\', r"\\") } else { text };
    shell_words::split(text).ok().with_context(|| format!("in {text:?}: a quote is not closed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(text: &str, each: &str) -> anyhow::Result<EngineSpec> {
        EngineSpec::parse(text)?.with_defaults(&EngineSpec::parse(each)?)
    }

    #[test]
    fn a_program_with_arguments_and_settings_is_read() {
        let text = "sf --fast name='The fish' option.Hash=64 \"option.Move Overhead=5\" tc=1+0.01 proto=uci";
        let read = entrant(text, "option.Hash=16 option.Threads=1 nodes=7").unwrap();
        assert_eq!(read.name, "The fish");
        assert_eq!(read.pace.to_string(), "1+0.01");
        let fingerprint = "The fish (sf --fast; 1+0.01; Threads=1; Hash=64; Move Overhead=5)";
        assert_eq!(read.fingerprint(), fingerprint);
    }

    #[test]
    fn built_in_engines_are_named_by_one_word() {
        assert_eq!(entrant("mola nodes=5", "").unwrap().program, Program::Mola);
        assert_eq!(entrant("pocket", "st=0.1").unwrap().program, Program::Pocket);
        assert_eq!(
            entrant("pocket", "st=0.1").unwrap().pace.control,
            TimeControl::Move(Duration::from_millis(100))
        );
        assert!(matches!(entrant("./mola depth=1", "").unwrap().program, Program::Command(_)));
    }

    #[test]
    fn mistakes_are_named() {
        let cases = [
            ("mola", "nothing says how long mola may think"),
            ("mola hsh=16 nodes=1", "\"hsh\" is not a setting"),
            ("cmd=mola fast nodes=1", "\"fast\" is not a setting"),
            ("name=x nodes=1", "an engine needs a command"),
            ("mola nodes=0", "\"0\" is not a whole number"),
            ("mola tc=quick", "\"quick\" is not a time control"),
            ("mola proto=usi tc=1", "protocols are uci and xboard"),
            ("mola name='x", "a quote is not closed"),
            ("mola values=pocket.toml nodes=1", "values= is what the engine pocket believes"),
        ];
        for (text, expected) in cases {
            let error = format!("{:#}", entrant(text, "").unwrap_err());
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn unknown_options_are_refused_with_those_that_are_known() {
        let error = entrant("mola option.Hsh=1 nodes=5", "").unwrap().start().err().unwrap().to_string();
        assert!(error.contains("there is no option Hsh; it has: Hash, Threads"), "{error}");
        let mut lenient = entrant("mola nodes=5", "option.Hsh=1 option.Hash=2").unwrap();
        assert_eq!(
            lenient.try_out().unwrap(),
            [format!("{} has no option Hsh and plays without it", lenient.name)]
        );
        assert_eq!(lenient.shared_options.len(), 1);
    }

    #[test]
    fn engines_are_read_as_they_are_written() {
        let all = [
            "mola",
            "pocket option.Hash=2",
            "pocket values='my pocket.toml'",
            "stockfish 'option.Move Overhead'=5",
            "uci:mola",
            "uci:stockfish -x",
            "xboard:/usr/games/gnuchess --xboard '--book=my book'",
            "'my engine' name='The one' dir=/tmp",
        ];
        for text in all {
            let spec = EngineSpec::parse(text).unwrap();
            assert_eq!(spec.to_string(), text);
            assert_eq!(EngineSpec::parse(&spec.to_string()).unwrap(), spec);
        }
        let written = EngineSpec::parse("gnuchess proto=xboard").unwrap();
        assert_eq!(written, EngineSpec::parse("xboard:gnuchess").unwrap());
        assert!(EngineSpec::parse("uci: ").is_err());
    }

    #[test]
    fn built_in_engines_take_every_option() {
        for option in ["option.EvalFile='<builtin>'", "option.OwnBook=true", "option.Threads=2"] {
            assert!(EngineSpec::parse(&format!("mola {option}")).unwrap().start().is_ok(), "{option}");
        }
        let missing = EngineSpec::parse("mola option.EvalFile=/no/such/file.nnue").unwrap();
        assert!(missing.start().err().unwrap().to_string().contains("there is no such file"));
    }
}
