package chart

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/stat"
)

// Effect is a difference between two sets of games, for [Effects].
type Effect struct {
	Name string // of the quantity; 1 to 40 characters; required, unique
	// First, Second and Difference are the figures with their units; at most 40
	// characters each.
	First, Second, Difference string
	// Size is the difference in standard deviations, with its interval.
	Size stat.Interval
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
func Effects(in EffectsInput) *Chart {
	level := levelOr(in.Level)
	plan := planEffects(in, level)
	return frame{
		title:    in.titleOr("Differences"),
		subtitle: in.subtitle(fmt.Sprintf("bars are %s intervals", formatLevel(level))),
		notes:    plan.notes(),
		width:    plan.inner() + 2*marginSide,
		height:   plan.height(),
		paint:    plan.paint,
	}.chart()
}
