package atlas

import (
	"maps"
	"math"
	"slices"

	gonum "gonum.org/v1/gonum/stat"

	"bestiary/experiments/estimate"
	"bestiary/internal/stat"
	"bestiary/tuning/formula"
)

// Judged has the errors of what predicts values, root mean squares of logarithms, for pieces that
// the formula was not fitted to: the locked ones once they are opened, until then each piece left
// out in turn. The intervals are for other pieces drawn in the same way.
type Judged struct {
	Board   string        `json:"board"` // "" for all; or Fresh or Leapers
	Values  int           `json:"values"`
	Formula stat.Interval `json:"formula"`
	Prior   stat.Interval `json:"prior"`
	// Scaled is the error of the prior on the scale on which it fits the pieces of the formula best.
	Scaled stat.Interval `json:"prior-scaled"`
	Ratio  stat.Interval `json:"ratio"` // of the formula's error to the prior's
	// Law is the error of Muller's law, on the scale on which it fits the leapers that are not
	// judged best; zero unless all are Leapers.
	Law stat.Interval `json:"law,omitzero"`
	// Inside is the share of values inside of the predictive limits; unknown until the locked
	// pieces are opened.
	Inside stat.Number `json:"inside"`
}

// fits reports whether the formula may be fitted to a value: guests of the usual hosts, measured
// for the first time, whose value the games tell.
func (v *Value) fits() bool {
	return !v.Again && v.Board == v.Size.String() && !estimate.CannotTell(v.Points) && v.Points.Estimate > 0
}

// Formula returns the formula fitted to all pieces that are not locked.
func (r *Result) Formula() *formula.Formula {
	var list []formula.Measured
	for _, v := range r.values {
		if v.fits() && !v.Locked {
			list = append(list, v.measured())
		}
	}
	return formula.Fit(list)
}

func (v *Value) measured() formula.Measured {
	return formula.Measured{Betza: v.Betza, Board: v.Size, Value: v.Points, Source: Name, Known: v.Known}
}

// residual is the error of a forecast of one value, by the formula and by the prior.
type residual struct {
	kind                        string
	formula, prior, scaled, law float64
	inside                      bool
}

// Fresh is the row of kinds that had not been measured when the list was written, Leapers that of short
// leapers, to which Muller's law applies, and WithUnchecked that of all pieces whose values the games
// tell, also those on which mobility was not checked.
const Fresh, Leapers, WithUnchecked = "not measured before", "short leapers", "with unchecked pieces"

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

// Judge judges the formula on all boards, by all kinds and by short leapers. Once the locked pieces are
// opened it also judges it on each board, by the kinds that had not been measured before, and by all
// kinds together with unchecked ones. (A piece that is left out is left out on all boards, so before that
// there is no error for each.)
func (r *Result) Judge() (out []Judged) {
	f := r.Formula()
	rows := []string{"", Leapers}
	if r.Opened {
		rows = append(rows, Fresh)
		for _, b := range r.Settings.Boards {
			if b.Name == b.Board.String() {
				rows = append(rows, b.Name)
			}
		}
		rows = append(rows, WithUnchecked)
	}
	before := map[string]bool{}
	measured, _ := formula.MeasuredValues() // which a test of package formula reads
	for _, m := range measured {
		if m.Source != "results/"+Name {
			before[formula.KeyOf(m.Betza)] = true
		}
	}
	for _, board := range rows {
		var list []residual
		for _, v := range r.values {
			in := v.judges()
			switch board {
			case "":
			case WithUnchecked:
				in = v.fits() && v.Prior > 0
			case Leapers:
				in = in && v.Leaper > 0
			case Fresh:
				in = in && !before[formula.KeyOf(v.Betza)]
			default:
				in = in && v.Board == board
			}
			if in && v.Locked == r.Opened {
				list = append(list, r.residual(f, &v))
			}
		}
		if len(list) > 1 {
			out = append(out, judged(board, list, r.Opened))
		}
	}
	return out
}

// residual compares a value with what was predicted. A piece that the formula was fitted to is left
// out of the fit.
func (r *Result) residual(f *formula.Formula, v *Value) residual {
	over := func(by func(*Value) float64) float64 {
		return math.Log(v.Points.Estimate/by(v)) - r.scale(v.Betza, by)
	}
	out := residual{kind: v.Betza, prior: math.Log(v.Points.Estimate / v.Prior), scaled: over((*Value).prior), law: math.NaN()}
	if v.Leaper > 0 {
		out.law = over((*Value).leaper)
	}
	if r.Opened {
		predicted := f.Value(v.Features)
		out.formula, out.inside = math.Log(v.Points.Estimate/predicted.Estimate), !predicted.Excludes(v.Points.Estimate)
	} else {
		out.formula = f.LeftOut(v.Betza)
	}
	return out
}

func (v *Value) prior() float64  { return v.Prior }
func (v *Value) leaper() float64 { return v.Leaper }

// scale returns the logarithm of the factor with which a rule fits the pieces of the formula best,
// without one kind. The rule gives 0 for pieces to which it does not apply.
func (r *Result) scale(without string, by func(*Value) float64) float64 {
	list := slices.DeleteFunc(slices.Clone(r.values), func(v Value) bool {
		return !v.fits() || v.Unchecked != "" || v.Locked || !(by(&v) > 0) || v.Betza == without
	})
	return gonum.Mean(byKind(list, func(v *Value) float64 { return math.Log(v.Points.Estimate / by(v)) }), nil)
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
	var without [][5]float64
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
	out := Judged{Board: board, Values: len(list), Formula: within(0), Prior: within(1), Scaled: within(2), Ratio: within(4), Inside: stat.Number(math.NaN())}
	if board == Leapers {
		out.Law = within(3)
	}
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

// logErrors returns the logarithms of the errors of the formula, of the prior, of the prior on its
// best scale and of Muller's law, and of the ratio of the first two.
func logErrors(list []residual) (logs [5]float64) {
	for _, x := range list {
		for i, e := range [...]float64{x.formula, x.prior, x.scaled, x.law} {
			logs[i] += e * e
		}
	}
	for i := range 4 {
		logs[i] = math.Log(logs[i]/float64(len(list))) / 2
	}
	logs[4] = logs[0] - logs[1]
	return logs
}
