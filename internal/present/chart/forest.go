package chart

import (
	"strings"

	"gonum.org/v1/plot/vg"
)

// Measures of the forest plot, in points.
const (
	forestLineHeight vg.Length = 12.5
	forestRowGap     vg.Length = 9
	forestHeader     vg.Length = 16 // heads of the columns
	columnGap        vg.Length = 16
	leastPanel       vg.Length = 240
)

// forestPlan is a forest plot with its columns measured.
type forestPlan struct {
	rows    []forestRow
	key     key
	axis    axis
	columns [2]vg.Length // widths of the names and of the figures
	heading string       // of the column of figures
}

// planForest measures the columns and chooses the axis.
func planForest(in ValuesInput, level float64) forestPlan {
	plan := forestPlan{rows: in.rows(), heading: "value (" + formatLevel(level) + " interval)"}
	plan.columns[1] = smallText.width(plan.heading)
	var spans []span
	for _, r := range plan.rows {
		plan.columns[0] = max(plan.columns[0], labelText.width(r.piece))
		for _, line := range append(r.lines[:len(r.lines):len(r.lines)], r.published...) {
			spans = append(spans, line.span)
		}
		for _, text := range r.figures() {
			plan.columns[1] = max(plan.columns[1], smallText.width(text))
		}
	}
	lo, hi := valueRange(spans)
	plan.axis = axis{
		scale: scale{min: lo, max: hi},
		ticks: fitTicks(niceTicks, lo, hi, 8, plan.inner()-plan.columns[0]-plan.columns[1]-2*columnGap, 0),
		label: "value in pawns",
	}
	for i, e := range in.Estimators {
		plan.key = append(plan.key, keyEntry{e.Name, seriesMark(i)})
	}
	for i, s := range in.Published {
		plan.key = append(plan.key, keyEntry{s.Name + " (published)", publishedMark(i)})
	}
	return plan
}

// seriesMark is the mark of an estimator: a bar with a filled shape on it.
func seriesMark(i int) func(pen, vg.Point) {
	return func(p pen, at vg.Point) {
		p.line(stroke(seriesColors[i], whiskerLine), at.X-8, at.Y, at.X+8, at.Y)
		p.mark(shape(i), seriesColors[i], at)
	}
}

// publishedMark is the open mark of a published source.
func publishedMark(i int) func(pen, vg.Point) {
	return func(p pen, at vg.Point) { p.openMark(shape(i), ink, at) }
}

// inner is the width of the body: the page's, or what the columns and a
// readable panel need.
func (plan forestPlan) inner() vg.Length {
	return max(innerWidth, plan.columns[0]+plan.columns[1]+2*columnGap+leastPanel)
}

// height is the height of the body.
func (plan forestPlan) height() vg.Length {
	h := plan.key.height(plan.inner()) + forestHeader + xAxisDepth
	for _, r := range plan.rows {
		h += r.height()
	}
	return h
}

// height is the height of a row with the gap around it.
func (r forestRow) height() vg.Length {
	return vg.Length(r.lineCount())*forestLineHeight + forestRowGap
}

// lineCount counts the lines of a row; the published values share one.
func (r forestRow) lineCount() int {
	if len(r.published) > 0 {
		return len(r.lines) + 1
	}
	return len(r.lines)
}

// figures is the row's column of figures, one entry for each line.
func (r forestRow) figures() []string {
	var texts []string
	for _, line := range r.lines {
		text := formatValue(line.value)
		if line.hasInterval() {
			text += " (" + formatRange(line.lo, line.hi, line.value) + ")"
		}
		texts = append(texts, text)
	}
	if len(r.published) > 0 {
		var values []string
		for _, line := range r.published {
			values = append(values, formatValue(line.value))
		}
		texts = append(texts, strings.Join(values, " · "))
	}
	return texts
}

// notes explains arrows, if there are any.
func (plan forestPlan) notes() []string {
	for _, r := range plan.rows {
		for _, line := range r.lines {
			if line.lo < plan.axis.min || line.hi > plan.axis.max {
				return []string{"An arrow marks an interval that reaches beyond the axis; the figures give its ends."}
			}
		}
	}
	return nil
}

// paint draws key, column heads, rows and axis.
func (plan forestPlan) paint(p pen, body vg.Rectangle) {
	y := plan.key.paint(p, body)
	panel := rect(
		body.Min.X+plan.columns[0]+columnGap, body.Min.Y+xAxisDepth,
		body.Max.X-plan.columns[1]-columnGap, y-forestHeader)
	plan.axis.from, plan.axis.to = panel.Min.X, panel.Max.X
	p.text(smallText, body.Max.X, panel.Max.Y+7, right, plan.heading)
	plan.paintBands(p, rect(body.Min.X, panel.Min.Y, body.Max.X, panel.Max.Y))
	plan.axis.gridUp(p, panel)
	y = panel.Max.Y
	for _, r := range plan.rows {
		plan.paintRow(p, r, body, y)
		y -= r.height()
	}
	plan.axis.below(p, panel)
}

// paintBands tints every other row.
func (plan forestPlan) paintBands(p pen, area vg.Rectangle) {
	y := area.Max.Y
	for i, r := range plan.rows {
		if i%2 == 0 {
			p.fillRect(rect(area.Min.X-8, y-r.height(), area.Max.X+8, y), band)
		}
		y -= r.height()
	}
}

// paintRow draws a piece's name, marks and figures below y.
func (plan forestPlan) paintRow(p pen, r forestRow, body vg.Rectangle, y vg.Length) {
	p.textMid(labelText, body.Min.X, y-r.height()/2, left, r.piece)
	figures := r.figures()
	y -= (forestRowGap + forestLineHeight) / 2
	for i, line := range r.lines {
		c := seriesColors[line.source]
		plan.axis.whiskerAcross(p, line.span, y, c)
		p.mark(shape(line.source), c, vg.Point{X: plan.axis.at(line.value), Y: y})
		p.textMid(smallText.in(c), body.Max.X, y, right, figures[i])
		y -= forestLineHeight
	}
	if len(r.published) > 0 {
		for _, line := range r.published {
			p.openMark(shape(line.source), ink, vg.Point{X: plan.axis.at(line.value), Y: y})
		}
		p.textMid(smallText, body.Max.X, y, right, figures[len(figures)-1])
	}
}
