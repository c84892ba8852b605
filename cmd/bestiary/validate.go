package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/toml"
)

var errNoFile = misused(`FILE "": expected the path of a file`)

func validateCommand() *cli.Command {
	return declare("validate", nil, validate, approximateFlag(), jsonFlag(validateJSON{}))
}

// validateJSON is the output of validate --json.
type validateJSON struct {
	Games    []validGame  `json:"games"` // without faults
	Faults   []validFault `json:"faults"`
	Warnings []string     `json:"warnings"`
	Notes    []string     `json:"notes"` // on pieces that never come into a game, with its file
}

type validGame struct {
	File  string `json:"file"` // as given, with #SECTION
	Game  string `json:"game"`
	Files int    `json:"files"` // of the board
	Ranks int    `json:"ranks"`
	Kinds int    `json:"kinds"` // of pieces
	Rules string `json:"rules"` // hash
}

type validFault struct {
	File     string `json:"file"`
	Line     int    `json:"line"`     // from 1; 0 if unknown
	Field    string `json:"field"`    // its path in the file; "" for the whole file
	Found    string `json:"found"`    // what is wrong
	Expected string `json:"expected"` // what would be valid; "" if found is sufficient
	Nearest  string `json:"nearest"`  // the valid name most like the one found, or ""
}

func validate(c *cli.Context) error {
	arg := c.Args().First()
	if arg == "" {
		return errNoFile
	}
	out := validateJSON{Games: []validGame{}, Faults: []validFault{}, Warnings: []string{}, Notes: []string{}}
	var fault error
	f, err := gamefile.Open(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist) && slices.Contains(variant.Catalogue(), arg):
		fault = out.game(arg, func() (*variant.Variant, []string, error) { return gamefile.Read("", arg, false) })
	case err != nil:
		return err
	default:
		f.Approximate = c.Bool("approximate")
		fault = out.sections(f)
	}
	if c.Bool("json") {
		return errors.Join(fault, printJSON(c, out))
	}
	printWarnings(c, out.Warnings)
	printed("valid", out)(c.App.Writer)
	return fault
}

// Limits for one check. The variants.ini of Fairy-Stockfish has about 150 sections.
const (
	maxSections = 500
	maxFaults   = 500
)

// sections checks each game of a file. Distinct faults are returned: sections inherit the
// faults of their parents.
func (out *validateJSON) sections(f *gamefile.File) error {
	sections := f.Sections()
	if len(sections) > maxSections {
		return fmt.Errorf("%s: %d sections; expected at most %d, or the name of one, as in FILE.ini#SECTION", f.Path, len(sections), maxSections)
	}
	var faults []string
	for n, section := range sections {
		if len(out.Faults) > maxFaults {
			faults = append(faults, fmt.Sprintf("%s: stopped after %d of %d sections: too many faults", f.Path, n, len(sections)))
			break
		}
		name := f.Path
		if section != "" {
			f.Section = section
			name += "#" + section
		}
		if err := out.game(name, f.Parse); err != nil {
			for fault := range strings.SplitSeq(err.Error(), "\n") {
				if !slices.Contains(faults, fault) {
					faults = append(faults, fault)
				}
			}
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return errors.New(strings.Join(faults, "\n"))
}

// game reads and compiles a game.
func (out *validateJSON) game(name string, read func() (*variant.Variant, []string, error)) error {
	v, warnings, err := read()
	out.Warnings = append(out.Warnings, warnings...)
	var dead []string
	if err == nil {
		g, fault := rules.Compile(v)
		if fault != nil {
			err = fmt.Errorf("%s: %w", name, fault)
		} else if result, reason := g.NewPosition().Outcome(); reason != "" {
			over := fmt.Sprintf("the game is over at the start: %s, %s", result, reason)
			err = toml.Errors{{File: name, Field: "board.array", Found: over, Expected: "a position with moves to play"}}
		} else {
			dead = g.DeadEnds()
		}
	}
	if err != nil {
		out.note(name, err)
		return err
	}
	out.Games = append(out.Games, validGame{name, v.Name, v.Files, v.Ranks, len(v.Pieces), v.Hash()})
	for _, fault := range dead {
		out.Warnings = append(out.Warnings, name+": "+fault)
	}
	for _, note := range v.Unused() {
		out.Notes = append(out.Notes, name+": "+note)
	}
	return nil
}

// note adds the faults of an error that are not there yet.
func (out *validateJSON) note(name string, err error) {
	faults := []validFault{{File: name, Found: err.Error()}}
	var list toml.Errors
	if errors.As(err, &list) {
		faults = nil
		for _, e := range list {
			faults = append(faults, validFault{cmp.Or(e.File, name), e.Line, e.Field, e.Found, e.Expected, e.Nearest})
		}
	}
	for _, fault := range faults {
		if !slices.Contains(out.Faults, fault) {
			out.Faults = append(out.Faults, fault)
		}
	}
}
