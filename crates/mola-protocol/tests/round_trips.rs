//! What is printed is read again as the same, in both protocols and in both directions; and no text
//! whatever makes a reader fail.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::time::Duration;

use mola_game::{Bound, EngineOption, OptionKind, Score};
use mola_protocol::uci::{self, Evaluation, GenFens, Go, Info};
use mola_protocol::xboard::{self, Claim, Feature, Level, Thinking, read_score, write_score};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

fn round_trip<T: Display + FromStr + PartialEq + Debug>(value: &T) -> Result<(), TestCaseError>
where
    T::Err: Debug,
{
    let text = value.to_string();
    prop_assert!(!text.contains('\n'), "one line: {text:?}");
    let read: Result<T, _> = text.parse();
    prop_assert_eq!(read.as_ref().ok(), Some(value), "{}", text);
    Ok(())
}

/// A word that no keyword is: capitals and digits at the end.
fn word() -> impl Strategy<Value = String> {
    "[A-Z][A-Za-z_./-]{0,8}[0-9]"
}

/// Words parted by single spaces.
fn words() -> impl Strategy<Value = String> {
    vec(word(), 1..4).prop_map(|words| words.join(" "))
}

/// Words, or nothing.
fn some_words() -> impl Strategy<Value = String> {
    vec(word(), 0..4).prop_map(|words| words.join(" "))
}

fn square_move() -> impl Strategy<Value = String> {
    "[a-h][1-8][a-h][1-8][nbrq]?"
}

fn fen() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned()),
        Just("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1".to_owned()),
        "[1-8pnbrqkPNBRQK/]{10,40} [wb] (-|[KQkq]{1,4}) (-|[a-h][36]) [0-9]{1,3} [1-9][0-9]{0,2}",
    ]
}

fn setting() -> impl Strategy<Value = EngineOption> {
    let kind = prop_oneof![
        any::<bool>().prop_map(OptionKind::Switch),
        any::<[i64; 3]>().prop_map(|mut numbers| {
            numbers.sort_unstable();
            let [min, default, max] = numbers;
            OptionKind::Number { default, min, max }
        }),
        (vec(words(), 1..5), any::<prop::sample::Index>()).prop_map(|(choices, index)| OptionKind::Choice {
            default: index.get(&choices).clone(),
            choices
        }),
        some_words().prop_map(|text| OptionKind::Text(text.into())),
        Just(OptionKind::Action),
    ];
    (words(), kind).prop_map(|(name, kind)| EngineOption { name: name.into(), kind })
}

fn score() -> impl Strategy<Value = Score> {
    prop_oneof![
        (-99_999_i32..100_000).prop_map(Score::Centipawns),
        (1..=u32::MAX).prop_map(Score::Mate),
        any::<u32>().prop_map(Score::Mated),
    ]
}

fn count() -> impl Strategy<Value = u64> {
    0..=i64::MAX as u64
}

fn info() -> impl Strategy<Value = Info> {
    let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
    let evaluation = (score(), bound).prop_map(|(score, bound)| Evaluation { score, bound });
    let first = (of(any::<u32>()), of(any::<u32>()), of(any::<u32>()), of(evaluation));
    let wdl = (0..=1000_u16, 0..=1000_u16, 0..=1000_u16).prop_map(|(w, d, l)| [w, d, l]);
    let second = (of(wdl), of(count()), of(count()), of(any::<u32>()), of(count()), of(count()));
    let third = (of(square_move()), of(any::<u32>()), vec(square_move(), 0..6), of(words()));
    (first, second, third).prop_map(|(first, second, third)| {
        let (depth, seldepth, multipv, score) = first;
        let (wdl, nodes, nps, hashfull, tbhits, time) = second;
        let (currmove, currmovenumber, pv, string) = third;
        Info {
            depth,
            seldepth,
            multipv,
            score,
            wdl,
            nodes,
            nps,
            hashfull,
            tbhits,
            time,
            currmove,
            currmovenumber,
            pv,
            string,
        }
    })
}

