package atlas

import (
	"maps"
	"math"
	"slices"

	"bestiary/internal/stat"
	"bestiary/tuning/formula"
)

// Judged has the errors of what foretells values, root mean squares of logarithms, for pieces that
// the formula was not fitted to: the locked ones once they are opened, until then each piece left
// out in turn. The intervals are for other pieces drawn in the same way.
type Judged struct {
	Board   string        `json:"board"` // "" for all, Fresh for kinds that had not been measured before
	Values  int           `json:"values"`
	Formula stat.Interval `json:"formula"`
	Prior   stat.Interval `json:"prior"`
	Ratio   stat.Interval `json:"ratio"` // of the formula's error to the prior's
	// Inside is the share of values inside of the predictive limits; unknown until the locked
	// pieces are opened.
	Inside stat.Number `json:"inside"`
}

// fits reports whether the formula may be fitted to a value: guests of the usual hosts, measured
// for the first time, whose value the games tell.
func (v *Value) fits() bool {
	return !v.Again && v.Board == v.Size.String() && v.Points.Bounded() && v.Points.Estimate > 0
}

// Formula returns the formula chosen and fitted by all pieces that are not locked.
func (r *Result) Formula() *formula.Formula {
	var list []formula.Measured
	for _, v := range r.values {
		if v.fits() && !v.Locked {
			list = append(list, v.measured())
		}
	}
	return formula.Choose(list)
}

func (v *Value) measured() formula.Measured {
	return formula.Measured{Betza: v.Betza, Name: v.Betza, Board: v.Size, Value: v.Points, Source: Name, Known: v.Known}
}

// residual is the error of a forecast of one value, by the formula and by the prior.
type residual struct {
	kind           string
	formula, prior float64
	inside         bool
}

// Fresh names the row of kinds of which no value was known when the list was written.
const Fresh = "not measured before"

// judges reports whether the formula can be judged by a value.
func (v *Value) judges() bool { return v.fits() && v.Unchecked == "" && v.Prior > 0 }

// Unjudged counts the values of the usual hosts, measured for the first time, by which the formula
// cannot be judged: those that the games do not tell, and pieces that the prior cannot judge.
func (r *Result) Unjudged() (n int) {
	for _, v := range r.values {
		if !v.Again && v.Board == v.Size.String() && v.Locked == r.Opened && !v.judges() {
			n++
		}
	}
	return n
}

// Judge judges the formula on all boards and, once the locked pieces are opened, on each and by the
// kinds that had not been measured before. (A piece that is left out is left out on all boards, so
// before that there is no error for each.)
func (r *Result) Judge() (out []Judged) {
	f := r.Formula()
	rows := []string{""}
	if r.Opened {
		rows = append(rows, Fresh)
		for _, b := range r.Settings.Boards {
			if b.Name == b.Board.String() {
				rows = append(rows, b.Name)
			}
		}
	}
	before := map[string]bool{}
	measured, _ := formula.MeasuredValues() // which a test of package formula reads
	for _, m := range measured {
		before[m.Betza] = m.Source != "results/"+Name
	}
	for _, board := range rows {
		var list []residual
		for _, v := range r.values {
			if v.judges() && v.Locked == r.Opened && (board == "" || board == v.Board || board == Fresh && !before[v.Betza]) {
				list = append(list, residualOf(f, &v, r.Opened))
			}
		}
		if len(list) > 1 {
			out = append(out, judged(board, list, r.Opened))
		}
	}
	return out
}

// residualOf compares a value with what was foretold. A piece that the formula was fitted to is
// left out of the fit.
func residualOf(f *formula.Formula, v *Value, locked bool) residual {
	out := residual{kind: v.Betza, prior: math.Log(v.Points.Estimate / v.Prior)}
	if locked {
		foretold := f.Value(v.Features)
		out.formula, out.inside = math.Log(v.Points.Estimate/foretold.Estimate), !foretold.Excludes(v.Points.Estimate)
	} else {
		out.formula = f.LeftOut(v.Betza)
	}
	return out
}

// judged returns the errors of a list. Their intervals are those of the jackknife over kinds, on the
// scale of logarithms. With sixty kinds 95 % intervals cover 93 to 95 %; those of a bootstrap cover
// 89 to 93 %.
func judged(board string, list []residual, locked bool) Judged {
	kinds := map[string]bool{}
	for _, x := range list {
		kinds[x.kind] = true
	}
	whole := logErrors(list)
	var without [][3]float64
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		without = append(without, logErrors(slices.DeleteFunc(slices.Clone(list), func(x residual) bool { return x.kind == kind })))
	}
	within := func(i int) stat.Interval {
		n, mean, squares := float64(len(without)), 0.0, 0.0
		for _, x := range without {
			mean += x[i] / n
		}
		for _, x := range without {
			squares += (x[i] - mean) * (x[i] - mean)
		}
		return stat.Symmetric(whole[i], stat.StudentQuantile(formula.Level, n-1)*math.Sqrt(squares*(n-1)/n), formula.Level).Map(math.Exp)
	}
	out := Judged{Board: board, Values: len(list), Formula: within(0), Prior: within(1), Ratio: within(2), Inside: stat.Number(math.NaN())}
	if locked {
		inside := 0
		for _, x := range list {
			if x.inside {
				inside++
			}
		}
		out.Inside = stat.Number(float64(inside) / float64(len(list)))
	}
	return out
}

// logErrors returns the logarithms of the errors of the formula and of the prior, and of their ratio.
func logErrors(list []residual) [3]float64 {
	formula, prior := 0.0, 0.0
	for _, x := range list {
		formula += x.formula * x.formula / float64(len(list))
		prior += x.prior * x.prior / float64(len(list))
	}
	return [3]float64{math.Log(formula) / 2, math.Log(prior) / 2, math.Log(formula/prior) / 2}
}
