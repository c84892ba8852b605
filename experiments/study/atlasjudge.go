package study

import (
	"maps"
	"math"
	"slices"

	gonum "gonum.org/v1/gonum/stat"

	"bestiary/experiments/estimate"
	"bestiary/internal/stat"
	"bestiary/tuning/formula"
)

// Judgement holds the errors of predictions of values, as root mean squares of logarithms, for
// pieces that the formula was not fitted to: the locked ones once they are opened, until then each
// piece left out in turn. The intervals are for other pieces drawn in the same way.
type Judgement struct {
	Board   string        `json:"board"` // "" for all; or Fresh, Leapers or WithUnchecked
	Values  int           `json:"values"`
	Formula stat.Interval `json:"formula"`
	Prior   stat.Interval `json:"prior"`
	// Scaled is the error of the prior scaled to fit the pieces of the formula best.
	Scaled stat.Interval `json:"prior-scaled"`
	Ratio  stat.Interval `json:"ratio"` // of the formula's error to the prior's
	// Law is the error of Muller's law, scaled to fit the leapers that are not judged best; zero
	// unless all are Leapers.
	Law stat.Interval `json:"law,omitzero"`
	// Inside is the share of values inside of the predictive limits; unknown until the locked
	// pieces are opened.
	Inside stat.Number `json:"inside"`
}

// Fresh is the row of kinds that had not been measured when the list was written, Leapers the row
// of short leapers, to which Muller's law applies, and WithUnchecked the row of all pieces whose
// values the games determine, including those whose mobility was not checked.
const Fresh, Leapers, WithUnchecked = "not measured before", "short leapers", "with unchecked pieces"

// first reports whether a value is by a usual host and not measured again.
func (v *PieceValue) first() bool { return !v.Again && v.Board == v.On.String() }

// fits reports whether the formula may be fitted to a value: guests of the usual hosts, measured
// for the first time, whose value the games determine.
func (v *PieceValue) fits() bool {
	return v.first() && !estimate.CannotTell(v.Points) && v.Points.Estimate > 0
}

// judges reports whether the formula can be judged by a value.
func (v *PieceValue) judges() bool { return v.fits() && v.Unchecked == "" && v.Prior > 0 }

// which returns the values of a list for which something holds.
func which(list []PieceValue, holds func(*PieceValue) bool) (out []PieceValue) {
	for i := range list {
		if holds(&list[i]) {
			out = append(out, list[i])
		}
	}
	return out
}

// fitted returns the formula fitted to all pieces that are not locked.
func (a *Atlas) fitted() *formula.Formula {
	var list []formula.Measured
	for _, v := range which(a.all, func(v *PieceValue) bool { return v.fits() && !v.Locked }) {
		list = append(list, formula.Measured{Betza: v.Betza, Board: v.On, Value: v.Points, Source: atlasName, Known: v.Known})
	}
	return formula.Fit(list)
}

// unjudged counts the values of the usual hosts, measured for the first time, by which the formula
// cannot be judged: those that the games do not determine, and pieces that the prior cannot judge.
func (a *Atlas) unjudged() int {
	return len(which(a.all, func(v *PieceValue) bool { return v.first() && v.Locked == a.Opened && !v.judges() }))
}

// judge judges the formula on all boards, by all kinds and by short leapers. Once the locked pieces
// are opened it also judges it on each board, by the kinds that had not been measured before, and
// by all kinds together with unchecked ones. (A piece that is left out is left out on all boards,
// so before that there is no error for each.)
func (a *Atlas) judge(f *formula.Formula) (out []Judgement) {
	add := func(row string, holds func(*PieceValue) bool) {
		var list []residual
		for _, v := range which(a.all, holds) {
			if v.Locked == a.Opened {
				list = append(list, a.residual(f, &v))
			}
		}
		if len(list) > 1 {
			out = append(out, judgement(row, list, a.Opened))
		}
	}
	add("", (*PieceValue).judges)
	add(Leapers, func(v *PieceValue) bool { return v.judges() && v.Leaper > 0 })
	if !a.Opened {
		return out
	}
	before := map[string]bool{}
	known, _ := formula.MeasuredValues() // which a test of package formula reads
	for _, m := range known {
		if m.Source != "results/"+atlasName {
			before[formula.KeyOf(m.Betza)] = true
		}
	}
	add(Fresh, func(v *PieceValue) bool { return v.judges() && !before[formula.KeyOf(v.Betza)] })
	for _, name := range a.settings.usual() {
		add(name, func(v *PieceValue) bool { return v.judges() && v.Board == name })
	}
	add(WithUnchecked, func(v *PieceValue) bool { return v.fits() && v.Prior > 0 })
	return out
}

