package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// aside is the category of flags that do not change the result of a command.
const aside = "aside"

// commandLine is the command with these arguments and the flags that were set, for
// a shell. It makes the same result again, so that the flags of the category aside
// are left out.
func commandLine(c *cli.Context, args []string) string {
	words := []string{"bestiary", c.Command.Name}
	for _, arg := range args {
		words = append(words, quote(arg))
	}
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		if f, ok := flag.(cli.CategorizableFlag); !c.IsSet(name) || ok && f.GetCategory() == aside {
			continue
		}
		values := c.StringSlice(name)
		if len(values) == 0 {
			values = []string{fmt.Sprint(c.Value(name))}
		}
		for _, value := range values {
			words = append(words, "--"+name)
			if !isSwitch(flag) {
				words = append(words, quote(value))
			}
		}
	}
	return strings.Join(words, " ")
}

// quote protects a word from the shell where it needs it.
func quote(word string) string {
	const harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+@%"
	if word != "" && strings.Trim(word, harmless) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
