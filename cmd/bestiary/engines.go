package main

import (
	"github.com/urfave/cli/v2"

	"bestiary/engine/protocol"
	"bestiary/engine/rules"
	"bestiary/engine/session"
	"bestiary/experiments/page/board"
)

// engineCommands returns the commands that act as an engine for other programs, one per
// protocol.
func engineCommands() []*cli.Command {
	var commands []*cli.Command
	for _, p := range protocol.All() {
		commands = append(commands, &cli.Command{
			Name: p.Name, Usage: p.Usage, Description: p.Description,
			Flags: []cli.Flag{
				repeated("game", "also offer `GAME`"),
				ruleFlag(), approximateFlag(),
				&cli.StringFlag{Name: "weights", Usage: "play with the weights in `FILE`"},
			},
			Action: func(c *cli.Context) error {
				library, first, err := engineGames(c)
				if err != nil {
					return err
				}
				return p.Run(c.App.Reader, c.App.Writer, protocol.Config{
					Name: "Bestiary " + readBuild().Version, Library: library, Game: first, Weights: c.String("weights"), Draw: drawWhole,
				})
			},
		})
	}
	return commands
}

// engineGames returns the games that an engine offers: the catalogue and the games of
// --game, changed by --rule. First is the game to begin with, or "" for the default.
func engineGames(c *cli.Context) (library *session.Library, first string, err error) {
	library = session.NewLibrary()
	games := c.StringSlice("game")
	if len(games) == 0 && c.IsSet("rule") {
		return nil, "", misused("%s: --rule changes a game that --game names", c.Command.Name)
	}
	for _, arg := range games {
		v, err := loadVariant(c, arg)
		if err == nil {
			_, err = rules.Compile(v)
		}
		if err != nil {
			return nil, "", err
		}
		library.Add(v.Name, v)
		if first == "" {
			first = v.Name
		}
	}
	return library, first, nil
}

// drawWhole draws a position together with the pieces still to be placed.
func drawWhole(p *rules.Position) []string {
	lines := board.Text(p)
	if hands := board.Hands(p); hands != "" {
		lines = append(lines, hands)
	}
	return append(lines, board.SideNames[p.Turn()]+" to move")
}
