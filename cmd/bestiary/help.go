package main

import (
	"embed"
	"fmt"
	"strings"
	"text/template"

	"github.com/urfave/cli/v2"
)

// helpTexts has a file for each command: its name and arguments, what it does in a sentence, and the
// text of its help, a template.
//
//go:embed help/*.txt
var helpTexts embed.FS

// The templates of the help of the program and of a command.
var (
	//go:embed help/program.tmpl
	programHelp string
	//go:embed help/command.tmpl
	commandHelp string
)

var helpTemplates = template.Must(template.ParseFS(helpTexts, "help/*.txt"))

// declare returns the command that help/FILE.txt explains; about is what its template shows.
func declare(file string, about any, action cli.ActionFunc, flags ...cli.Flag) *cli.Command {
	var b strings.Builder
	if err := helpTemplates.ExecuteTemplate(&b, file+".txt", about); err != nil {
		panic(err) // a fault of the program's own files
	}
	head, text, _ := strings.Cut(strings.TrimSpace(b.String()), "\n\n")
	line, usage, _ := strings.Cut(head, "\n")
	name, args, _ := strings.Cut(line, " ")
	return &cli.Command{Name: name, Usage: usage, ArgsUsage: args, Description: text, Flags: flags, Action: action}
}

func helpCommand() *cli.Command {
	return declare("help", nil, func(c *cli.Context) error {
		words := c.Args().Slice()
		if len(words) == 1 && words[0] == "all" {
			c.App.Metadata["all"] = true
			words = nil
		}
		ofJSON := len(words) > 0 && words[0] == "json"
		if ofJSON {
			words = words[1:]
		}
		commands := c.App.Commands
		var found *cli.Command
		for _, name := range words {
			if len(commands) == 0 {
				return misused("help: unexpected argument %q; usage: %s", name, usageOf(c.Command))
			}
			var err error
			if found, err = find(fmt.Sprintf("help: unknown command %q", name), commands, name); err != nil {
				return err
			}
			commands = found.Subcommands
		}
		switch {
		case ofJSON:
			return helpJSON(c, found)
		case found == nil:
			return cli.ShowAppHelp(c)
		}
		cli.HelpPrinter(c.App.Writer, commandHelp, found)
		return nil
	})
}
