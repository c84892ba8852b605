package mend

import (
	"fmt"

	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

// says returns what the fresh games of a candidate say about the target.
func (r *Result) says(c *Confirmed) string {
	if r.Config.Target.Of == Score {
		return c.Says
	}
	return fmt.Sprintf("Between the strongest players: %s %s.", r.Config.Target.Of, r.Config.Target.unit().Interval(c.Fresh))
}

// sentence says which edit is the answer.
func (r *Result) sentence() string {
	target := r.Config.Target.says(r.Config.Balance.Margin)
	switch w := r.Winner; {
	case w == nil && len(r.Confirmed) > 0:
		best := &r.Confirmed[0]
		return fmt.Sprintf("None of the edits that played fresh games gives %s. The nearest: %s. %s", target, best.Text, r.says(best))
	case w == nil:
		return fmt.Sprintf("None of %s seems to give %s, so no fresh games were played. The one that came farthest: %s.", format.Plural(len(r.Race), "candidate"), target, r.Race[0].Text)
	case w.original() && w.Verdict == Reaches:
		return fmt.Sprintf("Nothing has to be mended: the game has %s as it is. %s", target, r.says(w))
	case w.Verdict == Reaches:
		return fmt.Sprintf("The smallest confirmed edit that gives %s: %s. %s", target, w.Text, r.says(w))
	default:
		return fmt.Sprintf("The fresh games confirm no edit that gives %s. The nearest that they do not rule out: %s. %s", target, w.Text, r.says(w))
	}
}

// word returns a verdict in words: for the score that of package balance.
func (r *Result) word(c *Confirmed) string {
	if r.Config.Target.Of == Score && c.Balance != nil {
		return c.Balance.Word(c.Balance.Main().Verdict)
	}
	return string(c.Verdict)
}

// mark returns a verdict with its sign.
func (r *Result) mark(c *Confirmed) doc.Span {
	m := map[Verdict]doc.Mark{Reaches: doc.Good, Misses: doc.Bad, CannotTell: doc.Open}[c.Verdict]
	return doc.Span{Text: m.Sign() + " " + r.word(c), Mark: m}
}
