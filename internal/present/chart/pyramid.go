package chart

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/stat"
)

// Value is one piece of an army, for [Pyramid].
type Value struct {
	Piece  string        // name, 1 to 40 characters; required, unique
	Symbol string        // letter of the piece in notation, up to 4 characters; default none
	Value  stat.Interval // in pawns
	Tier   int           // 1 is the strongest tier; at least 1
	Count  int           // how many of it a side has at the start; 0 (unknown) and 1 are not written
}

// span is the value with its interval.
func (v Value) span() span { return spanOf(v.Value) }

// PyramidInput is what [Pyramid] draws.
type PyramidInput struct {
	About
	Level  float64 // confidence level of the intervals, between 0 and 1; default 0.95
	Values []Value // 1 to 60 pieces, in any order
}

// maxPyramid bounds the number of blocks.
const maxPyramid = 60

// Pyramid draws an army as a pyramid of stone: a course of blocks for each
// tier, the strongest at the top, wider towards the base. A block shows a
// piece's symbol, name and number, its value and its interval. Within a tier
// the pieces stand in order of value. Tiers keep the order of their numbers;
// which pieces share a tier is the caller's finding and is not judged here.
func Pyramid(in PyramidInput) *Chart {
	level := levelOr(in.Level)
	plan := planPyramid(tiersOf(in.Values))
	return frame{
		title:    in.titleOr("Strength pyramid"),
		subtitle: in.subtitle("values in pawns with "+formatLevel(level)+" intervals", "strongest tier at the top"),
		width:    max(pageWidth, plan.width+2*marginSide),
		height:   plan.height,
		paint:    plan.paint,
	}.chart()
}

// tiersOf groups values by tier, strongest first in and among the tiers; equals
// keep their order.
func tiersOf(values []Value) [][]Value {
	sorted := slices.Clone(values)
	slices.SortStableFunc(sorted, func(a, b Value) int {
		return cmp.Or(cmp.Compare(a.Tier, b.Tier), cmp.Compare(b.Value.Estimate, a.Value.Estimate))
	})
	var tiers [][]Value
	for i, v := range sorted {
		if i == 0 || v.Tier != sorted[i-1].Tier {
			tiers = append(tiers, nil)
		}
		last := len(tiers) - 1
		tiers[last] = append(tiers[last], v)
	}
	return tiers
}

// intervalText is the second line of figures in a block.
func (v Value) intervalText() string {
	switch {
	case v.span().hasInterval():
		return formatRange(v.Value.Lo, v.Value.Hi, v.Value.Estimate)
	case v.Value.Estimate == 1:
		return "the unit"
	default:
		return "no interval"
	}
}

// blockWidth is the least width of the value's block, measured across its
// middle, that holds every line with some padding. Lines above the middle need
// more, since the sides of the pyramid lean inwards.
func (v Value) blockWidth() vg.Length {
	need := func(text, top vg.Length) vg.Length {
		lean := 2 * flankSlope * (courseHeight/2 - top)
		return text + max(blockPadding, lean+blockPadding/2)
	}
	nameTop := nameBaseline - nameText.size
	symbol := vg.Length(0)
	if v.Symbol == "" {
		nameTop -= noSymbolShift
	} else {
		symbol = symbolText.width(v.Symbol)
		if count := v.countText(); count != "" {
			symbol += 2 * (countGap + countText.width(count))
		}
	}
	return max(
		need(symbol, symbolBaseline-symbolText.capHeight()),
		need(nameText.width(v.nameLine()), nameTop),
		need(figureText.width(formatValue(v.Value.Estimate)), courseHeight/2),
		need(rangeText.width(v.intervalText()), courseHeight/2),
	)
}

// nameLine is the name, with the count if there is no symbol to bear it.
func (v Value) nameLine() string {
	if v.Symbol == "" && v.countText() != "" {
		return v.Piece + " " + v.countText()
	}
	return v.Piece
}

// countText is how often a side has the piece, or nothing.
func (v Value) countText() string {
	if v.Count < 2 {
		return ""
	}
	return "×" + formatCount(v.Count)
}
