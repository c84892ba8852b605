package study

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"

	"gonum.org/v1/gonum/floats"
	gonum "gonum.org/v1/gonum/stat"

	"bestiary/engine/endgame"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
	"bestiary/tuning/formula"
)

// The questions that the values answer. They were written down before any game, and so were the
// ranges that give an answer its sign. Each interval has the usual level, whatever their number.

// logsOf returns the logarithms of ratios.
func logsOf(list []PieceValue, ratio func(*PieceValue) float64) (logs []float64) {
	for i := range list {
		logs = append(logs, math.Log(ratio(&list[i])))
	}
	return logs
}

// byKind returns the means of a number over the boards, one for each kind.
func byKind(list []PieceValue, of func(*PieceValue) float64) (out []float64) {
	kinds := map[string][]float64{}
	for i := range list {
		kinds[list[i].Betza] = append(kinds[list[i].Betza], of(&list[i]))
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		out = append(out, gonum.Mean(kinds[kind], nil))
	}
	return out
}

// logsByKind is the same of the logarithm of a ratio.
func logsByKind(list []PieceValue, ratio func(*PieceValue) float64) []float64 {
	return byKind(list, func(v *PieceValue) float64 { return math.Log(ratio(v)) })
}

// ratioOfSums returns the sum of some numbers over the sum of their weights. Its limits take the
// terms to be independent.
func ratioOfSums(sums, weights []float64) stat.Interval {
	total, n := floats.Sum(weights), float64(len(sums))
	mean, squares := floats.Sum(sums)/total, 0.0
	for i, w := range weights {
		squares += (sums[i] - w*mean) * (sums[i] - w*mean)
	}
	half := stat.StudentQuantile(formula.Level, n-1) * math.Sqrt(squares*n/(n-1)) / total
	return stat.Symmetric(mean, half, formula.Level)
}

// meanOfKinds returns the geometric mean of some ratios, given by their logarithms; unknown for few.
func meanOfKinds(logs []float64) stat.Interval {
	if len(logs) < fewest {
		return stat.Unknown()
	}
	return ratioOfSums(logs, slices.Repeat([]float64{1}, len(logs))).Map(math.Exp)
}

// meanOfRuns is the same where the pieces of a run share its players and its unit: its limits take
// runs to be independent, not pieces. It is unknown for a single run.
func meanOfRuns(logs []float64, runs []*tuning.Panel) stat.Interval {
	var list []*tuning.Panel
	var sums, counts []float64
	for i, x := range logs {
		k := slices.Index(list, runs[i])
		if k < 0 {
			k = len(list)
			list, sums, counts = append(list, runs[i]), append(sums, 0), append(counts, 0)
		}
		sums[k] += x
		counts[k]++
	}
	if len(logs) < fewest || len(list) < 2 {
		return stat.Unknown()
	}
	return ratioOfSums(sums, counts).Map(math.Exp)
}

// ratioOfMeans returns the geometric mean over some pieces divided by that over others, with
// Welch's interval; unknown for few.
func ratioOfMeans(logs, others []float64) stat.Interval {
	if min(len(logs), len(others)) < fewest {
		return stat.Unknown()
	}
	mean, v := gonum.MeanVariance(logs, nil)
	base, w := gonum.MeanVariance(others, nil)
	n, m := float64(len(logs)), float64(len(others))
	v, w = v/n, w/m
	df := (v + w) * (v + w) / (v*v/(n-1) + w*w/(m-1))
	return stat.Symmetric(mean-base, stat.StudentQuantile(formula.Level, df)*math.Sqrt(v+w), formula.Level).Map(math.Exp)
}

// found is a number that answers a question.
type found struct {
	stat.Interval
	Sign   string // says whether the number lies in its range, with a space
	Pieces int
}

// String writes a mean, if it is known, and how many pieces it is of.
func (f found) String() string {
	if !f.Known() {
		return format.None
	}
	return f.Sign + format.Value.Interval(f.Interval) + ", " + format.Plural(f.Pieces, "piece")
}

// within adds the sign for whether the interval lies in a range, if it has limits.
func (f found) within(lo, hi float64) *found {
	mark := doc.Open
	switch {
	case !f.Bounded():
		return &f
	case f.Lo >= lo && f.Hi <= hi:
		mark = doc.Good
	case f.Lo > hi || f.Hi < lo:
		mark = doc.Bad
	}
	f.Sign = mark.Sign() + " "
	return &f
}

// known returns the values for the usual hosts that the games determine.
func (a *Atlas) known() []PieceValue { return which(a.Values, (*PieceValue).fits) }

