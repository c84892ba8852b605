package command

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/page"
)

// Aside is the category of flags that do not change the result of a command.
const Aside = "aside"

// Line returns a shell command line that makes the same result again: the command, these
// arguments, and the flags that were set, some with other values. It omits flags of the
// category Aside.
func Line(c *cli.Context, args []string, other map[string]string) string {
	words := strings.Fields(c.Command.HelpName)
	for _, arg := range args {
		words = append(words, quote(arg))
	}
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		if f, ok := flag.(cli.CategorizableFlag); !c.IsSet(name) || ok && f.GetCategory() == Aside || IsSwitch(flag) && !c.Bool(name) {
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
			if !IsSwitch(flag) {
				words = append(words, quote(value))
			}
		}
	}
	return strings.Join(words, " ")
}

// Origin returns the version of the program and the command line, for the page of a
// result. See Line for the parameters.
func Origin(c *cli.Context, args []string, other map[string]string) page.Run {
	return page.Run{Version: ReadBuild().Version, Command: Line(c, args, other), PNG: c.Bool("png")}
}

// quote quotes a word for the shell if necessary.
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
	return strings.TrimSpace(cmd.HelpName + " [options] " + cmd.ArgsUsage)
}

// Name returns the name of a command without the name of the program: "experiments run".
func Name(cmd *cli.Command) string {
	_, name, _ := strings.Cut(cmd.HelpName, " ")
	return name
}

// Build describes the version of the program and how it was built.
type Build struct {
	Version  string `json:"version"`
	Go       string `json:"go"`
	Revision string `json:"revision"`
	Modified bool   `json:"modified"`
}

// ReadBuild returns the build of this program.
func ReadBuild() Build {
	b := Build{Version: "(devel)", Go: runtime.Version()}
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
