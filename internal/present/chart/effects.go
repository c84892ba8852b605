package chart

import (
	"errors"
	"fmt"

	"gonum.org/v1/plot/vg"
)

// Effect is a difference between two sets of games, for [Effects].
type Effect struct {
	Name string // of the quantity; 1 to 40 characters; required, unique
	// First, Second and Difference are the figures with their units; at most 40
	// characters each.
	First, Second, Difference string
	// Size is the difference in standard deviations, with its interval.
	Size, Lo, Hi float64
	// Certain marks a difference that chance does not explain.
	Certain bool
}

// EffectsInput is what [Effects] draws.
type EffectsInput struct {
	About
	First, Second string // names of the sets; 1 to 40 characters
	// Certainty says in words what a certain effect is; 1 to 60 characters.
	Certainty string
	// Level is the confidence level of the intervals. Default 0.95.
	Level float64
	Rows  []Effect // 1 to 60, from top to bottom
}

// Measures of effects, in points.
const (
	maxEffects              = 60
	effectPitch   vg.Length = 22
	leastEffects  vg.Length = 190
	smallestSize            = 0.05 // half the width of the axis, at least
	farthestShown           = 1.6  // of the largest size
)

// Effects draws differences in standard deviations, which makes shares, moves
// and counts comparable, with the figures in their own units beside them.
func Effects(in EffectsInput) (*Chart, error) {
	level, err := in.check()
	if err != nil {
		return nil, fmt.Errorf("chart: effects: %w", err)
	}
	plan := planEffects(in, level)
	return frame{
		title:    in.titleOr("Differences"),
		subtitle: in.subtitle(fmt.Sprintf("bars are %s intervals", formatLevel(level))),
		notes:    plan.notes(),
		width:    plan.inner() + 2*marginSide,
		height:   plan.height(),
		paint:    plan.paint,
	}.chart(), nil
}

// check reports the first illegal field.
func (in EffectsInput) check() (level float64, err error) {
	if err := in.About.check(); err != nil {
		return 0, err
	}
	for _, label := range []struct {
		field, text string
		longest     int
	}{{"First", in.First, maxName}, {"Second", in.Second, maxName}, {"Certainty", in.Certainty, longestLabel}} {
		if err := checkText(label.field, label.text, 1, label.longest); err != nil {
			return 0, err
		}
	}
	if len(in.Rows) == 0 {
		return 0, errors.New("Rows is empty; want at least one")
	}
	if len(in.Rows) > maxEffects {
		return 0, fmt.Errorf("Rows has %d entries; want at most %d", len(in.Rows), maxEffects)
	}
	seen := names{}
	for i, r := range in.Rows {
		if err := seen.add(fmt.Sprintf("Rows[%d].Name", i), r.Name); err != nil {
			return 0, err
		}
		where := fmt.Sprintf("Rows[%d] (%s)", i, r.Name)
		for _, text := range []string{r.First, r.Second, r.Difference} {
			if err := checkText(where+": a figure", text, 0, maxName); err != nil {
				return 0, err
			}
		}
		if err := (span{r.Size, r.Lo, r.Hi}).check(where, "Size"); err != nil {
			return 0, err
		}
	}
	return levelOr(in.Level)
}
