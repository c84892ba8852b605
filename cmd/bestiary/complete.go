package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/variant"
)

// complete prints the words that may follow what has been typed, for a shell that was told
//
//	complete -o default -C 'bestiary complete' bestiary
//
// The shell passes the name of the program, the word being typed and the word before it; the whole line is in its environment.
func complete(app *cli.App, words []string, typedLine string) {
	word := ""
	if len(words) > 1 {
		word = words[1]
	}
	line := strings.Fields(strings.TrimSuffix(typedLine, word))
	commands, flags := app.Commands, app.Flags
	for _, typed := range line[min(len(line), 1):] {
		for _, cmd := range commands {
			if cmd.Name == typed {
				commands, flags = cmd.Subcommands, cmd.Flags
				break
			}
		}
	}
	var list []string
	switch {
	case strings.HasPrefix(word, "-"):
		list = flagNames(flags)
	case len(commands) > 0:
		for _, cmd := range commands {
			list = append(list, cmd.Name)
		}
	default:
		list = variant.Catalogue()
	}
	for _, s := range list {
		if strings.HasPrefix(s, word) {
			fmt.Fprintln(app.Writer, s)
		}
	}
}
