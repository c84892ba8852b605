package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Parts of the forms of labels: a result of PGN, a number with a point, and any number that can be a
// score.
const (
	labelResult = `[01][-–][01]|1/2(?:[-–]1/2)?|½(?:[-–]½)?`
	labelPoint  = labelResult + `|[-+]?[01]?\.\d+|[01]\.`
	labelNumber = labelPoint + `|[-+]?[012]`
	lastWord    = `(?:"(` + labelPoint + `)"|(` + labelPoint + `))\s*;?\s*$`
	lastNumber  = `(?:"(` + labelNumber + `)"|(` + labelNumber + `))\s*;?\s*$`
)

// labelDialects are the forms in which sets of positions for tuning give the result of the game from
// which a position comes, with an expression that matches the label, a group of it, and what is
// written around it. They are tried in this order, each on what those before have left.
// testdata/labeldialects.tsv has examples.
var labelDialects = []struct {
	what string
	text *regexp.Regexp
}{
	{"a comment of EPD", regexp.MustCompile(`\bc\d\s*"\s*(` + labelPoint + `)\s*";?`)},
	{"a named value",
		regexp.MustCompile(`(?i)\b(?:pgn|result|res|wdl|outcome)\s*[=:\s]\s*"?(` + labelNumber + `)(?:\s|"|;|$)`)},
	{"brackets", regexp.MustCompile(`[\[{]\s*"?(` + labelNumber + `)"?\s*[\]}]`)},
	{"a column, perhaps behind one with the score of a search",
		regexp.MustCompile(`\s*[;,|](?:\s*[-+]?[\d.]+\s*[;,|])?\s*` + lastNumber)},
	{"the last word", regexp.MustCompile(`\s` + lastWord)},
}

// cutLabels returns a line of EPD without its labels, and the labels.
func cutLabels(line string) (rest string, labels []string) {
	const mark = "~;" // an operation, so that no number behind a label is taken for a counter
	board, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = " " + rest
	for _, d := range labelDialects {
		for _, found := range d.text.FindAllStringSubmatch(rest, -1) {
			labels = append(labels, strings.Join(found[1:], "")) // only one group is not empty
		}
		rest = strings.TrimRight(d.text.ReplaceAllString(rest, " "+mark+" "), " "+mark)
	}
	return board + rest, labels
}

// ParseLabelled reads a line of EPD with the result of the game from which the position comes, in a
// form of labelDialects. A number is White's score, whoever is to move.
func (g *Game) ParseLabelled(line string) (p *Position, result Result, err error) {
	rest, labels := cutLabels(line)
	if p, err = g.ParseEPD(rest); err != nil {
		return nil, Ongoing, err
	}
	if len(labels) == 0 {
		return nil, Ongoing, fmt.Errorf(`label: found none, expected the result of the game, as in c9 "1-0"; or [0.5]`)
	}
	for _, label := range labels {
		read, _ := ReadResult(label)
		if score, err := strconv.ParseFloat(label, 64); err == nil {
			read = Result(1 + slices.Index([]float64{1, 0, 0.5}, score)) // in the order of the results
		}
		switch {
		case read == Ongoing:
			return nil, Ongoing, fmt.Errorf("label: found %s, expected 1-0, 0-1 or 1/2-1/2, or White's score 1, 0 or 0.5", label)
		case result != Ongoing && read != result:
			return nil, Ongoing, fmt.Errorf("label: found %s, expected one result", strings.Join(labels, " and "))
		}
		result = read
	}
	return p, result, nil
}
