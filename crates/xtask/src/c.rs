//! `cargo xtask c`: the library for C with its header and pkg-config file, and samples in C and C#.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::shell::{apt_install, cargo, command, must_say, output, root, target_folder};
use crate::steps::step;

const VERSION: &str = env!("CARGO_PKG_VERSION");
const HOME: &str = "crates/mola-capi";
/// Everything that the samples need.
pub(crate) const PACKAGES: [&str; 5] =
    ["build-essential", "pkg-config", "valgrind", "mono-mcs", "mono-runtime"];
const LIBRARY: [&str; 6] = ["rustc", "--package", "mola-capi", "--lib", "--crate-type", "staticlib,cdylib"];

/// `c`, `c install [FOLDER]`.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    match arguments {
        [] => test(),
        [word] if word == "install" => install("library", &root().join("target/c/release")),
        // The file for pkg-config names the folder, wherever somebody reads it.
        [word, folder] if word == "install" => install("library", &std::path::absolute(folder)?),
        _ => bail!("type c install FOLDER to install the library, or c alone to test it"),
    }
}

/// The samples, with the library as the tests build it: nothing is compiled twice, and all checks are on.
pub(crate) fn test() -> anyhow::Result<()> {
    apt_install(&PACKAGES)?;
    let prefix = root().join("target/c/test");
    install("dev", &prefix)?;
    header_in_cpp()?;
    examples_of_the_pages(&prefix)?;
    sample_in_c(&prefix)?;
    sample_in_c_sharp(&prefix)
}

/// Puts the library, the header and the pkg-config file where C programs look for them.
fn install(profile: &str, prefix: &Path) -> anyhow::Result<()> {
    // A program finds the library by this name: until 1.0, every second number may change the functions.
    let soname = format!("libmola.so.{}", VERSION.rsplit_once('.').context("a version")?.0);
    let mut build = cargo(&LIBRARY);
    build.args(["--profile", profile, "--", "-C", &format!("link-arg=-Wl,-soname,{soname}")]);
    step("C library", &mut build)?;
    let built = target_folder()?.join(if profile == "dev" { "debug" } else { profile });
    let (lib, include) = (prefix.join("lib"), prefix.join("include"));
    fs::create_dir_all(lib.join("pkgconfig"))?;
    fs::create_dir_all(&include)?;
    fs::copy(root().join(HOME).join("include/mola.h"), include.join("mola.h"))?;
    fs::copy(built.join("libmola_capi.a"), lib.join("libmola.a"))?;
    let whole = format!("libmola.so.{VERSION}");
    // Whole or not at all: a running program may have the old one open.
    fs::copy(built.join("libmola_capi.so"), lib.join("libmola.so.new"))?;
    fs::rename(lib.join("libmola.so.new"), lib.join(&whole))?;
    for (link, target) in [(soname.as_str(), &whole), ("libmola.so", &soname)] {
        step(link, command("ln", &["-sfn", target]).arg(lib.join(link)))?;
    }
    fs::write(lib.join("pkgconfig/mola.pc"), pkg_config(prefix))?;
    println!("The library is in {}.", prefix.display());
    Ok(())
}

/// cargo-c would write this file. Debian's is too old for our edition, and building it takes longer than all of our
/// tests, since it contains cargo.
fn pkg_config(prefix: &Path) -> String {
    format!(
        "prefix={}\nincludedir=${{prefix}}/include\nlibdir=${{prefix}}/lib\n\nName: mola\nDescription: Chess: rules, \
         games, PGN and two engines\nVersion: {VERSION}\nCflags: -I${{includedir}}\nLibs: -L${{libdir}} \
         -lmola\nLibs.private: -lpthread -ldl -lm\n",
        prefix.display()
    )
}

/// Both headers in one C++ program.
fn header_in_cpp() -> anyhow::Result<()> {
    let file = root().join("target/c/both.cpp");
    fs::write(&file, "#include <mola.h>\n#include <mola_pocket.h>\nint main() { return 0; }\n")?;
    let mut check = command("c++", &["-Wall", "-Wextra", "-Werror", "-fsyntax-only"]);
    check.args([format!("-I{HOME}/include"), "-Icrates/mola-pocket-c/include".into()]).arg(file);
    step("headers in C++", &mut check)
}

