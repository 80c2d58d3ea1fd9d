//! `mola play` as a user runs it, behind a pipe.

use std::path::Path;

use assert_cmd::Command;

/// The program, with its games in a folder of the test's own.
fn mola(home: &Path) -> Command {
    let mut command = Command::cargo_bin("mola").expect("the program is built");
    command.env("XDG_STATE_HOME", home).env("XDG_CONFIG_HOME", home).env_remove("NO_COLOR").arg("play");
    command
}

fn run(command: &mut Command, input: &str) -> (Option<i32>, String, String) {
    let output = command.write_stdin(input.to_owned()).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn games(home: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(home.join("mola/games")) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut games: Vec<_> = paths.filter(|path| path.extension().is_some_and(|name| name == "pgn")).collect();
    games.sort();
    games.iter().map(|path| std::fs::read_to_string(path).expect("a game can be read")).collect()
}

#[test]
fn a_game_is_played_through_a_pipe() {
    let home = tempfile::tempdir().expect("a folder");
    let (code, out, err) =
        run(mola(home.path()).args(["--plain", "--side", "both"]), "f3\ne5\ng4\nQh4\nquit\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("\n  8 r n b q k b n r\n"), "{out}");
    assert!(out.contains("Black wins by checkmate."), "{out}");
    let games = games(home.path());
    assert_eq!(games.len(), 1);
    assert!(games[0].ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"), "{}", games[0]);
}

#[test]
fn moves_are_spoken() {
    let home = tempfile::tempdir().expect("a folder");
    let (_, out, _) = run(mola(home.path()).args(["--speak", "--side", "both"]), "Nf3\nd5\nNe5\nf6\n");
    assert!(out.contains("White: knight g1 to f3\n"), "{out}");
}

#[test]
fn an_unfinished_game_is_offered_and_resumed() {
    let home = tempfile::tempdir().expect("a folder");
    run(mola(home.path()).args(["--side", "both"]), "e4\ne5\n");
    let (_, out, _) = run(&mut mola(home.path()), "1\nNf3\n");
    assert!(out.contains("You have an unfinished game: Human against Human, at move 2."), "{out}");
    let kept = games(home.path());
    assert_eq!(kept.len(), 1, "the game goes on in its file");
    assert!(kept[0].contains("1. e4 e5 2. Nf3 *"), "{}", kept[0]);
    let (code, out, _) = run(mola(home.path()).arg("--resume"), "Nc6\n");
    assert_eq!(code, Some(0));
    assert!(out.contains("  6 . . n . . . . ."), "{out}");
    let (_, out, _) = run(mola(home.path()).arg("--new"), "d4\n");
    assert!(!out.contains("unfinished"), "{out}");
    assert_eq!(games(home.path()).len(), 2, "the old game is still there");
}

#[test]
fn nothing_to_resume_is_an_error() {
    let home = tempfile::tempdir().expect("a folder");
    let (code, _, err) = run(mola(home.path()).arg("--resume"), "");
    assert_eq!(code, Some(1));
    assert!(err.contains("there is no unfinished game"), "{err}");
}

#[test]
fn mistakes_on_the_command_line_are_explained() {
    let home = tempfile::tempdir().expect("a folder");
    let bad: [(&[&str], &str); 5] = [
        (&["--level", "21"], "levels are numbers from 1 to 20"),
        (&["--fen", "8/8/8/8/8/8/8/8 w"], "king"),
        (&["--time", "soon"], "5+3"),
        (&["--engine", ""], "mola, pocket"),
        (&["--colour"], "--color"),
    ];
    for (arguments, words) in bad {
        let (code, _, err) = run(mola(home.path()).args(arguments), "");
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(err.contains(words), "{arguments:?}: {err}");
    }
}

#[test]
fn an_impossible_en_passant_square_is_dropped() {
    let home = tempfile::tempdir().expect("a folder");
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1";
    let (code, _, err) = run(mola(home.path()).args(["--side", "both", "--fen", fen]), "e4\n");
    assert_eq!((code, games(home.path()).len()), (Some(0), 1), "{err}");
}

#[test]
fn files_are_named_when_they_cannot_be_read() {
    let home = tempfile::tempdir().expect("a folder");
    let (code, _, err) = run(mola(home.path()).args(["--pgn", "/no/such/file.pgn"]), "");
    assert_eq!(code, Some(1));
    assert!(err.contains("/no/such/file.pgn could not be read"), "{err}");
    let broken = home.path().join("broken.pgn");
    std::fs::write(&broken, "1. e4 e5 2. Ke3 *").expect("a file can be written");
    let (code, _, err) = run(mola(home.path()).arg("--pgn").arg(&broken), "");
    assert_eq!(code, Some(1));
    assert!(err.contains("broken.pgn: game 1, line 1, move 2") && err.contains("Ke3"), "{err}");
    let (_, out, _) =
        run(mola(home.path()).args(["--side", "both"]), "load /no/such/file.pgn\nsave /no/such/x.pgn\n");
    assert!(out.contains("could not be read") && out.contains("could not be written"), "{out}");
}

#[test]
fn games_are_saved_and_loaded() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("my games.pgn");
    let save = format!("e4\nsave {}\ne5\nsave {0}\n", file.display());
    run(mola(home.path()).args(["--side", "both"]), &save);
    let load = format!("load {} 2\n", file.display());
    let (_, out, _) = run(mola(home.path()).args(["--side", "both"]), &load);
    assert!(out.contains("Loaded a game of 2 plies"), "{out}");
    assert!(out.contains("  5 . . . . p . . ."), "{out}");
}

#[test]
fn the_games_of_a_file_are_listed_even_if_the_first_one_is_over() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("games.pgn.gz");
    let text = "[White \"Anna\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"Carla\"]\n\n1. d4 d5 *\n";
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, text.as_bytes()).expect("memory can be written");
    std::fs::write(&file, packed.finish().expect("a whole file")).expect("a file can be written");
    let (_, out, _) = run(mola(home.path()).arg("--pgn").arg(&file), "2\nmoves\n");
    assert!(out.contains("\n  1. Anna - ? 0-1\n") && out.contains("2. Carla - ? *\n"), "{out}");
    assert!(out.contains("1. d4 d5\n"), "{out}");
}

