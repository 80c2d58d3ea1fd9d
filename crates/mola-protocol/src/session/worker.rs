//! The thread that thinks, and all that takes time.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use mola_game::{Answer, BadOption, Engine, Listener, Task, guarded};
use mola_rules::Move;

use super::control::Control;
use super::host::{SearchHost, Style};
use super::options::Change;
use super::request::{Found, Request, Search, Work};
use super::{Bench, Shared, openings, perft};

/// Works until the session closes.
pub(crate) fn work(
    requests: &Receiver<Arc<Request>>,
    mut engines: Vec<Box<dyn Engine + Send>>,
    bench: Option<Bench>,
    shared: &Shared,
) {
    while let Ok(request) = requests.recv() {
        let (control, engine) = (&request.control, engines[request.engine].as_mut());
        let stop = || control.is_stopped() || shared.output.is_broken();
        let mut found = None;
        let mut notes = Vec::new();
        let done = match &request.work {
            // A session that is ending need not clear a large table first, perhaps many times over.
            _ if request.is_change() && control.is_stopped() => Ok(()),
            Work::Search(search) => {
                let (answer, done) = think(search, engine, control, shared);
                found = Some(answer);
                notes = remarks(engine);
                done
            }
            Work::SetOption(Change { name, value }) => {
                let set = guarded(|| engine.set_option(name, value));
                notes = remarks(engine);
                set.and_then(|set| set.map_err(|error| BadOption { name, error }.to_string()))
            }
            Work::NewGame => guarded(|| engine.new_game()),
            Work::Perft { root, depth, castling } => {
                perft::divide(root, *depth, *castling, &stop, &shared.output);
                Ok(())
            }
            Work::Bench(arguments) => {
                let mut say = |line: &str| shared.output.say(line);
                let bench = bench.ok_or_else(|| "there is no bench".to_owned());
                bench.and_then(|bench| guarded(|| bench(engine, arguments, &stop, &mut say)))
            }
            Work::Eval(position) => {
                let mut text = String::new();
                // Writing to a string does not fail.
                let explained = guarded(|| _ = engine.explain(position, &mut text));
                match text.trim_end() {
                    "" => explained.and_then(|()| Err("this engine does not explain itself".to_owned())),
                    text => {
                        shared.output.say(text);
                        explained
                    }
                }
            }
            Work::GenFens(wanted) => {
                guarded(|| openings::generate(wanted, engine, &stop, &shared.output)).flatten()
            }
        };
        let mut state = shared.state();
        done.err().iter().chain(&notes).for_each(|note| state.note(note));
        state.done(&request, found);
        drop(state);
        shared.idle.notify_all();
    }
}

/// Asks the engine, and makes sure that what goes out is legal and that an answer to a search
/// without end waits for its end.
fn think(
    search: &Search,
    engine: &mut dyn Engine,
    control: &Arc<Control>,
    shared: &Shared,
) -> (Found, Result<(), String>) {
    let root = search.history.root();
    let mut host = SearchHost { search, control, shared, spoke: false, heard: Listener::new() };
    let task = Task { only: &search.only, ..search.history.task(search.limits) };
    let allowed = |m: &Move| root.is_legal(*m) && task.allows(*m);
    let first = root.legal_moves().iter().copied().find(|m| !search.refused && allowed(m));
    let mut answer = Answer { best: None, ponder: None };
    let mut done = Ok(());
    if first.is_some() {
        match guarded(|| engine.think(task, &mut host)) {
            Ok(found) => answer = found,
            Err(failure) => done = Err(failure),
        }
    }
    let pv = host.heard.pv();
    let best = answer.best.filter(allowed).or(pv.first().copied().filter(allowed)).or(first);
    // An expected reply goes with the engine's own move only.
    let ponder = answer.ponder.filter(|_| best == answer.best).or_else(|| match *pv {
        [first, second, ..] if Some(first) == best => Some(second),
        _ => None,
    });
    let ponder = ponder.filter(|&m| best.is_some_and(|best| root.after(best).is_legal(m)));
    if matches!(search.style, Style::Uci { .. }) && !search.refused {
        host.speak_for_the_silent(best);
    }
    if search.endless || search.limits.ponder {
        control.wait(!search.endless);
    }
    (Found { best, ponder, score: host.heard.score() }, done)
}

/// What the engine wants its user to know.
fn remarks(engine: &mut dyn Engine) -> Vec<String> {
    let mut all = Vec::new();
    // An engine that fails here has failed before, and that has been reported.
    let _ = guarded(|| engine.remark(&mut |line| all.push(line.to_owned())));
    all
}
