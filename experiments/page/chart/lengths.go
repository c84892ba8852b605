package chart

import (
	"fmt"
	"slices"
	"sort"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// LengthsInput is the input of [Lengths]. Lengths are in moves; a move is one
// turn of each side.
type LengthsInput struct {
	About
	Decided []int // lengths of games with a winner
	Drawn   []int // lengths of drawn games; one of the lists may be empty
}

// Dimensions of the two panels.
const (
	histogramHeight vg.Length = 170
	survivalHeight  vg.Length = 140
	binWidth        vg.Length = 18 // minimum width of a bar
	shortestAxis              = 10 // moves
	outlier                   = 2  // the longest game is cut off if it is this many times the 99th percentile
)

// Lengths draws the distribution of game lengths. The upper panel is a histogram with
// decided games below drawn ones in each bar. The lower panel is the survival curve: the
// share of games still in progress after a number of moves, with their number at each
// tick.
func Lengths(in LengthsInput) *Chart {
	all := slices.Concat(in.Decided, in.Drawn)
	slices.Sort(all)
	median := format.Plural(all[(len(all)-1)/2], "move")
	shows := fmt.Sprintf("Half of the games are over after %s; the longest has %s.", median, format.Plural(all[len(all)-1], "move"))
	return in.chart("Length of games", shows, []string{"length in moves, one turn of each side", "median " + median}, func(inner vg.Length) body {
		plan := planLengths(in, all, int(inner/binWidth))
		return plan.stack().lay(inner, plan.notes()...)
	})
}

// lengthsPlan holds the counts that the two panels show.
type lengthsPlan struct {
	sorted         []int // all lengths
	binWidth       int   // moves
	end            int   // right end of the axis, a multiple of binWidth
	decided, drawn []int // games by bin
}

// planLengths counts the games in at most the given number of bins.
func planLengths(in LengthsInput, sorted []int, bins int) lengthsPlan {
	plan := lengthsPlan{sorted: sorted}
	longest := plan.sorted[len(plan.sorted)-1]
	usual := plan.sorted[(len(plan.sorted)-1)*99/100]
	if longest > outlier*max(usual, shortestAxis) {
		longest = usual + usual/4
	}
	longest = max(longest, shortestAxis-1)
	plan.binWidth = wholeStep(float64(longest+1) / float64(bins))
	plan.end = (longest/plan.binWidth + 1) * plan.binWidth
	plan.decided, plan.drawn = plan.count(in.Decided), plan.count(in.Drawn)
	return plan
}

// count counts lengths by bin; bin i holds lengths from i*binWidth to just below
// (i+1)*binWidth.
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

// notes mentions games beyond the axis.
func (plan lengthsPlan) notes() []string {
	over := plan.going(plan.end - 1)
	if over == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s of %s or more not drawn; the longest has %s.",
		format.Plural(over, "game"), format.Plural(plan.end, "move"), format.Plural(plan.sorted[len(plan.sorted)-1], "move"))}
}

// stack returns the two panels over a shared horizontal axis.
func (plan lengthsPlan) stack() stack {
	moves := &axis{scale: scale{max: float64(plan.end)}, whole: true, steps: 8, label: "length of the game (moves)"}
	highest := 1
	for i := range plan.decided {
		highest = max(highest, plan.decided[i]+plan.drawn[i])
	}
	games := &axis{scale: scale{max: float64(highest) * 1.04}, whole: true, steps: 5, label: "games per move"}
	if plan.binWidth > 1 {
		games.label = fmt.Sprintf("games per %s moves", format.Count(plan.binWidth))
	}
	share := shareAxis("games still going", 1)
	share.steps = 4
	return stack{
		key: key{{"decided", swatch(decidedColor)}, {"drawn", swatch(drawnColor)}}, x: moves,
		panels: []panel{
			{y: games, height: histogramHeight, paint: func(p pen, _ vg.Rectangle) { // decided games at the bottom
				for i, decided := range plan.decided {
					x0, x1 := moves.at(float64(i*plan.binWidth)), moves.at(float64((i+1)*plan.binWidth))
					gap, from := (x1-x0)*0.06, 0
					for k, n := range []int{decided, plan.drawn[i]} {
						if n > 0 {
							p.fillRect(rect(x0+gap, games.at(float64(from)), x1-gap, games.at(float64(from+n))), []tone{decidedColor, drawnColor}[k])
						}
						from += n
					}
				}
			}},
			{y: share, height: survivalHeight, paint: func(p pen, _ vg.Rectangle) {
				drawing{moves, share, true}.line(p, stroke(ink, dataLine), plan.survival(), estimateOf)
			}},
		},
		counted: "games still going",
		counts:  []countRow{{color: inkSoft, at: func(x float64) int { return plan.going(int(x)) }}},
	}
}

// survival returns the share of games in progress after a number of moves.
func (plan lengthsPlan) survival() []CurvePoint {
	at := func(length, games int) CurvePoint {
		return CurvePoint{float64(length), stat.Exact(float64(games) / float64(len(plan.sorted)))}
	}
	curve := []CurvePoint{at(0, len(plan.sorted))}
	for _, length := range slices.Compact(slices.Clone(plan.sorted)) {
		if length <= plan.end {
			curve = append(curve, at(length, plan.going(length)))
		}
	}
	return append(curve, at(plan.end, plan.going(plan.end)))
}
