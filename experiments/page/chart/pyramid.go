package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"bestiary/experiments/page/pieces"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Value is one piece of an army, for [Pyramid].
type Value struct {
	Piece  string
	Symbol string        // letter of the piece in notation; default none
	Value  stat.Interval // in the unit of About
	Tier   int           // 1 is the strongest tier; 0 if the games do not determine the value
	Count  int           // number per side at the start; 0 (unknown) and 1 are not shown
}

// PyramidInput is the input of [Pyramid].
type PyramidInput struct {
	About
	Level  float64 // confidence level of the intervals; default 0.95
	Values []Value // in any order
}

// Pyramid draws an army as a pyramid of stone: a step of blocks for each tier, with the strongest
// at the top, and a grey one at the foot for values that the games do not determine. A block shows
// a piece's picture, as often as a side has it if there is room, or its symbol, then name and
// number, its value and its interval. Within a tier, pieces are ordered by value. Tiers are ordered
// by number; the caller assigns pieces to them. Pieces whose values the games leave unbounded are
// named below the pyramid.
func Pyramid(in PyramidInput) *Chart {
	var known []Value
	var unknown, words, notes []string
	for _, v := range in.Values {
		if v.Value.Bounded() {
			known = append(known, v)
		} else {
			unknown = append(unknown, v.Piece)
		}
	}
	tiers := tiersOf(known)
	var untold []string
	for _, tier := range tiers {
		for _, v := range tier {
			if v.Tier == 0 {
				untold = append(untold, v.Piece)
			} else {
				words = append(words, v.Piece+" "+format.Value.Interval(v.Value))
			}
		}
	}
	shows := ""
	if len(words) > 0 {
		shows = "From the strongest: " + listed(words)
	}
	if len(untold) > 0 {
		shows = strings.TrimSpace(shows + " The games do not tell: " + strings.Join(untold, ", ") + ".")
	}
	if len(unknown) > 0 {
		notes = []string{"The games cannot tell the value of: " + strings.Join(unknown, ", ") + "."}
		shows = strings.TrimSpace(shows + " " + notes[0])
	}
	facts := []string{"values " + in.unit() + " with " + intervals(in.Level), "strongest tier at the top"}
	return in.chart("Strength pyramid", shows, facts, func(inner vg.Length) body {
		if len(tiers) == 0 {
			return body{notes: notes, paint: func(pen, vg.Rectangle) {}}
		}
		plan := planPyramid(tiers, inner, in.Faces)
		return body{height: plan.height, notes: notes, paint: plan.paint}
	})
}

// tiersOf groups values by tier. Tiers and the pieces in them are sorted, strongest first, and
// values that the games do not determine come last; the sort is stable.
func tiersOf(values []Value) [][]Value {
	last := func(v Value) int { return 1 - min(v.Tier, 1) }
	slices.SortStableFunc(values, func(a, b Value) int {
		return cmp.Or(cmp.Compare(last(a), last(b)), cmp.Compare(a.Tier, b.Tier), cmp.Compare(b.Value.Estimate, a.Value.Estimate))
	})
	var tiers [][]Value
	for i, v := range values {
		if i == 0 || v.Tier != values[i-1].Tier {
			tiers = append(tiers, nil)
		}
		last := len(tiers) - 1
		tiers[last] = append(tiers[last], v)
	}
	return tiers
}

// stone is a block with its contents.
type stone struct {
	Value
	face   pieces.Face
	texts  words
	height vg.Length // of picture and texts
}

// Texts in and next to the blocks.
var (
	symbolText = textStyle{Size: 21, Bold: true}
	nameText   = textStyle{Size: 13}
	valueStyle = textStyle{Size: 18, Bold: true}
	limitsText = textStyle{Size: 12}
)

// stone returns the block of a piece with its lines wrapped to the given width. A piece that is
// drawn has no symbol.
func (v Value) stone(width vg.Length, f pieces.Face) stone {
	name, limits := v.Piece, format.Value.Limits(v.Value)
	if v.Count > 1 {
		name += " ×" + format.Count(v.Count)
	}
	if v.Value.Exact() {
		limits = "no interval"
		if v.Value.Estimate == 1 {
			limits = "the unit"
		}
	}
	out := words{
		{nameText, wrap(nameText, name, width)},
		{valueStyle, wrap(valueStyle, format.Value.Number(v.Value.Estimate), width)},
		{limitsText, wrap(limitsText, limits, width)},
	}
	if f.Picture != "" {
		return stone{v, f, out, faceSize + out.height()}
	}
	if v.Symbol != "" {
		out = append(words{{symbolText, []string{v.Symbol}}}, out...)
	}
	return stone{v, f, out, out.height()}
}

// tierWords returns the name of a tier and the range of its values.
func tierWords(tier []stone) (name, values string) {
	if tier[0].Tier == 0 {
		return "Not told by the games", ""
	}
	lo, hi := tier[len(tier)-1].Value.Value.Estimate, tier[0].Value.Value.Estimate
	values = format.Value.Number(hi)
	if low := format.Value.Number(lo); low != values {
		values = low + " to " + values
	}
	return fmt.Sprintf("Tier %d", tier[0].Tier), values
}
