package design

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// Commands returns the commands of this group in the order of the help.
func Commands() []*cli.Command {
	list := []*cli.Command{
		newCommand(),
		estimateCommand(),
		oddsCommand(),
		tradeCommand(),
		compareCommand(),
		experimentsCommand(),
		balanceCommand(),
		reviewCommand(),
		serveCommand(),
		siteCommand(),
		playCommand(),
		variantsCommand(),
		showCommand(),
		pieceCommand(),
		validateCommand(),
		importCommand(),
		exportGameCommand(),
		piecesCommand(),
	}
	for _, cmd := range list {
		hideFine(cmd.Flags)
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
