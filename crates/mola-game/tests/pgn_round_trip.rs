//! What is written is read again, whatever it is and however it arrives.

use std::io::{self, Read};

use mola_game::pgn::{Events, GameResult, GameTree, Nag, NodeId, Reader};
use mola_rules::Position;
use proptest::collection::vec;
use proptest::prelude::*;

/// One thing that is done to a tree.
#[derive(Clone, Debug)]
enum Deed {
    /// Goes on with one of the legal moves.
    Play(usize),
    Pass,
    /// Goes to one of the nodes there are, so that what follows may be a variation.
    Jump(usize),
    Nag(u8),
    Comment(String),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        12 => any::<usize>().prop_map(Deed::Play),
        1 => Just(Deed::Pass),
        3 => any::<usize>().prop_map(Deed::Jump),
        2 => any::<u8>().prop_map(Deed::Nag),
        3 => text().prop_map(Deed::Comment),
    ]
}

/// Texts with everything in them that means something to a reader.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,120}",
        "\\PC{0,40}",
        "(\\[%clk [0-9]:[0-9]{2}:[0-9]{2}\\] ?|[a-z]{1,9} |\\} |\\{ |; |%|\\(|\\)|\\*|\\n|\\r\\n|\\t|  |\\[Event \"|\\\\|\"){0,30}",
    ]
}

fn start() -> impl Strategy<Value = Position> {
    prop_oneof![
        3 => Just(Position::start()),
        1 => (0..960_u16).prop_map(Position::chess960),
        1 => Just("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 7 33".parse().expect("a good FEN")),
        1 => Just("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1".parse().expect("a good FEN")),
    ]
}

fn tree() -> impl Strategy<Value = GameTree> {
    let result = prop_oneof![
        Just(GameResult::White),
        Just(GameResult::Black),
        Just(GameResult::Draw),
        Just(GameResult::Unfinished)
    ];
    let name = prop_oneof!["[A-Za-z][A-Za-z0-9_]{0,12}", Just("White".to_owned()), Just("Event".to_owned())];
    (start(), result, vec((name, text()), 0..6), vec(deed(), 0..150)).prop_map(
        |(start, result, tags, deeds)| {
            let mut tree = GameTree::new(start);
            tree.set_result(result);
            for (name, value) in tags {
                // Names that follow from the game are refused.
                let _ = tree.set_tag(&name, &value);
            }
            let mut nodes: Vec<NodeId> = vec![tree.root().id()];
            let mut at = tree.root().id();
            for deed in deeds {
                at = apply(&mut tree, &mut nodes, at, deed);
            }
            tree
        },
    )
}

fn apply(tree: &mut GameTree, nodes: &mut Vec<NodeId>, at: NodeId, deed: Deed) -> NodeId {
    let position = tree.node(at).expect("a node of this tree").position();
    let added = match deed {
        Deed::Play(choice) => {
            let moves = position.legal_moves();
            let chosen = moves.get(choice % moves.len().max(1));
            chosen.map(|&m| tree.play(at, m).expect("a legal move"))
        }
        Deed::Pass => tree.pass(at),
        Deed::Jump(choice) => return nodes[choice % nodes.len()],
        Deed::Nag(number) => {
            tree.add_nag(at, Nag::new(number));
            None
        }
        Deed::Comment(text) => {
            tree.add_comment(at, &text);
            None
        }
    };
    nodes.extend(added);
    added.unwrap_or(at)
}

/// Gives out a few bytes at a time.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(self.0.len()).min(buffer.len());
        buffer[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

/// All events, as text.
fn events(stream: impl Read) -> Vec<String> {
    let mut events = Events::new(stream);
    let mut seen = Vec::new();
    while let Some(event) = events.next_event().expect("memory can be read") {
        seen.push(format!("{event:?}"));
    }
    seen
}

/// A word that means something to a reader, or is in its way.
fn word() -> impl Strategy<Value = &'static str> {
    const WORDS: [&str; 60] = [
        "[",
        "]",
        "\"",
        "\\",
        "{",
        "}",
        ";",
        "%",
        "(",
        ")",
        "\n",
        "\r",
        " ",
        "\n\n",
        "1.",
        "...",
        "e4",
        "Nf3",
        "O-O",
        "0-0",
        "1-0",
        "*",
        "--",
        "$",
        "!",
        "[Event \"x\"]\n",
        "[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n",
        "e8(Q)",
        "e.p.",
        "\u{feff}",
        "é",
        "[Variant \"chess960\"]",
        "[Result \"1-0\"]",
        "\t",
        " e4 ",
        " 1. e4 ",
        "\n1. d4 ",
        " 2. Nf3 ",
        " {x} ",
        "{x\ny}",
        " (1. c4 ",
        ") ",
        " 1... e5",
        "e5!?",
        " O-O-O+ ",
        "\r\n",
        "exd5",
        " e8=Q# ",
        "12",
        " 1-0\n",
        " 3.. c5 ",
        "bxc3 ",
        "[White \"A\"]\n",
        "[Site \"a \\\" b\"]",
        "$255 ",
        "{é}",
        "Z0",
        "0000",
        "1/2-1/2",
        "ep ",
    ];
    proptest::sample::select(&WORDS[..])
}

fn read(bytes: &[u8]) -> Vec<GameTree> {
    Reader::new(bytes).map(|tree| tree.expect("memory can be read")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_survive_writing_and_reading(trees in vec(tree(), 1..4)) {
        let file: Vec<String> = trees.iter().map(ToString::to_string).collect();
        let again = read(file.join("\n").as_bytes());
        prop_assert_eq!(&again, &trees);
        for tree in &again {
            prop_assert_eq!(tree.errors(), &[][..]);
            // The same text, too: nothing is left to chance.
            prop_assert_eq!(&read(tree.to_string().as_bytes())[0].to_string(), &tree.to_string());
        }
    }

    #[test]
    fn what_was_read_of_any_text_survives_writing(text in text(), moves in "[a-h1-8NBRQKO x+#=$!?(){};.*-]{0,200}") {
        let file = format!("[Site \"{text}\"]\n\n1. e4 {text} e5 {moves}");
        for tree in read(file.as_bytes()) {
            let again = read(tree.to_string().as_bytes());
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(&again[0], &tree);
        }
    }

    #[test]
    fn any_bytes_are_read_to_their_end(bytes in vec(any::<u8>(), 0..2000)) {
        for tree in read(&bytes) {
            prop_assert!(tree.move_count() <= bytes.len());
        }
    }

    #[test]
    fn words_that_mean_something_are_read_to_their_end(words in vec(word(), 0..120)) {
        let file = words.concat();
        for tree in read(file.as_bytes()) {
            let again = read(tree.to_string().as_bytes());
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(&again[0], &tree);
        }
    }

    /// What comes in drops is read by the code for everything, what is at hand mostly by the quick one.
    #[test]
    fn events_do_not_depend_on_how_the_bytes_arrive(words in vec(word(), 0..120), trees in vec(tree(), 0..2)) {
        let games: String = trees.iter().map(ToString::to_string).collect();
        let file = words.concat() + &games + &words.concat();
        let whole = events(file.as_bytes());
        for step in [1, 2, 7] {
            prop_assert_eq!(&events(Drip(file.as_bytes(), step)), &whole);
        }
    }
}
