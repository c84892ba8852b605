package atlas

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"

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

// lawMargin is the largest deviation from Muller's law, as a share, at which it is said to hold.
const lawMargin = 0.1

// sign returns the sign, with a space, that says whether an interval lies in a range; "" if it has no limits.
func sign(v stat.Interval, lo, hi float64) string {
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

// fewest is the number of pieces from which a mean is stated.
const fewest = 3

// ratios holds logarithms of ratios of values, by the run of the values above: pieces of a run share
// its players and its unit.
type ratios map[*tuning.Panel][]float64

func (r ratios) add(v *Value, ratio float64) { r[v.panel] = append(r[v.panel], math.Log(ratio)) }

func (r ratios) count() (n int) {
	for _, logs := range r {
		n += len(logs)
	}
	return n
}

// mean returns the geometric mean, whose limits take runs to be independent, not pieces; unknown for
// few pieces or a single run.
func (r ratios) mean() stat.Interval {
	sum, n, runs := 0.0, float64(r.count()), float64(len(r))
	if n < fewest || runs < 2 {
		return stat.Unknown()
	}
	for _, logs := range r {
		sum += floats.Sum(logs)
	}
	mean, squares := sum/n, 0.0
	for _, logs := range r {
		off := floats.Sum(logs) - float64(len(logs))*mean
		squares += off * off
	}
	half := stat.StudentQuantile(formula.Level, runs-1) * math.Sqrt(squares*runs/(runs-1)) / n
	return stat.Symmetric(mean, half, formula.Level).Map(math.Exp)
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

// byKind returns the means of a number over the boards, one for each kind.
func byKind(list []Value, of func(*Value) float64) (out []float64) {
	kinds := map[string][]float64{}
	for i := range list {
		kinds[list[i].Betza] = append(kinds[list[i].Betza], of(&list[i]))
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		out = append(out, gonum.Mean(kinds[kind], nil))
	}
	return out
}

// known returns the values of the usual hosts that games tell.
func (f *Figures) known() []Value {
	return slices.DeleteFunc(slices.Clone(f.Values), func(v Value) bool { return !v.fits() })
}

// law shows how far Muller's law holds: the values of short leapers over the law, by the number of
// their squares, on the scale on which it fits those with other numbers best.
func (f *Figures) law() doc.Table {
	t := doc.Table{Caption: "Values of leapers that attack n squares, divided by (30 + 5n/8)·n, on the scale on which it fits leapers with other numbers of squares best.", Head: []string{"squares"},
		Foot: doc.T(fmt.Sprintf("%s: the whole interval lies within %s of 1; %s: beyond; %s: neither. For fewer than %d pieces the intervals are those of their own values.", doc.Good.Sign(), format.Percent.Number(lawMargin), doc.Bad.Sign(), doc.Open.Sign(), fewest))}
	var leapers []Value
	var numbers []int
	for _, v := range f.known() {
		if v.Leaper > 0 {
			leapers, numbers = append(leapers, v), append(numbers, v.squares())
		}
	}
	slices.Sort(numbers)
	for _, n := range slices.Compact(numbers) {
		row := []any{n}
		for _, board := range f.sizes() {
			var list, others []Value
			for _, v := range leapers {
				switch {
				case v.Board != board:
				case v.squares() == n:
					list = append(list, v)
				default:
					others = append(others, v)
				}
			}
			ratio := lawOver(list, others)
			row = append(row, sign(ratio, 1-lawMargin, 1+lawMargin)+meanOf(ratio, len(list)))
		}
		t.Rows = append(t.Rows, doc.Row(row...))
	}
	t.Head = append(t.Head, f.sizes()...)
	return t
}

// lawOver compares two groups of leapers: it returns the geometric mean of value/law of the first,
// divided by that of the second. For fewer than fewest, the interval is made of those of their values,
// which have errors in common.
func lawOver(list, others []Value) stat.Interval {
	over := func(list []Value) (logs []float64) {
		for _, v := range list {
			logs = append(logs, math.Log(v.Points.Estimate/v.Leaper))
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

// meanOf writes a mean, if it is known, and how many pieces it is of.
func meanOf(mean stat.Interval, n int) string {
	if math.IsNaN(mean.Estimate) {
		return format.None
	}
	return format.Value.Interval(mean) + ", " + format.Plural(n, "piece")
}

// sizes returns the names of the usual hosts.
func (f *Figures) sizes() (names []string) {
	for _, b := range f.settings.Boards {
		if b.Name == b.Board.String() {
			names = append(names, b.Name)
		}
	}
	return names
}

// leaps reports whether nothing can stand in the way of a piece.
func (v *Value) leaps() bool { return v.Mobility[0] == v.Mobility[2] }

// rider matches the moves of pieces that go any number of steps, and nothing else.
var rider = regexp.MustCompile(`^(?:[BRQ]|WW|FF|DD|NN|AA|HH|CC|ZZ)+$`)

// Kinds of pieces in the comparison of boards.
const leapers, riders, others = "leapers", "riders", "others"

// kind returns the kind of a piece in the comparison of boards.
func (v *Value) kind() string {
	switch {
	case v.leaps():
		return leapers
	case rider.MatchString(v.Betza):
		return riders
	}
	return others
}

// boardSize shows what larger boards do to leapers, to riders and to other pieces.
func (f *Figures) boardSize() doc.Table {
	sizes := f.sizes()
	t := doc.Table{Caption: "Values divided by those of the same pieces on " + sizes[0] + " squares.", Head: append([]string{""}, sizes[1:]...),
		Foot: doc.T(fmt.Sprintf("A point is a share of knight, bishop, rook and queen on each board, so riders are compared with company that is mostly of their kind. Leapers are expected to lose value on a larger board, and riders to gain. %s: the whole interval lies on that side of 1; %s: on the other; %s: neither.", doc.Good.Sign(), doc.Bad.Sign(), doc.Open.Sign()))}
	expected := map[string][2]float64{leapers: {0, 1}, riders: {1, math.Inf(1)}}
	first := map[string]float64{}
	for _, v := range f.known() {
		if v.Board == sizes[0] {
			first[v.Betza] = v.Points.Estimate
		}
	}
	for _, kind := range []string{leapers, riders, others} {
		row := []any{kind}
		for _, board := range sizes[1:] {
			list := ratios{}
			for _, v := range f.known() {
				if base := first[v.Betza]; v.Board == board && base > 0 && v.kind() == kind {
					list.add(&v, v.Points.Estimate/base)
				}
			}
			mean, mark := list.mean(), ""
			if r, ok := expected[kind]; ok {
				mark = sign(mean, r[0], r[1])
			}
			row = append(row, mark+meanOf(mean, list.count()))
		}
		t.Rows = append(t.Rows, doc.Row(row...))
	}
	return t
}

// mating lists the weakest pieces that mate alone on the first board.
func (f *Figures) mating() doc.Table {
	list := slices.DeleteFunc(f.known(), func(v Value) bool { return v.Board != f.sizes()[0] || v.Mates != endgame.Alone })
	slices.SortStableFunc(list, func(a, b Value) int { return cmp.Compare(a.Points.Estimate, b.Points.Estimate) })
	t := doc.Table{Caption: "The weakest pieces that mate alone on " + f.sizes()[0] + " squares.", Head: []string{"moves", "value", "longest mate"}}
	for _, v := range list[:min(5, len(list))] {
		t.Rows = append(t.Rows, doc.Row(doc.Span{Text: v.Betza, Mark: doc.Literal}, format.Value.Interval(v.Points), format.Plural(v.LongestMate, "move")))
	}
	return t
}

// chance returns the variance of the logarithm of a value without the choice of players.
func (v *Value) chance() float64 {
	se := v.worth.HalfWidth() / stat.Quantile(v.worth.Level) / v.worth.Estimate
	return se * se
}

// company shows how much values depend on the minor pieces around, and on players and openings.
func (f *Figures) company() doc.Table {
	t := doc.Table{Caption: "Values of pieces that were measured again, divided by the first.", Head: []string{"", "mean", "differ by", "pieces"},
		Foot: doc.T(doc.Italic("differ by"), ": the standard deviation of the ratios beyond what sampling error and the choice of exchanges explain. Where other pieces take the places of knights and bishops, rook and queen alone define a point, so the mean is partly that of another unit.")}
	first := map[string]*Value{}
	known := f.known()
	for i, v := range known {
		if v.Board == f.sizes()[0] {
			first[v.Betza] = &known[i]
		}
	}
	for _, host := range f.boards() {
		for _, again := range []bool{false, true} {
			list, logs, chance := ratios{}, []float64(nil), 0.0
			for _, v := range f.Values {
				if base := first[v.Betza]; v.Board == host && v.Again == again && v.Size.String() == f.sizes()[0] && (again || host != v.Size.String()) && base != nil && v.Points.Estimate > 0 {
					list.add(&v, v.Points.Estimate/base.Points.Estimate)
					logs = append(logs, math.Log(v.Points.Estimate/base.Points.Estimate))
					chance += v.chance() + base.chance()
				}
			}
			if len(logs) < fewest {
				continue
			}
			off := math.Sqrt(max(0, gonum.Variance(logs, nil)-chance/float64(len(logs))))
			name := "again, by two other players from another seed"
			if !again {
				name = "on " + host
			}
			t.Rows = append(t.Rows, doc.Row(name, format.Value.Interval(list.mean()), format.Percent.Number(off), strconv.Itoa(len(logs))))
		}
	}
	return t
}

// forwardness shows what it pays to go forward: pieces that go otherwise than backward, over their
// mobility, against the others.
func (f *Figures) forwardness() string {
	var ahead, others []Value
	for _, v := range f.known() {
		if v.judges() && v.Forward > 0.5+formula.EvenShare {
			ahead = append(ahead, v)
		} else if v.judges() && math.Abs(v.Forward-0.5) <= formula.EvenShare {
			others = append(others, v)
		}
	}
	over := func(v *Value) float64 { return math.Log(v.Points.Estimate / v.Prior) }
	forward, even := byKind(ahead, over), byKind(others, over)
	ratio := ratioOfMeans(forward, even)
	if !ratio.Bounded() {
		return ""
	}
	return sign(ratio, 1, math.Inf(1)) + fmt.Sprintf("Pieces that go further forward than backward are worth %s times as much as others of the same mobility (%s).", format.Value.Interval(ratio), format.Plural(len(forward), "piece"))
}

// colourBound says what two of a colour-bound kind on both colours are worth beyond two single ones.
// A prior has shrunk each estimate towards 0 by the weight that the games lack. The sum of the estimates
// over the sum of the weights is the mean that the games alone would give; kinds with few games
// count little in it.
func (f *Figures) colourBound() string {
	pairs := slices.DeleteFunc(f.known(), func(v Value) bool { return !v.Pair.Bounded() || v.PairWeight == 0 })
	drawn := byKind(pairs, func(v *Value) float64 { return v.Pair.Estimate / v.Points.Estimate })
	weights := byKind(pairs, func(v *Value) float64 { return v.PairWeight })
	n := float64(len(drawn))
	if n < fewest {
		return ""
	}
	total := floats.Sum(weights)
	mean, squares := floats.Sum(drawn)/total, 0.0
	for i, w := range weights {
		squares += (drawn[i] - w*mean) * (drawn[i] - w*mean)
	}
	half := stat.StudentQuantile(formula.Level, n-1) * math.Sqrt(squares*n/(n-1)) / total
	more := stat.Symmetric(mean, half, formula.Level)
	return sign(more, 0, math.Inf(1)) + fmt.Sprintf("Two pieces that never leave their colour of squares, one on each colour, are worth %s of one of them more than two single ones (%s; a kind counts by what its games tell).", format.Percent.Interval(more), format.Plural(len(drawn), "piece"))
}

// answers returns the answers as a part of the page.
func (f *Figures) answers() []doc.Block {
	if len(f.known()) == 0 {
		return nil
	}
	blocks := []doc.Block{doc.Heading("How far does Muller's law hold?"), f.law(),
		doc.Heading("What does the size of the board do?"), f.boardSize(),
		doc.Heading("Which are the weakest pieces that mate alone?"), f.mating(),
		doc.Heading("How much does a value depend on the other pieces and on the players?"), f.company()}
	for _, a := range [][2]string{{"Does it pay to go forward?", f.forwardness()}, {"Is a pair of colour-bound pieces worth more?", f.colourBound()}} {
		if a[1] != "" {
			blocks = append(blocks, doc.Heading(a[0]), doc.P(a[1]))
		}
	}
	return blocks
}
