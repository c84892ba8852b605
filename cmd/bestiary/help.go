package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

const appHelp = `bestiary: {{.Usage}}

Usage: bestiary COMMAND [options] [arguments]

{{.Description}}

Commands:
{{range .VisibleCommands}}  {{.Name}}{{"\t"}}{{.Usage}}
{{end}}
Options:
{{range .VisibleFlags}}  {{.}}
{{end}}`

const commandHelp = `bestiary {{.Name}}: {{.Usage}}

Usage: bestiary {{.Name}} [options]{{if .ArgsUsage}} {{.ArgsUsage}}{{end}}
{{if .Description}}
{{.Description}}
{{end}}
Options:
{{range .VisibleFlags}}  {{.}}
{{end}}`

func helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "list the commands, or explain one",
		ArgsUsage: "[COMMAND]",
		Action: func(c *cli.Context) error {
			name := c.Args().First()
			if name == "" {
				return cli.ShowAppHelp(c)
			}
			if c.App.Command(name) == nil {
				return unknownName(fmt.Sprintf("help: unknown command %q", name), name, commandNames(c.App))
			}
			return cli.ShowCommandHelp(c.Lineage()[1], name)
		},
	}
}
