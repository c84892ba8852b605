package study

import (
	"cmp"
	"fmt"
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

// logOf returns the logarithm of a ratio.
func logOf(ratio func(*PieceValue) float64) func(*PieceValue) float64 {
	return func(v *PieceValue) float64 { return math.Log(ratio(v)) }
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

// ratioOfSums returns the sum of some numbers over the sum of their weights. Its limits take the terms to
// be independent.
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

// found is the answer to a question about a number.
type found struct {
	Sign, Number string // Sign says whether the number lies in its range, with a space
	Kinds        int
}

// inRange returns the sign, with a space, that says whether an interval lies in a range; "" if it has no limits.
func inRange(v stat.Interval, lo, hi float64) string {
	mark := doc.Open
	switch {
	case !v.Bounded():
		return ""
	case v.Lo >= lo && v.Hi <= hi:
		mark = doc.Good
	case v.Lo > hi || v.Hi < lo:
		mark = doc.Bad
	}
	return mark.Sign() + " "
}

// meanOf writes a mean, if it is known, and how many pieces it is of.
func meanOf(mean stat.Interval, n int) string {
	if math.IsNaN(mean.Estimate) {
		return format.None
	}
	return format.Value.Interval(mean) + ", " + format.Plural(n, "piece")
}

// known returns the values of the usual hosts that games tell.
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

// Law shows how far Muller's law holds: the values of short leapers over the law, by the number of
// their squares, on the scale on which it fits those with other numbers best.
func (p atlasPage) Law() doc.Table {
	leapers := which(p.known(), func(v *PieceValue) bool { return v.Leaper > 0 })
	var numbers []int
	for _, v := range leapers {
		numbers = append(numbers, v.squares())
	}
	slices.Sort(numbers)
	return grid(p.captioned("law"), "squares", slices.Compact(numbers), p.settings.usual(), func(n int, board string) string {
		list := which(leapers, func(v *PieceValue) bool { return v.Board == board && v.squares() == n })
		others := which(leapers, func(v *PieceValue) bool { return v.Board == board && v.squares() != n })
		ratio := lawOver(list, others)
		return inRange(ratio, 1-lawMargin, 1+lawMargin) + meanOf(ratio, len(list))
	})
}

// squares counts where the piece goes from the middle of the board.
func (v *PieceValue) squares() (n int) {
	for _, k := range v.Squares {
		n += k
	}
	return n
}

// lawOver compares two groups of leapers: it returns the geometric mean of value/law of the first,
// divided by that of the second. For fewer than fewest, the interval is made of those of their values,
// which have errors in common.
func lawOver(list, others []PieceValue) stat.Interval {
	over := func(list []PieceValue) (logs []float64) {
		for i := range list {
			logs = append(logs, math.Log(overLaw(&list[i])))
		}
		return logs
	}
	if len(list) >= fewest || len(list) == 0 || len(others) < fewest {
		return ratioOfMeans(over(list), over(others))
	}
	mean, variance := gonum.MeanVariance(over(others), nil)
	n, half := float64(len(others)), 0.0
	for _, v := range list {
		half += v.Points.HalfWidth() / v.Points.Estimate / float64(len(list))
	}
	half = math.Hypot(half, stat.StudentQuantile(formula.Level, n-1)*math.Sqrt(variance/n))
	return stat.Symmetric(gonum.Mean(over(list), nil)-mean, half, formula.Level).Map(math.Exp)
}

// Kinds of pieces in the comparison of boards.
const leapers, riders, others = "leapers", "riders", "others"

// rider matches the moves of pieces that go any number of steps, and nothing else.
var rider = regexp.MustCompile(`^(?:[BRQ]|WW|FF|DD|NN|AA|HH|CC|ZZ)+$`)

// kind returns the kind of a piece in the comparison of boards. Nothing can stand in the way of a leaper.
func (v *PieceValue) kind() string {
	switch {
	case v.Mobility[0] == v.Mobility[2]:
		return leapers
	case rider.MatchString(v.Betza):
		return riders
	}
	return others
}

// BoardSize shows what larger boards do to leapers, to riders and to other pieces.
func (p atlasPage) BoardSize() doc.Table {
	sizes, first := p.settings.usual(), p.firsts()
	expected := map[string][2]float64{leapers: {0, 1}, riders: {1, math.Inf(1)}}
	return grid(p.captioned("board size"), "", []string{leapers, riders, others}, sizes[1:], func(kind, board string) string {
		logs, runs, _ := p.over(first, func(v *PieceValue) bool { return v.fits() && v.Board == board && v.kind() == kind })
		mean, mark := meanOfRuns(logs, runs), ""
		if r, ok := expected[kind]; ok {
			mark = inRange(mean, r[0], r[1])
		}
		return mark + meanOf(mean, len(logs))
	})
}

// Mating lists the weakest pieces that mate alone on the first board.
func (p atlasPage) Mating() doc.Table {
	list := which(p.known(), func(v *PieceValue) bool { return v.Board == p.First && v.Mates == endgame.Alone })
	slices.SortStableFunc(list, func(a, b PieceValue) int { return cmp.Compare(a.Points.Estimate, b.Points.Estimate) })
	list = list[:min(5, len(list))]
	return tabulate(p.captioned("mating"), "moves;value;longest mate", list, func(v *PieceValue) []any {
		return []any{literal(v.Betza), format.Value.Interval(v.Points), format.Plural(v.LongestMate, "move")}
	})
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

// Company shows how much values depend on the minor pieces around, and on players and openings.
func (p atlasPage) Company() doc.Table {
	type again struct{ name, host string }
	size, first := p.settings.Boards[0].Name, p.firsts()
	list := []again{{"again, by two other players from another seed", size}}
	for _, b := range p.settings.Boards {
		if b.Board == p.settings.Boards[0].Board && !b.usual() {
			list = append(list, again{"on " + b.Name, b.Name})
		}
	}
	t := tabulate(p.captioned("company"), ";mean;differ by;pieces", list, func(c *again) []any {
		logs, runs, chance := p.over(first, func(v *PieceValue) bool { return v.Board == c.host && v.Again == (c.host == size) })
		if len(logs) < fewest {
			return nil
		}
		differ := math.Sqrt(max(0, gonum.Variance(logs, nil)-chance))
		return []any{c.name, format.Value.Interval(meanOfRuns(logs, runs)), format.Percent.Number(differ), len(logs)}
	})
	return t
}

// Forwardness says what it pays to go forward: pieces that go otherwise than backward, over their
// mobility, against the others.
func (p atlasPage) Forwardness() *found {
	over := func(holds func(ahead float64) bool) []float64 {
		return byKind(which(p.known(), func(v *PieceValue) bool { return v.judges() && holds(v.Forward-0.5) }), logOf(overPrior))
	}
	forward := over(func(ahead float64) bool { return ahead > formula.EvenShare })
	ratio := ratioOfMeans(forward, over(func(ahead float64) bool { return math.Abs(ahead) <= formula.EvenShare }))
	if !ratio.Bounded() {
		return nil
	}
	return &found{inRange(ratio, 1, math.Inf(1)), format.Value.Interval(ratio), len(forward)}
}

// ColourBound says what two of a colour-bound kind on both colours are worth beyond two single ones.
// A prior has shrunk each estimate towards 0 by the weight that the games lack. The sum of the estimates
// over the sum of the weights is the mean that the games alone would give; kinds with few games
// count little in it.
func (p atlasPage) ColourBound() *found {
	pairs := which(p.known(), func(v *PieceValue) bool { return v.Pair.Bounded() && v.PairWeight > 0 })
	drawn := byKind(pairs, func(v *PieceValue) float64 { return v.Pair.Estimate / v.Points.Estimate })
	if len(drawn) < fewest {
		return nil
	}
	more := ratioOfSums(drawn, byKind(pairs, func(v *PieceValue) float64 { return v.PairWeight }))
	return &found{inRange(more, 0, math.Inf(1)), format.Percent.Interval(more), len(drawn)}
}

// Families shows where the formula fails: the values of each family over those of the formula.
func (p atlasPage) Families() doc.Table {
	columns := []string{"pieces of the fit"}
	if p.Opened {
		columns = append(columns, "locked pieces", "all", "inside")
	}
	families := map[string]bool{}
	for _, v := range p.known() {
		families[v.Family] = true
	}
	return grid(p.captioned("families"), "family", slices.Sorted(maps.Keys(families)), columns, func(family, column string) string {
		list := which(p.known(), func(v *PieceValue) bool {
			return v.judges() && v.Family == family && (column == "all" || v.Locked == (column != "pieces of the fit"))
		})
		if column != "inside" {
			logs := byKind(list, logOf(overFormula))
			return meanOf(meanOfKinds(logs), len(logs))
		}
		if len(list) == 0 {
			return format.None
		}
		inside := which(list, func(v *PieceValue) bool { return !v.Predicted.Excludes(v.Points.Estimate) })
		return fmt.Sprintf("%d of %d", len(inside), len(list))
	})
}

// mostWrong is the number of rows in the table of the worst predictions.
const mostWrong = 10

// Worst lists the worst predictions, among the values by which the formula may be judged.
func (p atlasPage) Worst() doc.Table {
	list := which(p.known(), func(v *PieceValue) bool { return v.judges() && v.Locked == p.Opened })
	off := func(v PieceValue) float64 { return math.Abs(math.Log(overFormula(&v))) }
	slices.SortStableFunc(list, func(a, b PieceValue) int { return cmp.Compare(off(b), off(a)) })
	list = list[:min(mostWrong, len(list))]
	return tabulate(p.captioned("worst"), "moves;board;family;value;by the formula;by mobility;why", list, func(v *PieceValue) []any {
		return []any{literal(v.Betza), v.Board, v.Family, format.Value.Interval(v.Points), format.Value.Interval(v.Predicted),
			format.Value.Number(v.Prior), p.reason(v)}
	})
}

// reason says why a prediction may be wrong, if that is known: the piece is unlike those of the fit, or the
// formula is wrong about the others of its family, in the same direction.
func (a *Atlas) reason(v *PieceValue) string {
	family := meanOfKinds(byKind(which(a.known(), func(x *PieceValue) bool {
		return x.judges() && x.Family == v.Family && x.Betza != v.Betza
	}), logOf(overFormula)))
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
