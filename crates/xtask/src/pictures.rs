//! `cargo xtask pictures`: draws the screens that the README shows.

use anyhow::Context;

use crate::shell::{cargo, output, root};

/// The file, the size, and what else is said to `mola play`.
const PICTURES: [(&str, &str, &[&str]); 3] = [
    ("terminal", "100x36", &["--color", "true", "--pgn", "docs/pictures/example.pgn", "--keys", "t"]),
    (
        "small",
        "80x24",
        &["--color", "256", "--pgn", "docs/pictures/example.pgn", "--eval", "--keys", "^{{_\n"],
    ),
    ("letters", "80x24", &["--color", "none", "--ascii", "--pgn", "docs/pictures/example.pgn"]),
];

pub(crate) fn run() -> anyhow::Result<()> {
    let folder = root().join("docs/pictures");
    for (name, size, arguments) in PICTURES {
        let mut play = cargo(&["run", "--quiet", "--package", "mola", "--", "play", "--picture", size]);
        play.args(arguments).env("LC_ALL", "C.UTF-8").env_remove("NO_COLOR");
        let picture = output(&mut play).with_context(|| format!("no picture {name}"))? + "\n";
        let path = folder.join(format!("{name}.svg"));
        std::fs::write(&path, &picture).with_context(|| format!("cannot write {}", path.display()))?;
        println!("{} ({} bytes)", path.display(), picture.len());
    }
    Ok(())
}