#[test]
fn a_missing_engine_is_named() {
    let home = tempfile::tempdir().expect("a folder");
    let (code, out, _) = run(mola(home.path()).args(["--engine", "/no/such/engine"]), "e4\nengine mola\n");
    assert_eq!(code, Some(0));
    assert!(out.contains("/no/such/engine could not be started"), "{out}");
    assert!(out.contains("My move: "), "another engine takes over: {out}");
}

#[test]
#[cfg(unix)]
fn an_engine_that_dies_is_reported_and_never_said_to_think() {
    let home = tempfile::tempdir().expect("a folder");
    let engine = concat!("sh ", env!("CARGO_MANIFEST_DIR"), "/tests/faulty/engine.sh crash");
    let (code, out, _) = run(mola(home.path()).args(["--engine", engine]), "e4\nd4\ngo\n");
    assert_eq!(code, Some(0));
    assert_eq!(
        out.matches("The engine sh cannot play: the program ended").count(),
        2,
        "it is asked again: {out}"
    );
    assert!(out.contains("The engine sh is not playing") && !out.contains("thinking"), "{out}");
}

#[test]
#[cfg(unix)]
fn every_command_that_doctor_prints_runs_as_printed() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().expect("a folder");
    let program = assert_cmd::cargo::cargo_bin("mola");
    // Besides what is installed here, one engine of each protocol is found.
    for (name, protocol) in [("berserk", "uci"), ("crafty", "xboard")] {
        let path = home.path().join(name);
        let script = format!("#!/bin/sh\nexec '{}' {protocol}\n", program.display());
        std::fs::write(&path, script).expect("a file can be written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
    }
    let folder = program.parent().expect("the program is in a folder").display();
    let path = format!("{}:{folder}:{}", home.path().display(), std::env::var("PATH").expect("a path"));
    let doctor = Command::new(&program).arg("doctor").env("PATH", &path).output().expect("it starts");
    let printed = String::from_utf8(doctor.stdout).expect("the program writes UTF-8");
    let commands: Vec<&str> =
        printed.lines().map(str::trim).filter(|line| line.starts_with("mola ")).collect();
    assert!(commands.contains(&"mola play --engine berserk"), "{printed}");
    assert!(commands.contains(&"mola play --engine 'crafty proto=xboard'"), "{printed}");
    for line in commands {
        let play = || {
            let mut shell = Command::new("sh");
            shell.args(["-c", line]).env("PATH", &path).env("XDG_STATE_HOME", home.path());
            shell.current_dir(home.path());
            run(&mut shell, "new\ne4\nquit\n")
        };
        // Engines that are not ours sometimes crash.
        let played =
            |(code, out, _): &(Option<i32>, String, String)| *code == Some(0) && out.contains("My move: ");
        let mut attempts = Vec::new();
        while attempts.len() < 10 && !attempts.last().is_some_and(played) {
            attempts.push(play());
        }
        assert!(attempts.last().is_some_and(played), "{line}: {attempts:?}");
    }
}

