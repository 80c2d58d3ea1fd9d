//! The thread that thinks, and all that takes time.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use mola_game::{Answer, BadOption, Engine, History, Limits, Listener, Score, Task};
use mola_rules::{CastlingStyle, Move, Position, perft};

use super::control::Control;
use super::host::{SearchHost, Style};
use super::openings::{self, Openings};
use super::shelf::Telling;
use super::{Extras, Shared, Voice};
use crate::uci::GenFens;

/// Something for the thread to do.
pub(crate) struct Job {
    pub(crate) ticket: u64,
    pub(crate) control: Arc<Control>,
    pub(crate) work: Work,
}

/// What there is to do.
pub(crate) enum Work {
    Think(Box<Quest>),
    Tell(Telling),
    NewGame { engine: usize },
    Count { root: Position, depth: u32, castling: CastlingStyle },
    Bench { engine: usize, arguments: String },
    Eval { engine: usize, position: Position },
    Deal { engine: usize, wanted: GenFens },
    Leave,
}

/// A question to an engine, with all that it needs on its way to another thread.
pub(crate) struct Quest {
    pub(crate) engine: usize,
    pub(crate) history: History,
    /// The moves to consider, if not all.
    pub(crate) only: Vec<Move>,
    pub(crate) limits: Limits,
    pub(crate) hold: Hold,
    pub(crate) style: Style,
}

/// Whether an answer that is found early must wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    No,
    UntilStop,
    UntilHit,
}

/// What came of a question.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    pub(crate) best: Option<Move>,
    pub(crate) ponder: Option<Move>,
    pub(crate) score: Option<Score>,
}

/// Works until told to leave.
pub(crate) fn work(
    jobs: &Receiver<Job>,
    mut engines: Vec<Box<dyn Engine + Send>>,
    mut extras: Box<dyn Extras>,
    shared: &Shared,
) {
    while let Ok(Job { ticket, control, work }) = jobs.recv() {
        let mut found = None;
        let mut note = None;
        let asked = match &work {
            Work::Think(quest) => Some(quest.engine),
            Work::Tell(telling) => Some(telling.engine),
            _ => None,
        };
        match work {
            Work::Leave => return,
            // Whoever is leaving need not clear a large table first, perhaps many times over.
            Work::Tell(_) | Work::NewGame { .. } if control.is_stopped() => {}
            Work::Think(quest) => {
                let engine = engines[quest.engine].as_mut();
                let (answer, failure) = think(&quest, engine, extras.as_ref(), &control, shared);
                found = Some(answer);
                note = failure;
            }
            Work::Tell(Telling { engine, name, value }) => {
                note = match guarded(|| engines[engine].set_option(&name, &value)) {
                    Ok(Ok(())) => None,
                    Ok(Err(error)) => Some(BadOption { name: &name, error }.to_string()),
                    Err(failure) => Some(failure),
                };
            }
            Work::NewGame { engine } => note = guarded(|| engines[engine].new_game()).err(),
            Work::Count { root, depth, castling } => count(&root, depth, castling, &control, &shared.voice),
            Work::Bench { engine, arguments } => {
                let stop = || control.is_stopped() || shared.voice.is_broken();
                let mut say = |line: &str| shared.voice.say(line);
                let bench = || extras.bench(engines[engine].as_mut(), &arguments, &stop, &mut say);
                note = match guarded(bench) {
                    Ok(true) => None,
                    Ok(false) => Some("there is no bench".to_owned()),
                    Err(failure) => Some(failure),
                };
            }
            Work::Eval { engine, position } => {
                let mut text = String::new();
                // Writing to a string does not fail.
                note = guarded(|| _ = engines[engine].explain(&position, &mut text)).err();
                match text.trim_end() {
                    "" => note = note.or(Some("this engine does not explain itself".to_owned())),
                    text => shared.voice.say(text),
                }
            }
            Work::Deal { engine, wanted } => {
                let engine = engines[engine].as_mut();
                let dealt = guarded(|| deal(&wanted, engine, &control, &shared.voice));
                note = dealt.and_then(|dealt| dealt).err();
            }
        }
        let mut notes: Vec<String> = note.into_iter().collect();
        if let Some(engine) = asked {
            notes.extend(guarded(|| remarks(engines[engine].as_mut())).unwrap_or_default());
        }
        let mut state = shared.state();
        for note in &notes {
            state.note(note);
        }
        state.done(ticket, found);
        drop(state);
        shared.idle.notify_all();
    }
}

