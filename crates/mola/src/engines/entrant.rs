//! Who plays: engines as they are named on the command line, and brought to life.

use anyhow::{Context, bail, ensure};
use mola_engine::Mola;
use mola_game::{OptionError, TimeControl};
use mola_protocol::{Launch, Protocol, Remote};

use super::pace::{Pace, seconds_of, time_control};
use super::player::Player;
use crate::engines;

/// An engine that takes part, before it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entrant {
    pub(crate) name: String,
    pub(crate) program: Program,
    pub(crate) options: Vec<Chosen>,
    pub(crate) pace: Pace,
    /// A rating that is known from elsewhere.
    pub(crate) rating: Option<i32>,
}

/// A value for an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    name: String,
    value: String,
    /// It is meant for all engines, and those that do not have it do without.
    shared: bool,
}

/// What is to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// The strong engine, in this process.
    Mola,
    /// The small engine, in this process.
    Pocket,
    /// A process of its own.
    Command(Launch),
}

/// Settings that were written but not yet joined to a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    command: Option<String>,
    name: Option<String>,
    folder: Option<String>,
    protocol: Option<Protocol>,
    options: Vec<(String, String)>,
    control: Option<TimeControl>,
    nodes: Option<u64>,
    depth: Option<u32>,
    rating: Option<i32>,
}

