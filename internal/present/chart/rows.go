package chart

import (
	"gonum.org/v1/plot/vg"
)

// rows is the layout of charts that have a row for each thing they compare: a
// label, a panel of one or more lines, and columns of numbers. A wide picture has
// them side by side. A narrow one has the label on a line of its own above the
// panel, and only the last column of numbers.
type rows struct {
	key   key
	axis  *axis    // that all panels share; nil if each line has its own
	heads []string // of the columns of numbers
	// prose says that the numbers are a column of sentences, which stands under the
	// panel of a narrow picture.
	prose bool
	plain bool      // panels without the lines of a grid
	least vg.Length // width of a panel beside labels; 0: enough for intervals
	list  []row
}

// row is one thing.
type row struct {
	label, sub string
	lines      []line
}

// line is a line of a panel with its numbers.
type line struct {
	height func(panel vg.Length) vg.Length // of the panel; nil: enough for a mark
	paint  func(p pen, panel vg.Rectangle)
	strong string // first words of the last number
	cells  []string
	color  tone // of the numbers
}

// Measures of rows.
const (
	lineHeight vg.Length = 17
	rowGap     vg.Length = 9
	wordGap    vg.Length = 3 // between a label and the panel below it
	headHeight vg.Length = 20
	leastPanel vg.Length = 190
	stackBelow vg.Length = 500 // labels stand beside the panel of a body from this width on
	stackInset vg.Length = 8   // of a panel below its label, at least
)

// rowPlan is rows laid out for a width.
type rowPlan struct {
	rows
	stacked bool
	label   vg.Length   // width of the labels
	columns []vg.Length // widths of the numbers
	panel   vg.Length
	inner   vg.Length
	inset   vg.Length // of a panel below its label, which leaves room for the words at its ends
}

// lay chooses the widths of the columns. Words that have no room in them wrap.
func (r rows) lay(inner vg.Length, notes ...string) body {
	plan := rowPlan{rows: r, stacked: inner < stackBelow, inner: inner}
	widths := r.measure()
	if plan.stacked {
		plan.label = inner
		if n := len(widths) - 1; n > 0 && !r.prose {
			plan.columns = []vg.Length{min(widths[n], 0.48*inner)}
		}
	} else {
		shrink(widths, inner-max(leastPanel, r.least)-columnGap*vg.Length(len(widths)))
		plan.label, plan.columns = widths[0], widths[1:]
	}
	plan.panel = inner - plan.label - columnGap
	if plan.stacked {
		plan.inset = stackInset
		if r.axis != nil {
			plan.inset = max(plan.inset, r.axis.overhang()-2)
		}
		plan.panel = inner - 2*plan.inset
	}
	for _, w := range plan.columns {
		plan.panel -= w + columnGap
	}
	return body{height: plan.height(), notes: notes, paint: plan.paint}
}

// measure is the width that labels and numbers have on one line.
func (r rows) measure() []vg.Length {
	widths := make([]vg.Length, 1+len(r.heads))
	for i, head := range r.heads {
		widths[i+1] = smallText.width(head)
	}
	for _, row := range r.list {
		widths[0] = max(widths[0], labelText.width(row.label), smallText.width(row.sub))
		for _, l := range row.lines {
			for i, text := range l.cells {
				widths[i+1] = max(widths[i+1], smallText.width(text))
			}
		}
	}
	return widths
}

// shrink takes from the widest columns what they have beyond a sum.
func shrink(widths []vg.Length, most vg.Length) {
	for {
		sum, widest := vg.Length(0), 0
		for i, w := range widths {
			sum += w
			if w > widths[widest] {
				widest = i
			}
		}
		if sum <= most || widths[widest] < 20 {
			return
		}
		widths[widest] = max(widths[widest]*0.95, widths[widest]-(sum-most))
	}
}

// words are the lines of a label and of what stands below it.
func (plan rowPlan) words(r row) (label, sub block) {
	style := labelText
	if r.sub != "" {
		style = strongText
	}
	return block{style, wrap(style, r.label, plan.label)}, block{smallText, wrap(smallText, r.sub, plan.label)}
}

// numbers are the columns of a line that the picture has.
func (plan rowPlan) numbers(l line) []block {
	var out []block
	for i, w := range plan.columns {
		cell := l.cells[len(l.cells)-len(plan.columns)+i]
		out = append(out, block{smallText.in(l.color), wrap(smallText, cell, w)})
	}
	if plan.prose && plan.stacked {
		out = []block{{smallText.in(l.color), wrap(smallText, l.cells[0], plan.inner)}}
	}
	return out
}

// size is the height of a line's panel, of its numbers, and of both.
func (plan rowPlan) size(l line) (panel, numbers, both vg.Length) {
	panel = lineHeight
	if l.height != nil {
		panel = l.height(plan.panel)
	}
	for _, b := range plan.numbers(l) {
		numbers = max(numbers, b.height())
	}
	if l.strong != "" {
		numbers += strongText.leading()
	}
	if plan.prose && plan.stacked {
		return panel, numbers, panel + numbers
	}
	return panel, numbers, max(panel, numbers)
}

// rowHeight is the space of a row.
func (plan rowPlan) rowHeight(r row) vg.Length {
	label, sub := plan.words(r)
	words, lines := label.height()+sub.height(), plan.linesHeight(r)
	if plan.stacked {
		return words + wordGap + lines + rowGap
	}
	return max(words, lines) + rowGap
}

