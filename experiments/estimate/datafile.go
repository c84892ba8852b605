package estimate

import (
	"fmt"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// dataRows are the lines of a file of this package that concern a game: fields
// separated by tabs, the first the name of a game of the catalogue. They concern only
// the game as the catalogue has it: with other rules its values are others.
func dataRows(file string, fields int, g *rules.Game) ([][]string, error) {
	original, err := variant.Find(g.Variant.Name)
	if err != nil || original.Hash() != g.Variant.Hash() {
		return nil, nil
	}
	var out [][]string
	header := true
	for line := range strings.Lines(file) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(line, "\t")
		if len(row) != fields {
			return nil, fmt.Errorf("data line %q has %d fields, expected %d", line, len(row), fields)
		}
		if !header && row[0] == original.Name {
			out = append(out, row)
		}
		header = false
	}
	return out, nil
}

// dataNumber reads a number of a data file, which may be left out.
func dataNumber(text string, missing float64) (float64, error) {
	if text == "" {
		return missing, nil
	}
	return strconv.ParseFloat(text, 64)
}
