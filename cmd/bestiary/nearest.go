package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/variant"
)

// unknownName completes an error about a name that does not exist with the
// valid name most like it.
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
		d := 2 * variant.EditDistance(name, bare, math.MaxInt)
		if len(name) > 1 && strings.HasPrefix(bare, name) {
			d = 1 // an abbreviation is nearly as good as one wrong letter
		}
		if best == "" || d < least {
			best, least = candidate, d
		}
	}
	return best
}
