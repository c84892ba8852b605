package chart

import (
	"gonum.org/v1/plot/vg"

	"bestiary/experiments/page/pieces"
)

// Dimensions of the pyramid.
const (
	courseGap    vg.Length = 3   // between blocks
	tierHead     vg.Length = 22  // above a tier, for its words
	blockPadding vg.Length = 16  // around the text of a block, both sides together
	coursePad    vg.Length = 14  // above and below the text, together
	maxText      vg.Length = 130 // width of the text of a block
	minBlock     vg.Length = 92  // width of a block with little text
	flankSlope   vg.Length = 0.8 // maximum growth of half the width per point of height
	narrowSlope  vg.Length = 0.3 // the same in a narrow pyramid
	lean         vg.Length = 0.1 // of the sides of a course, per point of height
	maxLean      vg.Length = 8   // of a tall course beyond its middle, less than the margin of the page
	maxBase      vg.Length = 660 // width of the base
	faceSize     vg.Length = 60  // of the picture of a piece
	pairStep     vg.Length = 40  // minimum distance of two pictures of a piece
	rowStep      vg.Length = 27  // the same of more, most often pawns, which are narrow
)

// course is one layer of blocks.
type course struct {
	tier   int // index from the top
	stones []stone
	top    vg.Length // distance from the apex line down to the upper edge
}

// pyramidPlan is a pyramid with every block placed. Distances are measured down from its
// top edge and sideways from its axis.
type pyramidPlan struct {
	tiers   [][]stone
	courses []course
	layer   vg.Length // height of a course
	block   vg.Length // minimum width of a block
	topHalf vg.Length // half the width at the top edge
	flank   vg.Length // maximum lean of a side per point of height
	slope   vg.Length // growth of the half width per point downwards
	base    vg.Length // width of the base
	height  vg.Length
}

// planPyramid gives each tier a course. A tier that is too long for one has as few as possible,
// which touch each other, so that a tier is one slab.
func planPyramid(tiers [][]Value, inner vg.Length, faces map[string]pieces.Face) pyramidPlan {
	plan := pyramidPlan{block: minBlock, base: min(inner, maxBase), flank: flankSlope}
	text := maxText
	if inner < stackBelow {
		text, plan.flank = inner/3-blockPadding-courseGap, narrowSlope
	}
	for t, tier := range tiers {
		plan.tiers = append(plan.tiers, nil)
		for _, v := range tier {
			s := v.stone(text, faces[v.Piece])
			plan.tiers[t] = append(plan.tiers[t], s)
			plan.layer = max(plan.layer, s.height+coursePad)
			plan.block = max(plan.block, s.needs())
		}
	}
	layers := make([]int, len(tiers))
	for i := range layers {
		layers[i] = 1
	}
	if plan.setSides(layers); plan.tooNarrow(layers) >= 0 {
		plan.base = inner
		plan.setSides(layers)
	}
	for t := plan.tooNarrow(layers); t >= 0; t = plan.tooNarrow(layers) {
		layers[t]++
		plan.setSides(layers)
	}
	plan.fill(layers)
	return plan
}

// needs returns the minimum width of the block, measured across its middle, that holds its
// lines. Lines above the middle need more width, since the sides lean inwards.
func (s stone) needs() (width vg.Length) {
	above := s.texts.height() / 2
	for _, b := range s.texts {
		width = max(width, b.widest()+max(blockPadding, 2*lean*above+blockPadding/2))
		above -= b.height()
	}
	return width
}

// setSides chooses the outline for the given number of courses in each tier.
func (plan *pyramidPlan) setSides(layers []int) {
	plan.courses = nil
	y := vg.Length(0)
	for t, n := range layers {
		y += tierHead
		for range n {
			plan.courses = append(plan.courses, course{tier: t, top: y})
			y += plan.layer
		}
	}
	plan.height = y
	blocks := vg.Length(min(len(plan.tiers[0]), 3))
	top := min(blocks*(plan.block+courseGap)-courseGap, plan.base*0.85)
	plan.slope = min(plan.flank, (plan.base-top)/2/(plan.height-plan.layer/2))
	plan.topHalf = top/2 - plan.slope*plan.layer/2
}

// half returns half the width of the pyramid at a depth below its top edge.
func (plan *pyramidPlan) half(depth vg.Length) vg.Length {
	return plan.topHalf + plan.slope*depth
}