fn uci_reply() -> impl Strategy<Value = uci::Reply> {
    use uci::Reply;
    prop_oneof![
        words().prop_map(Reply::Name),
        words().prop_map(Reply::Author),
        setting().prop_map(Reply::Option),
        Just(Reply::UciOk),
        Just(Reply::ReadyOk),
        info().prop_map(Reply::Info),
        Just(Reply::BestMove { best: None, ponder: None }),
        ("[b-h][1-8][a-h][1-8]", of("[b-h][1-8][a-h][1-8]q?"))
            .prop_map(|(best, ponder)| Reply::BestMove { best: Some(best), ponder }),
        words().prop_map(Reply::Other),
    ]
}

fn go() -> impl Strategy<Value = Go> {
    let number = || of(any::<i64>());
    let clocks = (number(), number(), number(), number(), number());
    let others = (number(), number(), number(), number(), number());
    (vec(square_move(), 0..4), any::<[bool; 2]>(), clocks, others).prop_map(
        |(search_moves, flags, clocks, others)| {
            let [ponder, infinite] = flags;
            let (wtime, btime, winc, binc, moves_to_go) = clocks;
            let (depth, nodes, mate, move_time, perft) = others;
            let garbled = None;
            Go {
                search_moves,
                ponder,
                wtime,
                btime,
                winc,
                binc,
                moves_to_go,
                depth,
                nodes,
                mate,
                move_time,
                infinite,
                perft,
                garbled,
            }
        },
    )
}

fn uci_command() -> impl Strategy<Value = uci::Command> {
    use uci::Command;
    prop_oneof![
        Just(Command::Uci),
        any::<bool>().prop_map(Command::Debug),
        Just(Command::IsReady),
        (words(), of(some_words())).prop_map(|(name, value)| Command::SetOption { name, value }),
        words().prop_map(Command::Register),
        Just(Command::NewGame),
        (of(fen()), vec(square_move(), 0..9)).prop_map(|(fen, moves)| Command::Position { fen, moves }),
        go().prop_map(Command::Go),
        Just(Command::Stop),
        Just(Command::PonderHit),
        Just(Command::Quit),
        Just(Command::Show),
        Just(Command::Eval),
        Just(Command::Flip),
        Just(Command::Help),
        some_words().prop_map(Command::Bench),
        (any::<u32>(), any::<u64>(), of(word())).prop_map(|(count, seed, book)| Command::GenFens(GenFens {
            count,
            seed,
            book
        })),
    ]
}

fn level() -> impl Strategy<Value = Level> {
    (any::<u32>(), 0..100_000_000_u64, 0..10_000_000_u64).prop_map(|(moves, base, increment)| Level {
        moves,
        base: Duration::from_millis(base),
        increment: Duration::from_millis(increment),
    })
}

fn xboard_command() -> impl Strategy<Value = xboard::Command> {
    use xboard::Command;
    let plain = prop::sample::select(vec![
        Command::XBoard,
        Command::New,
        Command::Quit,
        Command::Force,
        Command::Go,
        Command::PlayOther,
        Command::White,
        Command::Black,
        Command::MoveNow,
        Command::Draw,
        Command::Edit,
        Command::Hint,
        Command::Book,
        Command::Undo,
        Command::Remove,
        Command::Hard,
        Command::Easy,
        Command::Post,
        Command::NoPost,
        Command::Analyze,
        Command::Exit,
        Command::Status,
    ]);
    let numbers = prop_oneof![
        any::<u32>().prop_map(Command::Protover),
        any::<u32>().prop_map(Command::Depth),
        any::<i64>().prop_map(Command::Nps),
        any::<i64>().prop_map(Command::Time),
        any::<i64>().prop_map(Command::OpponentTime),
        any::<i64>().prop_map(Command::Memory),
        any::<i64>().prop_map(Command::Cores),
        (0..100_000_000_u64).prop_map(|millis| Command::MoveTime(Duration::from_millis(millis))),
        level().prop_map(Command::Level),
    ];
    let texts = prop_oneof![
        words().prop_map(Command::Accepted),
        words().prop_map(Command::Rejected),
        words().prop_map(Command::Variant),
        square_move().prop_map(Command::Move),
        words().prop_map(Command::Ping),
        words().prop_map(Command::Result),
        fen().prop_map(Command::SetBoard),
        (
            prop::sample::select(vec!["computer", "ics", "name", "pause", "random", "rating", "setscore"]),
            words()
        )
            .prop_map(|(command, rest)| Command::Ignored(format!("{command} {rest}").trim_end().to_owned())),
        (word(), some_words()).prop_map(|(kind, path)| Command::EgtPath { kind, path }),
        (words(), of(some_words())).prop_map(|(name, value)| Command::Option { name, value }),
        square_move().prop_map(Command::Exclude),
        square_move().prop_map(Command::Include),
    ];
    prop_oneof![plain, numbers, texts]
}

