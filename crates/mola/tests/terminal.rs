//! The game in a real terminal: played to mate, resized in the middle, killed and resumed.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A terminal that `tmux` keeps, with the program in it.
struct Terminal {
    socket: String,
}

impl Terminal {
    fn tmux(&self, arguments: &[&str]) -> String {
        let output =
            Command::new("tmux").args(["-L", &self.socket, "-f", "/dev/null"]).args(arguments).output();
        let output = output.expect("tmux is installed");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Opens a terminal with the program in it.
    fn open(name: &str, home: &Path, size: (u16, u16), arguments: &str) -> Self {
        let program = assert_cmd::cargo::cargo_bin("mola");
        let command = format!(
            "env -u NO_COLOR LANG=C.UTF-8 LC_ALL=C.UTF-8 XDG_STATE_HOME='{}' '{}' {arguments}; echo left with $?; sleep 600",
            home.display(),
            program.display()
        );
        Self::with(name, size, &command)
    }

    fn with(name: &str, (columns, rows): (u16, u16), command: &str) -> Self {
        let terminal = Self { socket: format!("mola-test-{}-{name}", std::process::id()) };
        let (columns, rows) = (columns.to_string(), rows.to_string());
        terminal.tmux(&["new-session", "-d", "-s", "play", "-x", &columns, "-y", &rows, command]);
        terminal
    }

    fn keys(&self, keys: &[&str]) {
        let mut arguments = vec!["send-keys", "-t", "play"];
        arguments.extend(keys);
        self.tmux(&arguments);
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-t", "play"])
    }

    /// Waits until the screen shows something.
    fn wait(&self, what: &str) -> String {
        self.wait_until(what, true)
    }

    /// Waits until the screen shows something, or does not show it any longer.
    fn wait_until(&self, what: &str, is_there: bool) -> String {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if screen.contains(what) == is_there {
                return screen;
            }
            assert!(began.elapsed() < Duration::from_mins(2), "{what:?}, wanted {is_there}:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn play(&self, moves: &[&str]) {
        for m in moves {
            self.keys(&[m, "Enter"]);
            self.wait(&format!("played {m}"));
        }
    }

    /// The processes of the program in the terminal.
    fn programs(&self) -> Vec<String> {
        let shell = self.tmux(&["list-panes", "-t", "play", "-F", "#{pane_pid}"]);
        let children =
            Command::new("pgrep").args(["-P", shell.trim(), "-x", "mola"]).output().expect("pgrep runs");
        String::from_utf8_lossy(&children.stdout).lines().map(str::to_owned).collect()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn a_game_is_played_to_mate_resized_killed_and_resumed() {
    let home = tempfile::tempdir().expect("a folder");
    let terminal = Terminal::open("mate", home.path(), (80, 24), "play --side both --color 256");
    let screen = terminal.wait("White to move");
    assert!(screen.contains('♜') && screen.contains("a    b    c    d"), "{screen}");
    terminal.play(&["e4", "e5", "Bc4"]);
    // Narrower, then much larger: the board is drawn anew, with the panel below or with pictures.
    terminal.tmux(&["resize-window", "-t", "play", "-x", "44", "-y", "30"]);
    terminal.wait("▸ Black: Human");
    terminal.play(&["Nc6", "Qh5"]);
    terminal.tmux(&["resize-window", "-t", "play", "-x", "110", "-y", "40"]);
    let large = terminal.wait("▗████▖");
    assert!(large.contains("Qh5"), "{large}");
    // The program dies, and another one goes on.
    let programs = terminal.programs();
    assert_eq!(programs.len(), 1, "{programs:?}");
    let killed = Command::new("kill").args(["-9", &programs[0]]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    terminal.wait("left with 137");
    drop(terminal);
    let terminal = Terminal::open("resumed", home.path(), (80, 24), "");
    terminal.wait("You have an unfinished game");
    terminal.keys(&["Enter"]);
    let screen = terminal.wait("▸ Black: Human");
    assert!(screen.contains("Qh5"), "{screen}");
    terminal.play(&["Nf6"]);
    terminal.keys(&["Qxf7", "Enter"]);
    terminal.wait("White wins by checkmate.");
    terminal.keys(&["q"]);
    terminal.wait("left with 0");
    drop(terminal);
    let terminal = Terminal::open("finished", home.path(), (80, 24), "");
    let screen = terminal.wait("White to move");
    assert!(!screen.contains("unfinished"), "a finished game is not offered:\n{screen}");
}

#[test]
fn keys_mouse_and_the_engine_work_in_a_terminal() {
    let home = tempfile::tempdir().expect("a folder");
    let terminal = Terminal::open("keys", home.path(), (80, 24), "play --level 1");
    terminal.wait("White to move");
    // The first arrow shows the cursor on e2.
    terminal.keys(&["Up"]);
    terminal.wait("[♟]");
    terminal.keys(&["Enter"]);
    terminal.wait("choose a square for the piece on e2");
    terminal.keys(&["Up", "Up", "Enter"]);
    terminal.wait("Black played");
    // A click on d2 and one on d4, as terminals send them: the board begins in the third column and
    // the second row, and squares are five columns wide and two rows high.
    for (column, row) in [(2 + 3 * 5 + 3, 1 + 6 * 2 + 1), (2 + 3 * 5 + 3, 1 + 4 * 2 + 1)] {
        for last in ["M", "m"] {
            let event = format!("\x1b[<0;{column};{row}{last}");
            let codes: Vec<String> = event.bytes().map(|byte| format!("{byte:02x}")).collect();
            let mut arguments = vec!["send-keys", "-t", "play", "-H"];
            arguments.extend(codes.iter().map(String::as_str));
            terminal.tmux(&arguments);
        }
    }
    terminal.wait("2.  d4");
    terminal.keys(&["?"]);
    terminal.wait("Help");
    // Two keys that come together after this one could be taken for another key.
    terminal.keys(&["Escape"]);
    terminal.wait_until("Help", false);
    terminal.keys(&["C-c"]);
    terminal.wait("left with 0");
}

#[test]
fn a_game_goes_to_the_background_and_comes_back() {
    let home = tempfile::tempdir().expect("a folder");
    let shell =
        format!("env -u NO_COLOR LC_ALL=C.UTF-8 XDG_STATE_HOME='{}' bash --norc -i", home.path().display());
    let terminal = Terminal::with("background", (80, 24), &shell);
    let program = assert_cmd::cargo::cargo_bin("mola");
    terminal.keys(&[&format!("{} play --side both", program.display()), "Enter"]);
    terminal.wait("White to move");
    terminal.play(&["e4"]);
    terminal.keys(&["C-z"]);
    terminal.wait("Stopped");
    terminal.keys(&["fg", "Enter"]);
    terminal.wait("Black to move");
    terminal.play(&["e5"]);
    terminal.keys(&["C-c"]);
}

#[test]
fn a_terminal_without_images_is_asked_once_and_plays_on() {
    let home = tempfile::tempdir().expect("a folder");
    let arguments = "play --side both --color true --pieces images";
    let terminal = Terminal::open("images", home.path(), (110, 40), arguments);
    let screen = terminal.wait("This terminal cannot show images");
    assert!(screen.contains("▗████▖"), "{screen}");
    assert!(!screen.contains("Gi=4") && !screen.contains("AAAA"), "{screen}");
    terminal.play(&["e4", "e5"]);
    terminal.keys(&["C-c"]);
    terminal.wait("left with 0");
}

#[test]
fn letters_are_there_for_fonts_without_figures() {
    let home = tempfile::tempdir().expect("a folder");
    let terminal = Terminal::open("letters", home.path(), (80, 24), "play --side both --pieces letters");
    let screen = terminal.wait("White to move");
    assert!(screen.contains("r    n    b    q    k") && !screen.contains('♜'), "{screen}");
    terminal.keys(&["C-c"]);
    terminal.wait("left with 0");
}

#[test]
fn where_no_colors_are_wanted_bold_type_stays() {
    let home = tempfile::tempdir().expect("a folder");
    let program = assert_cmd::cargo::cargo_bin("mola");
    let command = format!(
        "env NO_COLOR=1 LC_ALL=C.UTF-8 XDG_STATE_HOME='{}' '{}' play --side both; sleep 600",
        home.path().display(),
        program.display()
    );
    let terminal = Terminal::with("no-color", (80, 24), &command);
    terminal.wait("White to move");
    let styled = terminal.tmux(&["capture-pane", "-e", "-p", "-t", "play"]);
    assert!(styled.contains("\x1b[1m") && !styled.contains("\x1b[38;"), "{styled:?}");
}

#[test]
fn the_progress_of_an_analysis_is_shown_by_bytes() {
    let home = tempfile::tempdir().expect("a folder");
    let (file, out) = (home.path().join("games.pgn"), home.path().join("analysis"));
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";
    std::fs::write(&file, game.repeat((10 << 20) / game.len())).expect("a file");
    let arguments = format!("analyze '{}' --nodes 50 -c 1 --out '{}'", file.display(), out.display());
    let terminal = Terminal::open("progress", home.path(), (100, 24), &arguments);
    let screen = terminal.wait(" KiB/10.00 MiB, about ");
    let (before, _) = screen.split_once(" KiB/").expect("it is there");
    let bytes = before.split_whitespace().last().expect("a number");
    terminal.wait_until(&format!(" {bytes} KiB/"), false);
    terminal.keys(&["C-c"]);
    terminal.wait("left with 130");
}
