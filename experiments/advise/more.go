//go:build !js

package advise

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// More says what four times as many games would tell.
type More struct {
	List    []Narrower `json:"narrower"`
	Guesses []string   `json:"guesses"` // the pieces whose values are guesses so far
	Times   int        `json:"times"`   // as many games would tell them; 0 if that is no use
	Seconds float64    `json:"seconds"` // that the games would take
}

// Narrower is an answer with its half-width now and then.
type Narrower struct {
	What string `json:"what"`
	// Now and Then are in the unit of the values or, for a score, in %.
	Now  stat.Number `json:"now"`
	Then stat.Number `json:"then"`

	unit format.Unit
	gain float64
}

// Step writes the half-widths.
func (n Narrower) Step() string {
	return fmt.Sprintf("±%s to ±%s", n.unit.Bare().Number(float64(n.Now)), n.unit.Number(float64(n.Then)))
}

const (
	moreGames    = 4 // times as many
	mostNarrower = 4 // values that are named, those that gain most
	mostTimes    = 100
)

// More returns what more games would tell, by the parts of the intervals that are luck; nil if there are no games.
func (r *Study) More() *More {
	if r.Values == nil && r.Balance == nil {
		return nil
	}
	needed := 0.0
	m := &More{List: []Narrower{}, Guesses: []string{}, Seconds: (moreGames - 1) * r.Seconds}
	if r.Values != nil && r.Config.Asks(AskValues, AskTrades) {
		for _, v := range r.Values.Ranking {
			now := v.Total.HalfWidth()
			switch then := v.WithGames(moreGames); {
			case v.Total.Exact() || !v.Total.Bounded():
			case v.Needed() > 1: // how wide it would be nobody knows
				m.Guesses = append(m.Guesses, "the "+format.Words(v.Piece))
				needed = max(needed, v.Needed())
			default:
				gain := (now - then) / math.Abs(v.Total.Estimate)
				m.List = append(m.List, Narrower{"the " + format.Words(v.Piece), stat.Number(now), stat.Number(then), format.Value, gain})
			}
		}
		slices.SortStableFunc(m.List, func(a, b Narrower) int { return cmp.Compare(b.gain, a.gain) })
		m.List = m.List[:min(len(m.List), mostNarrower)]
	}
	if needed <= mostTimes {
		m.Times = int(math.Ceil(needed))
	}
	if r.Balance != nil {
		now, then := r.Balance.Main().Strongest().Curve.HalfWidth(), r.Balance.WithGames(moreGames)
		percent := format.Unit{Scale: 1, Digits: 1, Name: format.Percent.Name}
		if then < now {
			m.List = append(m.List, Narrower{"the score between the strongest players", stat.Number(100 * now), stat.Number(100 * then), percent, 0})
		}
	}
	return m
}

// Time is how long the games would take on this machine, "" if that is not known.
func (m *More) Time() string {
	if m.Seconds < 1 {
		return ""
	}
	t := time.Duration(m.Seconds * float64(time.Second))
	if t > 90*time.Second {
		return format.Plural(int(math.Round(t.Minutes())), "minute")
	}
	return format.Plural(int(math.Round(t.Seconds())), "second")
}

// Urgent lists the checks that do not pass.
func (d *studyDraft) Urgent() []Check {
	return slices.DeleteFunc(slices.Clone(d.Checked), func(c Check) bool { return c.Verdict == Passed })
}
