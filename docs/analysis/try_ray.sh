#!/bin/sh
# Runs `mola.cluster --address` with a cluster of three Ray nodes on this machine, one of which is killed on the
# way, and compares it with `mola analyze` alone:
#
#   pip install WHEEL 'ray[client]'     # the wheel of `cargo xtask python`
#   sh docs/analysis/try_ray.sh GAMES.pgn [NODES]
#
# The head has no processor to give away; two other nodes have one each. Once the driver joins the cluster, and once
# it is outside and speaks to it by `ray://`.
set -eu
games=$(realpath "$1") nodes=${2:-2000}
place=$(mktemp -d)
export RAY_DISABLE_USAGE_STATS=1 RAY_AUTH_MODE=disabled
port=6399 client_port=10001
pids=
end() {
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    wait
    rm -rf "$place"
}
trap end EXIT
trap 'exit 1' INT TERM

# A node that ends takes its processes with it, if it is in the foreground. Its number is in $node.
start() {
    ray start --block --disable-usage-stats "$@" >>"$place/ray.log" 2>&1 &
    node=$!
    pids="$pids $node"
}
# Waits until the cluster has as many nodes.
wait_for_nodes() {
    until has_nodes "$1" 2>>"$place/ray.log"; do
        kill -0 "$node" || { cat "$place/ray.log"; exit 1; }
        sleep 1
    done
}
has_nodes() {
    timeout 60 python3 - "$1" <<END
import sys, ray
ray.init(address="127.0.0.1:$port", log_to_driver=False, logging_level="ERROR")
sys.exit(sum(node["Alive"] for node in ray.nodes()) != int(sys.argv[1]))
END
}
start --head --temp-dir="$place/ray" --num-cpus=0 --port="$port" --ray-client-server-port="$client_port" --include-dashboard=false
wait_for_nodes 1
start --address="127.0.0.1:$port" --num-cpus=1
wait_for_nodes 2
start --address="127.0.0.1:$port" --num-cpus=1
wait_for_nodes 3
ray --version

cd "$place"
mola analyze "$games" --nodes "$nodes" --formats pgn,jsonl,parquet --concurrency 1 --out alone >alone.txt
check() {
    for file in annotated.pgn positions.jsonl positions.parquet; do cmp "alone/$file" "$1/$file"; done
    echo "$2: $(grep -c opinions "$1/analysis.jsonl") games, the same bytes as alone."
}
python3 -m mola.cluster "$games" --out outside --nodes "$nodes" --address "ray://127.0.0.1:$client_port" >outside.txt
check outside "Through ray://"
python3 -m mola.cluster "$games" --out joined --nodes "$nodes" --address "127.0.0.1:$port" >joined.txt &
driver=$!
until [ "$(cat joined/analysis.jsonl 2>/dev/null | grep -c opinions)" -gt 1 ]; do sleep 0.1; done
# With what it started, so that nobody can say goodbye.
kill -9 "$node" $(pgrep --parent "$node")
echo "A node was killed with $(grep -c opinions joined/analysis.jsonl) games done."
wait "$driver"
check joined "In the cluster"
until has_nodes 2 2>>"$place/ray.log"; do sleep 1; done
