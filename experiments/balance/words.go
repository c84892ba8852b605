package balance

import (
	"fmt"
	"strings"

	"bestiary/engine/variant"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// whole writes shares in whole per cent.
var whole = format.Unit{Scale: 100, Digits: 0, Name: "%"}

// points writes differences of shares.
var points = format.Unit{Scale: 100, Digits: 1, Name: "points"}

// side names the side in question, or the other one.
func (r *Result) side(ours bool) string {
	first := r.Game.First()
	switch {
	case r.Of == First && ours:
		return "the first player"
	case r.Of == First:
		return "the second player"
	case !ours:
		first = first.Other()
	}
	return r.Game.ArmyName(first)
}

// of returns the score of the side in question, or of the other one.
func of(v stat.Interval, ours bool) stat.Interval {
	if ours {
		return v
	}
	return stat.Interval{Estimate: 1 - v.Estimate, Lo: 1 - v.Hi, Hi: 1 - v.Lo, Level: v.Level}
}

// ahead returns the side that is ahead and its score.
func (r *Result) ahead(v stat.Interval) (side, score string) {
	ours := v.Estimate >= 0.5
	return r.side(ours), whole.Interval(of(v, ours))
}

// scores says what the side that is ahead scores: "the first player scores 58 % (55 to 61)".
func (r *Result) scores(v stat.Interval) string {
	side, score := r.ahead(v)
	return verb(side, "score") + " " + score
}

// verb returns a side with what it does. The names of most armies are plurals: Persians, Bannermen.
func verb(side, does string) string {
	if strings.HasSuffix(side, "s") || strings.HasSuffix(side, "men") {
		return side + " " + does
	}
	return side + " " + does + "s"
}

// Word returns a verdict in words: "leans to the first player".
func (r *Result) Word(v Verdict) string {
	switch v {
	case Leans, Behind:
		return "leans to " + r.side(v == Leans)
	}
	return string(v)
}

// mark returns a verdict in words with its sign.
func (r *Result) mark(v Verdict) doc.Span {
	switch v {
	case Leans, Behind:
		return doc.Span{Text: doc.Bad.Sign() + " " + r.Word(v), Mark: doc.Bad}
	}
	return doc.Verdict(string(v))
}

// Numbers of nodes up to which players are called beginners, and from which they are called
// strong.
const (
	beginners = 100
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
	return "at " + format.Plural(nodes, "node") + " a move"
}

// between names the players of the ends of the curve, by their nodes if their names are the same.
func (c *Curve) between() (weak, top string) {
	a, b := c.Rungs[0].Nodes, c.Strongest().Nodes
	if weak, top = players(a), players(b); weak == top {
		return "at " + format.Plural(a, "node") + " a move", "at " + format.Plural(b, "node") + " a move"
	}
	return weak, top
}

// sentence says who wins, between the weakest and between the strongest players.
func (r *Result) sentence(c *Curve) string {
	weak, top := &c.Rungs[0], c.Strongest()
	those, these := c.between()
	first, _ := r.ahead(weak.Curve)
	last, score := r.ahead(top.Curve)
	named := weak.tells() && top.tells()
	switch {
	case weak.Verdict == Fair && top.Verdict == Fair:
		return fmt.Sprintf("Even %s and %s: %s%s.", those, these, r.scores(top.Curve), c.trend(last))
	case !weak.tells() && !top.tells() && first == last:
		return fmt.Sprintf("The games cannot tell yet: %s %s and %s %s%s.", r.scores(weak.Curve), those, score, these, strings.Replace(c.trend(last), " and", ", and", 1))
	case !weak.tells() && !top.tells():
		return fmt.Sprintf("The games cannot tell yet: %s %s, %s %s%s.", r.scores(weak.Curve), those, r.scores(top.Curve), these, c.trend(last))
	case named && weak.Verdict != Fair && top.Verdict != Fair && first == last:
		return fmt.Sprintf("%s and %s %s%s.", format.Title(r.clause(weak, those)), score, these, strings.Replace(c.trend(last), " and", ", and", 1))
	case named && top.Verdict == Fair:
		return fmt.Sprintf("%s, but even %s.", format.Title(r.clause(weak, those)), these)
	}
	trend := c.trend(last)
	if trend != "" && (top.Verdict == Fair || !top.tells()) { // the clause has no subject to go on with
		trend = "; " + last + strings.TrimPrefix(trend, " and")
	}
	return format.Title(r.clause(weak, those)+"; "+r.clause(top, these)) + trend + "."
}

// tells reports whether the games tell which side is ahead, or that none is.
func (r *Rung) tells() bool { return r.Verdict != CannotTell || r.Curve.Excludes(0.5) }

// clause says who wins at a rung.
func (r *Result) clause(rung *Rung, players string) string {
	switch {
	case rung.Verdict == Fair:
		return "even " + players
	case !rung.tells():
		return fmt.Sprintf("%s the games cannot tell yet (%s)", players, r.scores(rung.Curve))
	}
	return r.scores(rung.Curve) + " " + players
}

// trend completes the sentence if the slope is certain, for the side that is ahead in the end.
func (c *Curve) trend(side string) string {
	does := "gain"
	switch up := c.Strongest().Curve.Estimate >= 0.5; {
	case !c.Slope.Excludes(0):
		return ""
	case (c.Slope.Lo > 0) != up:
		does = "lose"
	}
	return " and " + strings.TrimPrefix(verb(side, does), side+" ") + " with each step"
}

// further returns what else is worth a sentence: the extrapolation, what moving first is worth,
// other players, and what a search finds before the first move.
func (r *Result) further() []string {
	c := r.Main()
	beyond := c.Beyond
	list := []string{fmt.Sprintf("Nobody has played with more than %s; the curve drawn on to %s, an extrapolation, says that %s: %s.",
		format.Plural(c.Strongest().Nodes, "node"), format.Count(beyond.Nodes), r.scores(beyond.Curve), r.Word(beyond.Verdict))}
	if r.Of == Army {
		top := c.Strongest()
		list = append(list, fmt.Sprintf("That is whichever side moves first. At %s moving first is worth %s; as designed, with its first move, %s %s.",
			format.Plural(top.Nodes, "node"), points.Interval(top.Move), verb(r.Whose, "score"), whole.Interval(top.Designed)))
	}
	for i := range r.Curves[1:] {
		o := &r.Curves[i+1]
		text := fmt.Sprintf("%s: %s", strings.Join(o.Players, ", "), r.sentence(o))
		if opposed(o.Verdict, c.Verdict) {
			text += " So the verdict depends on who plays."
		}
		list = append(list, text)
	}
	return append(list, r.atOnce()...)
}

// opposed reports whether two verdicts exclude each other.
func opposed(a, b Verdict) bool { return a != b && a != CannotTell && b != CannotTell }

// maxListed is the number of moves that a sentence names.
const maxListed = 6

// atOnce says what the first moves threaten, and the shortest forced win.
func (r *Result) atOnce() []string {
	threat := "threatens mate"
	if !r.Game.Variant.OnlyMates() {
		threat = "threatens to win"
	}
	var list []string
	var best *Win
	for _, a := range r.Arrays {
		if n := len(a.MateThreats); n > 0 {
			named := format.List(a.MateThreats[:min(n, maxListed)], "and")
			if n > maxListed {
				named += fmt.Sprintf(" and %d more", n-maxListed)
			}
			list = append(list, fmt.Sprintf("A first move %s: %s.", threat, named))
			break
		}
	}
	for _, a := range r.Arrays {
		if a.Win != nil && (best == nil || a.Win.Plies < best.Plies) {
			best = a.Win
		}
	}
	if best != nil {
		who := map[bool]string{true: "first", false: "second"}[best.First]
		return append(list, fmt.Sprintf("The side that moves %s wins by force in %s: %s.", who, format.Plural(best.Plies, "ply"), best.Line))
	}
	text := fmt.Sprintf("A search of %s positions finds no win by force within %s", format.Count(SearchedNodes), format.Plural(WinPlies, "ply"))
	if len(list) == 0 && r.Game.Variant.Rules.Royals != variant.NoRoyals {
		text += ", and no first move " + threat
	}
	return append(list, text+".")
}

// slopeText says how the score changes from rung to rung.
func (c *Curve) slopeText() string {
	text := fmt.Sprintf("With four times as many nodes the score changes by %s percentage points (%s)", points.Bare().Difference(c.Slope.Estimate), points.Bare().Limits(c.Slope))
	if !c.Slope.Excludes(0) {
		text += ", which may be chance"
	}
	return text
}
