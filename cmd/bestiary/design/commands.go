package design

import "github.com/urfave/cli/v2"

// Commands returns the commands of this group in the order of the help.
func Commands() []*cli.Command {
	return []*cli.Command{
		newCommand(),
		estimateCommand(),
		oddsCommand(),
		compareCommand(),
		experimentsCommand(),
		reviewCommand(),
		serveCommand(),
		siteCommand(),
		playCommand(),
		variantsCommand(),
		showCommand(),
		validateCommand(),
		importCommand(),
		exportGameCommand(),
		betzaCommand(),
	}
}
