package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// Cell is a field of a [Grid].
type Cell struct {
	Value float64 // value shown by the colour
	Label string  // such as "+1.2"
	Empty bool    // the field does not exist; Value and Label are ignored
}

// GridInput is the input of [Grid].
type GridInput struct {
	About
	X, Y          string   // meaning of columns and rows
	Columns, Rows []string // names, from left to right and from top to bottom
	Cells         [][]Cell // by row and column
}

// Dimensions of a grid.
const (
	gridRow    vg.Length = 28
	gridHead   vg.Length = 20
	gridColumn vg.Length = 56 // maximum
)

// Tones of the lowest and the highest value of a grid. The middle has the colour of the
// background.
var gridLow, gridHigh = tones(0xD98F4E, 0xB96A24), tones(0x5FA8D3, 0x2F86BD)

// Grid draws a number for each pair of a row and a column: as a colour, which deepens with
// the distance from 0, and as text if the column has room.
func Grid(in GridInput) *Chart {
	var words []string
	largest := 0.0
	for i, r := range in.Cells {
		for j, c := range r {
			if !c.Empty {
				largest = math.Max(largest, math.Abs(c.Value))
				words = append(words, in.Rows[i]+" and "+in.Columns[j]+" "+c.Label)
			}
		}
	}
	return in.chart("Grid", "By "+in.Y+" and "+in.X+": "+listed(words), nil, func(inner vg.Length) body {
		plan := gridPlan{GridInput: in, largest: largest}
		for _, name := range in.Rows {
			plan.names = max(plan.names, labelText.width(name))
		}
		plan.names += axisText.leading() + columnGap
		plan.column = min(gridColumn, (inner-plan.names)/vg.Length(len(in.Columns)))
		return body{height: 2*gridHead + gridRow*vg.Length(len(in.Rows)), paint: plan.paint}
	})
}

// gridPlan is a grid with its columns measured.
type gridPlan struct {
	GridInput
	names, column vg.Length // widths of the row names with their heading, and of a column
	largest       float64   // largest absolute value
}

func (plan gridPlan) paint(p pen, area vg.Rectangle) {
	x, top := area.Min.X+plan.names, area.Max.Y-2*gridHead
	panel := rect(x, top-gridRow*vg.Length(len(plan.Rows)), x+plan.column*vg.Length(len(plan.Columns)), top)
	half := axisText.width(plan.X) / 2
	p.textMid(axisText, max(middle(panel).X, area.Min.X+half), area.Max.Y-gridHead/2, centre, plan.X)
	p.textUp(axisText, area.Min.X+axisText.Size, middle(panel).Y, plan.Y)
	for j, name := range plan.Columns {
		if labelText.width(name) <= plan.column {
			p.textMid(labelText, x+plan.column*(vg.Length(j)+0.5), top+gridHead/2, centre, name)
		}
	}
	for i, name := range plan.Rows {
		y := top - gridRow*vg.Length(i+1)
		p.textMid(labelText, x-columnGap/2, y+gridRow/2, right, name)
		for j, c := range plan.Cells[i] {
			plan.paintCell(p, c, rect(x+plan.column*vg.Length(j)+1, y+1, x+plan.column*vg.Length(j+1)-1, y+gridRow-1))
		}
	}
}

// paintCell draws a field. In a narrow column its text reads upwards.
func (plan gridPlan) paintCell(p pen, c Cell, box vg.Rectangle) {
	if c.Empty {
		p.fillRect(box, band)
		return
	}
	end := gridHigh
	if c.Value < 0 {
		end = gridLow
	}
	ground := ramp([]tone{paper, end}, math.Abs(c.Value)/math.Max(plan.largest, 1e-9))
	p.fillRect(box, ground)
	p.strokeRect(stroke(rule, hairline), box)
	style, wide := tickText.in(readableOn(ground)), box.Max.X-box.Min.X
	switch {
	case style.width(c.Label) <= wide-2:
		p.textMid(style, middle(box).X, middle(box).Y, centre, c.Label)
	case style.Size <= wide && style.width(c.Label) <= gridRow-4:
		p.textUp(style, middle(box).X+style.capHeight()/2, middle(box).Y, c.Label)
	}
}
