# Completion of shardscope and shardscope-viewer for fish.
set -l commands run compile check verify eval show report compare optimize upgrade cut view
complete -c shardscope -n "not __fish_seen_subcommand_from $commands" -f -a "$commands"
complete -c shardscope -n "__fish_seen_subcommand_from run compile" -l propagation -x -a "user-priority op-priority aggressive basic"
complete -c shardscope -n "__fish_seen_subcommand_from run compile" -l planner -x -a "search first-match"
complete -c shardscope -n "__fish_seen_subcommand_from run compile verify" -l devices -l mesh -l shard -x
complete -c shardscope -n "__fish_seen_subcommand_from run" -l steps -l label -l seed -l try -l workers -l remedies -l try-best -x
complete -c shardscope -n "__fish_seen_subcommand_from run" -l fill -x -a "random zeros iota"
complete -c shardscope -n "__fish_seen_subcommand_from run" -l no-execute -l json
complete -c shardscope -n "__fish_seen_subcommand_from compile" -l stop-after -x -a "parse import propagate reshard plan-reshards localise optimise plan-memory"
complete -c shardscope -n "__fish_seen_subcommand_from compile" -l emit -x -a "hlo hlo-short hlo-dump stablehlo json"
complete -c shardscope -n "__fish_seen_subcommand_from report" -a "steps reshards collectives passes memory shardings ops"
complete -c shardscope -n "__fish_seen_subcommand_from report" -l json -l csv -l remove -l all
complete -c shardscope -n "__fish_seen_subcommand_from report" -l html -r
complete -c shardscope -n "__fish_seen_subcommand_from report" -l run -l why -l number -x
complete -c shardscope -n "__fish_seen_subcommand_from compare" -l json -l csv
complete -c shardscope -n "__fish_seen_subcommand_from show" -l colour -x -a "always never"
complete -c shardscope-viewer -l render -x -a "overview shardings reshards passes steps memory compare graph all"
complete -c shardscope-viewer -l view -x -a "overview shardings reshards passes steps memory compare graph"
complete -c shardscope-viewer -l theme -x -a "light dark print"
complete -c shardscope-viewer -l size -l scale -l run -l select -l device -l range -l option -x
complete -c shardscope-viewer -l separate -l transpose -l version -l help