/// Asks the engine, and makes sure that what goes out is legal and that an answer to a search
/// without end waits for its end.
fn think(
    quest: &Quest,
    engine: &mut dyn Engine,
    extras: &dyn Extras,
    control: &Control,
    shared: &Shared,
) -> (Found, Option<String>) {
    let root = quest.history.root();
    let mut host = SearchHost {
        root,
        control,
        style: &quest.style,
        lines: quest.limits.lines,
        voice: &shared.voice,
        post: &shared.post,
        extras,
        spoke: false,
        score: None,
        pv: Vec::new(),
        depth: 0,
        nodes: 0,
    };
    let task = Task { only: &quest.only, ..quest.history.task(quest.limits) };
    let allowed = |m: &Move| root.is_legal(*m) && task.allows(*m);
    let first = root.legal_moves().iter().copied().find(allowed);
    let mut answer = Answer { best: None, ponder: None };
    let mut failure = None;
    if first.is_some() {
        match guarded(|| engine.think(task, &mut host)) {
            Ok(found) => answer = found,
            Err(text) => failure = Some(text),
        }
    }
    let best = answer.best.filter(allowed).or(host.pv.first().copied().filter(allowed)).or(first);
    // An expected reply goes with the engine's own move only.
    let ponder = answer.ponder.filter(|_| best == answer.best).or_else(|| match host.pv[..] {
        [first, second, ..] if Some(first) == best => Some(second),
        _ => None,
    });
    let after = best.map(|m| {
        let mut after = *root;
        after.play_unchecked(m);
        after
    });
    let ponder = ponder.filter(|&m| after.is_some_and(|after| after.is_legal(m)));
    if matches!(quest.style, Style::Uci { .. }) {
        host.speak_for_the_silent(best);
    }
    match quest.hold {
        Hold::No => {}
        Hold::UntilStop => control.wait(false),
        Hold::UntilHit => control.wait(true),
    }
    (Found { best, ponder, score: host.score }, failure)
}

/// What the engine wants its user to know.
fn remarks(engine: &mut dyn Engine) -> Vec<String> {
    let mut all = Vec::new();
    engine.remark(&mut |line| all.push(line.to_owned()));
    all
}

/// Calls an engine so that its failure does not take the session along, where panics unwind.
fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic: Box<dyn Any + Send>| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        format!("the engine failed: {}", text.unwrap_or_default().replace('\n', " "))
    })
}

/// Counts positions by the first move, in the words that people know.
fn count(root: &Position, depth: u32, castling: CastlingStyle, control: &Control, voice: &Voice) {
    let mut total = if depth == 0 { Some(1) } else { Some(0) };
    for m in root.legal_moves().iter().copied().take(if depth == 0 { 0 } else { usize::MAX }) {
        let mut child = *root;
        child.play_unchecked(m);
        let nodes = count_below(&child, depth - 1, &|| control.is_stopped() || voice.is_broken());
        let Some(nodes) = nodes else {
            total = None;
            break;
        };
        total = total.map(|total| total + nodes);
        voice.say(format_args!("{}: {nodes}", m.uci(castling)));
    }
    match total {
        Some(total) => voice.say(format_args!("\nNodes searched: {total}\n")),
        None => voice.say("info string the count was stopped"),
    }
}

/// The count under a position, or nothing if it was stopped.
fn count_below(position: &Position, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    // Three plies take less than a millisecond or two: fine enough to stop at.
    if depth <= 3 {
        return (!stop()).then(|| perft(position, depth));
    }
    let mut total = Some(0);
    position.for_each_child(|_, child| {
        if let Some(sum) = total {
            total = count_below(child, depth - 1, stop).map(|nodes| sum + nodes);
        }
    });
    total
}

/// Says random openings in which neither player has won already.
fn deal(wanted: &GenFens, engine: &mut dyn Engine, control: &Control, voice: &Voice) -> Result<(), String> {
    let book = match &wanted.book {
        None => Vec::new(),
        Some(name) => openings::read_book(Path::new(name))
            .map_err(|error| format!("the book {name:?} cannot be used: {error}"))?,
    };
    let stop = || control.is_stopped() || voice.is_broken();
    // What it remembers would change its judgment, and with it the openings of a seed.
    engine.new_game();
    let mut openings = Openings::new(wanted.seed, book);
    for _ in 0..wanted.count.min(openings::MOST) {
        let opening = openings.deal(&mut |position| is_open(position, engine, &stop));
        if stop() {
            break;
        }
        voice.say(format_args!("info string genfens {opening}"));
    }
    engine.new_game();
    Ok(())
}

/// Whether a short search sees no winner.
fn is_open(position: &Position, engine: &mut dyn Engine, stop: &dyn Fn() -> bool) -> bool {
    let mut listener = Listener::new().stop_when(stop);
    let limits = Limits { nodes: Some(openings::LOOK), ..Limits::NONE };
    engine.think(Task::new(position, limits), &mut listener);
    let open = Score::Centipawns(-openings::DECIDED)..=Score::Centipawns(openings::DECIDED);
    listener.score().is_none_or(|score| open.contains(&score))
}
