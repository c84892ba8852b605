package main

import (
	"bestiary/internal/toml"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// orderArguments puts the flags of a command line before its arguments, since
// cli takes everything after the first argument for an argument. It also reports
// commands and flags that do not exist.
func orderArguments(app *cli.App, args []string) ([]string, error) {
	for i, arg := range args {
		if !looksLikeFlag(arg) {
			cmd := app.Command(arg)
			if cmd == nil {
				return nil, unknownName(fmt.Sprintf("unknown command %q", arg), arg, commandNames(app))
			}
			rest, err := flagsFirst(cmd.Name, cmd.Flags, args[i+1:])
			return append(args[:i+1:i+1], rest...), err
		}
		name, _, _ := cutFlag(arg)
		if findFlag(app.Flags, name) != nil {
			continue
		}
		for _, cmd := range app.Commands {
			if findFlag(cmd.Flags, name) != nil {
				return nil, fmt.Errorf("the flag %s goes after the name of a command, as in bestiary %s %s", arg, cmd.Name, arg)
			}
		}
		return nil, unknownName("unknown flag "+arg, name, flagNames(app.Flags))
	}
	return args, nil
}

// flagsFirst returns the arguments of a command with its flags and their values
// in front, then "--" and the rest. After a "--" nothing is a flag. A request
// for help makes everything else irrelevant.
func flagsFirst(command string, flags []cli.Flag, args []string) ([]string, error) {
	var front, rest []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			rest = append(rest, args[i+1:]...)
			break
		}
		name, value, hasValue := cutFlag(arg)
		flag := findFlag(flags, name)
		switch {
		case flag == nil && !looksLikeFlag(arg):
			rest = append(rest, arg)
			continue
		case flag == nil && flagHint(command, name) != "":
			return nil, fmt.Errorf("%s: unknown flag %s; %s", command, arg, flagHint(command, name))
		case flag == nil:
			return nil, unknownName(fmt.Sprintf("%s: unknown flag %s", command, arg), name, flagNames(flags))
		}
		if flag == cli.HelpFlag {
			return []string{"--help"}, nil
		}
		front = append(front, arg)
		if isSwitch(flag) {
			continue
		}
		if !hasValue {
			if i++; i == len(args) {
				return nil, fmt.Errorf("%s: the flag %s needs a value", command, arg)
			}
			value = args[i]
			front = append(front, value)
		}
		if err := checkNumber(flag, value); err != nil {
			return nil, fmt.Errorf("%s: --%s %q: %w", command, flag.Names()[0], value, err)
		}
	}
	return append(append(front, "--"), rest...), nil
}

// checkNumber reports a value that is not of the kind that a flag takes.
func checkNumber(flag cli.Flag, value string) error {
	var err error
	kind := ""
	switch flag.(type) {
	case *cli.IntFlag:
		kind = "a whole number"
		_, err = strconv.ParseInt(value, 10, 0)
	case *cli.Uint64Flag:
		kind = "a whole number of at least 0"
		_, err = strconv.ParseUint(value, 10, 64)
	case *cli.Float64Flag:
		kind = "a number"
		_, err = strconv.ParseFloat(value, 64)
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, strconv.ErrRange):
		return errors.New("the number is out of range")
	}
	return errors.New("expected " + kind)
}

// looksLikeFlag reports whether an argument is meant as a flag, not as a negative
// number or a lone hyphen.
func looksLikeFlag(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && (arg[1] < '0' || arg[1] > '9')
}

// cutFlag splits -name, --name and --name=value. The name is empty if arg has
// no hyphen in front.
func cutFlag(arg string) (name, value string, hasValue bool) {
	if !strings.HasPrefix(arg, "-") {
		return "", "", false
	}
	return strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
}

// findFlag returns the flag with a name or alias, or nil.
func findFlag(flags []cli.Flag, name string) cli.Flag {
	for _, flag := range append([]cli.Flag{cli.HelpFlag}, flags...) {
		for _, have := range flag.Names() {
			if have == name {
				return flag
			}
		}
	}
	return nil
}

// isSwitch reports whether a flag takes no value.
func isSwitch(flag cli.Flag) bool {
	doc, ok := flag.(cli.DocGenerationFlag)
	return ok && !doc.TakesValue()
}

// checkArguments compares the number of arguments with the command's ArgsUsage,
// in which "..." ends the name of an argument that may be repeated.
func checkArguments(c *cli.Context) error {
	names, args := strings.Fields(c.Command.ArgsUsage), c.Args().Slice()
	if len(args) > len(names) && !strings.HasSuffix(c.Command.ArgsUsage, "...]") {
		return fmt.Errorf("%s: unexpected argument %q; usage: %s", c.Command.Name, args[len(names)], usage(c.Command))
	}
	if len(args) < len(names) && !strings.HasPrefix(names[len(args)], "[") {
		return fmt.Errorf("%s: missing %s; usage: %s", c.Command.Name, names[len(args)], usage(c.Command))
	}
	return nil
}

func usage(cmd *cli.Command) string {
	return strings.TrimSpace("bestiary " + cmd.Name + " [options] " + cmd.ArgsUsage)
}

// unknownName is an error about a name that does not exist, with the valid name
// that is most like it.
func unknownName(what, name string, valid []string) error {
	return fmt.Errorf("%s; did you mean %q?", what, nearest(name, valid))
}

func commandNames(app *cli.App) []string {
	var names []string
	for _, cmd := range app.Commands {
		names = append(names, cmd.Name)
	}
	return names
}

// flagNames lists the long names of flags, with hyphens.
func flagNames(flags []cli.Flag) []string {
	names := []string{"--help"}
	for _, flag := range flags {
		if name := "--" + flag.Names()[0]; name != names[0] {
			names = append(names, name)
		}
	}
	return names
}

// nearest returns the candidate most like name: one that it begins or that
// takes the fewest letters to correct. The first of equals wins.
func nearest(name string, candidates []string) string {
	const longest = 64 // bytes; nobody mistypes more
	name = strings.ToLower(name[:min(len(name), longest)])
	best, least := "", 0
	for _, candidate := range candidates {
		bare := strings.TrimLeft(candidate, "-")
		d := 2 * toml.EditDistance(name, bare, math.MaxInt)
		if len(name) > 1 && strings.HasPrefix(bare, name) {
			d = 1 // an abbreviation is nearly as good as one wrong letter
		}
		if best == "" || d < least {
			best, least = candidate, d
		}
	}
	return best
}
