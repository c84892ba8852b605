package main

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// commands lists the commands in the order of the help, in groups.
func commands() []*cli.Command {
	usual := group(usualCommands,
		newCommand(), showCommand(), playCommand(), studyCommand(), compareCommand(), tradeCommand(), serveCommand(), matchCommand())
	design := group("Design a game",
		estimateCommand(), balanceCommand(), oddsCommand(), experimentsCommand(), pieceCommand(), validateCommand(),
		importCommand(), exportGameCommand(), siteCommand())
	for _, cmd := range slices.Concat(usual[:len(usual)-1], design) {
		hideFine(cmd.Flags)
	}
	return slices.Concat(usual, design,
		group("Run the engine", append([]*cli.Command{
			selfplayCommand(), tuneCommand(), engineCommand()}, engineCommands()...)...),
		group("Work with stored games",
			infoCommand(), exportCommand(), importGamesCommand(), mergeCommand(), reproduceCommand(), workCommand()),
		[]*cli.Command{helpCommand()})
}

// engineCommand groups what authors of engines need.
func engineCommand() *cli.Command {
	cmd := declare("engine", nil, nil)
	cmd.Subcommands = []*cli.Command{
		movesCommand(), perftCommand(), analyzeCommand(), endgameCommand(), benchCommand(), eloCommand(),
	}
	return cmd
}

// usualCommands is the heading of those that the help lists by itself, in the order of work.
const usualCommands = "From a game to its study"

// group sets the heading of commands in the help.
func group(heading string, list ...*cli.Command) []*cli.Command {
	for _, cmd := range list {
		cmd.Category = heading
	}
	return list
}

// hideFine takes the finer settings of openings, which docs/matches.md explains, out of the
// help. They work all the same.
func hideFine(flags []cli.Flag) {
	for _, flag := range flags {
		if !slices.Contains([]string{"units", "max-imbalance", "balance"}, flag.Names()[0]) {
			continue
		}
		switch f := flag.(type) {
		case *cli.IntFlag:
			f.Hidden = true
		case *cli.Float64Flag:
			f.Hidden = true
		}
	}
}
