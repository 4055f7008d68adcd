#!/usr/bin/env bash
# Answer accuracy against the share of questions whose right option is None of the above (ERBench,
# Figure 2): five runs and a report with the plot.
#   bash examples/nota_sweep.sh OUTPUT_FOLDER --model hf --model_args pretrained=...
set -euo pipefail
output=$1
shift
for share in 0 0.25 0.5 0.75 1; do
  lm_eval "$@" --tasks erbench_movie_mc_nota --metadata "{\"nota\": $share}" \
    --log_samples --output_path "$output/nota_$share"
done
erbench-track report "$output"/nota_* -o "$output/report" --overwrite