// capacity returns how many blocks fit side by side into a course, measured across its
// middle, and at least one.
func (plan *pyramidPlan) capacity(c course) int {
	width := 2 * plan.half(c.top+plan.layer/2)
	return max(1, int((width+courseGap)/(plan.block+courseGap)))
}

// tooNarrow returns the first tier whose blocks don't fit its courses, or -1.
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

// fill fills the courses of each tier from the lowest up, so that stronger pieces are
// above.
func (plan *pyramidPlan) fill(layers []int) {
	end := 0
	for t, tier := range plan.tiers {
		first := end
		end += layers[t]
		for i := end - 1; i >= first; i-- {
			above := i - first // courses above, each of which needs a block
			n := min(plan.capacity(plan.courses[i]), len(tier)-above)
			if above == 0 {
				n = len(tier)
			}
			plan.courses[i].stones = tier[len(tier)-n:]
			tier = tier[:len(tier)-n]
		}
	}
}

// paint draws the pyramid in the middle of the area.
func (plan pyramidPlan) paint(p pen, area vg.Rectangle) {
	axis, told := middle(area).X, len(plan.tiers)
	if plan.tiers[told-1][0].Tier == 0 {
		told--
	}
	for i, c := range plan.courses {
		ground := pyramidRamp[len(pyramidRamp)/2]
		if told > 1 {
			ground = ramp(pyramidRamp, min(float64(c.tier)/float64(told-1), 1))
		}
		if plan.tiers[c.tier][0].Tier == 0 {
			ground = untoldColor
		}
		plan.paintCourse(p, c, axis, area.Max.Y, ground)
		if i == 0 || c.tier != plan.courses[i-1].tier {
			name, values := tierWords(plan.tiers[c.tier])
			y := area.Max.Y - c.top + tierHead/2 - 2
			width := strongText.width(name) + 8 + axisText.width(values)
			p.textMid(strongText, axis-width/2, y, left, name)
			p.textMid(axisText, axis+width/2, y, right, values)
		}
	}
}

// paintCourse draws a layer, a step of the pyramid. Its sides lean a little; joints between
// blocks are upright.
func (plan pyramidPlan) paintCourse(p pen, c course, axis, apex vg.Length, ground tone) {
	mid := plan.half(c.top + plan.layer/2)
	leans := min(lean*plan.layer/2, maxLean)
	upper, lower := mid-leans, mid+leans
	n := vg.Length(len(c.stones))
	block := (2*mid - (n-1)*courseGap) / n
	top, foot := apex-c.top, apex-c.top-plan.layer
	for i, s := range c.stones {
		x0 := -mid + vg.Length(i)*(block+courseGap)
		x1 := x0 + block
		topLeft, footLeft, topRight, footRight := x0, x0, x1, x1
		if i == 0 {
			topLeft, footLeft = -upper, -lower
		}
		if i == len(c.stones)-1 {
			topRight, footRight = upper, lower
		}
		p.FillPolygon(ground, []vg.Point{
			{X: axis + footLeft, Y: foot}, {X: axis + footRight, Y: foot},
			{X: axis + topRight, Y: top}, {X: axis + topLeft, Y: top},
		})
		s.paint(p, axis+(x0+x1)/2, top-(plan.layer-s.height)/2, block-blockPadding/2, ground)
	}
}

// paint draws the picture and the lines of a block in the middle, from y down.
func (s stone) paint(p pen, x, y, room vg.Length, ground tone) {
	words := readableOn(ground)
	if s.face.Picture != "" {
		s.paintFaces(p, x, y+2, room, symbolText.in(words))
		y -= faceSize
	}
	for _, b := range s.texts {
		b.style.Color = words
		y = b.align(p, x, y, centre)
	}
}

// paintFaces draws a piece as often as a side has it, if there is room, or its symbol.
func (s stone) paintFaces(p pen, x, y, room vg.Length, symbol textStyle) {
	n := max(s.Count, 1)
	step := min(faceSize, (room-faceSize)/vg.Length(max(n-1, 1)))
	if step < rowStep || n == 2 && step < pairStep {
		n = 1
	}
	for i := range n {
		at := vg.Point{X: x - faceSize/2 + step*(vg.Length(i)-vg.Length(n-1)/2), Y: y}
		if !p.face(s.face, at, faceSize) {
			p.textMid(symbol, x, y-faceSize/2, centre, s.Symbol)
			return
		}
	}
}
