package atlas

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	gonum "gonum.org/v1/gonum/stat"

	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning/formula"
)

// mostWrong is the number of rows in the table of the worst predictions.
const mostWrong = 10

// worst lists the worst predictions, among the values by which the formula may be judged.
func (f *Figures) worst() doc.Table {
	list := slices.DeleteFunc(f.known(), func(v Value) bool { return !v.judges() || v.Locked != f.Opened })
	off := func(v *Value) float64 { return math.Abs(math.Log(v.Points.Estimate / v.Predicted.Estimate)) }
	slices.SortStableFunc(list, func(a, b Value) int { return cmp.Compare(off(&b), off(&a)) })
	caption := "The worst predictions, of pieces to which the formula was fitted, on all boards."
	if f.Opened {
		caption = "The worst predictions, of the pieces that were locked while it was fitted, on all boards."
	}
	t := doc.Table{Caption: caption, Head: []string{"moves", "board", "family", "value", "by the formula", "by mobility", "why"}}
	for _, v := range list[:min(mostWrong, len(list))] {
		t.Rows = append(t.Rows, doc.Row(doc.Span{Text: v.Betza, Mark: doc.Literal}, v.Board, v.Family, format.Value.Interval(v.Points), format.Value.Interval(v.Predicted), format.Value.Number(v.Prior), f.reason(&v)))
	}
	return t
}

// reason says why a prediction may be wrong, if that is known: the piece is unlike those of the fit, or the
// formula is wrong about the others of its family, in the same direction.
func (f *Figures) reason(v *Value) string {
	family, _ := f.overFormula(func(x *Value) bool { return x.Family == v.Family && x.Betza != v.Betza })
	switch low := v.Points.Estimate > v.Predicted.Estimate; {
	case v.apart != "":
		return v.apart
	case !v.Points.Excludes(v.Predicted.Estimate):
		return "its value is known only to ± " + format.Percent.Number(v.Points.HalfWidth()/v.Points.Estimate)
	case family.Lo > 1 && low:
		return "others of its family are worth more than the formula says, too"
	case family.Hi < 1 && !low:
		return "others of its family are worth less than the formula says, too"
	}
	return "not known"
}

// overFormula returns the geometric mean of the values of some pieces over those of the formula and the
// number of pieces. The mean of few is unknown.
func (f *Figures) overFormula(which func(*Value) bool) (stat.Interval, int) {
	list := slices.DeleteFunc(f.known(), func(v Value) bool { return !v.judges() || !which(&v) })
	logs := byKind(list, func(v *Value) float64 { return math.Log(v.Points.Estimate / v.Predicted.Estimate) })
	if len(logs) < fewest {
		return stat.Unknown(), len(logs)
	}
	n := float64(len(logs))
	mean, sd := gonum.MeanStdDev(logs, nil)
	return stat.Symmetric(mean, stat.StudentQuantile(formula.Level, n-1)*sd/math.Sqrt(n), formula.Level).Map(math.Exp), len(logs)
}

// inside counts the values of some pieces that lie within the predictive limits of the formula.
func (f *Figures) inside(which func(*Value) bool) string {
	in, all := 0, 0
	for _, v := range f.known() {
		if v.judges() && which(&v) {
			all++
			if !v.Predicted.Excludes(v.Points.Estimate) {
				in++
			}
		}
	}
	if all == 0 {
		return format.None
	}
	return fmt.Sprintf("%d of %d", in, all)
}

// families shows where the formula fails: the values of each family over those of the formula.
func (f *Figures) families() doc.Table {
	t := doc.Table{Caption: "Values divided by those of the formula.", Head: []string{"family", "pieces of the fit"}, Foot: doc.T("Each piece counts once, with the mean of its boards; the intervals are for the mean of the family. No mean of fewer than " + strconv.Itoa(fewest) + " pieces is stated.")}
	if f.Opened {
		t.Head = append(t.Head, "locked pieces", "all", "inside")
		t.Foot = append(t.Foot, doc.T(" Inside is the number of values of locked pieces within the predictive limits.")...)
	}
	var names []string
	for _, v := range f.known() {
		names = append(names, v.Family)
	}
	slices.Sort(names)
	for _, family := range slices.Compact(names) {
		own := func(v *Value) bool { return v.Family == family }
		row := []any{family, meanOf(f.overFormula(func(v *Value) bool { return own(v) && !v.Locked }))}
		if f.Opened {
			locked := func(v *Value) bool { return own(v) && v.Locked }
			row = append(row, meanOf(f.overFormula(locked)), meanOf(f.overFormula(own)), f.inside(locked))
		}
		t.Rows = append(t.Rows, doc.Row(row...))
	}
	return t
}
