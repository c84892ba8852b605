package data

import "github.com/urfave/cli/v2"

// Commands returns the commands of this group in the order of the help.
func Commands() []*cli.Command {
	return []*cli.Command{
		infoCommand(),
		exportCommand(),
		importGamesCommand(),
		mergeCommand(),
		workCommand(),
	}
}