#[test]
fn a_program_that_speaks_uci_or_xboard_plays() {
    let home = tempfile::tempdir().expect("a folder");
    let program = assert_cmd::cargo::cargo_bin("mola");
    for (protocol, word) in [("uci", "uci"), ("xboard", "xboard")] {
        let engine = format!("{protocol}:{} {word}", program.display());
        let (_, out, _) = run(mola(home.path()).args(["--level", "1", "--engine", &engine]), "e4\n");
        assert!(out.contains("My move: "), "{protocol}: {out}");
    }
}

#[test]
fn engines_play_a_whole_game_without_anybody() {
    let home = tempfile::tempdir().expect("a folder");
    let fen = "7k/5Q2/8/8/8/8/8/K7 w - - 0 1";
    let arguments = ["--white", "mola", "--black", "pocket", "--level", "13", "--fen", fen];
    let (_, out, _) = run(mola(home.path()).args(arguments), "");
    assert!(out.contains("White: ") && out.contains("White wins by checkmate."), "{out}");
}

#[test]
fn the_configuration_sets_what_flags_do_not() {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(home.path().join("mola")).expect("a folder");
    let configure =
        |text: &str| std::fs::write(home.path().join("mola/config.toml"), text).expect("a file is written");
    configure("level = 2\nengine = 'pocket'\nside = 'black'\n");
    let (code, out, err) = run(mola(home.path()).arg("--new"), "");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("Pocket") && out.contains("Human plays Black"), "{out}");
    assert!(games(home.path())[0].contains("level 2") || out.contains("level 2"), "{out}");
    let (_, out, _) = run(mola(home.path()).args(["--new", "--side", "both"]), "e4\n");
    assert!(out.contains("Human plays White, Human plays Black."), "a flag wins: {out}");
}

