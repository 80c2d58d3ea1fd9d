//! `cargo xtask learn`: the exercises, one after the other, and what is still wrong with them.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};

use crate::shell::{cargo, root};
use crate::steps::step;

/// An exercise, by its file.
struct Exercise {
    /// From one.
    number: usize,
    /// The name of its file and of its test: `e01_knights_on_the_rim`.
    name: String,
    title: String,
}

impl Exercise {
    /// All of them, in order.
    fn all() -> anyhow::Result<Vec<Self>> {
        let list = fs::read_to_string(root().join("exercises/mine/mod.rs"))?;
        let names = list.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
        let read = |(index, name): (usize, &str)| {
            let text = fs::read_to_string(root().join(format!("exercises/mine/{name}.rs")))?;
            let title = text.lines().next().and_then(|line| line.split_once(". "));
            let title = title.with_context(|| format!("{name}.rs does not begin with a title"))?.1.to_owned();
            Ok(Self { number: index + 1, name: name.to_owned(), title })
        };
        names.enumerate().map(read).collect()
    }

    fn find(number: &str) -> anyhow::Result<Self> {
        let mut all = Self::all()?;
        let index = number.parse::<usize>().ok().filter(|number| (1..=all.len()).contains(number));
        let Some(index) = index else { bail!("{number:?} is not an exercise; they are 1 to {}", all.len()) };
        Ok(all.swap_remove(index - 1))
    }

    fn read(&self, folder: &str) -> anyhow::Result<String> {
        Ok(fs::read_to_string(root().join("exercises").join(folder).join(format!("{}.rs", self.name)))?)
    }

    /// The comment at the top of the solution.
    fn hint(&self) -> anyhow::Result<String> {
        let text = self.read("solutions")?;
        let lines = text.lines().map_while(|line| line.strip_prefix("//! "));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }
}

/// `cargo xtask learn [N [--hint | --solution]]`, and `learn check` for CI.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => progress(),
        ["check"] => check(),
        [number] => one(&Exercise::find(number)?),
        [number, "--hint"] => {
            println!("{}", Exercise::find(number)?.hint()?);
            Ok(())
        }
        [number, "--solution"] => {
            print!("{}", Exercise::find(number)?.read("solutions")?);
            Ok(())
        }
        _ => bail!("write cargo xtask learn, or learn N, learn N --hint, learn N --solution"),
    }
}

/// Runs tests of the exercises. `only` is the name of one; gives what they print.
fn test(feature: &str, only: Option<&str>) -> anyhow::Result<String> {
    let mut build = cargo(&["test", "--quiet", "--package", "exercises", "--test", "checks", "--no-run"]);
    let built = build.args(["--features", feature]).status()?;
    ensure!(built.success(), "it does not compile yet: the compiler says above what is wrong");
    let mut run = cargo(&["test", "--quiet", "--package", "exercises", "--test", "checks"]);
    run.args(["--features", feature, "--"]).args(["--format", "pretty"]).args(only.map(|_| "--exact"));
    let output = run.args(only).env("RUST_BACKTRACE", "0").stderr(Stdio::null()).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The names of the tests that ended in this way.
fn ended<'t>(printed: &'t str, how: &str) -> Vec<&'t str> {
    let result = |line: &'t str| line.strip_prefix("test ")?.split_once(" ... ");
    printed.lines().filter_map(result).filter(|(_, end)| *end == how).map(|(name, _)| name).collect()
}

/// Shows what is solved, and what comes next.
fn progress() -> anyhow::Result<()> {
    let all = Exercise::all()?;
    let printed = test("check", None)?;
    let solved = ended(&printed, "ok");
    for exercise in &all {
        let mark = if solved.contains(&exercise.name.as_str()) { "done" } else { "    " };
        println!("{mark} {:>3}. {}", exercise.number, exercise.title);
    }
    println!("\n{} of {} are solved.", solved.len(), all.len());
    match all.iter().find(|exercise| !solved.contains(&exercise.name.as_str())) {
        Some(next) => announce(next),
        None => println!("Your engine is complete: cargo install --path exercises, mola play --engine mine"),
    }
    Ok(())
}

fn announce(next: &Exercise) {
    let Exercise { number, name, title } = next;
    println!("Next: {number}. {title}, in exercises/mine/{name}.rs; then cargo xtask learn {number}");
}

