//! Games that are analyzed elsewhere. `mola analyze --hand-out` writes a game in each line of its output
//! and reads what was found from its input; `mola analyze --worker` does the opposite. Whoever carries the
//! lines, as `mola.cluster` does with Ray, need not know what they say: a line that comes twice does no
//! harm.

use std::io::{self, BufRead, BufReader, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Sender;

use anyhow::{Context, anyhow, ensure};
use mola_game::History;
use mola_rules::CastlingStyle;
use serde::{Deserialize, Serialize};

use super::Row;
use super::crew::{Finding, Job};
use super::examiner::Examiner;
use super::games::pipe;
use super::verdict::Opinion;
use crate::engines::spec::EngineSpec;
use crate::output::Interrupted;

/// A game as a line.
#[derive(Debug, Serialize, Deserialize)]
struct JobLine {
    game: u64,
    start: String,
    moves: Vec<String>,
}

/// What a worker found as a line.
#[derive(Debug, Serialize, Deserialize)]
struct FindingLine {
    game: u64,
    /// Workers with another engine would spoil everything.
    engine: String,
    opinions: Vec<Opinion>,
}

/// Writes a game for a worker.
pub(super) fn hand_out(job: &Job) -> anyhow::Result<()> {
    let moves = job.history.moves().iter().map(|m| m.uci(CastlingStyle::Chess960).to_string()).collect();
    write_line(&JobLine { game: job.game, start: job.history.start().to_string(), moves })
}

/// Reads what workers found, until there is no more.
pub(super) fn collect(engine: &str, outbox: &Sender<Finding>) {
    for line in io::stdin().lock().lines() {
        let found = line.context("cannot read the standard input").and_then(|line| {
            let found: FindingLine =
                serde_json::from_str(&line).context("a line from a worker cannot be read")?;
            ensure!(
                found.engine == engine,
                "a worker uses {}, but this analysis uses {engine}",
                found.engine
            );
            Ok(Row { game: found.game, opinions: found.opinions })
        });
        let is_over = found.is_err();
        if outbox.send(found).is_err() || is_over {
            return;
        }
    }
    // Whoever carried the lines was killed. Nobody listens any more if all the work is done.
    let _ = outbox.send(Err(anyhow!("the workers are gone; run the same command again to resume")));
}

/// Analyzes the games that come line by line, until there are no more.
pub(super) fn work(entrant: &EngineSpec, interrupted: &Arc<AtomicBool>) -> anyhow::Result<()> {
    let engine = entrant.fingerprint();
    let mut examiner = Examiner::start(entrant)?;
    let input = pipe(|| Ok(io::stdin()), interrupted)?;
    for line in BufReader::new(input).lines() {
        if interrupted.load(Relaxed) {
            return Err(Interrupted.into());
        }
        let job = parse(&line.context("cannot read the standard input")?)?;
        let opinions = examiner.game(&job.history, &[interrupted], &|| ())?;
        write_line(&FindingLine { game: job.game, engine: engine.clone(), opinions })?;
    }
    Ok(())
}

fn parse(line: &str) -> anyhow::Result<Job> {
    let JobLine { game, start, moves } =
        serde_json::from_str(line).context("a line with a game cannot be read")?;
    let mut history = History::new(start.parse().with_context(|| format!("game {game}"))?);
    for text in moves {
        history.play(history.root().parse_uci(&text).with_context(|| format!("game {game}"))?);
    }
    Ok(Job { game, history })
}

fn write_line(line: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string(line)? + "\n";
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write to standard output")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_are_errors_and_good_ones_are_games() {
        let good = r#"{"game":7,"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":["e2e4","e7e5"]}"#;
        let job = parse(good).unwrap();
        assert_eq!((job.game, job.history.moves().len()), (7, 2));
        for bad in ["", "{}", &good.replace("e7e5", "e7e4"), &good.replace("KQkq", "xyz")] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
