#!/bin/sh
# Runs the example for Slurm on this machine alone, and compares it with one run without shares:
#
#   apt install slurm-wlm munge        # then as root:
#   sh docs/analysis/try_slurm.sh target/release/mola GAMES.pgn [SHARES]
#
# Needs `pip install duckdb` for the python3 on the search path. Everything is in a temporary folder, the
# configuration too; the daemons end with this script.
set -eu
program=$(realpath "$1") games=$(realpath "$2") shares=${3:-4}
here=$(realpath "$(dirname "$0")")
place=$(mktemp -d)
pids=
end() {
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    wait
    rm -rf "$place"
}
trap end EXIT
trap 'exit 1' INT TERM

mkdir "$place/bin" "$place/state" "$place/spool" "$place/work"
ln -s "$program" "$place/bin/mola"
export PATH="$place/bin:$PATH" SLURM_CONF="$place/slurm.conf"
head -c 128 /dev/urandom >"$place/key"
chmod 400 "$place/key"
cat >"$SLURM_CONF" <<END
ClusterName=trial
SlurmctldHost=$(hostname -s)(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$place/socket
CryptoType=crypto/munge
SlurmUser=root
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
ReturnToService=2
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=4096
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
munged --force --foreground --key-file="$place/key" --socket="$place/socket" --log-file="$place/munged.log" \
    --pid-file="$place/munged.pid" --seed-file="$place/seed" 2>"$place/munged.said" &
pids="$pids $!"
until munge --socket="$place/socket" --no-input >"$place/credential" 2>/dev/null; do sleep 0.2; done
slurmctld -D >"$place/slurmctld.log" 2>&1 &
pids="$! $pids"
slurmd -D >"$place/slurmd.log" 2>&1 &
pids="$! $pids"
until sinfo --noheader --states=idle 2>/dev/null | grep -q idle; do sleep 0.2; done
sinfo --version

cd "$place/work"
# As the example says, but for what a small machine does not have. A share has one core.
submit() {
    sbatch "$@" --array="1-$shares" --cpus-per-task=1 --mem=500M "$here/slurm.sh" "$games"
}
# The first time it is killed when some games are done: the first line of a journal is about no game.
job=$(submit --parsable)
until [ "$(cat analysis/*/analysis.jsonl 2>/dev/null | grep -c opinions)" -gt 1 ]; do sleep 0.1; done
scancel --signal=KILL --full "$job"
scancel "$job"
while [ -n "$(squeue --noheader)" ]; do sleep 0.2; done
echo "Killed with $(cat analysis/*/analysis.jsonl | grep -c opinions) games done."
submit --wait
mola analyze "$games" --nodes 20000 --formats parquet --concurrency 1 --out alone >alone.txt
[ "$(ls analysis | wc -l)" -eq "$shares" ]
python3 "$here/compare.py" 'analysis/*/positions.parquet' alone/positions.parquet
