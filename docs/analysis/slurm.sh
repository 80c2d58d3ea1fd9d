#!/bin/sh
# A month of games as an array of jobs: sbatch docs/analysis/slurm.sh lichess.pgn.zst
# Submit it again to resume: shares that are finished only write their results again. 100 million games need a second
# day, as ANALYSIS.md reckons: when its time is up, a share is not put into the queue again by itself.
#SBATCH --array=1-64
#SBATCH --cpus-per-task=16
#SBATCH --mem=2G
#SBATCH --time=24:00:00
#SBATCH --requeue
exec mola analyze "$1" --nodes 20000 --formats parquet \
    --concurrency "$SLURM_CPUS_PER_TASK" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --out "analysis/$SLURM_ARRAY_TASK_ID"
