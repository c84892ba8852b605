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
		names := axisText.leading() + columnGap
		for _, name := range in.Rows {
			names = max(names, labelText.width(name)+axisText.leading()+columnGap)
		}
		column := min(gridColumn, (inner-names)/vg.Length(len(in.Columns)))
		return body{height: 2*gridHead + gridRow*vg.Length(len(in.Rows)), paint: func(p pen, area vg.Rectangle) {
			in.paint(p, area, names, column, largest)
		}}
	})
}

// paint draws the fields next to the names of rows and below the names of columns. The largest
// value has the deepest colour.
func (in GridInput) paint(p pen, area vg.Rectangle, names, column vg.Length, largest float64) {
	x, top := area.Min.X+names, area.Max.Y-2*gridHead
	panel := rect(x, top-gridRow*vg.Length(len(in.Rows)), x+column*vg.Length(len(in.Columns)), top)
	half := axisText.width(in.X) / 2
	p.textMid(axisText, max(middle(panel).X, area.Min.X+half), area.Max.Y-gridHead/2, centre, in.X)
	p.textUp(axisText, area.Min.X+axisText.Size, middle(panel).Y, in.Y)
	for j, name := range in.Columns {
		if labelText.width(name) <= column {
			p.textMid(labelText, x+column*(vg.Length(j)+0.5), top+gridHead/2, centre, name)
		}
	}
	for i, name := range in.Rows {
		y := top - gridRow*vg.Length(i+1)
		p.textMid(labelText, x-columnGap/2, y+gridRow/2, right, name)
		for j, c := range in.Cells[i] {
			c.paint(p, rect(x+column*vg.Length(j)+1, y+1, x+column*vg.Length(j+1)-1, y+gridRow-1), largest)
		}
	}
}

// paint draws a field. In a narrow column its text reads upwards.
func (c Cell) paint(p pen, box vg.Rectangle, largest float64) {
	if c.Empty {
		p.fillRect(box, band)
		return
	}
	end := gridHigh
	if c.Value < 0 {
		end = gridLow
	}
	ground := ramp([]tone{paper, end}, math.Abs(c.Value)/math.Max(largest, 1e-9))
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