// firsts returns the known values on the first board, by moves.
func (a *Atlas) firsts() map[string]*PieceValue {
	out := map[string]*PieceValue{}
	for _, v := range a.known() {
		if v.Board == a.settings.Boards[0].Name {
			out[v.Betza] = &v
		}
	}
	return out
}

// lawMargin is the largest deviation from Muller's law, as a share, at which it is said to hold.
const lawMargin = 0.1

// leapers returns the known values of short leapers, to which Muller's law applies.
func (a *Atlas) leapers() []PieceValue {
	return which(a.known(), func(v *PieceValue) bool { return v.Leaper > 0 })
}

// Squares lists the numbers of squares that short leapers attack.
func (a *Atlas) Squares() []int {
	numbers := map[int]bool{}
	for _, v := range a.leapers() {
		numbers[v.squares()] = true
	}
	return slices.Sorted(maps.Keys(numbers))
}

// Law tests Muller's law: the values of short leapers with n squares over the law, scaled to fit
// those with other numbers best.
func (a *Atlas) Law(n int, board string) *found {
	leapers := which(a.leapers(), func(v *PieceValue) bool { return v.Board == board })
	list := which(leapers, func(v *PieceValue) bool { return v.squares() == n })
	others := which(leapers, func(v *PieceValue) bool { return v.squares() != n })
	return found{Interval: lawOver(list, others), Pieces: len(list)}.within(1-lawMargin, 1+lawMargin)
}

// squares counts where the piece goes from the middle of the board.
func (v *PieceValue) squares() (n int) {
	for _, k := range v.Squares {
		n += k
	}
	return n
}

// lawOver compares two groups of leapers: it returns the geometric mean of value/law of the first,
// divided by the second's. For fewer than fewest, the interval follows from the intervals of their
// values, which share errors.
func lawOver(list, others []PieceValue) stat.Interval {
	logs, base := logsOf(list, overLaw), logsOf(others, overLaw)
	if len(list) >= fewest || len(list) == 0 || len(others) < fewest {
		return ratioOfMeans(logs, base)
	}
	mean, variance := gonum.MeanVariance(base, nil)
	n, half := float64(len(others)), 0.0
	for _, v := range list {
		half += v.Points.HalfWidth() / v.Points.Estimate / float64(len(list))
	}
	half = math.Hypot(half, stat.StudentQuantile(formula.Level, n-1)*math.Sqrt(variance/n))
	return stat.Symmetric(gonum.Mean(logs, nil)-mean, half, formula.Level).Map(math.Exp)
}

// Kinds of pieces in the comparison of boards.
const leapers, riders, others = "leapers", "riders", "others"

// rider matches the moves of pieces that move any number of steps, and no others.
var rider = regexp.MustCompile(`^(?:[BRQ]|WW|FF|DD|NN|AA|HH|CC|ZZ)+$`)

// kind returns the kind of a piece in the comparison of boards. Nothing can stand in the way of a
// leaper.
func (v *PieceValue) kind() string {
	switch {
	case v.Mobility[0] == v.Mobility[2]:
		return leapers
	case rider.MatchString(v.Betza):
		return riders
	}
	return others
}

// Kinds lists the kinds of pieces in the comparison of boards.
func (a *Atlas) Kinds() []string { return []string{leapers, riders, others} }

// BoardSize returns the effect of a larger board on the kinds of pieces.
func (a *Atlas) BoardSize(kind, board string) *found {
	logs, runs, _ := a.over(a.firsts(), func(v *PieceValue) bool { return v.fits() && v.Board == board && v.kind() == kind })
	f := found{Interval: meanOfRuns(logs, runs), Pieces: len(logs)}
	switch kind {
	case leapers:
		return f.within(0, 1)
	case riders:
		return f.within(1, math.Inf(1))
	}
	return &f
}

// Mating lists the weakest pieces that mate alone on the first board.
func (p atlasPage) Mating() []PieceValue {
	list := which(p.known(), func(v *PieceValue) bool { return v.Board == p.First && v.Mates == endgame.Alone })
	slices.SortStableFunc(list, func(a, b PieceValue) int { return cmp.Compare(a.Points.Estimate, b.Points.Estimate) })
	return list[:min(5, len(list))]
}

// over returns the logarithms of the ratios of some values to the first ones of the same pieces, the
// runs of the values and the mean of the variances that chance gives the logarithms.
func (a *Atlas) over(first map[string]*PieceValue, holds func(*PieceValue) bool) (logs []float64, runs []*tuning.Panel, chance float64) {
	for _, v := range which(a.Values, holds) {
		if base := first[v.Betza]; base != nil && v.Points.Estimate > 0 {
			logs, runs = append(logs, math.Log(v.Points.Estimate/base.Points.Estimate)), append(runs, v.panel)
			chance += v.chance() + base.chance()
		}
	}
	return logs, runs, chance / float64(len(logs))
}

