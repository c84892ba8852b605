package engine

import "github.com/urfave/cli/v2"

// Commands returns the commands of this group in the order of the help.
func Commands() []*cli.Command {
	return append([]*cli.Command{
		selfplayCommand(),
		matchCommand(),
		eloCommand(),
		tuneCommand(),
		movesCommand(),
		perftCommand(),
		analyzeCommand(),
		endgameCommand(),
		benchCommand(),
	}, engineCommands()...)
}
