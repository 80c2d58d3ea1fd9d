//! `mola web`: the web board, served from inside the program to this machine alone.

mod request;
mod response;
mod server;

use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use clap::Args;

use crate::output;

/// The files of the web board by their paths, as they were when the program was built.
type Files = &'static [(&'static str, &'static [u8])];

const FILES: Files = include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// The port that telephones spell MOLA.
const PORT: u16 = 6652;

/// Play and study in the browser. The page comes from this program and needs no network.
#[derive(Args)]
#[command(after_help = "Examples:\n  mola web\n  mola web --port 8080 --no-open")]
pub(crate) struct Arguments {
    /// The port to listen on; if it is taken, any free one
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// Only print the address, without opening a browser
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if FILES.is_empty() {
        bail!(
            "this program was built without the web board; \
             in its source folder, `cargo xtask web` builds it and serves it"
        );
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port))
        .or_else(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))
        .context("cannot listen on any port")?;
    let address = format!("http://localhost:{}/", listener.local_addr()?.port());
    output::say(format_args!("Mola is at {address} (press Ctrl-C to stop)"))?;
    if !arguments.no_open && !open_browser(&address) {
        output::say("Open that address in a browser.")?;
    }
    server::serve(&listener, FILES);
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
