//! `mola web`: the web board, served from inside the program to this machine, and with `--lan` to devices that
//! were let in.

mod guests;
mod pack;
mod request;
mod response;
mod running;
mod server;
mod table;

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use clap::Args;

use crate::output;
use guests::Guests;
use pack::Pack;
use server::{House, Lan};
use table::Table;

/// The web board. `build.rs` chose the file.
static PACK: &[u8] = include_bytes!(env!("MOLA_BOARD"));

/// The port that telephones spell MOLA.
const PORT: u16 = 6652;

/// Play and study in the browser. The page comes from this program and needs no Internet connection.
#[derive(Args)]
#[command(after_help = "\
Browsers keep games by address, so `mola web` always uses the same port. If Mola is already running \
there, it opens that one.

Examples:
  mola web
  mola web --port 8080 --no-open
  mola web --lan
  mola web --export board    # a folder that any static host can serve")]
pub(crate) struct Arguments {
    /// The port to listen on; 0 picks a free one
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// Only print the address, without opening a browser
    #[arg(long)]
    no_open: bool,
    /// Let other devices in the same network play, each with an address that works once
    #[arg(long)]
    lan: bool,
    /// Write the page into a new folder instead of serving it
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["port", "no_open", "lan"])]
    export: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let pack = Pack::read(PACK).context("the web board in this program is damaged; install it again")?;
    if let Some(folder) = &arguments.export {
        let count = pack.export(folder).with_context(|| format!("cannot write {}", folder.display()))?;
        return output::say(format_args!("{} holds the web board: {count} files", folder.display()));
    }
    let lan = arguments.lan.then(open_house).transpose()?;
    let reach = if lan.is_some() { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let listener = match TcpListener::bind((reach, arguments.port)) {
        Ok(listener) => listener,
        Err(error) if error.kind() == ErrorKind::AddrInUse => return reuse(arguments),
        Err(error) => return Err(error).context(format!("cannot listen on port {}", arguments.port)),
    };
    let port = listener.local_addr()?.port();
    let address = address(port);
    output::say(format_args!("Mola is at {address} (press Ctrl-C to stop)"))?;
    if let Some(lan) = &lan {
        invite(&lan.invitation(port));
    }
    show(arguments, &address)?;
    server::serve(&listener, House { pack, port, lan });
    Ok(())
}

/// What other devices need.
fn open_house() -> anyhow::Result<Lan> {
    let address = guests::own_address().context("--lan needs a network")?;
    Ok(Lan { address, guests: Guests::new()?, table: Table::default(), invite })
}

/// Shows the address for the next device. It works once; then another one is shown.
fn invite(address: &str) {
    // Without a terminal there is nobody to show it to.
    let code = guests::qr_code(address).unwrap_or_default();
    let _ = output::say(format_args!("\n{code}\nOne device may open {address}"));
}

/// Shows the board that is being served already. Moving to another port would seem to lose all games, since
/// browsers keep them by address.
fn reuse(arguments: &Arguments) -> anyhow::Result<()> {
    let port = arguments.port;
    if !running::is_mola(port) {
        bail!(
            "another program is using port {port}; end it, or choose another port: mola web --port {}\n\
             (Browsers keep games by address: your games stay at port {port}.)",
            port.checked_add(1).unwrap_or(PORT)
        );
    }
    if arguments.lan {
        bail!(
            "Mola is already running on port {port}; if it was started with --lan, its terminal shows the address \
             for the next device; otherwise end it there with Ctrl-C, and type this again"
        );
    }
    let address = address(port);
    output::say(format_args!("Mola is already running at {address}"))?;
    show(arguments, &address)
}

fn address(port: u16) -> String {
    format!("http://localhost:{port}/")
}

/// Opens the page in a browser, if that is wanted and possible.
fn show(arguments: &Arguments, address: &str) -> anyhow::Result<()> {
    if !arguments.no_open && !open_browser(address) {
        output::say("Open that address in a browser.")?;
    }
    Ok(())
}

/// Asks the desktop to show a page. Returns whether that worked.
fn open_browser(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
