package chart

import (
	"gonum.org/v1/plot/vg"

	"bestiary/experiments/page/pieces"
)

// rows is the layout of charts with a row for each thing compared: a label, a panel of one
// or more lines, and columns of numbers. In a wide picture they are side by side. In a
// narrow picture the label is on a line above the panel, and only the last column of
// numbers is shown.
type rows struct {
	key   key
	axis  *axis    // shared by all panels; nil if each line has its own
	heads []string // of the columns of numbers
	// prose marks a column of numbers that holds sentences; in a narrow picture they go
	// below the panel.
	prose    bool
	plain    bool      // panels have no grid lines
	minPanel vg.Length // width of a panel next to labels; 0 means enough for intervals
	list     []row
}

// row is one of the things compared.
type row struct {
	label, sub string
	faces      []pieces.Face // before the label, see About.drawn
	lines      []line
}

// faceWidth returns the room that the pictures of a row take.
func (r row) faceWidth() vg.Length { return vg.Length(len(r.faces)) * rowFace }

// line is a line of a panel with its numbers.
type line struct {
	height func(panel vg.Length) vg.Length // of the panel; nil means enough for a mark
	paint  func(p pen, panel vg.Rectangle)
	strong string // beginning of the last number, in bold
	cells  []string
	color  tone // of the numbers
}

// Dimensions of rows.
const (
	lineHeight vg.Length = 17
	rowGap     vg.Length = 9
	rowFace    vg.Length = 24 // picture of a piece before its label
	wordGap    vg.Length = 3  // between a label and the panel below it
	headGap    vg.Length = 5  // below the heads of the columns
	minPanel   vg.Length = 190
	stackBelow vg.Length = 500 // minimum width of a body with labels next to the panel
	stackInset vg.Length = 8   // minimum inset of a panel below its label
)

// rowPlan holds rows laid out for a width. Horizontal positions are relative to the left
// edge of the body.
type rowPlan struct {
	rows
	inner       vg.Length
	stacked     bool
	from, panel vg.Length // left edge and width of the panels
	columns     []column
	headed      []words
	headHeight  vg.Length
	laid        []laidRow
	height      vg.Length // of all rows
}

// column is the place of a column of numbers.
type column struct {
	at, width vg.Length
	side      align
}

// laidRow is a row with its texts wrapped.
type laidRow struct {
	row
	words         words // of the label
	laid          []laidLine
	drawn, height vg.Length // of the lines, and in total
}

// laidLine is a line with its texts wrapped.
type laidLine struct {
	line
	numbers       []words
	panel, height vg.Length // of the panel, and in total
}

// lay chooses the widths of the columns. Texts that do not fit are wrapped.
func (r rows) lay(inner vg.Length, notes ...string) body {
	plan := rowPlan{rows: r, inner: inner, stacked: inner < stackBelow}
	label := inner
	if plan.stacked {
		plan.layStacked()
	} else {
		widths := r.measure()
		shrink(widths, inner-max(minPanel, r.minPanel)-columnGap*vg.Length(len(widths)))
		label = widths[0]
		plan.from = label + columnGap
		plan.setColumns(widths[1:], inner)
	}
	for _, l := range r.list {
		one := plan.layRow(l, label)
		plan.laid = append(plan.laid, one)
		plan.height += one.height
	}
	if n := len(plan.columns); n > 0 && r.heads[len(r.heads)-1] != "" {
		plan.headed = plan.wrapNumbers(line{cells: r.heads, color: inkSoft})
		for _, w := range plan.headed {
			plan.headHeight = max(plan.headHeight, w.height()+headGap)
		}
	}
	height := r.key.height(inner) + plan.headHeight + plan.height
	if r.axis != nil {
		height += r.axis.depth(plan.panel)
	}
	return body{height: height, notes: notes, paint: plan.paint}
}

// layStacked places the panel below the labels, with the last column of numbers next to it.
// Sentences go below the panel.
func (plan *rowPlan) layStacked() {
	plan.from, plan.panel = stackInset, plan.inner-2*stackInset
	if plan.axis != nil {
		plan.from = max(stackInset, plan.axis.overhang()-2)
	}
	widths := plan.measure()
	switch {
	case plan.prose:
		plan.columns = []column{{0, plan.inner, left}}
	case len(widths) > 1:
		plan.setColumns([]vg.Length{min(widths[len(widths)-1], 0.48*plan.inner)}, plan.inner)
		plan.panel -= plan.from // room for the words at the right end of the axis
	default:
		plan.panel = plan.inner - 2*plan.from
	}
}

// setColumns places columns at the right end and gives the rest of the width to the panel.
func (plan *rowPlan) setColumns(widths []vg.Length, end vg.Length) {
	for i := len(widths) - 1; i >= 0; i-- {
		c := column{end, widths[i], right}
		if plan.prose {
			c.at, c.side = end-widths[i], left
		}
		plan.columns = append([]column{c}, plan.columns...)
		end -= widths[i] + columnGap
	}
	plan.panel = end - plan.from
}

