//! The list of everything that the program is made of, as `CycloneDX`: for those who must know what they run.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};

use crate::shell::{cargo, output};

/// Writes the list to a file.
pub(crate) fn write(path: &Path) -> anyhow::Result<()> {
    let metadata = output(&mut cargo(&["metadata", "--format-version=1", "--locked"]))?;
    let list = list(&serde_json::from_str(&metadata)?)?;
    Ok(std::fs::write(path, serde_json::to_string_pretty(&list)? + "\n")?)
}

fn list(metadata: &Value) -> anyhow::Result<Value> {
    let rows = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = rows(&metadata["packages"]);
    let nodes = rows(&metadata["resolve"]["nodes"]);
    let program = packages.iter().find(|package| package["name"] == "mola").context("there is no mola")?;
    // What is needed to build or run it, but not to test it.
    let mut used = BTreeSet::new();
    let mut waiting = vec![text(&program["id"])];
    while let Some(id) = waiting.pop() {
        let node = nodes.iter().find(|node| node["id"] == *id).context("a package is not resolved")?;
        for dependency in rows(&node["deps"]) {
            let is_for_tests = rows(&dependency["dep_kinds"]).iter().all(|kind| kind["kind"] == "dev");
            if !is_for_tests && used.insert(text(&dependency["pkg"])) {
                waiting.push(text(&dependency["pkg"]));
            }
        }
    }
    let component = |package: &Value, kind: &str| {
        let (name, version) = (text(&package["name"]), text(&package["version"]));
        let reference = format!("pkg:cargo/{name}@{version}");
        // Old manifests separate licenses with a slash.
        let license = text(&package["license"]).replace('/', " OR ");
        json!({
            "type": kind, "name": name, "version": version, "purl": reference, "bom-ref": reference,
            "licenses": [{ "expression": license }],
        })
    };
    let parts = packages.iter().filter(|package| used.contains(&text(&package["id"])));
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": component(program, "application") },
        "components": parts.map(|package| component(package, "library")).collect::<Vec<_>>(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_for_tests_are_not_parts_of_the_program() {
        let package =
            |name: &str| json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0" });
        let needs = |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [package("mola"), package("board"), package("cc"), package("proptest"), package("other")],
            "resolve": { "nodes": [
                { "id": "mola", "deps": [needs("board", Value::Null), needs("proptest", json!("dev"))] },
                { "id": "board", "deps": [needs("cc", json!("build")), needs("board", Value::Null)] },
                { "id": "cc", "deps": [] },
            ] },
        });
        let list = list(&metadata).unwrap();
        let names: Vec<&str> =
            list["components"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["board", "cc"]);
        assert_eq!(list["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(list["metadata"]["component"]["purl"], "pkg:cargo/mola@1.0.0");
    }
}
