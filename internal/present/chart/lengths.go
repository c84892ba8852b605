package chart

import (
	"fmt"
	"slices"
	"sort"

	"gonum.org/v1/plot/vg"
)

// LengthsInput is what [Lengths] draws. Lengths are in moves; a move is one
// turn of each side.
type LengthsInput struct {
	About
	Decided []int // lengths of games with a winner, 0 to 100,000
	Drawn   []int // lengths of drawn games, 0 to 100,000; not both lists empty
}

// Lengths draws how long games are. Above, a histogram, decided games below
// drawn ones in each bar. Under it the survival curve, the share of games
// still going after a number of moves, with their number at each tick.
func Lengths(in LengthsInput) *Chart {
	plan := planLengths(in)
	median := plan.sorted[(len(plan.sorted)-1)/2]
	return frame{
		title:    in.titleOr("Length of games"),
		subtitle: in.subtitle("length in moves, one turn of each side", "median "+plural(median, "move", "moves")),
		notes:    plan.notes(),
		height:   plan.height(),
		paint:    plan.paint,
	}.chart()
}

// longestGame bounds the length of a game, in moves.
const longestGame = 100_000

// Measures of the two panels, in points.
const (
	histogramHeight vg.Length = 165
	survivalHeight  vg.Length = 140
	panelGap        vg.Length = 14
	atRiskDepth     vg.Length = 16
	binCount                  = 36 // at most
	shortestAxis              = 10 // moves
	outlier                   = 2  // a longest game this many times the 99th percentile is cut off
)

// lengthsPlan is the counts behind the two panels.
type lengthsPlan struct {
	sorted         []int // all lengths
	binWidth       int   // moves
	end            int   // right end of the axis, a multiple of binWidth
	decided, drawn []int // games by bin
	key            key
}

// planLengths chooses the bins and counts the games in them.
func planLengths(in LengthsInput) lengthsPlan {
	plan := lengthsPlan{sorted: slices.Concat(in.Decided, in.Drawn)}
	slices.Sort(plan.sorted)
	longest := plan.sorted[len(plan.sorted)-1]
	usual := plan.sorted[(len(plan.sorted)-1)*99/100]
	if longest > outlier*max(usual, shortestAxis) {
		longest = usual + usual/4
	}
	longest = max(longest, shortestAxis-1)
	plan.binWidth = wholeStep(float64(longest+1) / binCount)
	plan.end = (longest/plan.binWidth + 1) * plan.binWidth
	plan.decided, plan.drawn = plan.count(in.Decided), plan.count(in.Drawn)
	plan.key = key{{"decided", swatch(decidedColor)}, {"drawn", swatch(drawnColor)}}
	return plan
}

// count sorts lengths into bins; bin i holds lengths from i*binWidth to just
// below (i+1)*binWidth.
func (plan lengthsPlan) count(lengths []int) []int {
	bins := make([]int, plan.end/plan.binWidth)
	for _, n := range lengths {
		if n < plan.end {
			bins[n/plan.binWidth]++
		}
	}
	return bins
}

// going counts the games longer than a number of moves.
func (plan lengthsPlan) going(moves int) int {
	return len(plan.sorted) - sort.SearchInts(plan.sorted, moves+1)
}

// notes tells of games beyond the axis.
func (plan lengthsPlan) notes() []string {
	over := plan.going(plan.end - 1)
	if over == 0 {
		return nil
	}
	longest := plan.sorted[len(plan.sorted)-1]
	verb := "lie"
	if over == 1 {
		verb = "lies"
	}
	return []string{fmt.Sprintf("Arrow: %s of %s moves and more %s beyond the axis; the longest has %s.",
		plural(over, "game", "games"), formatCount(plan.end), verb, plural(longest, "move", "moves"))}
}

// height is the height of the body.
func (plan lengthsPlan) height() vg.Length {
	return plan.key.height(innerWidth) + histogramHeight + xTicksDepth + panelGap + survivalHeight + xAxisDepth + atRiskDepth
}
