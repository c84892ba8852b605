//go:build !js

package balance

import (
	"embed"
	"fmt"

	"bestiary/engine/variant"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

//go:embed *.tmpl
var pages embed.FS

// texts holds the sentences of the pages.
var texts = doc.ParseTemplates(pages)

func sentence(name string, data any) string { return texts.Text(name, data).String() }

// points writes differences of shares.
var points = format.Unit{Scale: 100, Digits: 1, Name: "points"}

// Mark returns a verdict in words with its sign.
func (r *Result) Mark(v Verdict) doc.Span {
	switch v {
	case Leans, Behind:
		return doc.Span{Text: doc.Bad.Sign() + " " + r.Word(v), Mark: doc.Bad}
	}
	return doc.Verdict(string(v))
}

// Numbers of nodes up to which players are called beginners, and from which they are called
// strong.
const (
	beginners = weakest
	strong    = 3000
)

// players names the players of a number of nodes.
func players(nodes int) string {
	switch {
	case nodes <= beginners:
		return "between beginners"
	case nodes >= strong:
		return "between strong players"
	}
	return atNodes(nodes)
}

// end describes one end of a curve in the answer.
type end struct {
	Players             string // "between beginners"
	Side, Score, Scores string // of the side that is ahead
	Clause              string // who wins
	Fair                bool
	Tells               bool // whether the games determine which side is ahead, or that none is
	Named               bool // whether the clause begins with the side that is ahead
}

func (r *Result) end(rung *Rung, players string) end {
	e := end{Players: players, Scores: r.scores(rung.Curve), Fair: rung.Verdict == Fair}
	e.Tells = rung.Verdict != CannotTell || rung.Curve.Excludes(0.5)
	e.Side, e.Score = r.ahead(rung.Curve)
	switch {
	case e.Fair:
		e.Clause = "even " + players
	case !e.Tells:
		e.Clause = fmt.Sprintf("%s the games cannot tell yet (%s)", players, e.Scores)
	default:
		e.Clause, e.Named = e.Scores+" "+players, true
	}
	return e
}

// answer says who wins, between the weakest and between the strongest players. These are named by their
// nodes if their names are the same.
func (r *Result) answer(c *Curve) string {
	low, high := &c.Rungs[0], c.Strongest()
	those, these := players(low.Nodes), players(high.Nodes)
	if those == these {
		those, these = atNodes(low.Nodes), atNodes(high.Nodes)
	}
	weak, top := r.end(low, those), r.end(high, these)
	told, same := weak.Tells && top.Tells, weak.Side == top.Side
	return sentence("answer", struct {
		Weak, Top                                      end
		Trend                                          string
		Same, AllFair, NoneTells, AllLean, OnlyTopFair bool
	}{
		weak, top, c.trend(top.Side), same,
		weak.Fair && top.Fair, !weak.Tells && !top.Tells, told && same && !weak.Fair && !top.Fair, told && top.Fair,
	})
}

// trend describes how the lead of the side ahead in the end changes from rung to rung, "" if that
// may be chance.
func (c *Curve) trend(side string) string {
	does := "gain"
	switch up := c.Strongest().Curve.Estimate >= 0.5; {
	case !c.Slope.Excludes(0):
		return ""
	case (c.Slope.Lo > 0) != up:
		does = "lose"
	}
	return verb(side, does) + " with each step"
}

// beside is the curve of another player, for comparison.
type beside struct {
	*Curve
	Answer  string
	Opposed bool // its verdict and the panel's exclude each other
}

// Others are the curves of further players.
func (r *Result) Others() (list []beside) {
	opposed := func(a, b Verdict) bool { return a != b && a != CannotTell && b != CannotTell }
	for i := range r.Curves[1:] {
		c := &r.Curves[i+1]
		list = append(list, beside{c, r.answer(c), opposed(c.Verdict, r.Main().Verdict)})
	}
	return list
}

// maxListed is the number of moves that a sentence names.
const maxListed = 6

// begun holds the threats of the first moves and the shortest forced win.
type begun struct {
	Threat       string // "threatens mate"
	Named        []string
	More         int // threats that are not named
	Win          *Win
	None         bool // nothing threatens, though a royal piece could be threatened
	Nodes, Plies int  // of the search
}

// Begun describes what a search finds before the first move.
func (r *Result) Begun() begun {
	b := begun{Threat: "threatens mate", Nodes: SearchedNodes, Plies: WinPlies}
	if !r.Game.Variant.OnlyMates() {
		b.Threat = "threatens to win"
	}
	for _, a := range r.Arrays {
		if n := len(a.MateThreats); n > 0 && b.Named == nil {
			b.Named = a.MateThreats[:min(n, maxListed)]
			b.More = n - len(b.Named)
		}
		if a.Win != nil && (b.Win == nil || a.Win.Plies < b.Win.Plies) {
			b.Win = a.Win
		}
	}
	b.None = b.Named == nil && r.Game.Variant.Rules.Royals != variant.NoRoyals
	return b
}

// Methods for the sentences of the page.

func (r *Result) Scores(v stat.Interval) string { return r.scores(v) }
func (r *Result) Bound(side float64) string     { return format.Percent.Number(0.5 + side*r.Margin) }
func (r *Result) OfArmy() bool                  { return r.Of == Army }
func (r *Result) Designed() string {
	return r.Whose + " " + verb(r.Whose, "score") + " " + whole.Interval(r.Main().Strongest().Designed)
}
func (r *Rung) Moving() string        { return points.Interval(r.Move) }
func (r *Rung) MoveBare() string      { return points.Bare().Interval(r.Move) }
func (c *Curve) Change() string       { return points.Bare().Difference(c.Slope.Estimate) }
func (c *Curve) ChangeLimits() string { return points.Bare().Limits(c.Slope) }
func (c *Curve) MayBeChance() bool    { return !c.Slope.Excludes(0) }
func (c *Curve) Differ() bool         { return c.Widened >= 1.05 }

// Of is the score of player j of a curve.
func (r Rung) Of(j int) string {
	if j < len(r.Players) {
		return format.Percent.Bare().Number(r.Players[j])
	}
	return format.None
}
