//go:build !js

package measure

import (
	"embed"
	"fmt"

	"bestiary/engine/rules"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

//go:embed *.tmpl
var pages embed.FS

// texts holds the sentences of the report.
var texts = doc.ParseTemplates(pages)

func sentence(name string, data any) string { return texts.Text(name, data).String() }

// Summary returns the answer in a few sentences.
func (res *Result) Summary() []string {
	first, more := res.answers()
	var claims []string
	for _, c := range res.Claims {
		claims = append(claims, fmt.Sprintf("%s (margin %s): %s", c.Measure.Label, c.MarginText(), doc.Verdict(c.Verdict()).Text))
	}
	if len(claims) > 0 {
		first = append(first, sentence("claimed", claims))
	}
	return append(first, more...)
}

// suddenShare is the share of sudden ends from which they come first in the report.
const suddenShare = 0.05

// answers returns the answer in at most 40 words, and what else is worth a sentence.
func (res *Result) answers() (first, out []string) {
	for i := range res.Sides {
		s := &res.Sides[i]
		over := s.count(func(g *Game) bool { return g.overBy(suddenPly) })
		if share := float64(over) / float64(len(s.Games)); share >= suddenShare {
			first = append(first, sentence("sudden", struct {
				Label                   string
				Over, Games, Move, Wins int
				Share                   float64
			}{
				s.Label, over, len(s.Games), suddenPly / 2,
				s.count(func(g *Game) bool { return g.overBy(suddenPly) && g.Result == rules.WhiteWins }), share,
			}))
		}
	}
	first = append(first, res.changes())
	var found []string
	for _, t := range res.Tests {
		if t.Significant(res.Config.Level) {
			found = append(found, fmt.Sprintf("%s (adjusted p %s)", t.Label, format.Probability(float64(t.Holm))))
		}
	}
	if len(found) > 0 {
		out = append(out, sentence("tests", found))
	}
	if res.Identical > 0 && !res.allIdentical() {
		out = append(out, sentence("same games", res))
	}
	if b := res.Beyond; b != nil {
		side := &res.Sides[b.Side-1]
		out = append(out, sentence("beyond", struct {
			*Beyond
			Label      string
			All, Drawn int
		}{b, side.Label, len(side.Games), b.Games - b.Decided - b.Stopped}))
	}
	return first, out
}
