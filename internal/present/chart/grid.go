package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Cell is a field of a [Grid].
type Cell struct {
	Value float64 // finite; what the colour shows
	Label string  // such as "+1.2"; at most 8 characters
	Empty bool    // the field does not exist; Value and Label do not matter
}

// GridInput is what [Grid] draws.
type GridInput struct {
	About
	X, Y          string   // what columns and rows are; 1 to 60 characters
	Columns, Rows []string // names, from left to right and from top to bottom; 1 to 26 of each, at most 12 characters
	Cells         [][]Cell // by row and column
}

// Limits and measures of a grid, in points.
const (
	maxGridSide            = 26
	maxGridName            = 12
	maxGridLabel           = 8
	gridRow      vg.Length = 24
	gridHead     vg.Length = 18
	gridColumn   vg.Length = 52
)

// Colours of the lowest and of the highest value of a grid; the middle is white.
var gridLow, gridHigh = rgb(0xD98F4E), rgb(0x5FA8D3)

// Grid draws a number for each pair of a row and a column: as a colour, which
// deepens from 0 either way, and as a figure.
func Grid(in GridInput) *Chart {
	plan := planGrid(in)
	return frame{
		title:    in.titleOr("Grid"),
		subtitle: in.subtitle(),
		width:    max(pageWidth, plan.width()+2*marginSide),
		height:   gridHead*2 + gridRow*vg.Length(len(in.Rows)),
		paint:    plan.paint,
	}.chart()
}

// gridPlan is a grid with its names measured.
type gridPlan struct {
	GridInput
	names vg.Length // width of the names of rows, and of what they are
	most  float64   // the largest value either way
}

func planGrid(in GridInput) gridPlan {
	plan := gridPlan{GridInput: in}
	for _, name := range in.Rows {
		plan.names = max(plan.names, labelText.width(name))
	}
	plan.names += yLabelWidth + columnGap
	for _, row := range in.Cells {
		for _, c := range row {
			if !c.Empty {
				plan.most = math.Max(plan.most, math.Abs(c.Value))
			}
		}
	}
	return plan
}

func (plan gridPlan) width() vg.Length {
	return max(plan.names+gridColumn*vg.Length(len(plan.Columns)), axisText.width(plan.X))
}

// ground is the colour of a value.
func (plan gridPlan) ground(value float64) color.NRGBA {
	if plan.most == 0 {
		return white
	}
	end := gridHigh
	if value < 0 {
		end = gridLow
	}
	const steps = 1000
	return rampColor([]color.NRGBA{white, end}, int(math.Round(steps*math.Abs(value)/plan.most)), steps+1)
}

func (plan gridPlan) paint(p pen, body vg.Rectangle) {
	x := body.Min.X + plan.names
	top := body.Max.Y - 2*gridHead
	panel := rect(x, top-gridRow*vg.Length(len(plan.Rows)), x+gridColumn*vg.Length(len(plan.Columns)), top)
	p.textMid(axisText, middle(panel).X, body.Max.Y-gridHead/2, centre, plan.X)
	p.textUp(axisText, body.Min.X+axisText.size, middle(panel).Y, plan.Y)
	for j, name := range plan.Columns {
		p.textMid(labelText, x+gridColumn*(vg.Length(j)+0.5), top+gridHead/2, centre, name)
	}
	for i, name := range plan.Rows {
		y := top - gridRow*(vg.Length(i)+1)
		p.textMid(labelText, x-columnGap/2, y+gridRow/2, right, name)
		for j, c := range plan.Cells[i] {
			box := rect(x+gridColumn*vg.Length(j)+1, y+1, x+gridColumn*vg.Length(j+1)-1, y+gridRow-1)
			if c.Empty {
				p.fillRect(box, band)
				continue
			}
			ground := plan.ground(c.Value)
			p.fillRect(box, ground)
			p.strokeRect(stroke(rule, hairline), box)
			p.textMid(tickText.in(readableOn(ground)), middle(box).X, middle(box).Y, centre, c.Label)
		}
	}
}
