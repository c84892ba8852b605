package chart

import (
	"gonum.org/v1/plot/vg"
)

// Measures of the pyramid, in points.
const (
	courseHeight vg.Length = 70
	courseGap    vg.Length = 2.5 // between blocks, and between courses of one tier
	tierGap      vg.Length = 13
	blockPadding vg.Length = 18  // beside the text of a block, both sides together
	countGap     vg.Length = 2.5 // from a symbol to its number
	leastBlock   vg.Length = 84  // width of a block with little text
	flankSlope   vg.Length = 0.8 // how far a side may lean out per point of height
	baseWidth    vg.Length = 470 // of the base where the text fits into it
	tierLabelGap vg.Length = 14  // between the base and the words beside it
)

// course is one layer of blocks.
type course struct {
	tier   int // index from the top
	values []Value
	top    vg.Length // distance from the apex line down to the upper edge
}

// pyramidPlan is a pyramid with every block in its place. Distances run down
// from its top edge and sideways from its axis.
type pyramidPlan struct {
	tiers         [][]Value
	courses       []course
	block         vg.Length // least width of a block
	topHalf       vg.Length // half the width at the top edge
	slope         vg.Length // growth of the half width per point downwards
	labels        vg.Length // width of the words on each side
	width, height vg.Length
}

// planPyramid gives each tier as few courses as its blocks fit into.
func planPyramid(tiers [][]Value) pyramidPlan {
	plan := pyramidPlan{tiers: tiers, block: leastBlock}
	for _, tier := range tiers {
		for _, v := range tier {
			plan.block = max(plan.block, v.blockWidth())
		}
		plan.labels = max(plan.labels, tierText.width(tierName(tier)), tierRangeText.width(tierRange(tier)))
	}
	layers := make([]int, len(tiers))
	for i := range layers {
		layers[i] = 1
	}
	plan.setSides(layers)
	for t := plan.tooNarrow(layers); t >= 0; t = plan.tooNarrow(layers) {
		layers[t]++
		plan.setSides(layers)
	}
	plan.fill(layers)
	plan.width = 2 * (plan.half(plan.height) + tierLabelGap + plan.labels)
	return plan
}

// setSides chooses the outline for so many courses in each tier.
func (plan *pyramidPlan) setSides(layers []int) {
	plan.courses = nil
	y := vg.Length(0)
	for t, n := range layers {
		for i := range n {
			plan.courses = append(plan.courses, course{tier: t, top: y})
			y += courseHeight + courseGap
			if i == n-1 {
				y += tierGap - courseGap
			}
		}
	}
	plan.height = y - tierGap
	top := plan.blocksWidth(min(len(plan.tiers[0]), 3))
	base := max(baseWidth, plan.blocksWidth(3))
	plan.slope = max(0.15, min(flankSlope, (base-top)/2/(plan.height-courseHeight/2)))
	plan.topHalf = top/2 - plan.slope*courseHeight/2
}

// blocksWidth is the width of n blocks abreast.
func (plan *pyramidPlan) blocksWidth(n int) vg.Length {
	return vg.Length(n)*(plan.block+courseGap) - courseGap
}

// half is half the width of the pyramid at a depth below its top edge.
func (plan *pyramidPlan) half(depth vg.Length) vg.Length {
	return plan.topHalf + plan.slope*depth
}

// capacity is how many blocks fit abreast into a course, measured across its
// middle; at least one.
func (plan *pyramidPlan) capacity(c course) int {
	width := 2 * plan.half(c.top+courseHeight/2)
	return max(1, int((width+courseGap)/(plan.block+courseGap)))
}

// tooNarrow finds the first tier whose blocks don't fit its courses, or -1.
func (plan *pyramidPlan) tooNarrow(layers []int) int {
	room := make([]int, len(layers))
	for _, c := range plan.courses {
		room[c.tier] += plan.capacity(c)
	}
	for t, tier := range plan.tiers {
		if room[t] < len(tier) && layers[t] < len(tier) {
			return t
		}
	}
	return -1
}

// fill shares the blocks of each tier among its courses in proportion to
// their widths, the stronger above.
func (plan *pyramidPlan) fill(layers []int) {
	first := 0
	for t, tier := range plan.tiers {
		courses := plan.courses[first : first+layers[t]]
		sizes := plan.shares(courses, len(tier))
		for i := range courses {
			courses[i].values = tier[:sizes[i]]
			tier = tier[sizes[i]:]
		}
		first += layers[t]
	}
}

// shares says how many of n blocks each course takes: one, then always one
// more for the course whose blocks are widest.
func (plan *pyramidPlan) shares(courses []course, n int) []int {
	sizes := make([]int, len(courses))
	for i := range sizes {
		sizes[i] = 1
	}
	for range n - len(courses) {
		best, bestWidth := 0, vg.Length(0)
		for i, c := range courses {
			width := plan.half(c.top+courseHeight/2) / vg.Length(sizes[i]+1)
			if sizes[i] < plan.capacity(c) && width >= bestWidth {
				best, bestWidth = i, width
			}
		}
		sizes[best]++
	}
	return sizes
}
