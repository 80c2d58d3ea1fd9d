"""Checks the example for Kubernetes as far as that is possible without a cluster: each field of the manifest by the
schemas of Kubernetes, and the command line of every pod by running it, compared with one run without shares.

    pip install pyyaml kubernetes-validate duckdb; apt install zstd
    python docs/analysis/try_kubernetes.py target/release/mola GAMES.pgn

What is not checked: that a cluster starts the pods, and that the volume can be written to.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import kubernetes_validate
import yaml

HERE = pathlib.Path(__file__).parent
VERSIONS = ("1.33", "1.37")


def expand(text, variables):
    """What Kubernetes itself replaces in a command line. What it does not know stays as it is."""
    return re.sub(r"\$\(([^)]*)\)", lambda found: variables.get(found[1], found[0]), text)


def main():
    program, games = (os.path.realpath(path) for path in sys.argv[1:3])
    job = yaml.safe_load((HERE / "kubernetes.yaml").read_text())
    for version in VERSIONS:
        kubernetes_validate.validate(job, version, strict=True)
        print(f"Every field is one of Kubernetes {version}.")
    pod = job["spec"]["template"]["spec"]
    container = pod["containers"][0]
    mount = container["volumeMounts"][0]
    assert mount["name"] in [volume["name"] for volume in pod["volumes"]], "the volume is there"
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "bin").mkdir()
        (place / "bin/mola").symlink_to(program)
        source = place / "lichess.pgn.zst"
        subprocess.run(["zstd", "-q", games, "-o", source], check=True)
        search_path = f"{place / 'bin'}:{os.environ['PATH']}"
        for index in range(job["spec"]["completions"]):
            variables = {"JOB_COMPLETION_INDEX": str(index)}
            command = [expand(word, variables) for word in container["command"] + container["args"]]
            # The volume is mounted elsewhere.
            command[-1] = command[-1].replace(mount["mountPath"] + "/", folder + "/")
            environment = {**variables, "PATH": search_path, "HOME": folder}
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print(f"{job['spec']['completions']} pods ended well.")
        alone = [program, "analyze", source, "--nodes", "20000", "--formats", "parquet", "--out", place / "alone"]
        subprocess.run(alone, check=True, stdout=subprocess.DEVNULL)
        tables = [place / "analysis/*/positions.parquet", place / "alone/positions.parquet"]
        subprocess.run([sys.executable, HERE / "compare.py", *tables], check=True)


if __name__ == "__main__":
    main()
