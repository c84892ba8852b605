package chart

import (
	"bestiary/experiments/page/canvas"
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
var gridLow, gridHigh = canvas.Tones(0xD98F4E, 0xB96A24), canvas.Tones(0x5FA8D3, 0x2F86BD)

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
			plan.names = max(plan.names, labelText.Width(name))
		}
		plan.names += axisText.Leading() + columnGap
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

func (plan gridPlan) paint(p canvas.Pen, area vg.Rectangle) {
	x, top := area.Min.X+plan.names, area.Max.Y-2*gridHead
	panel := canvas.Rect(x, top-gridRow*vg.Length(len(plan.Rows)), x+plan.column*vg.Length(len(plan.Columns)), top)
	half := axisText.Width(plan.X) / 2
	p.TextMid(axisText, max(canvas.Middle(panel).X, area.Min.X+half), area.Max.Y-gridHead/2, canvas.Centre, plan.X)
	p.TextUp(axisText, area.Min.X+axisText.Size, canvas.Middle(panel).Y, plan.Y)
	for j, name := range plan.Columns {
		if labelText.Width(name) <= plan.column {
			p.TextMid(labelText, x+plan.column*(vg.Length(j)+0.5), top+gridHead/2, canvas.Centre, name)
		}
	}
	for i, name := range plan.Rows {
		y := top - gridRow*vg.Length(i+1)
		p.TextMid(labelText, x-columnGap/2, y+gridRow/2, canvas.Right, name)
		for j, c := range plan.Cells[i] {
			plan.paintCell(p, c, canvas.Rect(x+plan.column*vg.Length(j)+1, y+1, x+plan.column*vg.Length(j+1)-1, y+gridRow-1))
		}
	}
}

// paintCell draws a field. In a narrow column its text reads upwards.
func (plan gridPlan) paintCell(p canvas.Pen, c Cell, box vg.Rectangle) {
	if c.Empty {
		p.FillRect(box, band)
		return
	}
	end := gridHigh
	if c.Value < 0 {
		end = gridLow
	}
	ground := canvas.Ramp([]canvas.Tone{canvas.Paper, end}, math.Abs(c.Value)/math.Max(plan.largest, 1e-9))
	p.FillRect(box, ground)
	p.StrokeRect(canvas.Stroke(rule, hairline), box)
	style, wide := tickText.In(canvas.ReadableOn(ground)), box.Max.X-box.Min.X
	switch {
	case style.Width(c.Label) <= wide-2:
		p.TextMid(style, canvas.Middle(box).X, canvas.Middle(box).Y, canvas.Centre, c.Label)
	case style.Size <= wide && style.Width(c.Label) <= gridRow-4:
		p.TextUp(style, canvas.Middle(box).X+style.CapHeight()/2, canvas.Middle(box).Y, c.Label)
	}
}
