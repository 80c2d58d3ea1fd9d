//! Every line of the XBoard checklist, as a test.

mod client;
mod dummy;

use std::time::Duration;

use client::Client;
use dummy::Patient;
use mola_game::FirstMove;
use mola_protocol::xboard::Thinking;
use mola_protocol::{Flow, Lineup, Session};
use mola_rules::Position;

fn patient() -> Client {
    let mut client = Client::xboard(Patient::default());
    client.send("new").send("st 0.02");
    client
}

const MOMENT: Duration = Duration::from_millis(60);

/// The move that the engine made.
fn move_of(client: &mut Client) -> String {
    client.expect("move ")[5..].to_owned()
}

/// Where the session thinks the game stands: a hint is legal there.
fn has_move(client: &mut Client, text: &str) -> bool {
    client.send("force").send(&format!("usermove {text}"));
    let legal = client.settle(false).iter().all(|line| !line.starts_with("Illegal"));
    if legal {
        client.send("undo");
    }
    legal
}

#[test]
fn the_features_are_announced_between_done_0_and_done_1() {
    let mut client = Client::new(Patient::default());
    client.send("xboard").send("protover 2");
    let heard = client.until("feature done=1");
    assert_eq!(heard[0], "feature done=0", "nothing comes before, not even a prompt");
    let all = heard.join(" ");
    let wanted = [
        "ping=1",
        "setboard=1",
        "playother=1",
        "usermove=1",
        "san=0",
        "time=1",
        "draw=1",
        "sigint=0",
        "reuse=1",
        "analyze=1",
        "colors=0",
        "nps=1",
        "debug=1",
        "memory=1",
        "smp=1",
        "egt=\"syzygy\"",
        "exclude=1",
        "name=1",
        "variants=\"normal,fischerandom\"",
        "myname=\"Mola test\"",
        "option=\"MultiPV -spin 1 1 256\"",
        "option=\"Move_Overhead -spin 10 0 5000\"",
        "option=\"Style -combo *Solid /// Very_Wild\"",
        "option=\"Clear_Hash -button\"",
        "option=\"OwnBook -check 0\"",
        "option=\"BookFile -file \"",
        "option=\"Skill_Level -spin 20 0 20\"",
        "option=\"UCI_LimitStrength -check 0\"",
        "option=\"UCI_Elo -spin 3000 800 3000\"",
    ];
    for feature in wanted {
        assert!(all.contains(feature), "{feature} is not in {heard:#?}");
    }
    for command in ["Hash", "Threads", "SyzygyPath", "Ponder", "UCI_Chess960"] {
        assert!(!all.contains(&format!("option=\"{command} ")), "{command} has a command of its own");
    }
}

#[test]
fn settings_arrive_at_the_engine_by_command_and_by_option() {
    let engine = Patient::default();
    let told = engine.told.clone();
    let mut client = Client::xboard(engine);
    let lines = [
        ("memory 64", "Hash", "64"),
        ("cores 4", "Threads", "4"),
        ("egtpath syzygy /tables/3-4-5:/tables/6 men", "SyzygyPath", "/tables/3-4-5:/tables/6 men"),
        ("option UCI_LimitStrength=1", "UCI_LimitStrength", "true"),
        ("option UCI_Elo=1500", "UCI_Elo", "1500"),
        ("option Skill_Level=3", "Skill Level", "3"),
        ("option Skill Level=4", "Skill Level", "4"),
        ("option BookFile=/my books/a=b.bin", "BookFile", "/my books/a=b.bin"),
        ("option Style=Very_Wild", "Style", "Very Wild"),
        ("option Clear_Hash", "Clear Hash", ""),
    ];
    for (line, name, value) in lines {
        client.send(line);
        assert_eq!(client.settle(false), Vec::<String>::new(), "{line}");
        let last = told.lock().unwrap().last().cloned();
        assert_eq!(last, Some((name.to_owned(), value.to_owned())), "{line}");
    }
}

#[test]
fn only_what_works_is_announced() {
    let mut client = Client::new(FirstMove);
    client.send("xboard").send("protover 2");
    let all = client.until("feature done=1").join(" ");
    for feature in ["memory=", "smp=", "egt="] {
        assert!(!all.contains(feature), "{feature}");
    }
}