#[test]
fn a_broken_configuration_is_named_and_the_game_goes_on() {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(home.path().join("mola")).expect("a folder");
    let file = home.path().join("mola/config.toml");
    std::fs::write(&file, b"\xff\xfe\nlevel = 99\ntables = '/no/such/folder'\nspeak = true\n")
        .expect("a file is written");
    let (code, out, err) = run(mola(home.path()).args(["--side", "both"]), "e4\ne5\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("config.toml, line 1: a line has the form key = value"), "{out}");
    assert!(out.contains("config.toml, line 2: level: levels are numbers from 1 to 20."), "{out}");
    assert!(out.contains("config.toml, line 3: tables: there is no folder /no/such/folder."), "{out}");
    assert!(out.contains("White: pawn e2 to e4"), "the good line counts: {out}");
}

#[test]
fn a_book_that_is_damaged_is_named_and_the_game_goes_on() {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(home.path().join("mola")).expect("a folder");
    let book = home.path().join("book.bin");
    std::fs::write(&book, "not a book").expect("a file is written");
    let config = format!("book = '{}'\nlevel = 1\n", book.display());
    std::fs::write(home.path().join("mola/config.toml"), config).expect("a file is written");
    let (code, out, _) = run(mola(home.path()).arg("--new"), "e4\n");
    assert_eq!(code, Some(0));
    assert!(out.contains("book.bin: ") && out.contains("BookFile"), "{out}");
    assert!(out.contains("My move: "), "{out}");
}

#[test]
fn without_a_home_the_game_goes_on_and_says_that_it_is_not_saved() {
    let home = tempfile::tempdir().expect("a folder");
    let mut homeless = mola(home.path());
    for name in ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA", "USERPROFILE"] {
        homeless.env_remove(name);
    }
    let (code, out, err) = run(homeless.args(["--side", "both"]), "e4\ne5\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("Games are not saved") && out.contains("set HOME"), "{out}");
    assert!(out.contains("  5 . . . . p . . ."), "{out}");
}

#[test]
#[cfg(target_os = "linux")]
fn in_a_home_that_is_read_only_the_game_goes_on() {
    let home = tempfile::tempdir().expect("a folder");
    // Nobody can make a folder there, whatever their rights.
    let mut guest = mola(home.path());
    guest.env("HOME", "/proc").env_remove("XDG_STATE_HOME").env_remove("XDG_CONFIG_HOME");
    let (code, out, err) = run(guest.args(["--side", "both"]), "e4\ne5\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("The game could not be saved"), "{out}");
    assert!(out.contains("  5 . . . . p . . ."), "{out}");
}

#[test]
fn where_nothing_can_be_written_the_game_goes_on() {
    let home = tempfile::tempdir().expect("a folder");
    // A file stands where the folder should be.
    std::fs::write(home.path().join("mola"), "").expect("a file can be written");
    let (code, out, _) = run(mola(home.path()).args(["--side", "both"]), "e4\ne5\n");
    assert_eq!(code, Some(0));
    assert!(out.contains("The game could not be saved"), "{out}");
    assert!(out.contains("  5 . . . . p . . ."), "{out}");
}

#[test]
#[cfg(unix)]
fn when_the_disk_is_full_the_player_is_told_and_the_game_goes_on() {
    let home = tempfile::tempdir().expect("a folder");
    let program = assert_cmd::cargo::cargo_bin("mola");
    // No file may grow beyond 512 bytes, which a game does somewhere in the middle.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" play --plain --side both";
    let mut limited = Command::new("sh");
    limited.args(["-c", script]).arg(program).env("XDG_STATE_HOME", home.path());
    let pawns = |white: u8, black: u8| {
        ('a'..='h')
            .flat_map(|file| [format!("{file}{white}\n"), format!("{file}{black}\n")])
            .collect::<String>()
    };
    let others = "Nc3 Nc6 Nf3 Nf6 Na2 Na7 Nh2 Nh7 Bd2 Bd7 Be3 Be6 Bg2 Bg7 Qd2 Qd7 Rd1 Rd8 Rc1 Rc8 Rb1 Rb8";
    let moves = pawns(3, 6) + &pawns(4, 5) + &others.replace(' ', "\n") + "\n";
    let (code, out, err) = run(&mut limited, &moves);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("The game could not be saved: File too large"), "{out}");
    // The last moves are on the board, and the file holds the game as it was when it last fitted.
    let last = &out[out.rfind("  8 ").expect("there is a board")..];
    assert!(last.starts_with("  8 . r . . k . . r"), "{last}");
    let games = games(home.path());
    assert_eq!(games.len(), 1);
    assert!(games[0].contains("20. Nh2 Nh7") && games[0].ends_with(" *\n"), "{}", games[0]);
    assert!(games[0].len() <= 512 && !games[0].contains("Rb8"), "{}", games[0]);
    let drafts = std::fs::read_dir(home.path().join("mola/games")).expect("the folder is there");
    let mut names = drafts.map(|entry| entry.expect("the folder can be read").file_name());
    assert!(names.all(|name| !name.to_string_lossy().ends_with(".tmp")), "half a file is left");
}