fn thinking() -> impl Strategy<Value = Thinking> {
    let more = of((any::<u32>(), count(), count()));
    (any::<u32>(), score(), count(), count(), more, vec(square_move(), 0..6)).prop_map(
        |(ply, score, centiseconds, nodes, more, pv)| Thinking { ply, score, centiseconds, nodes, more, pv },
    )
}

fn xboard_reply() -> impl Strategy<Value = xboard::Reply> {
    use xboard::Reply;
    let feature = prop_oneof![
        ("[a-z]{2,9}", any::<i64>()).prop_map(|(name, value)| Feature::number(&name, value)),
        ("[a-z]{2,9}", some_words()).prop_map(|(name, value)| Feature::text(&name, &value)),
    ];
    let score = prop::sample::select(vec!["1-0", "0-1", "1/2-1/2"]);
    prop_oneof![
        vec(feature, 0..6).prop_map(Reply::Features),
        words().prop_map(Reply::Pong),
        square_move().prop_map(Reply::Move),
        thinking().prop_map(Reply::Thinking),
        Just(Reply::Resign),
        Just(Reply::OfferDraw),
        (score, some_words())
            .prop_map(|(score, reason)| Reply::Claim(Claim { score: score.to_owned(), reason })),
        square_move().prop_map(Reply::Hint),
        (some_words(), words()).prop_map(|(reason, text)| Reply::IllegalMove { reason, text }),
        (some_words(), words()).prop_map(|(reason, text)| Reply::Error { reason, text }),
        words().prop_map(Reply::UserError),
        words().prop_map(Reply::Status),
        words().prop_map(Reply::Comment),
        words().prop_map(Reply::Other),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn uci_commands_are_read_as_they_were_printed(command in uci_command()) {
        round_trip(&command)?;
    }

    #[test]
    fn uci_replies_are_read_as_they_were_printed(reply in uci_reply()) {
        round_trip(&reply)?;
    }

    #[test]
    fn xboard_commands_are_read_as_they_were_printed(command in xboard_command()) {
        round_trip(&command)?;
    }

    #[test]
    fn xboard_replies_are_read_as_they_were_printed(reply in xboard_reply()) {
        round_trip(&reply)?;
    }

    #[test]
    fn xboard_scores_are_read_as_they_were_written(score in score()) {
        prop_assert_eq!(read_score(write_score(score)), score);
    }

    #[test]
    fn no_text_makes_a_reader_fail(line in "\\PC{0,60}") {
        let _ = line.parse::<uci::Command>();
        let _ = line.parse::<uci::Reply>();
        let _ = line.parse::<xboard::Command>();
        let _ = line.parse::<xboard::Reply>();
        let _ = line.parse::<xboard::EditLine>();
    }

    #[test]
    fn no_sequence_of_known_words_makes_a_reader_fail(
        words in vec(prop::sample::select(vec![
            "go", "position", "fen", "moves", "startpos", "setoption", "name", "value", "type", "option", "info", "pv",
            "score", "cp", "mate", "string", "depth", "bestmove", "ponder", "var", "default", "combo", "spin", "min",
            "level", "st", "0", "-1", "1:05", "99999999999999999999", "feature", "done=", "x=\"", "\"", "=", "Error", "(",
            ")", ":", "Illegal", "move", "My", "move is", "1-0", "{", "}", "#", "genfens", "seed", "book", "egtpath", "\t",
            "searchmoves", "wdl", "e2e4", "O-O", "é", "♔", ".", "-", "+", "time", "wtime",
        ]), 0..12),
        joined in prop::sample::select(vec![" ", "", "\t"]),
    ) {
        let line = words.join(joined);
        let _ = line.parse::<uci::Command>();
        let _ = line.parse::<uci::Reply>();
        let _ = line.parse::<xboard::Command>();
        let _ = line.parse::<xboard::Reply>();
        let _ = line.parse::<xboard::EditLine>();
    }
}
