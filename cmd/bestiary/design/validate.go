package design

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/format"
)

var errNoFile = command.Misused(`FILE "": expected the path of a file`)

func validateCommand() *cli.Command {
	return &cli.Command{
		Name:      "validate",
		Usage:     "report everything that is wrong with a game file",
		ArgsUsage: "FILE",
		Description: `FILE is a game file, a variants.ini, with #SECTION for one of its sections, or a page or
text with an Interactive Diagram. Each fault gets a line with its place, what was found and
what was expected. A game without faults gets a line that describes it. Warnings name
what is left out or changed in the file of another program.`,
		Flags:  []cli.Flag{command.ApproximateFlag()},
		Action: validate,
	}
}

func validate(c *cli.Context) error {
	arg := c.Args().First()
	if arg == "" {
		return errNoFile
	}
	f, err := gamefile.Open(arg)
	if errors.Is(err, fs.ErrNotExist) && slices.Contains(variant.Catalogue(), arg) {
		return validateGame(c, arg, func() (*variant.Variant, []string, error) { return gamefile.Read("", arg, false) })
	}
	if err != nil {
		return err
	}
	f.Approximate = c.Bool("approximate")
	sections := f.Sections()
	if len(sections) > maxSections {
		return fmt.Errorf("%s: %d sections; expected at most %d, or the name of one, as in FILE.ini#SECTION", f.Path, len(sections), maxSections)
	}
	return validateSections(c, f, sections)
}

// Limits for one check. The variants.ini of Fairy-Stockfish has about 150 sections.
const (
	maxSections = 500
	maxFaults   = 500
)

// validateSections checks each game of a file.
func validateSections(c *cli.Context, f *gamefile.File, sections []string) error {
	var faults []string
	for n, section := range sections {
		if len(faults) > maxFaults {
			faults = append(faults, fmt.Sprintf("%s: stopped after %d of %d sections: too many faults", f.Path, n, len(sections)))
			break
		}
		name := f.Path
		if section != "" {
			f.Section = section
			name += "#" + section
		}
		if err := validateGame(c, name, f.Parse); err != nil {
			faults = append(faults, strings.Split(err.Error(), "\n")...)
		}
	}
	return joinFaults(faults)
}

// joinFaults joins distinct faults: sections inherit the faults of their parents.
func joinFaults(faults []string) error {
	var list []string
	for _, fault := range faults {
		if !slices.Contains(list, fault) {
			list = append(list, fault)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return errors.New(strings.Join(list, "\n"))
}

// validateGame reads and compiles a game and prints a summary.
func validateGame(c *cli.Context, name string, read func() (*variant.Variant, []string, error)) error {
	v, warnings, err := read()
	command.PrintWarnings(c, warnings)
	if err != nil {
		return err
	}
	if _, err := rules.Compile(v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	fmt.Fprintf(c.App.Writer, "%s: ok: %s, %d x %d squares, %s of pieces, hash %s\n",
		name, v.Name, v.Files, v.Ranks, format.Plural(len(v.Pieces), "kind"), v.Hash())
	return nil
}
