package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// harmlessFlags do not change the result of a command.
var harmlessFlags = []string{"out", "workers", "json", "all", "publish", "samples"}

// commandLine is the command with these arguments and the flags that were set, as a
// shell takes it. Left out are harmless flags and those named.
func commandLine(c *cli.Context, args []string, without ...string) string {
	words := []string{"bestiary", c.Command.Name}
	for _, arg := range args {
		words = append(words, quote(arg))
	}
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		if !c.IsSet(name) || slices.Contains(harmlessFlags, name) || slices.Contains(without, name) {
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