// headed reports whether the columns have heads.
func (plan rowPlan) headed() bool {
	return len(plan.columns) > 0 && plan.heads[len(plan.heads)-1] != ""
}

// heading are the heads of the columns.
func (plan rowPlan) heading() []block { return plan.numbers(line{cells: plan.heads, color: inkSoft}) }

// top is the space above the rows.
func (plan rowPlan) top() vg.Length {
	h := plan.key.height(plan.inner)
	if plan.headed() {
		most := headHeight - smallText.leading()
		for _, b := range plan.heading() {
			most = max(most, headHeight-smallText.leading()+b.height())
		}
		h += most
	}
	return h
}

// height is the height of the body.
func (plan rowPlan) height() vg.Length {
	h := plan.top()
	for _, r := range plan.list {
		h += plan.rowHeight(r)
	}
	if plan.axis != nil {
		h += plan.axis.depth(plan.panel)
	}
	return h
}

// paint draws key, heads, rows and axis.
func (plan rowPlan) paint(p pen, area vg.Rectangle) {
	plan.key.paint(p, area)
	y := area.Max.Y - plan.top()
	from := area.Min.X + plan.label + columnGap
	if plan.stacked {
		from = area.Min.X + plan.inset
	}
	foot := y
	for _, r := range plan.list {
		foot -= plan.rowHeight(r)
	}
	panel := rect(from, foot, from+plan.panel, y)
	if plan.headed() {
		heads := plan.heading()
		for i, x := range plan.rightEdges(panel) {
			heads[i].align(p, x, y+headHeight-smallText.leading()+heads[i].height()-2, right)
		}
	}
	plan.paintBands(p, area, y)
	if plan.axis != nil {
		plan.axis.lie(panel.Min.X, panel.Max.X, 0)
		if !plan.stacked && !plan.plain {
			plan.axis.gridUp(p, panel)
		}
	}
	for _, r := range plan.list {
		plan.paintRow(p, r, area.Min.X, rect(panel.Min.X, y-plan.rowHeight(r), panel.Max.X, y))
		y -= plan.rowHeight(r)
	}
	if plan.axis != nil {
		plan.axis.below(p, panel)
		plan.axis.name(p, foot-ticksDepth)
	}
}

// rightEdges are the right ends of the columns of numbers.
func (plan rowPlan) rightEdges(panel vg.Rectangle) []vg.Length {
	x := panel.Max.X
	if plan.stacked {
		x += plan.inset
	}
	var out []vg.Length
	for _, w := range plan.columns {
		x += columnGap + w
		out = append(out, x)
	}
	return out
}

// paintBands tints every other row.
func (plan rowPlan) paintBands(p pen, area vg.Rectangle, y vg.Length) {
	for i, r := range plan.list {
		h := plan.rowHeight(r)
		if i%2 == 0 {
			p.fillRect(rect(area.Min.X-6, y-h, area.Max.X+6, y), band)
		}
		y -= h
	}
}

// paintRow draws a row into the strip that its panel has, its label from x on.
func (plan rowPlan) paintRow(p pen, r row, x vg.Length, strip vg.Rectangle) {
	label, sub := plan.words(r)
	words := label.height() + sub.height()
	y := strip.Max.Y - rowGap/2
	if plan.stacked {
		sub.write(p, x, label.write(p, x, y))
		y -= words + wordGap
	} else {
		lines := plan.rowHeight(r) - rowGap
		sub.write(p, x, label.write(p, x, y-(lines-words)/2))
		y -= (lines - plan.linesHeight(r)) / 2
	}
	for _, l := range r.lines {
		y = plan.paintLine(p, l, x, rect(strip.Min.X, strip.Min.Y, strip.Max.X, y))
	}
}

// linesHeight is the height of the lines of a row.
func (plan rowPlan) linesHeight(r row) (sum vg.Length) {
	for _, l := range r.lines {
		_, _, h := plan.size(l)
		sum += h
	}
	return sum
}

// paintLine draws a line at the top of a strip and returns the y below it.
func (plan rowPlan) paintLine(p pen, l line, x vg.Length, strip vg.Rectangle) vg.Length {
	panel, numbers, both := plan.size(l)
	y := strip.Max.Y
	inside := rect(strip.Min.X, y-(both+panel)/2, strip.Max.X, y-(both-panel)/2)
	top := y - (both-numbers)/2
	under := plan.prose && plan.stacked
	if under {
		inside, top = rect(strip.Min.X, y-panel, strip.Max.X, y), y-panel
	}
	if plan.axis != nil && plan.stacked && !plan.plain {
		plan.axis.gridUp(p, inside)
	}
	l.paint(p, inside)
	edges, side := plan.rightEdges(strip), right
	if under {
		edges = []vg.Length{x}
	}
	for i, b := range plan.numbers(l) {
		at, y := edges[i], top
		if plan.prose {
			side = left
			if !under {
				at -= plan.columns[i]
			}
			y = block{strongText.in(l.color), wrap(strongText, l.strong, plan.inner)}.align(p, at, y, side)
			b.style = smallText
		} else {
			y = top - (numbers-b.height())/2
		}
		b.align(p, at, y, side)
	}
	return strip.Max.Y - both
}