/// The program in the guide and the lines in the README compile as they stand there.
fn examples_of_the_pages(prefix: &Path) -> anyhow::Result<()> {
    let first = |page: &str| -> anyhow::Result<String> {
        let text = fs::read_to_string(root().join(page))?;
        let example = text.split("```c\n").nth(1).and_then(|rest| rest.split("```").next());
        Ok(example.with_context(|| format!("{page} has no example in C"))?.to_owned())
    };
    let lines = first("README.md")?;
    let readme = format!("#include <mola.h>\nint main(void) {{\n{lines}return 0;\n}}\n");
    for (name, example) in [("guide", first("guide/c.md")?), ("readme", readme)] {
        let source = root().join(format!("target/c/{name}.c"));
        fs::write(&source, example)?;
        let mut compile = command("cc", &["-Wall", "-Wextra", "-Werror", "-o"]);
        compile.arg(source.with_extension("")).arg(source).args(flags(prefix)?);
        step(&format!("example of the {name}"), &mut compile)?;
    }
    Ok(())
}

/// What pkg-config says about the library.
fn flags(prefix: &Path) -> anyhow::Result<Vec<String>> {
    let mut asked = command("pkg-config", &["--cflags", "--libs", "--static", "mola"]);
    let flags = output(asked.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")))?;
    Ok(flags.split_whitespace().map(Into::into).collect())
}

/// The sample plays a game, linked both ways; valgrind sees every byte that is not given back.
fn sample_in_c(prefix: &Path) -> anyhow::Result<()> {
    let folder = root().join("target/c");
    let flags = flags(prefix)?;
    let static_library = prefix.join("lib/libmola.a").display().to_string();
    let with_static = |flag: &String| if flag == "-lmola" { static_library.clone() } else { flag.clone() };
    let mut games = Vec::new();
    for (name, flags) in [("static", flags.iter().map(with_static).collect()), ("shared", flags.clone())] {
        let program = folder.join(format!("play-{name}"));
        let mut compile = command("cc", &["-Wall", "-Wextra", "-Werror", "-std=c99", "-g", "-o"]);
        compile.arg(&program).arg(format!("{HOME}/examples/play.c")).args(&flags);
        step(&format!("sample in C, {name}"), &mut compile)?;
        let mut play = command("valgrind", &["-q", "--error-exitcode=9", "--leak-check=full"]);
        // What Rust's library keeps for each thread until the end is only possibly lost.
        play.args(["--show-leak-kinds=definite,indirect", "--errors-for-leak-kinds=definite,indirect"]);
        play.arg(&program);
        games.push(output(play.env("LD_LIBRARY_PATH", prefix.join("lib")))?);
    }
    ensure!(games[0] == games[1], "the samples played different games:\n{}\n{}", games[0], games[1]);
    let version = format!("Mola {VERSION}\n");
    let expected = [&version, "[White \"Mola\"]", "White wins by checkmate", "2. g4: Blunder", "Ke9: "];
    must_say("the sample", &games[0], &expected)?;
    println!("The sample in C plays the same game with either library, and gives back what it took.");
    Ok(())
}

/// The sample in C#, as Unity would call the library.
fn sample_in_c_sharp(prefix: &Path) -> anyhow::Result<()> {
    let program = root().join("target/c/Play.exe");
    let mut compile = command("mcs", &["-warnaserror"]);
    compile.arg(format!("-out:{}", program.display())).arg(format!("{HOME}/examples/Play.cs"));
    step("sample in C#", &mut compile)?;
    let game = output(command("mono", &[]).arg(program).env("LD_LIBRARY_PATH", prefix.join("lib")))?;
    let version = format!("Mola {VERSION} in C#");
    must_say("the sample", &game, &[&version, "1. f3", "Black wins by checkmate, with reports"])?;
    println!("The sample in C# plays a game.");
    Ok(())
}
