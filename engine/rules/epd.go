package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ParseEPD reads the position of a line of EPD. Of the operations behind it hmvc and fmvn set its
// counters; others, and labels in the forms of [Game.ParseLabelled], are passed over. A FEN is EPD
// without operations, and may have moves behind it.
func (g *Game) ParseEPD(line string) (*Position, error) {
	words := strings.Fields(line)
	f := g.ours(words)
	if counters := f.halfmove + f.fullmove; counters != "" && !isCount(counters) { // a label may be taken for one
		rest, _ := cutLabels(line)
		words = strings.Fields(rest)
		f = g.ours(words)
	}
	r := &fenReader{fen: strings.Join(words[:len(words)-len(f.rest)], " "), g: g, p: g.emptyPosition()}
	switch {
	case f.board == "":
		return nil, r.fail("fields", "found none, expected a position")
	case len(r.fen) > maxFEN:
		r.fen = r.fen[:40] + "…"
		return nil, r.fail("length", "longer than %d characters", maxFEN)
	case len(f.rest) > 0 && f.rest[0] == movesWord:
		return r.read(&f)
	}
	f.halfmove, f.fullmove = strings.TrimSuffix(f.halfmove, ";"), strings.TrimSuffix(f.fullmove, ";")
	for rest := strings.Join(f.rest, " "); rest != ""; {
		var operation string
		operation, rest = cutOperation(rest)
		switch code, value, _ := strings.Cut(strings.TrimSpace(operation), " "); code {
		case "hmvc":
			f.halfmove = strings.TrimSpace(value)
		case "fmvn":
			f.fullmove = strings.TrimSpace(value)
		}
	}
	f.rest = nil
	return r.read(&f)
}

// cutOperation cuts a text behind its first operation. A semicolon between quotation marks does not
// end one.
func cutOperation(text string) (operation, rest string) {
	quoted := false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ';' && !quoted:
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}

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
