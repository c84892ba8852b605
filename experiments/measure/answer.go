//go:build !js

package measure

import (
	"embed"
	"fmt"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

//go:embed *.tmpl
var pages embed.FS

// texts holds the sentences of the report.
var texts = doc.ParseTemplates(pages)

// sentences returns the paragraphs of a template.
func (res *Result) sentences(name string) (list []string) {
	for _, b := range texts.Blocks(name, draft{Result: res}) {
		list = append(list, doc.Text(b.(doc.Paragraph)).String())
	}
	return list
}

// Summary returns the answer in a few sentences.
func (res *Result) Summary() []string {
	return slices.Concat(res.sentences("first"), res.sentences("claimed"), res.sentences("more"))
}

// suddenShare is the share of sudden ends from which they come first in the report.
const suddenShare = 0.05

// Sudden counts the games of a side that are over at once, 0 if they are few.
func (s *SideResult) Sudden() int {
	over := s.count(func(g *Game) bool { return g.overBy(suddenPly) })
	if float64(over)/float64(len(s.Games)) < suddenShare {
		return 0
	}
	return over
}

// SuddenWins counts those that White wins, and SuddenShare is the share of all.
func (s *SideResult) SuddenWins() int {
	return s.count(func(g *Game) bool { return g.overBy(suddenPly) && g.Result == rules.WhiteWins })
}
func (s *SideResult) SuddenShare() float64 { return float64(s.Sudden()) / float64(len(s.Games)) }

// SuddenMove is the move by which such games are over, and Changes states which measures differ.
func (d draft) SuddenMove() int { return suddenPly / 2 }
func (d draft) Changes() string { return d.changes() }

// Found lists the tests of the games as a whole that find a difference.
func (d draft) Found() (list []string) {
	for _, t := range d.Tests {
		if t.Significant(d.Config.Level) {
			list = append(list, fmt.Sprintf("%s (adjusted p %s)", t.Label, format.Probability(float64(t.Holm))))
		}
	}
	return list
}

// Some reports whether some games, but not all, went the same way on both sides.
func (d draft) Some() bool { return d.Identical > 0 && !d.allIdentical() }

// Longer is the side of b, and Drawn counts the games that were drawn in other ways.
func (d draft) Longer() *SideResult { return &d.Sides[d.Beyond.Side-1] }
func (b *Beyond) Drawn() int        { return b.Games - b.Decided - b.Stopped }