impl Settings {
    /// Reads words of the form `key=value`. Words before the first of them are the command.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let mut settings = Self::default();
        let mut command = Vec::new();
        for word in words(text)? {
            match word.split_once('=') {
                Some((key, value)) if is_key(key) => {
                    settings.set(key, value).with_context(|| format!("in {text:?}"))?;
                }
                Some((key, _)) if looks_like_key(key) => {
                    bail!("in {text:?}: {key:?} is no setting; there are {KEYS} and option.NAME=VALUE")
                }
                _ => {
                    ensure!(
                        settings.command.is_none(),
                        "in {text:?}: {word:?} is no setting; write settings as key=value, after the command"
                    );
                    command.push(if word.contains(' ') { format!("\"{word}\"") } else { word });
                }
            }
        }
        if !command.is_empty() {
            settings.command = Some(command.join(" "));
        }
        Ok(settings)
    }

    fn set(&mut self, key: &str, value: &str) -> anyhow::Result<()> {
        let number = || format!("{key}={value}: {value:?} is no whole number above zero");
        match key {
            "cmd" => self.command = Some(value.to_owned()),
            "name" => self.name = Some(value.to_owned()),
            "dir" => self.folder = Some(value.to_owned()),
            "proto" => {
                self.protocol = Some(match value {
                    "uci" => Protocol::Uci,
                    "xboard" | "cecp" => Protocol::XBoard,
                    _ => bail!("proto={value}: protocols are uci and xboard"),
                });
            }
            "tc" => self.control = Some(time_control(value)?),
            "st" | "movetime" => self.control = Some(TimeControl::Move(seconds_of(value)?)),
            "nodes" => self.nodes = Some(value.parse().ok().filter(|&nodes| nodes > 0).with_context(number)?),
            "depth" => self.depth = Some(value.parse().ok().filter(|&depth| depth > 0).with_context(number)?),
            "rating" => {
                let rating = value.parse().with_context(|| format!("{key}={value}: {value:?} is no rating"));
                self.rating = Some(rating?);
            }
            _ => {
                let option = key.strip_prefix("option.").unwrap_or(key);
                self.options.push((option.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }

    /// An engine with these settings, and where they are silent with those that are `common` to all.
    pub(crate) fn entrant(self, common: &Self) -> anyhow::Result<Entrant> {
        let command = self.command.context("an engine has a command: mola, pocket, or a program to start")?;
        let program = match command.as_str() {
            "mola" => Program::Mola,
            "pocket" => Program::Pocket,
            _ => {
                let mut launch = Launch::parse(&command)
                    .protocol(self.protocol.or(common.protocol).unwrap_or_default())
                    .grace(crate::lab::tournament::referee::GRACE);
                if let Some(folder) = self.folder.as_ref().or(common.folder.as_ref()) {
                    launch = launch.folder(folder);
                }
                Program::Command(launch)
            }
        };
        let is_own = |name: &str| self.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let shared = common.options.iter().filter(|(name, _)| !is_own(name));
        let chosen = |(name, value): &(String, String), shared| Chosen {
            name: name.clone(),
            value: value.clone(),
            shared,
        };
        let mut options: Vec<Chosen> = shared.map(|one| chosen(one, true)).collect();
        options.extend(self.options.iter().map(|one| chosen(one, false)));
        let own_limits = self.control.is_some() || self.nodes.is_some() || self.depth.is_some();
        let limits = if own_limits { (self.control, self.nodes, self.depth) } else { common.limits() };
        let pace = Pace { control: limits.0.unwrap_or_default(), nodes: limits.1, depth: limits.2 };
        ensure!(
            pace.is_limited(),
            "nothing says how long {command} may think; add --tc 2+0.02, or tc=, st=, nodes= or depth="
        );
        Ok(Entrant { name: self.name.unwrap_or_default(), program, options, pace, rating: self.rating })
    }

    /// Limits that hold for all engines that have none of their own.
    pub(crate) fn set_limits(
        &mut self,
        control: Option<TimeControl>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) {
        self.control = control.or(self.control);
        self.nodes = nodes.or(self.nodes);
        self.depth = depth.or(self.depth);
    }

    fn limits(&self) -> (Option<TimeControl>, Option<u64>, Option<u32>) {
        (self.control, self.nodes, self.depth)
    }

    /// Whether this names a program, which settings for all engines must not.
    pub(crate) fn has_command(&self) -> bool {
        self.command.is_some()
    }
}

impl Entrant {
    /// Starts the engine once, to hear what is wrong with it before the games and what it calls itself.
    /// Gives the shared options that it does not have, which are forgotten.
    pub(crate) fn try_out(&mut self) -> anyhow::Result<Vec<String>> {
        let mut player = self.start()?;
        if self.name.is_empty() {
            player.engine().name().clone_into(&mut self.name);
        }
        let known = known_options(&mut player);
        let is_known = |chosen: &Chosen| known.iter().any(|name| same_name(name, &chosen.name));
        let (kept, forgotten) = self.options.drain(..).partition(is_known);
        self.options = kept;
        Ok(Vec::into_iter(forgotten).map(|chosen: Chosen| chosen.name).collect())
    }

    /// Starts the engine and sets its options.
    pub(crate) fn start(&self) -> anyhow::Result<Player> {
        let mut player = match &self.program {
            Program::Mola => Player::BuiltIn(Box::new(Mola::new())),
            Program::Pocket => Player::BuiltIn(engines::pocket()),
            Program::Command(launch) => Player::Process(Box::new(Remote::start(launch.clone())?)),
        };
        for Chosen { name, value, shared } in &self.options {
            let Err(error) = player.engine().set_option(name, value) else { continue };
            let engine = player.engine().name().to_owned();
            let bad = mola_game::BadOption { name, error };
            match error {
                OptionError::Unknown if *shared => {}
                OptionError::Unknown => {
                    bail!("{engine}: {bad}; it has: {}", known_options(&mut player).join(", "))
                }
                _ => bail!("{engine}: {bad}"),
            }
        }
        Ok(player)
    }

    /// How the engine is told from others when a match goes on: all that may change its play.
    pub(crate) fn fingerprint(&self) -> String {
        let program = match &self.program {
            Program::Mola => "mola".to_owned(),
            Program::Pocket => "pocket".to_owned(),
            Program::Command(launch) => launch.to_string(),
        };
        let mut parts = vec![program, self.pace.to_string()];
        parts.extend(self.options.iter().map(|chosen| format!("{}={}", chosen.name, chosen.value)));
        format!("{} ({})", self.name, parts.join("; "))
    }
}

fn known_options(player: &mut Player) -> Vec<String> {
    let mut known = Vec::new();
    player.engine().options(&mut |option| known.push(option.name.to_owned()));
    known
}

/// XBoard's engines have names of one word.
fn same_name(a: &str, b: &str) -> bool {
    a.replace('_', " ").eq_ignore_ascii_case(&b.replace('_', " "))
}

const KEYS: &str = "cmd=, name=, proto=, dir=, tc=, st=, nodes=, depth=, rating=";

fn is_key(key: &str) -> bool {
    matches!(key, "cmd" | "name" | "dir" | "proto" | "tc" | "st" | "movetime" | "nodes" | "depth" | "rating")
        || key.strip_prefix("option.").is_some_and(|name| !name.is_empty())
}

/// Arguments of programs have equals signs too, but begin with dashes; `cmd=` takes those that do not.
fn looks_like_key(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'.')
}

/// Parts a text at blanks that are not in quotes, which are taken away.
fn words(text: &str) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    ensure!(quote.is_none(), "in {text:?}: a quote is not closed");
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn entrant(text: &str, each: &str) -> anyhow::Result<Entrant> {
        Settings::parse(text)?.entrant(&Settings::parse(each)?)
    }

    #[test]
    fn a_program_with_arguments_and_settings_is_read() {
        let text = "sf --fast name='The fish' option.Hash=64 \"option.Move Overhead=5\" tc=1+0.01 proto=uci";
        let read = entrant(text, "option.Hash=16 option.Threads=1 nodes=7").unwrap();
        assert_eq!(read.name, "The fish");
        assert_eq!(read.pace.to_string(), "1+0.01");
        let options: Vec<String> =
            read.options.iter().map(|one| format!("{}={}", one.name, one.value)).collect();
        assert_eq!(options, ["Threads=1", "Hash=64", "Move Overhead=5"]);
        assert!(matches!(&read.program, Program::Command(launch) if launch.to_string() == "sf --fast"));
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
            ("mola hsh=16 nodes=1", "\"hsh\" is no setting"),
            ("cmd=mola fast nodes=1", "\"fast\" is no setting"),
            ("name=x nodes=1", "an engine has a command"),
            ("mola nodes=0", "\"0\" is no whole number"),
            ("mola tc=quick", "\"quick\" is no time control"),
            ("mola proto=usi tc=1", "protocols are uci and xboard"),
            ("mola name='x", "a quote is not closed"),
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
        assert_eq!(lenient.try_out().unwrap(), ["Hsh"]);
        assert_eq!(lenient.options.len(), 1);
    }
}
