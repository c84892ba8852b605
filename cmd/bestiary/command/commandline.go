package command

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/present/answer"
)

// Aside is the category of flags that do not change the result of a command.
const Aside = "aside"

// Line is the command with these arguments and the flags that were set, for
// a shell. It makes the same result again, so that the flags of the category aside
// are left out.
func Line(c *cli.Context, args []string) string {
	words := []string{"bestiary", c.Command.Name}
	for _, arg := range args {
		words = append(words, quote(arg))
	}
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		if f, ok := flag.(cli.CategorizableFlag); !c.IsSet(name) || ok && f.GetCategory() == Aside {
			continue
		}
		values := c.StringSlice(name)
		if len(values) == 0 {
			values = []string{fmt.Sprint(c.Value(name))}
		}
		for _, value := range values {
			words = append(words, "--"+name)
			if !IsSwitch(flag) {
				words = append(words, quote(value))
			}
		}
	}
	return strings.Join(words, " ")
}

// Origin says that a result is by this version of the program and by the command with
// these arguments.
func Origin(c *cli.Context, args []string) answer.Run {
	return answer.Run{Version: ReadBuild().Version, Command: Line(c, args), PNG: c.Bool("png")}
}

// quote protects a word from the shell where it needs it.
func quote(word string) string {
	const harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+@%"
	if word != "" && strings.Trim(word, harmless) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// IsSwitch reports whether a flag takes no value.
func IsSwitch(flag cli.Flag) bool {
	doc, ok := flag.(cli.DocGenerationFlag)
	return ok && !doc.TakesValue()
}

func Usage(cmd *cli.Command) string {
	return strings.TrimSpace("bestiary " + cmd.Name + " [options] " + cmd.ArgsUsage)
}