// chance returns the variance of the logarithm of a value without the choice of players.
func (v *PieceValue) chance() float64 {
	se := v.Worth.HalfWidth() / stat.Quantile(v.Worth.Level) / v.Worth.Estimate
	return se * se
}

// company returns the effect of other pieces or other players.
type company struct {
	Host   string
	Again  bool
	Mean   stat.Interval
	Differ float64
	Pieces int
}

// Company shows how much values depend on the minor pieces around, and on players and openings.
func (p atlasPage) Company() (out []company) {
	first := p.firsts()
	for i, b := range p.Settings.Boards {
		again := i == 0
		if !again && (b.usual() || b.Board != p.Settings.Boards[0].Board) {
			continue
		}
		logs, runs, chance := p.over(first, func(v *PieceValue) bool { return v.Board == b.Name && v.Again == again })
		if len(logs) >= fewest {
			out = append(out, company{b.Name, again, meanOfRuns(logs, runs), math.Sqrt(max(0, gonum.Variance(logs, nil)-chance)), len(logs)})
		}
	}
	return out
}

// Forwardness returns the advantage of forward moves: pieces that move otherwise than backward,
// over their mobility, against the others.
func (p atlasPage) Forwardness() *found {
	over := func(holds func(ahead float64) bool) []float64 {
		return logsByKind(which(p.known(), func(v *PieceValue) bool { return v.judges() && holds(v.Forward-0.5) }), overPrior)
	}
	forward := over(func(ahead float64) bool { return ahead > formula.EvenShare })
	ratio := ratioOfMeans(forward, over(func(ahead float64) bool { return math.Abs(ahead) <= formula.EvenShare }))
	if !ratio.Bounded() {
		return nil
	}
	return found{Interval: ratio, Pieces: len(forward)}.within(1, math.Inf(1))
}

// ColourBound returns the worth of two colour-bound pieces on both colours beyond two single ones.
// A prior has shrunk each estimate towards 0 by the weight that the games lack. The sum of the
// estimates over the sum of the weights is the mean that the games alone would give; kinds with few
// games count little in it.
func (p atlasPage) ColourBound() *found {
	pairs := which(p.known(), func(v *PieceValue) bool { return v.Pair.Bounded() && v.PairWeight > 0 })
	drawn := byKind(pairs, func(v *PieceValue) float64 { return v.Pair.Estimate / v.Points.Estimate })
	if len(drawn) < fewest {
		return nil
	}
	more := ratioOfSums(drawn, byKind(pairs, func(v *PieceValue) float64 { return v.PairWeight }))
	return found{Interval: more, Pieces: len(drawn)}.within(0, math.Inf(1))
}

// family compares the values of a family with the formula's.
type family struct {
	Name             string
	Fit, Locked, All found
	Inside, Of       int // values of locked pieces within the predictive limits
}

// Families shows where the formula fails: the values of each family over the formula's values.
func (p atlasPage) Families() (out []family) {
	names := map[string]bool{}
	for _, v := range p.known() {
		names[v.Family] = true
	}
	mean := func(list []PieceValue) found {
		logs := logsByKind(list, overFormula)
		return found{Interval: meanOfKinds(logs), Pieces: len(logs)}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		list := which(p.known(), func(v *PieceValue) bool { return v.judges() && v.Family == name })
		locked := which(list, func(v *PieceValue) bool { return v.Locked })
		inside := which(locked, func(v *PieceValue) bool { return !v.Predicted.Excludes(v.Points.Estimate) })
		fit := which(list, func(v *PieceValue) bool { return !v.Locked })
		out = append(out, family{name, mean(fit), mean(locked), mean(list), len(inside), len(locked)})
	}
	return out
}

// mostWrong is the number of rows in the table of the worst predictions.
const mostWrong = 10

// Worst lists the worst predictions, among the values by which the formula may be judged.
func (p atlasPage) Worst() []PieceValue {
	list := which(p.known(), func(v *PieceValue) bool { return v.judges() && v.Locked == p.Opened })
	off := func(v PieceValue) float64 { return math.Abs(math.Log(overFormula(&v))) }
	slices.SortStableFunc(list, func(a, b PieceValue) int { return cmp.Compare(off(b), off(a)) })
	return list[:min(mostWrong, len(list))]
}

// Reason returns why a prediction may be wrong, if that is known: the piece is unlike those of the
// fit, or the formula is wrong about the others of its family, in the same direction.
func (a *Atlas) Reason(v PieceValue) string {
	family := meanOfKinds(logsByKind(which(a.known(), func(x *PieceValue) bool {
		return x.judges() && x.Family == v.Family && x.Betza != v.Betza
	}), overFormula))
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
