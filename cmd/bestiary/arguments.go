package main

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// orderBelow puts the flags of a command line before its arguments, since cli takes everything
// after the first argument as an argument. It reports commands and flags that do not exist.
// Parent has commands of its own; it is nil for the program itself.
func orderBelow(parent *cli.Command, commands []*cli.Command, flags []cli.Flag, args []string) ([]string, error) {
	what := "unknown command"
	if parent != nil {
		what = nameOf(parent) + ": unknown action"
	}
	for i, arg := range args {
		if !looksLikeFlag(arg) {
			cmd, err := find(fmt.Sprintf("%s %q", what, arg), commands, arg)
			if err != nil {
				return nil, err
			}
			order := func(args []string) ([]string, error) { return flagsFirst(nameOf(cmd), cmd.Flags, args) }
			if len(cmd.Subcommands) > 0 {
				order = func(args []string) ([]string, error) { return orderBelow(cmd, cmd.Subcommands, cmd.Flags, args) }
			}
			rest, err := order(args[i+1:])
			return append(args[:i+1:i+1], rest...), err
		}
		name, _, _ := cutFlag(arg)
		if findFlag(flags, name) != nil {
			continue
		}
		for _, cmd := range commands {
			if findFlag(cmd.Flags, name) != nil {
				return nil, misused("the flag %s goes after the name of a command, as in %s %s", arg, cmd.HelpName, arg)
			}
		}
		return nil, unknownName("unknown flag "+arg, "--"+name, flagNames(flags))
	}
	return args, nil
}

// flagsFirst returns the arguments of a command with the flags and their values first,
// then "--" and the rest. Nothing after a "--" is a flag. If help is requested, the result
// is just --help.
func flagsFirst(cmd string, flags []cli.Flag, args []string) ([]string, error) {
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
		case flag == nil && flagHint(cmd, name) != "":
			return nil, misused("%s: unknown flag %s; %s", cmd, arg, flagHint(cmd, name))
		case flag == nil:
			return nil, unknownName(fmt.Sprintf("%s: unknown flag %s", cmd, arg), "--"+name, flagNames(flags))
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
				return nil, misused("%s: the flag %s needs a value", cmd, arg)
			}
			value = args[i]
			front = append(front, value)
		}
		if err := checkNumber(flag, value); err != nil {
			return nil, misused("%s: --%s %q: %w", cmd, flag.Names()[0], value, err)
		}
	}
	return append(append(front, "--"), rest...), nil
}

// checkNumber reports a value that is not a number of the kind that the flag takes.
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

// looksLikeFlag reports whether an argument looks like a flag rather than a negative number
// or a single hyphen.
func looksLikeFlag(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && (arg[1] < '0' || arg[1] > '9')
}

// cutFlag splits -name, --name and --name=value. The name is empty if arg does not start
// with a hyphen.
func cutFlag(arg string) (name, value string, hasValue bool) {
	if !strings.HasPrefix(arg, "-") {
		return "", "", false
	}
	return strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
}

// findFlag returns the flag with a name or alias, or nil.
func findFlag(flags []cli.Flag, name string) cli.Flag {
	for _, flag := range append([]cli.Flag{cli.HelpFlag}, flags...) {
		if slices.Contains(flag.Names(), name) {
			return flag
		}
	}
	return nil
}

// checkArguments compares the number of arguments with the command's ArgsUsage,
// in which "..." ends the name of an argument that may be repeated.
func checkArguments(c *cli.Context) error {
	names, args := strings.Fields(c.Command.ArgsUsage), c.Args().Slice()
	if len(args) > len(names) && !strings.HasSuffix(c.Command.ArgsUsage, "...]") {
		return misused("%s: unexpected argument %q; usage: %s", nameOf(c.Command), args[len(names)], usageOf(c.Command))
	}
	if len(args) < len(names) && !strings.HasPrefix(names[len(args)], "[") {
		return misused("%s: missing %s; usage: %s", nameOf(c.Command), names[len(args)], usageOf(c.Command))
	}
	return nil
}

// former maps the former names of commands to the present ones.
var former = map[string]string{
	"review": "study", "variants": "show", "pieces": "piece --pictures", "version": "--version",
	"import": "import-game", "export": "export-games",
}

// find returns the command with the given name. If there is none, the error begins with what.
func find(what string, commands []*cli.Command, name string) (*cli.Command, error) {
	var names []string
	for _, cmd := range commands {
		if cmd.Name == name {
			return cmd, nil
		}
		for _, sub := range cmd.Subcommands {
			if sub.Name == name {
				return nil, misused("%s; did you mean %q?", what, cmd.Name+" "+name)
			}
		}
		names = append(names, cmd.Name)
	}
	if now := former[name]; now != "" {
		return nil, misused("%s; expected %s, as it is called now", what, now)
	}
	return nil, unknownName(what, name, names)
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

// flagHints gives advice about flags that a command lacks or names differently: for match, the
// flags of cutechess-cli and fastchess; for play, the flags of selfplay; for study
// and compare, a flag of estimate. A line has the command, the flags, and the advice.
//
//go:embed help/hints.tsv
var flagHints string

// flagHint returns the advice about a flag that a command does not have, or "".
func flagHint(command, name string) string {
	name, _, _ = strings.Cut(name, ".") // option.Hash
	for line := range strings.Lines(flagHints) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if cells[0] == command && slices.Contains(strings.Fields(cells[1]), strings.ToLower(name)) {
			return cells[2]
		}
	}
	return ""
}
