package study

import (
	"cmp"
	"fmt"
	"math"

	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

// Goal is a criterion for many answers: how many are as expected, or their root mean square
// distance from known numbers.
type Goal struct {
	Asks   string  `json:"asks"`
	Want   float64 `json:"want"`
	Most   bool    `json:"most"`   // Want is a most, not a least
	Points bool    `json:"points"` // Want and Found are points of score, not games
	Found  float64 `json:"found"`
	Of     int     `json:"of"` // games
	Met    bool    `json:"met"`

	each string // what is counted, "" for games
}

// count adds an answer.
func (g *Goal) count(as bool) {
	if g.Of++; as {
		g.Found++
	}
}

// distance adds the distance of an answer from a known number, which includes its sampling error.
func (g *Goal) distance(x float64) {
	g.Of++
	g.Found += x * x
}

// settled returns the goals that are about something, with whether they are met.
func settled(goals ...*Goal) (list []Goal) {
	for _, g := range goals {
		if g.Of == 0 || g.Points && g.Want == 0 {
			continue
		}
		if g.Points {
			g.Found = math.Sqrt(g.Found / float64(g.Of))
		}
		if g.Met = g.Found >= g.Want; g.Most {
			g.Met = g.Found <= g.Want
		}
		list = append(list, *g)
	}
	return list
}

// Goals evaluates the goals of the file.
func (r *Result) Goals() []Goal {
	var list []*Goal
	for _, asked := range r.Experiment.Goals {
		g := &Goal{Asks: asked.Says, Want: asked.Want, Most: asked.Most, Points: asked.Distance, each: "hypothesis"}
		for _, a := range r.Answers {
			switch {
			case asked.Group != "" && a.Group != asked.Group || !a.Effect.Known():
			case asked.Distance:
				u := a.Hypothesis.Unit()
				g.distance(u.Scale * (a.Effect.Estimate - float64(a.Lo+a.Hi)/2))
			default:
				g.count(a.Verdict == asked.Counts)
			}
		}
		list = append(list, g)
	}
	return settled(list...)
}

// InWords returns the result, out of how many.
func (g Goal) InWords() string {
	if g.Points {
		return fmt.Sprintf("%.1f in %s", g.Found, format.Plural(g.Of, cmp.Or(g.each, "game")))
	}
	return fmt.Sprintf("%v of %d", g.Found, g.Of)
}

// Judged returns whether the goal is met.
func (g Goal) Judged() doc.Span {
	if g.Met {
		return doc.Span{Text: doc.Good.Sign() + " met", Mark: doc.Good}
	}
	return doc.Span{Text: doc.Bad.Sign() + " missed", Mark: doc.Bad}
}