/// Checks one exercise, and says what is still wrong.
fn one(exercise: &Exercise) -> anyhow::Result<()> {
    let Exercise { number, name, title } = exercise;
    let printed = test("check", Some(name))?;
    if ended(&printed, "ok") == [name] {
        println!("{number}. {title}: solved.");
        if let Ok(next) = Exercise::find(&(number + 1).to_string()) {
            announce(&next);
        }
        return Ok(());
    }
    println!("{number}. {title}: not yet. Edit exercises/mine/{name}.rs\n");
    for line in complaint(&printed) {
        println!("  {line}");
    }
    bail!("not solved yet; cargo xtask learn {number} --hint helps")
}

/// What a failed test says, in words for whoever wrote the function.
fn complaint(printed: &str) -> Vec<String> {
    let lines = printed.lines().skip_while(|line| !line.contains("panicked at")).skip(1);
    let lines = lines.take_while(|line| !line.is_empty() && !line.starts_with("note:"));
    let plain = |line: &str| {
        let line = line.replace("assertion `left == right` failed: ", "");
        line.replace("  left: ", "  yours:    ").replace(" right: ", "  expected: ")
    };
    lines.map(plain).collect()
}

/// For CI: every solution passes its test, and no exercise is solved before the reader begins.
pub(crate) fn check() -> anyhow::Result<()> {
    let all: Vec<String> = Exercise::all()?.into_iter().map(|exercise| exercise.name).collect();
    ensure!(all.len() >= 25, "there are only {} exercises", all.len());
    for exercise in Exercise::all()? {
        ensure!(!exercise.hint()?.is_empty(), "{} has no hint", exercise.name);
    }
    for (feature, wanted) in [("solutions", "ok"), ("check", "FAILED")] {
        let printed = test(feature, None)?;
        let mut found = ended(&printed, wanted);
        found.sort_unstable();
        ensure!(found == all, "with the feature {feature}, these should all end with {wanted}:\n{printed}");
    }
    let guide = fs::read_to_string(root().join("guide/exercises.md"))?;
    for name in &all {
        ensure!(
            guide.contains(&format!("exercises/mine/{name}.rs")),
            "guide/exercises.md does not list {name}"
        );
    }
    println!("{} exercises: all solutions pass, and all stubs fail.", all.len());
    engine_plays()
}

/// The engine that the solutions make plays a few moves in a match.
fn engine_plays() -> anyhow::Result<()> {
    let build = ["build", "--quiet", "--package", "exercises", "--features", "solutions", "--bin", "mine"];
    step("the engine of the exercises", &mut cargo(&build))?;
    let mut engine = Command::new(root().join("target/debug/mine"));
    let mut engine = engine.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let lines = "uci\nposition startpos moves f2f3 e7e5 g2g4\ngo nodes 2000\nquit\n";
    std::io::Write::write_all(&mut engine.stdin.take().context("no input")?, lines.as_bytes())?;
    let said = String::from_utf8(engine.wait_with_output()?.stdout)?;
    ensure!(said == "id name mine\nuciok\nbestmove d8h4\n", "the engine of the exercises said:\n{said}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "\nrunning 2 tests\ntest e01_a ... ok\ntest e02_b ... FAILED\n\nfailures:\n\n---- e02_b stdout ----\n\n\
        thread 'e02_b' (7) panicked at exercises/tests/checks.rs:9:5:\nassertion `left == right` failed: square 3\n  left: 1\n \
        right: 2\nnote: run with `RUST_BACKTRACE=1`\n\n";

    #[test]
    fn results_and_complaints_are_read() {
        assert_eq!((ended(PRINTED, "ok"), ended(PRINTED, "FAILED")), (vec!["e01_a"], vec!["e02_b"]));
        assert_eq!(complaint(PRINTED), ["square 3", "  yours:    1", "  expected: 2"]);
    }

    #[test]
    fn every_exercise_has_a_number_a_title_and_a_hint() {
        let all = Exercise::all().unwrap();
        assert!(all.len() >= 25);
        for exercise in all {
            assert!(exercise.name.starts_with(&format!("e{:02}_", exercise.number)), "{}", exercise.name);
            assert!(!exercise.title.is_empty() && !exercise.hint().unwrap().is_empty(), "{}", exercise.name);
        }
        assert!(Exercise::find("0").is_err() && Exercise::find("x").is_err());
    }
}
