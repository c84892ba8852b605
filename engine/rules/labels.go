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

// A labelDialect is a form in which sets of positions for tuning give the result of the game from
// which a position comes.
type labelDialect struct {
	what string
	// text matches the label, which is one of its groups, and what is written around it.
	text *regexp.Regexp
}

// labelDialects are tried in this order, each on what those before have left.
// testdata/labeldialects.tsv has examples.
var labelDialects = []labelDialect{
	{"a comment of EPD", regexp.MustCompile(`\bc\d\s*"\s*(` + labelPoint + `)\s*";?`)},
	{"a named value", regexp.MustCompile(`(?i)\b(?:pgn|result|res|wdl|outcome)\s*[=:\s]\s*"?(` + labelNumber + `)(?:\s|"|;|$)`)},
	{"brackets", regexp.MustCompile(`[\[{]\s*"?(` + labelNumber + `)"?\s*[\]}]`)},
	{"a column, perhaps behind one with the score of a search",
		regexp.MustCompile(`\s*[;,|](?:\s*[-+]?[\d.]+\s*[;,|])?\s*` + lastNumber)},
	{"the last word", regexp.MustCompile(`\s` + lastWord)},
}

// cutLabels returns a line of EPD without its labels, and the labels.
func cutLabels(line string) (rest string, labels []string) {
	board, rest, ok := strings.Cut(strings.TrimSpace(line), " ")
	if !ok {
		return line, nil
	}
	rest = " " + rest
	for _, d := range labelDialects {
		for at := d.text.FindStringSubmatchIndex(rest); at != nil; at = d.text.FindStringSubmatchIndex(rest) {
			group := at[len(at)-2:]
			if group[0] < 0 {
				group = at[2:4]
			}
			labels = append(labels, rest[group[0]:group[1]])
			after := rest[at[1]:]
			if strings.TrimSpace(after) != "" {
				after = " id;" + after // an operation, so that no number behind it is taken for a counter
			}
			rest = rest[:at[0]] + after
		}
	}
	return board + rest, labels
}

// ParseLabelled reads a line of EPD with the result of the game from which the position comes, as sets
// of positions for tuning have it: c9 "1-0"; or [0.5] or ;1.0 or | 35 | 0.0 and the like. A number is
// White's score, whoever is to move. The score of a search is passed over.
func (g *Game) ParseLabelled(line string) (*Position, Result, error) {
	p, err := g.ParseEPD(line)
	if err != nil {
		return nil, Ongoing, err
	}
	_, labels := cutLabels(line)
	var found []Result
	for _, label := range labels {
		result, ok := readLabel(label)
		if !ok {
			return nil, Ongoing, fmt.Errorf("label: found %s, expected 1-0, 0-1 or 1/2-1/2, or White's score 1, 0 or 0.5", label)
		}
		if !slices.Contains(found, result) {
			found = append(found, result)
		}
	}
	switch len(found) {
	case 0:
		return nil, Ongoing, fmt.Errorf(`label: found none, expected the result of the game, as in c9 "1-0"; or [0.5]`)
	case 1:
		return p, found[0], nil
	}
	return nil, Ongoing, fmt.Errorf("label: found %s, expected one result", strings.Join(labels, " and "))
}

// readLabel returns the result that a label gives.
func readLabel(label string) (Result, bool) {
	switch score, err := strconv.ParseFloat(label, 64); {
	case err != nil:
		result, ok := ReadResult(label)
		return result, ok || label == "½"
	case score == 1:
		return WhiteWins, true
	case score == 0:
		return BlackWins, true
	case score == 0.5:
		return Draw, true
	}
	return Ongoing, false
}