#[test]
fn trap_1_known_commands_without_effect_are_taken_in_silence() {
    let mut client = patient();
    let lines = [
        "accepted ping",
        "rejected san",
        "random",
        "computer",
        "name Somebody",
        "rating 2000 2100",
        "ics -",
        "pause",
        "resume",
        "setscore 30",
        "hard",
        "easy",
        "post",
        "nopost",
        "otim 500",
        "variant normal",
        "egtpath nalimov /tb",
        "egtpath syzygy /tb",
        "memory 64",
        "cores 2",
        "option Style=Very_Wild",
        "option OwnBook=1",
        "option Clear_Hash",
        "exit",
        ".",
        "?",
        "force",
        "xboard",
        "result * {adjourned}",
        "undo",
        "remove",
        "include all",
    ];
    for line in lines {
        client.send(line);
        assert_eq!(client.settle(false), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn trap_1_what_is_unknown_is_an_error_in_the_form_of_the_protocol() {
    let mut client = patient();
    client.send("xyzzy").expect("Error (unknown command): xyzzy");
    client.send("variant crazyhouse").expect("Error (unsupported variant): crazyhouse");
    client.send("usermove e2e5").expect("Illegal move: e2e5");
    client.send("level").expect("Error (argument not understood): level");
}

#[test]
fn trap_2_node_limits_come_in_two_forms() {
    for lines in [["nps 1", "st 7"], ["st 1", "nps 7"]] {
        let mut client = patient();
        client.send("force").send("post");
        for line in lines {
            client.send(line);
        }
        client.send("go");
        let heard = client.until("move ");
        let nodes =
            heard.iter().filter_map(|line| Thinking::parse(line)).map(|thinking| thinking.nodes).max();
        assert!(nodes.is_some_and(|nodes| nodes <= 7), "{heard:?}");
    }
}

#[test]
fn trap_3_dummy_moves_before_a_position_do_no_harm() {
    let mut client = patient();
    client.send("force").send("b2b3").send("setboard 4k3/4p3/8/8/8/8/8/4K3 b - - 0 1").send("go");
    let text = move_of(&mut client);
    let position: Position = "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
    assert!(position.parse_uci(&text).is_ok(), "{text}");
}

#[test]
fn after_an_illegal_position_all_moves_are_illegal_until_the_next_one() {
    let mut client = patient();
    client
        .send("st 0.02")
        .send("setboard 8/8/8/8/8/8/8/8 w - - 0 1")
        .expect("tellusererror Illegal position");
    for (line, answer) in [
        ("usermove e2e4", "Illegal move (the position was refused): e2e4"),
        ("go", "Error (the position was refused): go"),
        ("black", "Error (the position was refused): black"),
    ] {
        assert_eq!(client.send(line).next().unwrap(), answer);
    }
    // An en passant square that cannot be is dropped.
    client.send("setboard 4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1").send("go").expect("move ");
    client.send("setboard 8/8/8/8/8/8/8/8 w - - 0 1").expect("tellusererror Illegal position");
    client.send("new").send("usermove e2e4").expect("move ");
}

#[test]
fn quit_ends_a_session_in_the_middle_of_an_edit() {
    let mut session =
        Session::new(Lineup::new("Mola", "us", Box::<Patient>::default()), std::io::sink()).unwrap();
    for line in ["xboard", "edit", "#"] {
        assert_eq!(session.line(line), Flow::Continue);
    }
    assert_eq!(session.line("quit"), Flow::Quit);
}

#[test]
fn trap_3_a_position_is_edited_after_a_dummy_move() {
    let mut client = patient();
    for line in ["force", "a2a3", "edit", "#", "Pe4", "Ke1", "c", "Ke8", "Pd5", "."] {
        client.send(line);
    }
    client.send("go");
    let text = move_of(&mut client);
    let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1".parse().unwrap();
    assert!(position.parse_uci(&text).is_ok(), "{text}");
    client.send("edit").send("#").send(".").expect("tellusererror Illegal position");
    client.send("setboard 8/8/8/8/8/8/8/8 w - - 0 1").expect("tellusererror Illegal position");
    client.send("force").send("usermove d5e4").expect("Illegal move");
    client.send("setboard 4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1").send("usermove d5e4");
    assert_eq!(client.settle(false), Vec::<String>::new(), "the next good position is played");
}

#[test]
fn trap_4_all_forms_of_time_are_read() {
    let mut client = patient();
    let forms = [
        "level 0 1:05 0.1",
        "level 40 5 0",
        "level 0 0:01 0",
        "level 0 2",
        "level 5 0.01 0",
        "st 0.02",
        "st 1\tnps 5",
        "time 10",
        "time -5",
        "time 0",
        "otim -5",
        "sd 2",
        "level 0 99999999999999999 0",
        "time 99999999999999999999",
    ];
    for form in forms {
        client.send("force").send("sd 3");
        for line in form.split('\t') {
            client.send(line);
        }
        client.send("go");
        move_of(&mut client);
    }
}

#[test]
fn trap_4_the_clock_belongs_to_the_engine_whatever_color_it_plays() {
    let mut client = patient();
    client.send("new").send("level 0 5 0").send("time 1").send("otim 30000").send("usermove e2e4");
    move_of(&mut client);
    client.send("new").send("level 0 5 0").send("force").send("time 1").send("otim 30000").send("go");
    move_of(&mut client);
}

#[test]
fn trap_5_remove_arrives_in_force_mode() {
    let mut client = patient();
    for line in ["force", "usermove e2e4", "usermove e7e5", "remove", "usermove e2e4", "undo", "undo", "undo"]
    {
        client.send(line);
    }
    assert_eq!(client.settle(false), Vec::<String>::new());
    assert!(has_move(&mut client, "d2d4"));
}

#[test]
fn trap_5_pong_waits_for_the_move_that_is_being_thought_about() {
    let mut client = patient();
    client.send("st 0.1").send("usermove e2e4").send("ping 9");
    let heard = client.until("pong 9");
    assert!(heard.iter().any(|line| line.starts_with("move ")), "{heard:?}");
}

#[test]
fn trap_5_pong_comes_at_once_while_pondering_and_analyzing() {
    let mut client = patient();
    client.send("hard").send("usermove e2e4");
    move_of(&mut client);
    client.expect("Hint: ");
    client.send("ping 1").expect("pong 1");
    client.send("easy").send("ping 2").expect("pong 2");
    client.send("analyze").send("ping 3").expect("pong 3");
    client.thinking();
}

#[test]
fn nothing_of_a_search_is_heard_after_the_pong_that_follows_its_end() {
    let mut client = patient();
    client.send("analyze").thinking();
    client.send("exit").send("ping 4").expect("pong 4");
    assert_eq!(client.listen(MOMENT), Vec::<String>::new());
}

#[test]
fn trap_6_depth_does_not_cancel_the_clock() {
    let mut client = patient();
    client.send("st 0.05").send("sd 1000000").send("usermove e2e4");
    move_of(&mut client);
    client.send("st 1000").send("sd 2").send("post").send("force").send("usermove e2e3");
    client.send("go");
    let heard = client.until("move ");
    assert_eq!(
        heard.iter().filter_map(|line| Thinking::parse(line)).map(|thinking| thinking.ply).max(),
        Some(2)
    );
}

#[test]
fn trap_6_new_in_analysis_stays_in_analysis() {
    let mut client = patient();
    client.send("analyze").thinking();
    client.send("new").send("ping 1").expect("pong 1");
    client.thinking();
    client.send("usermove e2e4").send("ping 2").expect("pong 2");
    let thinking = client.thinking();
    let heard = client.listen(MOMENT);
    assert!(!heard.iter().any(|line| line.starts_with("move")), "an analysis makes no moves");
    let mut position = Position::start();
    position.play(position.parse_uci("e2e4").unwrap()).unwrap();
    assert!(position.parse_uci(&thinking.pv[0]).is_ok(), "the new position is analyzed: {thinking}");
}

#[test]
fn trap_7_fischer_castling_comes_and_goes_as_o_o() {
    let mut client = Client::xboard(FirstMove);
    client.send("new").send("variant fischerandom").send("force");
    client
        .send("setboard 1r3kr1/5pp1/8/8/8/8/5PP1/1R3KR1 w GBgb - 0 1")
        .send("usermove O-O")
        .send("usermove O-O-O");
    assert_eq!(client.settle(false), Vec::<String>::new());
    let mut client = Client::xboard(Patient::default());
    client.send("new").send("variant fischerandom").send("force");
    client.send("setboard 4k3/8/8/8/8/8/8/1R3K2 w B - 0 1");
    client.send("exclude all").send("include O-O-O").send("analyze");
    assert_eq!(client.thinking().pv[0], "O-O-O");
}

#[test]
fn trap_7_a_draw_that_our_move_makes_is_offered_and_then_claimed() {
    let mut client = Client::xboard(FirstMove);
    client.send("new").send("force").send("sd 1");
    // One move away from the fiftieth without progress.
    client.send("setboard 1r5k/8/8/8/8/8/8/K5R1 w - - 99 80").send("go");
    let heard = client.until("1/2-1/2");
    let tail = &heard[heard.len() - 3..];
    assert_eq!(tail[0], "offer draw");
    assert!(tail[1].starts_with("move "), "{tail:?}");
    assert_eq!(tail[2], "1/2-1/2 {Draw by fifty-move rule}");
}

#[test]
fn trap_7_repetitions_are_claimed_after_our_move() {
    let mut client = Client::xboard(FirstMove);
    client.send("new").send("force");
    client.send("setboard 7k/8/8/8/8/8/R7/K7 w - - 0 1");
    // The engine's first legal move comes around for the third time.
    let root: Position = "7k/8/8/8/8/8/R7/K7 w - - 0 1".parse().unwrap();
    let first = root.legal_moves()[0].uci(mola_rules::CastlingStyle::Standard).to_string();
    let back = format!("{}{}", &first[2..], &first[..2]);
    for _ in 0..2 {
        for text in [first.as_str(), "h8g8", back.as_str(), "g8h8"] {
            client.send(&format!("usermove {text}"));
        }
    }
    assert_eq!(client.settle(false), Vec::<String>::new());
    client.send("go");
    let heard = client.until("1/2-1/2");
    assert_eq!(heard[heard.len() - 3], "offer draw");
    assert_eq!(heard[heard.len() - 1], "1/2-1/2 {Draw by repetition}");
}

#[test]
fn mate_and_stalemate_end_the_game() {
    let mut client = Client::xboard(FirstMove);
    client
        .send("new")
        .send("force")
        .send("setboard 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
        .send("usermove g5g7")
        .send("go");
    client.expect("1-0 {White mates}");
    client.send("force").send("setboard 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1").send("usermove g5g6").send("go");
    client.expect("1/2-1/2 {Stalemate}");
    client.send("force").send("setboard 7k/8/8/8/8/8/8/K7 w - - 0 1").send("go");
    client.expect("1/2-1/2 {Draw by insufficient material}");
    assert!(client.settle(false).is_empty(), "there is nothing to think about");
}

#[test]
fn a_game_is_played_and_taken_back() {
    let mut client = patient();
    client.send("usermove e2e4");
    let reply = move_of(&mut client);
    client.send("remove").send("ping 1").expect("pong 1");
    client.send("usermove e2e4");
    assert_eq!(move_of(&mut client), reply, "the same position, the same move");
    client.send("force").send("undo").send("playother").send("ping 2").expect("pong 2");
    client.send(&format!("usermove {reply}"));
    move_of(&mut client);
}

#[test]
fn a_move_is_made_now_when_asked() {
    let mut client = patient();
    client.send("st 1000").send("usermove e2e4");
    assert!(client.listen(MOMENT).is_empty());
    client.send("?").send("ping 5");
    let heard = client.until("pong 5");
    assert!(heard[0].starts_with("move "), "{heard:?}");
}

#[test]
fn force_and_new_end_a_search_without_a_move() {
    for line in ["force", "new", "undo", "setboard 4k3/8/8/8/8/8/8/4K2R w - - 0 1", "result 1-0 {time}"] {
        let mut client = patient();
        client.send("st 1000").send("usermove e2e4").send(line);
        let heard = client.settle(false);
        assert!(!heard.iter().any(|line| line.starts_with("move")), "{line}: {heard:?}");
        assert!(client.listen(MOMENT).is_empty());
    }
}

#[test]
fn a_pondered_move_is_a_hit_and_another_a_fresh_search() {
    for hit in [true, false] {
        let mut client = patient();
        client.send("hard").send("usermove e2e4");
        let reply = move_of(&mut client);
        let hint = client.expect("Hint: ")[6..].to_owned();
        let mut position = Position::start();
        for text in ["e2e4", &reply] {
            position.play(position.parse_uci(text).unwrap()).unwrap();
        }
        let expected = position.parse_uci(&hint).unwrap();
        let other = position.legal_moves().iter().copied().find(|&m| m != expected).unwrap();
        let m = if hit { expected } else { other };
        client.send(&format!("usermove {}", m.uci(mola_rules::CastlingStyle::Standard)));
        position.play(m).unwrap();
        let answer = move_of(&mut client);
        assert!(position.parse_uci(&answer).is_ok(), "{answer} after {hint}, hit: {hit}");
    }
}

#[test]
fn thinking_is_shown_when_wanted_with_all_its_numbers() {
    let mut client = patient();
    client.send("usermove e2e4");
    assert!(client.until("move ").iter().all(|line| Thinking::parse(line).is_none()), "not by default");
    client.send("post").send("usermove d2d4");
    let heard = client.until("move ");
    let line = heard.iter().find(|line| Thinking::parse(line).is_some()).unwrap();
    assert!(line.contains('\t'), "{line}");
    assert!(Thinking::parse(line).unwrap().more.is_some());
}

#[test]
fn an_analysis_follows_the_board_and_tells_where_it_is() {
    let mut client = patient();
    client.send("force").send("analyze").thinking();
    // With the second depth, it has said which move it looks at.
    client.thinking();
    client.send(".");
    let status = client.expect("stat01: ");
    let numbers: Vec<u64> = status[8..].split(' ').take(5).map(|word| word.parse().unwrap()).collect();
    assert_eq!(numbers[3..], [19, 20], "it looks at the first of twenty moves: {status}");
    for line in
        ["usermove e2e4", "undo", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "hint", "option MultiPV=2"]
    {
        client.send(line).send("ping 6").expect("pong 6");
        client.thinking();
    }
    client.send("exit").send("ping 7").expect("pong 7");
    assert!(client.listen(MOMENT).is_empty());
}

#[test]
fn excluded_moves_are_left_out_and_included_ones_taken() {
    let mut client = patient();
    client.send("force").send("exclude all").send("include h2h3").send("include g2g3").send("analyze");
    for _ in 0..5 {
        let first = client.thinking().pv[0].clone();
        assert!(first == "h2h3" || first == "g2g3", "{first}");
    }
    client.send("include all").send("ping 1").expect("pong 1");
    client.send("exclude h2h3").send("exclude best").send("exclude xyz").send("ping 2").expect("pong 2");
    assert!(client.log.iter().any(|line| line.starts_with("# \"xyz\" is not a legal move")));
}

#[test]
fn a_hint_is_a_legal_move() {
    let mut client = patient();
    client.send("force").send("hint");
    let hint = client.expect("Hint: ");
    assert!(Position::start().parse_uci(&hint[6..]).is_ok(), "{hint}");
}

#[test]
fn a_book_is_shown_up_to_a_blank_line() {
    let mut client = patient();
    client.send("bk");
    assert!(client.next().unwrap().starts_with(' '));
    assert_eq!(client.next().unwrap(), "");
}

#[test]
fn the_turn_can_be_given_to_either_color() {
    let mut client = patient();
    client.send("force").send("black").send("usermove e7e5");
    let text = move_of(&mut client);
    assert!(text.ends_with(['3', '4', '5']) || text.len() >= 4, "{text}");
    client.send("new").send("white").send("usermove e2e4");
    move_of(&mut client);
}

#[test]
fn draw_offers_are_answered_by_the_score() {
    let mut client = patient();
    client.send("usermove e2e4");
    move_of(&mut client);
    client.send("draw");
    assert!(client.settle(false).is_empty(), "the engine stands a little better and plays on");
}

#[test]
fn uci_words_after_xboard_are_unknown_and_first_lines_decide() {
    let mut client = patient();
    client.send("uci").expect("Error (unknown command): uci");
    let mut client = Client::new(FirstMove);
    client.send("isready").expect("readyok");
    client.send("uci").expect("uciok");
    client.send("xboard").expect("info string unknown command");
}

#[test]
fn a_search_that_began_before_xboard_was_chosen_does_not_hold_it_up() {
    let mut client = Client::new(Patient::default());
    client.send("go infinite").send("xboard").send("ping 1");
    client.until("bestmove");
    client.until("pong 1");
}
