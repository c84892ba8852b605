package mend

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"bestiary/experiments/balance"
	"bestiary/internal/check"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Measure is what a target is about.
type Measure string

// The measures.
const (
	Score  Measure = "score"  // near one half, within the margin of package balance
	Draws  Measure = "draws"  // the share of games that are drawn, at most a bound
	Length Measure = "length" // the mean number of plies, at most a bound
)

// Target is the goal of a search. The zero value is the score.
type Target struct {
	Of Measure
	// Most is the bound of draws, between 0 and 1, or of plies.
	Most float64
}

// ParseTarget reads score, draws<=X or length<=N.
func ParseTarget(text string) (Target, error) {
	if text == string(Score) {
		return Target{Of: Score}, nil
	}
	name, bound, bounded := strings.Cut(text, "<=")
	most, err := strconv.ParseFloat(bound, 64)
	if of := Measure(name); bounded && err == nil && (of == Draws || of == Length) {
		return Target{of, most}, nil
	}
	if err := check.OneOf("target: measure", Measure(name), Score, Draws, Length); err != nil {
		return Target{}, fmt.Errorf("mend: %w", err)
	}
	return Target{}, fmt.Errorf("mend: target is %q, expected score, draws<=X with a share such as 0.3, or length<=N with a number of plies", text)
}

func (t Target) String() string {
	if t.Of == Score {
		return string(t.Of)
	}
	return fmt.Sprintf("%s<=%v", t.Of, t.Most)
}

// says describes the target in words.
func (t Target) says(margin float64) string {
	switch t.Of {
	case Draws:
		return "at most " + format.Percent.Number(t.Most) + " of the games drawn"
	case Length:
		return "games of at most " + format.Fixed(t.Most, 0) + " plies on average"
	}
	return fmt.Sprintf("a score between %s and %s", format.Percent.Number(0.5-margin), format.Percent.Number(0.5+margin))
}

// validate reports a bound that no game can reach, or that every game does.
func (t Target) validate(c balance.Config) error {
	switch t.Of {
	case Draws:
		return check.That(t.Most > 0 && t.Most < 1, "target: draws<=%v, expected a share between 0 and 1: no number of games shows that none is drawn", t.Most)
	case Length:
		return check.That(t.Most > float64(c.Play.RandomPlies) && t.Most < float64(c.Play.MaxPlies),
			"target: length<=%v, expected more than the %d random plies at the start and less than %d, where every game ends", t.Most, c.Play.RandomPlies, c.Play.MaxPlies)
	}
	return check.OneOf("target: measure", t.Of, Score)
}

// found returns what the strongest players of a result show about the measure.
func (t Target) found(r *balance.Result) stat.Interval {
	top := r.Main().Strongest()
	switch t.Of {
	case Draws:
		return top.Draws
	case Length:
		return top.Length
	}
	return top.Curve
}

// pooled returns the mean of the measure over all games of a result: what the weaker players show
// counts, too, for the order of candidates that have played little.
func (t Target) pooled(r *balance.Result) float64 {
	sum, games := 0.0, 0.0
	for _, rung := range r.Main().Rungs {
		v := map[Measure]stat.Interval{Score: rung.Score, Draws: rung.Draws, Length: rung.Length}[t.Of]
		sum, games = sum+float64(rung.Games)*v.Estimate, games+float64(rung.Games)
	}
	return sum / games
}

// off says how far a number is from the target, from one half or above the bound; the less, the
// better.
func (t Target) off(x float64) float64 {
	if t.Of == Score {
		return math.Abs(x - 0.5)
	}
	return x - t.Most
}

// unit writes numbers of the measure.
func (t Target) unit() format.Unit {
	if t.Of == Length {
		return format.Unit{Scale: 1, Digits: 0, Name: "plies"}
	}
	return format.Percent
}

// Verdict says whether an edit reaches the target.
type Verdict string

// The verdicts.
const (
	Reaches    Verdict = "reaches the target" // the whole interval lies within it
	Misses     Verdict = "misses the target"  // the whole interval lies beyond it
	CannotTell Verdict = "cannot tell"
)

// judge compares an interval with the target.
func (t Target) judge(v stat.Interval, margin float64) Verdict {
	lo, hi := math.Inf(-1), t.Most
	if t.Of == Score {
		lo, hi = 0.5-margin, 0.5+margin
	}
	switch {
	case v.Lo >= lo && v.Hi <= hi:
		return Reaches
	case v.Lo > hi || v.Hi < lo:
		return Misses
	}
	return CannotTell
}
