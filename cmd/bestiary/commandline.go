package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/search"
	"bestiary/experiments/page"
	"bestiary/internal/toml"
)

// commandLine returns a shell command line that makes the same result again: the command, these
// arguments, and the flags that were set, some with other values. It omits flags of the
// category aside.
func commandLine(c *cli.Context, args []string, other map[string]string) string {
	words := strings.Fields(c.Command.HelpName)
	for _, arg := range args {
		words = append(words, quote(arg))
	}
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		if f, ok := flag.(cli.CategorizableFlag); !c.IsSet(name) || ok && f.GetCategory() == asideCategory || isSwitch(flag) && !c.Bool(name) {
			continue
		}
		values := c.StringSlice(name)
		if value, ok := other[name]; ok {
			values = []string{value}
		}
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

// origin returns the version of the program and the command line, for the page of a
// result. See commandLine for the parameters.
func origin(c *cli.Context, args []string, other map[string]string) page.Run {
	return page.Run{Version: readBuild().Version, Revision: search.Revision, Command: commandLine(c, args, other), PNG: c.Bool("png")}
}

// quote quotes a word for the shell if necessary.
func quote(word string) string {
	const harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+@%"
	if word != "" && strings.Trim(word, harmless) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// isSwitch reports whether a flag takes no value.
func isSwitch(flag cli.Flag) bool {
	doc, ok := flag.(cli.DocGenerationFlag)
	return ok && !doc.TakesValue()
}

func usageOf(cmd *cli.Command) string {
	return strings.TrimSpace(cmd.HelpName + " [options] " + cmd.ArgsUsage)
}

// nameOf returns the name of a command without the name of the program: "experiments run".
func nameOf(cmd *cli.Command) string {
	_, name, _ := strings.Cut(cmd.HelpName, " ")
	return name
}

// build describes the version of the program and how it was built.
type build struct {
	Version, Go, Revision string
	Modified              bool
}

// readBuild returns the build of this program.
func readBuild() build {
	b := build{Version: "(devel)", Go: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Revision = setting.Value
		case "vcs.modified":
			b.Modified = setting.Value == "true"
		}
	}
	return b
}

// misuseError is an error of the command line itself, not of the files that it names.
type misuseError struct{ error }

func (m misuseError) Unwrap() error { return m.error }

// misuse marks an error as one of the command line itself. A nil error stays nil.
func misuse(err error) error {
	if err == nil {
		return nil
	}
	return misuseError{err}
}

// misused returns an error of the command line itself.
func misused(format string, args ...any) error { return misuseError{fmt.Errorf(format, args...)} }

// unknownName returns the error for an unknown name. It suggests the most similar valid
// name, if any is close.
func unknownName(what, name string, valid []string) error {
	return misused("%s%s", what, toml.Hint(name, valid))
}

// refuse reports the first of some flags that is set, by a format with its name.
func refuse(c *cli.Context, format string, names ...string) error {
	for _, name := range names {
		if c.IsSet(name) {
			return misused(format, name)
		}
	}
	return nil
}
