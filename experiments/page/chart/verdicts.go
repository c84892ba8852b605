package chart

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"bestiary/experiments/page/doc"
	"bestiary/internal/stat"
)

// VerdictRow is a hypothesis with the number that decides it, for [Verdicts].
type VerdictRow struct {
	Says  string // the hypothesis in words
	Value stat.Interval
	// From and To bound the range that supports the hypothesis; one of them may be
	// infinite.
	From, To float64
	// Ends labels the ends of the range; Number is the number with its interval and unit.
	Ends   [2]string
	Number string
	// Verdict is "supported", "contradicted", "undecided" or "depends on play"; for a
	// question, "yes" or "no"; for a published result, "inside", "outside" or "cannot tell".
	Verdict string
}

// VerdictsInput is the input of [Verdicts].
type VerdictsInput struct {
	About
	Level float64      // confidence level of the intervals; default 0.95
	Range string       // meaning of the tinted ranges; default "range that supports the hypothesis"
	Rows  []VerdictRow // from top to bottom
}

// verdicts lists the verdicts that [Verdicts] draws, in the order of the key, with their marks.
// They differ in words and marks as well as in tones.
var verdicts = []struct {
	name  string
	shape shape
}{
	{"supported", circle}, {"contradicted", diamond}, {"undecided", square}, {"depends on play", square},
	{"yes", circle}, {"no", diamond}, {"inside", circle}, {"outside", diamond}, {"cannot tell", square},
}

// verdictSign returns the mark of a verdict, in the tone that it has on every page.
func verdictSign(verdict string) sign {
	for _, v := range verdicts {
		if v.name == verdict {
			return sign{shape: v.shape, color: tones(doc.Judge(verdict).Colors())}
		}
	}
	return verdictSign("undecided")
}

// rangeColor is the background of the range that supports a hypothesis.
var rangeColor = tones(0xDCEFE7, 0x1F3B31)

// Dimensions of the panels.
const (
	verdictBar   vg.Length = 24
	verdictPanel vg.Length = 290
	verdictEnds  vg.Length = 16 // the ends of the range below a panel
)

// Verdicts draws hypotheses. Each has a panel with its own axis, which shows the tinted
// range that supports it, the number with its interval, and the verdict. The axes share no
// unit, so lengths compare only within a row.
func Verdicts(in VerdictsInput) *Chart {
	r := rows{heads: []string{""}, prose: true, minPanel: verdictPanel}
	for _, v := range verdicts {
		if slices.ContainsFunc(in.Rows, func(h VerdictRow) bool { return h.Verdict == v.name }) {
			r.key = append(r.key, keyEntry{v.name, verdictSign(v.name).drawLong})
		}
	}
	r.key = append(r.key, keyEntry{cmp.Or(in.Range, "range that supports the hypothesis"), swatch(rangeColor)})
	var words []string
	var notes []string
	for _, h := range in.Rows {
		r.list = append(r.list, row{label: h.Says, lines: []line{{
			height: func(vg.Length) vg.Length { return verdictBar + verdictEnds },
			paint:  h.paint, strong: h.Verdict, cells: []string{h.Number}, color: verdictSign(h.Verdict).color,
		}}})
		words = append(words, h.Says+": "+h.Verdict+", "+h.Number)
		lo, hi := h.scaleOf()
		for _, note := range (scale{min: lo, max: hi}).drawnNotes([]stat.Interval{h.Value}) {
			if !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	return in.chart("Verdicts", listed(words), []string{"bars are " + intervals(in.Level) + ", each row with a scale of its own"}, func(inner vg.Length) body {
		return r.lay(inner, notes...)
	})
}

// maxRoom is the maximum length of the shorter arm of an interval that is shown whole,
// relative to the span of the value and the ends of the range. It applies to ranges with
// two ends, which must stay visible.
const maxRoom = 10

// scaleOf returns the ends of the axis of a row. The axis includes the value, the ends of
// the range, the shorter arm of the interval, and as much of the longer arm as fits.
func (r VerdictRow) scaleOf() (lo, hi float64) {
	v := r.Value
	if !tells(v) {
		v = stat.Exact(math.Max(r.From, -math.MaxFloat64)) // verdict from the range alone
		if math.IsInf(r.From, 0) {
			v = stat.Exact(r.To)
		}
	}
	lo, hi = v.Estimate, v.Estimate
	for _, x := range []float64{r.From, r.To} {
		if !math.IsInf(x, 0) {
			lo, hi = math.Min(lo, x), math.Max(hi, x)
		}
	}
	if hi == lo {
		lo, hi = lo-math.Max(math.Abs(lo), 1e-3), hi+math.Max(math.Abs(hi), 1e-3)
		if v.Bounded() && !v.Exact() {
			lo, hi = math.Min(v.Estimate, v.Lo), math.Max(v.Estimate, v.Hi)
		}
	}
	room := hi - lo
	if arm := math.Min(v.Estimate-v.Lo, v.Hi-v.Estimate); math.IsInf(r.To-r.From, 1) || arm <= maxRoom*room {
		room = math.Max(room, arm)
	}
	lo, hi = math.Min(lo, math.Max(v.Lo, lo-room)), math.Max(hi, math.Min(v.Hi, hi+room))
	pad := 0.12 * (hi - lo)
	return lo - pad, hi + pad
}

// paint draws the range, the interval and the value, and writes the ends of the
// range below.
func (r VerdictRow) paint(p pen, area vg.Rectangle) {
	panel := rect(area.Min.X, area.Max.Y-verdictBar, area.Max.X, area.Max.Y)
	lo, hi := r.scaleOf()
	a := &axis{scale: scale{min: lo, max: hi, from: panel.Min.X, to: panel.Max.X}}
	p.fillRect(panel, paper)
	p.fillRect(rect(a.at(math.Max(r.From, lo)), panel.Min.Y, a.at(math.Min(r.To, hi)), panel.Max.Y), rangeColor)
	p.strokeRect(stroke(rule, hairline), panel)
	for _, end := range []float64{r.From, r.To} {
		if !math.IsInf(end, 0) {
			p.line(stroke(seriesColors[2], axisLine), a.at(end), panel.Min.Y, a.at(end), panel.Max.Y)
		}
	}
	r.paintEnds(p, a, panel)
	a.estimate(p, r.Value, middle(panel).Y, verdictSign(r.Verdict))
}

// paintEnds writes the ends of the range below them, moved apart if necessary.
func (r VerdictRow) paintEnds(p pen, a *axis, panel vg.Rectangle) {
	var wish, size []vg.Length
	var texts []string
	for k, end := range []float64{r.From, r.To} {
		if r.Ends[k] == "" {
			continue
		}
		at := middle(panel).X
		if !math.IsInf(end, 0) {
			at = a.at(end)
		}
		wish = append(wish, at)
		size = append(size, smallText.width(r.Ends[k])+10)
		texts = append(texts, r.Ends[k])
	}
	y := panel.Min.Y - verdictEnds/2 - 1
	for k, x := range spread(wish, size, panel.Min.X-5, panel.Max.X+5) {
		p.textMid(smallText, x, y, centre, texts[k])
	}
}
