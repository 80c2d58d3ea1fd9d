//! What the project is built from: under which licenses, from where, and nothing twice without a reason.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::shell::{cargo, output};

/// What can be part of a program under GPL-3.0-or-later.
const LICENSES: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "GPL-3.0",
    "GPL-3.0-or-later",
    "MIT",
    "MPL-2.0",
    "NCSA",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The one place that packages come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Packages of which several versions are built, each for a package that we do not choose the version of:
/// rivals in benches, what binds wasm to JavaScript, and what writes PNG files.
const SEVERAL_VERSIONS: [&str; 7] =
    ["arrayvec", "miniz_oxide", "rand", "rand_core", "syn", "toml_datetime", "winnow"];

/// The workspaces, each with a lock file of its own.
const WORKSPACES: [&str; 3] = ["Cargo.toml", "firmware/Cargo.toml", "fuzz/Cargo.toml"];

/// Checks every package that any part of the project depends on, on any system.
pub(crate) fn check() -> anyhow::Result<()> {
    let mut checked = 0;
    for workspace in WORKSPACES {
        let arguments = ["metadata", "--format-version=1", "--locked", "--manifest-path", workspace];
        let metadata: Value = serde_json::from_str(&output(&mut cargo(&arguments))?).context(workspace)?;
        let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
        let faults = faults(packages);
        ensure!(faults.is_empty(), "dependencies of {workspace}:\n  {}", faults.join("\n  "));
        checked += packages.len();
    }
    println!("{checked} packages: licenses, sources and versions are as they should be");
    Ok(())
}

fn faults(packages: &[Value]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        let text = |key: &str| package[key].as_str();
        let (name, version) = (text("name").unwrap_or("?"), text("version").unwrap_or("?"));
        versions.entry(name).or_default().insert(version);
        match text("license") {
            Some(license) if is_allowed(license) => {}
            license => {
                let license = license.unwrap_or("no license");
                faults.push(format!("{name} {version} has {license:?}, which is not on the list"));
            }
        }
        // What has no source is ours, and lies in the workspace.
        if let Some(source) = text("source").filter(|&source| source != REGISTRY) {
            faults.push(format!("{name} {version} comes from {source}"));
        }
    }
    let several =
        |(name, versions): &(&str, BTreeSet<&str>)| versions.len() > 1 && !SEVERAL_VERSIONS.contains(name);
    faults.extend(versions.into_iter().filter(several).map(|(name, versions)| {
        let versions: Vec<&str> = versions.into_iter().collect();
        format!("{name} is built in several versions: {}", versions.join(", "))
    }));
    faults
}

/// Whether a license expression leaves a choice that is on the list. Parentheses are taken to stand around
/// alternatives, which at worst asks for too much; older packages write a slash for `OR`.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace(['(', ')'], "").replace('/', " OR ");
    let has_choice = |part: &str| part.split(" OR ").any(|license| LICENSES.contains(&license.trim()));
    expression.split(" AND ").all(has_choice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn license_expressions_are_understood() {
        for good in ["MIT", "MIT/Apache-2.0", "MIT OR LGPL-2.1", "(MIT OR X) AND Unicode-3.0"] {
            assert!(is_allowed(good), "{good}");
        }
        for bad in ["", "AGPL-3.0", "MIT AND SSPL-1.0", "(AGPL-3.0 OR X) AND MIT", "Apache-2.0 WITH Commons"]
        {
            assert!(!is_allowed(bad), "{bad}");
        }
    }

    #[test]
    fn every_workspace_is_checked() {
        let listed =
            output(&mut crate::shell::command("git", &["ls-files", "Cargo.lock", "*/Cargo.lock"])).unwrap();
        let locks: BTreeSet<String> = listed.lines().map(str::to_owned).collect();
        let checked = WORKSPACES.map(|manifest| manifest.replace(".toml", ".lock"));
        assert_eq!(locks, checked.into());
    }

    #[test]
    fn strangers_are_named() {
        let package = |name: &str, version: &str, license: Value, source: &str| json!({ "name": name, "version": version, "license": license, "source": source });
        let packages = [
            package("good", "1.0.0", "MIT".into(), REGISTRY),
            package("closed", "1.0.0", Value::Null, REGISTRY),
            package("far", "1.0.0", "MIT".into(), "git+https://example.org/far"),
            package("good", "2.0.0", "MIT".into(), REGISTRY),
        ];
        let found = faults(&packages);
        assert_eq!(found.len(), 3, "{found:?}");
        for (fault, word) in found.iter().zip(["no license", "example.org", "several versions: 1.0.0, 2.0.0"])
        {
            assert!(fault.contains(word), "{fault}");
        }
    }
}