// residual is the error of forecasts of one value: logarithms of the ratio of the value to the
// formula, to the prior, to the prior on its best scale and to Muller's law.
type residual struct {
	kind   string
	off    [4]float64
	inside bool // of the predictive limits
}

// residual compares a value with its prediction. A piece that the formula was fitted to is omitted
// from the fit.
func (a *Atlas) residual(f *formula.Formula, v *PieceValue) residual {
	out, prior, law := residual{kind: v.Betza}, math.Log(overPrior(v)), math.NaN()
	if v.Leaper > 0 {
		law = math.Log(overLaw(v)) - a.scale(v.Betza, overLaw)
	}
	off := f.LeftOut(v.Betza)
	if a.Opened {
		predicted := f.Value(v.Features)
		off, out.inside = math.Log(v.Points.Estimate/predicted.Estimate), !predicted.Excludes(v.Points.Estimate)
	}
	out.off = [4]float64{off, prior, prior - a.scale(v.Betza, overPrior), law}
	return out
}

// The ratios of values to predictions; infinite if the prediction does not apply to a piece.
func overPrior(v *PieceValue) float64   { return v.Points.Estimate / v.Prior }
func overLaw(v *PieceValue) float64     { return v.Points.Estimate / v.Leaper }
func overFormula(v *PieceValue) float64 { return v.Points.Estimate / v.Predicted.Estimate }

// scale returns the logarithm of the factor with which a rule fits the pieces of the formula best,
// without one kind, from the ratios of values to the rule.
func (a *Atlas) scale(without string, ratio func(*PieceValue) float64) float64 {
	return gonum.Mean(logsByKind(which(a.all, func(v *PieceValue) bool {
		return v.fits() && v.Unchecked == "" && !v.Locked && v.Betza != without && !math.IsInf(ratio(v), 1)
	}), ratio), nil)
}

// judgement returns the errors of a list. Their intervals are jackknife intervals over kinds, of
// logarithms. With sixty kinds 95 % intervals cover 93 to 95 %; bootstrap intervals cover 89 to 93
// %.
func judgement(row string, list []residual, opened bool) Judgement {
	kinds, inside := map[string]bool{}, 0.0
	for _, x := range list {
		kinds[x.kind] = true
		if x.inside {
			inside++
		}
	}
	whole, n := logErrors(list, ""), float64(len(kinds))
	var without [5][]float64
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		for i, x := range logErrors(list, kind) {
			without[i] = append(without[i], x)
		}
	}
	var within [5]stat.Interval
	for i, x := range without {
		half := stat.StudentQuantile(formula.Level, n-1) * math.Sqrt(gonum.PopVariance(x, nil)*(n-1))
		within[i] = stat.Symmetric(whole[i], half, formula.Level).Map(math.Exp)
	}
	out := Judgement{Board: row, Values: len(list), Formula: within[0], Prior: within[1], Scaled: within[2], Ratio: within[4]}
	out.Inside = stat.Number(math.NaN())
	if row == Leapers {
		out.Law = within[3]
	}
	if opened {
		out.Inside = stat.Number(inside / float64(len(list)))
	}
	return out
}

// logErrors returns the logarithms of the errors of the four forecasts without one kind, and of the
// ratio of the first two.
func logErrors(list []residual, without string) (logs [5]float64) {
	n := 0.0
	for _, x := range list {
		if x.kind == without {
			continue
		}
		n++
		for i, e := range x.off {
			logs[i] += e * e
		}
	}
	for i := range 4 {
		logs[i] = math.Log(logs[i]/n) / 2
	}
	logs[4] = logs[0] - logs[1]
	return logs
}
