//! Reading PGN against the crate `pgn-reader`, as ratios: `cargo bench -p mola-game --bench pgn`.
//!
//! Three questions. *Skip*: passing over games. *Text*: taking them apart without asking if moves are
//! legal. *Moves*: playing every move of the main line; ours also keeps tags, comments, marks and
//! variations in a tree, theirs forgets all but the position. The two take turns in short runs, so
//! that a slow moment of the machine hits both alike; the best run counts, in CPU time.
//!
//! Without arguments, games are made up: bare ones, and ones with clocks and evaluations. Files can
//! be named instead: `cargo bench -p mola-game --bench pgn -- FILE…`.

use std::fmt::Write as _;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use cpu_time::ThreadTime;
use mola_game::pgn::{Event, Events, GameTree, Nag, Node, Reader, clock_command, eval_command};
use mola_game::{Dice, Score};
use mola_rules::Position;
use pgn_reader::{RawComment, RawTag, SanPlus, Visitor};
use shakmaty::Position as _;

const ROUNDS: usize = 21;

/// How many moves a reader saw, so that we know that both did the work.
type Run = fn(&[u8]) -> u64;

const QUESTIONS: [(&str, Run, Run); 3] =
    [("skip", our_skip, their_skip), ("text", our_text, their_text), ("moves", our_moves, their_moves)];

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let inputs: Vec<(String, Vec<u8>)> = if files.is_empty() {
        vec![("bare".to_owned(), made_up(4 << 20, false)), ("commented".to_owned(), made_up(4 << 20, true))]
    } else {
        let read = |name: String| std::fs::read(&name).map(|bytes| (name, bytes));
        files.into_iter().map(|name| read(name).expect("a file that can be read")).collect()
    };
    println!("{ROUNDS} interleaved rounds, best CPU time");
    for (name, bytes) in inputs {
        println!(
            "\n{name}, {:.1} MB{:>21}{:>16}{:>10}",
            bytes.len() as f64 / 1e6,
            "mola",
            "pgn-reader",
            "ratio"
        );
        for (question, ours, theirs) in QUESTIONS {
            compare(question, &bytes, ours, theirs);
        }
    }
}

fn compare(question: &str, bytes: &[u8], ours: Run, theirs: Run) {
    let mut best = [Duration::MAX; 2];
    let mut counts = [0; 2];
    for _ in 0..ROUNDS {
        for (index, run) in [ours, theirs].into_iter().enumerate() {
            let start = ThreadTime::now();
            counts[index] = run(black_box(bytes));
            best[index] = best[index].min(start.elapsed());
        }
    }
    assert_eq!(counts[0], counts[1], "the readers see different things");
    let speed = best.map(|time| bytes.len() as f64 / 1e6 / time.as_secs_f64());
    println!("{question:<15}{:>14.0} MB/s{:>11.0} MB/s{:>9.2}x", speed[0], speed[1], speed[0] / speed[1]);
}

fn our_skip(bytes: &[u8]) -> u64 {
    let mut events = Events::new(bytes);
    let mut games = 0;
    while events.skip_game().expect("memory can be read") {
        games += 1;
    }
    games
}

fn their_skip(bytes: &[u8]) -> u64 {
    let mut reader = pgn_reader::Reader::new(bytes);
    let mut games = 0;
    while reader.skip_game().expect("memory can be read") {
        games += 1;
    }
    games
}

fn our_text(bytes: &[u8]) -> u64 {
    let mut events = Events::new(bytes);
    let mut seen = 0;
    while let Some(event) = events.next_event().expect("memory can be read") {
        seen += match event {
            Event::Move(text) => 1 + u64::from(black_box(text).is_empty()),
            Event::Comment(text) => u64::from(black_box(text).is_empty()),
            Event::Tag { value, .. } => u64::from(black_box(value).len() > 1 << 20),
            _ => 0,
        };
    }
    seen
}

/// Counts moves, as `pgn-reader` shows them: taken apart into role, squares and marks.
struct Count(u64);

impl Visitor for Count {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), _: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        black_box(value.decode_utf8_lossy());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        black_box(san);
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        black_box(String::from_utf8_lossy(comment.as_bytes()));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

fn their_text(bytes: &[u8]) -> u64 {
    let mut count = Count(0);
    pgn_reader::Reader::new(bytes).visit_all_games(&mut count).expect("memory can be read");
    count.0
}

fn our_moves(bytes: &[u8]) -> u64 {
    let mut reader = Reader::new(bytes);
    let mut tree = GameTree::default();
    let mut moves = 0;
    while reader.read_into(&mut tree).expect("memory can be read") {
        moves += tree.main_line().count() as u64;
    }
    moves
}

/// Plays the moves with shakmaty.
struct Play(u64);

impl Visitor for Play {
    type Tags = Option<shakmaty::Chess>;
    type Movetext = shakmaty::Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, start: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = shakmaty::fen::Fen::from_ascii(value.as_bytes()).expect("a good FEN");
            *start = Some(fen.into_position(shakmaty::CastlingMode::Chess960).expect("a legal position"));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Self::Tags) -> ControlFlow<(), Self::Movetext> {
        ControlFlow::Continue(start.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Self::Movetext, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(m) => position.play_unchecked(m),
            Err(_) => return ControlFlow::Break(()),
        }
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Self::Movetext) {}
}

fn their_moves(bytes: &[u8]) -> u64 {
    let mut play = Play(0);
    pgn_reader::Reader::new(bytes).visit_all_games(&mut play).expect("memory can be read");
    play.0
}

/// About this many bytes of games with random moves.
fn made_up(length: usize, commented: bool) -> Vec<u8> {
    let mut dice = Dice::new(1);
    let mut random = |below: u64| dice.below(below as usize) as u64;
    let mut file = String::new();
    while file.len() < length {
        let mut tree = GameTree::default();
        for name in
            ["Event", "Site", "Date", "Round", "White", "Black", "WhiteElo", "BlackElo", "ECO", "TimeControl"]
        {
            tree.set_tag(name, &format!("{name} {}", random(1_000_000))).expect("a good name");
        }
        play_randomly(&mut tree, commented, &mut random);
        file = file + &tree.to_string() + "\n";
    }
    file.into_bytes()
}

fn play_randomly(tree: &mut GameTree, commented: bool, random: &mut impl FnMut(u64) -> u64) {
    let mut position = Position::start();
    let mut moves = Vec::new();
    while moves.len() < 120 && position.outcome().is_none() {
        let legal = position.legal_moves();
        let m = legal[random(legal.len() as u64) as usize];
        position.play_unchecked(m);
        moves.push(m);
    }
    let tags: Vec<(String, String)> =
        tree.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    *tree = GameTree::with_moves(Position::start(), moves).expect("legal moves");
    for (name, value) in tags {
        // The result is not set by hand.
        let _ = tree.set_tag(&name, &value);
    }
    tree.set_result(position.outcome().into());
    if !commented {
        return;
    }
    let nodes: Vec<_> = tree.main_line().map(Node::id).collect();
    for node in nodes {
        let mut comment = eval_command(Score::Centipawns(random(600) as i32 - 300), None);
        write!(comment, " {}", clock_command(Duration::from_secs(random(300)))).expect("a string takes all");
        tree.add_comment(node, &comment);
        if random(10) == 0 {
            tree.add_nag(node, Nag::new(1 + random(6) as u8));
        }
    }
}