// measure returns the unwrapped widths of labels and numbers.
func (r rows) measure() []vg.Length {
	widths := make([]vg.Length, 1+len(r.heads))
	for i, head := range r.heads {
		widths[i+1] = smallText.width(head)
	}
	for _, row := range r.list {
		widths[0] = max(widths[0], labelText.width(row.label)+row.faceWidth(), smallText.width(row.sub))
		for _, l := range row.lines {
			for i, text := range l.cells {
				widths[i+1] = max(widths[i+1], smallText.width(text), strongText.width(l.strong))
			}
		}
	}
	return widths
}

// shrink narrows the widest columns until all fit within the limit.
func shrink(widths []vg.Length, limit vg.Length) {
	for {
		sum, widest := vg.Length(0), 0
		for i, w := range widths {
			sum += w
			if w > widths[widest] {
				widest = i
			}
		}
		if sum <= limit || widths[widest] < 20 {
			return
		}
		widths[widest] = max(widths[widest]*0.95, widths[widest]-(sum-limit))
	}
}

func (plan *rowPlan) layRow(r row, label vg.Length) laidRow {
	style := labelText
	if r.sub != "" {
		style = strongText
	}
	width := label - r.faceWidth()
	out := laidRow{row: r, words: words{{style, wrap(style, r.label, width)}, {smallText, wrap(smallText, r.sub, width)}}}
	for _, l := range r.lines {
		one := laidLine{line: l, panel: lineHeight, numbers: plan.wrapNumbers(l)}
		if l.height != nil {
			one.panel = l.height(plan.panel)
		}
		one.height = one.panel
		for _, w := range one.numbers {
			if plan.below() {
				one.height += w.height()
			} else {
				one.height = max(one.height, w.height())
			}
		}
		out.laid = append(out.laid, one)
		out.drawn += one.height
	}
	switch {
	case plan.stacked:
		out.height = rowGap + out.words.height() + wordGap + out.drawn
	case len(r.faces) > 0:
		out.height = max(rowGap+max(out.words.height(), out.drawn), rowFace+2)
	default:
		out.height = rowGap + max(out.words.height(), out.drawn)
	}
	return out
}

// below reports whether the numbers go below the panel.
func (plan *rowPlan) below() bool { return plan.stacked && plan.prose }

// wrapNumbers wraps the numbers of a line in the visible columns.
func (plan *rowPlan) wrapNumbers(l line) (out []words) {
	for i, c := range plan.columns {
		cell := l.cells[len(l.cells)-len(plan.columns)+i]
		text := words{{smallText.in(l.color), wrap(smallText, cell, c.width)}}
		if l.strong != "" {
			text = words{{strongText.in(l.color), wrap(strongText, l.strong, c.width)}, {smallText, text[0].lines}}
		}
		out = append(out, text)
	}
	return out
}

func (plan *rowPlan) paint(p pen, area vg.Rectangle) {
	y := plan.key.paint(p, area) - plan.headHeight
	for i, w := range plan.headed {
		w.align(p, area.Min.X+plan.columns[i].at, y+headGap+w.height(), plan.columns[i].side)
	}
	panel := rect(area.Min.X+plan.from, y-plan.height, area.Min.X+plan.from+plan.panel, y)
	for i, r := range plan.laid {
		if i%2 == 0 {
			p.fillRect(rect(area.Min.X-6, y-r.height, area.Max.X+6, y), band)
		}
		y -= r.height
	}
	if plan.axis != nil {
		plan.axis.lie(panel.Min.X, panel.Max.X, 0)
		plan.axis.below(p, panel)
		plan.axis.name(p, panel.Min.Y-ticksDepth)
		if !plan.stacked && !plan.plain {
			plan.axis.gridUp(p, panel)
		}
	}
	y = panel.Max.Y
	for _, r := range plan.laid {
		plan.paintRow(p, r, area.Min.X, y)
		y -= r.height
	}
}

// paintRow draws a row below y.
func (plan *rowPlan) paintRow(p pen, r laidRow, x, y vg.Length) {
	words, room := y-rowGap/2, r.height-rowGap
	y = words - (room-r.drawn)/2
	if plan.stacked {
		y = words - room + r.drawn
	} else {
		words -= (room - r.words.height()) / 2
	}
	for i, f := range r.faces {
		at := vg.Point{X: x - 3 + vg.Length(i)*rowFace, Y: words - r.words.height()/2 + rowFace/2}
		if !p.face(f, at, rowFace) && f.Picture == "" {
			p.textMid(labelText, at.X+rowFace/2, at.Y-rowFace/2, centre, "=")
		}
	}
	r.words.align(p, x+r.faceWidth(), words, left)
	for _, l := range r.laid {
		plan.paintLine(p, l, x, y)
		y -= l.height
	}
}

// paintLine draws a line below y, with panel and numbers centred on each other.
func (plan *rowPlan) paintLine(p pen, l laidLine, x, y vg.Length) {
	top := y - (l.height-l.panel)/2
	if plan.below() {
		top = y
	}
	panel := rect(x+plan.from, top-l.panel, x+plan.from+plan.panel, top)
	if plan.axis != nil && plan.stacked && !plan.plain {
		plan.axis.gridUp(p, panel)
	}
	l.paint(p, panel)
	for i, w := range l.numbers {
		at := y - (l.height-w.height())/2
		if plan.below() {
			at = panel.Min.Y
		}
		w.align(p, x+plan.columns[i].at, at, plan.columns[i].side)
	}
}
