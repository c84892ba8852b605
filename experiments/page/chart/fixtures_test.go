package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/plot/vg"

	"bestiary/experiments/page/pieces"
	"bestiary/internal/stat"
)

// iv is an interval.
func iv(estimate, lo, hi float64) stat.Interval {
	return stat.Interval{Estimate: estimate, Lo: lo, Hi: hi, Level: 0.95}
}

// fixture is a named picture.
type fixture struct {
	name string
	make func() *Chart
}

// widths lists the widths in which every picture is checked.
var widths = []Width{Wide, Narrow}

var (
	chess = About{Game: "orthodox chess", Games: 12000, Note: "300 nodes a move"}
	large = About{
		Title: strings.Repeat("A long title that needs more than a line ", 3),
		Game:  "hannibal-manticore",
		Games: 1234567,
		Note:  "1,500 nodes a move; adjudication off; frozen weights of round 6; eight random plies",
	}
	longName = "wazir-sorcerer of the northern marches W"
)

// fixtures returns the pictures whose layout and bytes are checked: with few rows, many
// rows, long names and extreme numbers.
func fixtures() []fixture {
	return []fixture{
		{"pyramid", func() *Chart { return Pyramid(chessPyramid()) }},
		{"faces", func() *Chart {
			in := chessPyramid()
			in.Faces = faces()
			return Pyramid(in)
		}},
		{"rows", func() *Chart {
			in := chessValues()
			in.Faces = faces()
			in.Estimators[0].Values = append(in.Estimators[0].Values, Estimate{"queen=bishop+knight", iv(3.2, 2.9, 3.5)}, Estimate{"pawn=", iv(1, 1, 1)})
			return Values(in)
		}},
		{"pyramid-one", func() *Chart {
			return Pyramid(PyramidInput{About: chess, Values: chessPyramid().Values[:1]})
		}},
		{"pyramid-many", func() *Chart {
			return Pyramid(PyramidInput{About: large, Values: army(20, 6)})
		}},
		{"pyramid-untold", func() *Chart { return Pyramid(untoldPyramid()) }},
		{"values-untold", func() *Chart {
			in := chessValues()
			in.Untold = []string{"queen"}
			return Values(in)
		}},
		{"pyramid-one-tier", func() *Chart {
			return Pyramid(PyramidInput{About: chess, Values: army(13, 1)})
		}},
		{"pyramid-extreme", func() *Chart { return Pyramid(extremePyramid()) }},
		{"values", func() *Chart { return Values(chessValues()) }},
		{"values-one", func() *Chart {
			return Values(ValuesInput{About: chess, Estimators: []Estimator{{"design", []Estimate{{"queen", iv(9.5, 9.1, 9.9)}}}}})
		}},
		{"values-many", func() *Chart { return Values(manyValues()) }},
		{"values-extreme", func() *Chart { return Values(extremeValues()) }},
		{"outcomes", func() *Chart { return Outcomes(chessOutcomes()) }},
		{"outcomes-extreme", func() *Chart { return Outcomes(extremeOutcomes()) }},
		{"endings", func() *Chart { return Endings(chessEndings()) }},
		{"endings-extreme", func() *Chart {
			return Endings(EndingsInput{large, []Ending{{longName, 123456789, true}, {"checkmate", 1, false}, {"none", 0, false}}})
		}},
		{"lengths", func() *Chart { return Lengths(fewLengths()) }},
		{"lengths-many", func() *Chart { return Lengths(manyLengths()) }},
		{"lengths-one", func() *Chart { return Lengths(LengthsInput{About: chess, Drawn: []int{0}}) }},
		{"calibration", func() *Chart { return Calibration(chessCalibration()) }},
		{"predicted", func() *Chart { return Scatter(somePredicted(12)) }},
		{"predicted-many", func() *Chart { return Scatter(somePredicted(300)) }},
		{"predicted-extreme", func() *Chart {
			return Scatter(ScatterInput{About: large, Share: true, X: longName, Y: longName, Off: longName, Kinds: []string{longName}, Points: []ScatterPoint{{0, iv(0.5, 0, 1), iv(0, 0, 0), false}, {0, iv(0.85, 0.84, 0.86), iv(1, 0.5, 1), true}}})
		}},
		{"verdicts", func() *Chart { return Verdicts(someVerdicts()) }},
		{"verdicts-extreme", func() *Chart { return Verdicts(extremeVerdicts()) }},
		{"grid", func() *Chart { return Grid(someGrid(3)) }},
		{"grid-many", func() *Chart { return Grid(someGrid(26)) }},
		{"trace", func() *Chart { return Trace(chessTrace()) }},
		{"trace-one", func() *Chart {
			return Trace(CurvesInput{About: chess, X: "round", Names: []string{"3"}, Curves: []Curve{{Name: "queen", Points: []CurvePoint{{0, iv(9.5, 9, 10)}}}}})
		}},
		{"trace-many", func() *Chart { return Trace(manyTraces()) }},
		{"trace-steps", func() *Chart {
			in := chessTrace()
			in.Names, in.X = []string{"500", "1,000", "2,000"}, "games"
			in.Curves[1].Points[0].Y.Hi = math.Inf(1)
			return Trace(in)
		}},
		{"curves", func() *Chart { return Curves(twoCurves()) }},
		{"curves-one", func() *Chart {
			return Curves(CurvesInput{About: chess, X: "moves", Y: "captures", Curves: []Curve{{Name: "all", Points: []CurvePoint{{0, iv(0, 0, 0)}}}}})
		}},
		{"curves-many", func() *Chart { return Curves(manyCurves()) }},
		{"differences", func() *Chart { return Differences(someDifferences()) }},
		{"differences-extreme", func() *Chart { return Differences(extremeDifferences()) }},
		{"scatter", func() *Chart { return Scatter(someScatter()) }},
		{"scatter-line", func() *Chart {
			in := someScatter()
			in.Line, in.LineName = []vg.Point{{X: 1, Y: 2}, {X: 4, Y: 3}, {X: 24, Y: 10}}, "a law"
			return Scatter(in)
		}},
		{"strengths", func() *Chart { return Strengths(someStrengths()) }},
		{"strengths-extreme", func() *Chart { return Strengths(extremeStrengths()) }},
		{"multiples", func() *Chart { return Strengths(someMultiples()) }},
		{"multiples-extreme", func() *Chart { return Strengths(extremeMultiples()) }},
		{"slopes", func() *Chart { return Differences(chessSlopes()) }},
		{"shares", func() *Chart { return Shares(twoShares()) }},
		{"shares-extreme", func() *Chart { return Shares(extremeShares()) }},
	}
}

// faces has the pictures of chess, but none of the rook.
func faces() map[string]pieces.Face {
	list := map[string]pieces.Face{}
	for _, name := range []string{"pawn", "knight", "bishop", "queen"} {
		list[name] = pieces.Face{Picture: name}
	}
	return list
}

func chessPyramid() PyramidInput {
	return PyramidInput{About: chess, Values: []Value{
		{"pawn", "P", iv(1, 1, 1), 4, 8},
		{"knight", "N", iv(3.12, 2.99, 3.26), 3, 2},
		{"bishop", "B", iv(3.29, 3.15, 3.43), 3, 2},
		{"rook", "R", iv(4.81, 4.62, 5.01), 2, 2},
		{"queen", "Q", iv(9.52, 9.11, 9.94), 1, 1},
	}}
}

// untoldPyramid has pieces whose values the games do not tell.
func untoldPyramid() PyramidInput {
	in := chessPyramid()
	in.Values = append(in.Values, Value{"ghost", "G", iv(15.5, 2.1, 29), 0, 1}, Value{"wazir-sorcerer", "W", iv(0.2, -0.3, 0.7), 0, 2})
	return in
}

// army returns n pieces in the given number of tiers, some with long names.
func army(n, tiers int) []Value {
	var values []Value
	for i := range n {
		e := 11 - 10*float64(i)/float64(n)
		name := fmt.Sprintf("%s %d", []string{"wazir-sorcerer", "ferz", "Herculean pawn"}[i%3], i)
		values = append(values, Value{name, string(rune('A' + i%26)), iv(e, e-0.3, e+0.35), 1 + i*tiers/n, i % 4})
	}
	return values
}

func extremePyramid() PyramidInput {
	inf := math.Inf(1)
	return PyramidInput{About: large, Level: 0.999, Values: []Value{
		{longName, "WWWW", iv(1e8, -inf, inf), 2, 1000},
		{"b", "", iv(-0.5, -30, 12345678), 7, 100},
		{"c & <d>", "é", iv(0, 0, 0), 7, 0},
		{longName[1:], "", iv(3, 2.999999, 3.000001), 7, 12},
	}}
}

func chessValues() ValuesInput {
	return ValuesInput{About: chess,
		Estimators: []Estimator{
			{"design", []Estimate{{"rook", iv(4.81, 4.62, 5.01)}, {"queen", iv(9.52, 9.11, 9.94)}, {"pawn", iv(1, 1, 1)}}},
			{"prior", []Estimate{{"queen", iv(8.9, 8.9, 8.9)}, {"rook", iv(5.1, 5.1, 5.1)}}},
		},
		Published: []Estimator{{"Kaufman", []Estimate{{"queen", stat.Exact(9.75)}, {"rook", stat.Exact(5)}}}},
	}
}

func manyValues() ValuesInput {
	in := ValuesInput{About: large, Estimators: []Estimator{{Name: "design"}, {Name: "Texel"}, {Name: "prior"}}, Published: []Estimator{{Name: "Muller"}}}
	for i, v := range army(20, 6) {
		for k := range in.Estimators {
			e := v.Value.Estimate * (1 + 0.04*float64(k))
			in.Estimators[k].Values = append(in.Estimators[k].Values, Estimate{v.Piece, iv(e, e-0.2, e+0.2)})
		}
		if i%3 == 0 {
			in.Published[0].Values = append(in.Published[0].Values, Estimate{v.Piece, stat.Exact(v.Value.Estimate - 0.2)})
		}
	}
	return in
}

func extremeValues() ValuesInput {
	in := ValuesInput{About: large}
	for i := range int(shapeCount) {
		name := fmt.Sprintf("%s%d", longName[:30], i)
		in.Estimators = append(in.Estimators, Estimator{name, []Estimate{
			{longName, iv(-2.5, math.Inf(-1), 1e300)}, {"zero", iv(0, 0, 0)}, {"queen", iv(9, 8, 4000)},
		}})
		in.Published = append(in.Published, Estimator{name + " also", []Estimate{{longName, stat.Exact(123456)}, {"unknown", stat.Exact(float64(i))}}})
	}
	return in
}

func chessOutcomes() OutcomesInput {
	return OutcomesInput{chess, []OutcomeRow{{"all games", 5210, 2480, 4310}, {"round 1", 990, 8, 2}}}
}

func extremeOutcomes() OutcomesInput {
	return OutcomesInput{large, []OutcomeRow{
		{longName, 123456789, 1, 123456789}, {"black", 1, 8, 991}, {"none", 0, 0, 5}, {"draws", 0, 7, 0},
		{"white", 98765432, 1, 1}, {"edge", 1000, 130, 90}, {"thirds", 1, 1, 1},
	}}
}

func chessEndings() EndingsInput {
	return EndingsInput{chess, []Ending{{"checkmate", 6120, false}, {"stalemate", 240, true}, {"50 moves without progress", 610, true}}}
}

func fewLengths() LengthsInput {
	return LengthsInput{About: chess, Decided: []int{9, 12}, Drawn: []int{3, 4, 5, 7, 7}}
}

func manyLengths() LengthsInput {
	r := rand.New(rand.NewPCG(1, 2))
	in := LengthsInput{About: large, Decided: []int{5000, 99_000}}
	for range 9000 {
		in.Decided = append(in.Decided, int(30+40*math.Abs(r.NormFloat64())+20*r.ExpFloat64()))
		in.Drawn = append(in.Drawn, int(60+60*r.ExpFloat64()))
	}
	return in
}

func chessCalibration() CalibrationInput {
	return CalibrationInput{About: chess, Bins: []Bin{
		{0, 0.25, 0.125, iv(0.155, 0.11, 0.2), 300},
		{0.25, 0.5, 0.4, iv(0.42, 0.4, 0.44), 1000},
		{0.5, 0.75, 0, iv(0, 0, 0), 0},
		{0.75, 1, 0.9, iv(0.87, 0.82, 0.92), 700},
	}}
}

// somePredicted returns matches of three kinds, of which one in ten was not predicted.
func somePredicted(n int) ScatterInput {
	in := ScatterInput{
		About: chess, Name: "Predicted and found", X: "predicted score", Y: "found score", Share: true, Off: "outside the predicted limits",
		Kinds: []string{"small removal", "large removal", "replacement"},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		x := 0.15 + 0.7*rng.Float64()
		y := min(max(x+0.04*rng.NormFloat64(), 0.02), 0.98)
		if i%10 == 9 {
			y = 1 - x
		}
		in.Points = append(in.Points, ScatterPoint{i % 3, iv(x, x-0.08, x+0.07), iv(y, y-0.02, y+0.02), i%10 == 9})
	}
	return in
}

func chessTrace() CurvesInput {
	return CurvesInput{About: chess, X: "round of play and fit (0: prior)", Names: []string{"0", "1", "2"}, Curves: []Curve{
		{Name: "knight", Points: []CurvePoint{{0, iv(2.7, 2.7, 2.7)}, {1, iv(3, 2.8, 3.2)}, {2, iv(3.12, 2.95, 3.3)}}},
		{Name: "queen", Points: []CurvePoint{{0, iv(8.9, 8.9, 8.9)}, {1, iv(9.8, 9, 10.5)}, {2, iv(9.52, 9.1, 9.9)}}},
	}}
}

func manyTraces() CurvesInput {
	in := CurvesInput{About: large, X: longName}
	for r := range 12 {
		in.Names = append(in.Names, fmt.Sprint(r))
	}
	for i, v := range army(20, 1) {
		s := Curve{Name: v.Piece}
		for r := range 12 {
			e := 3 + v.Value.Estimate/4*(1+0.2*math.Exp(-float64(r))*math.Cos(float64(i)))
			s.Points = append(s.Points, CurvePoint{float64(r), iv(e, e-0.3, e+0.3)})
		}
		in.Curves = append(in.Curves, s)
	}
	for r := range 9 {
		in.Curves[3].Points[r].Y.Hi = math.Inf(1)
		in.Curves[4].Points[r].Y.Lo = -300
	}
	return in
}

func twoCurves() CurvesInput {
	return CurvesInput{
		About: chess, X: "length of the game (plies)", Y: "games still going", Left: "games still going", Share: true, Steps: true,
		Curves: []Curve{
			{Name: "n-move=50", Points: []CurvePoint{{0, iv(1, 1, 1)}, {40, iv(0.75, 0.6, 0.9)}, {90, iv(0.25, 0.1, 0.4)}, {120, iv(0, 0, 0)}}, Lasting: []float64{40, 90, 90, 120}},
			{Name: "n-move=75", Points: []CurvePoint{{0, iv(1, 1, 1)}, {60, iv(0.5, 0.3, 0.7)}, {160, iv(0.25, 0.1, 0.4)}}, Lasting: []float64{60, 60, 160, 170}},
		},
	}
}

func manyCurves() CurvesInput {
	in := CurvesInput{About: large, X: longName, Y: longName, Left: longName}
	for i := range int(shapeCount) {
		c := Curve{Name: fmt.Sprintf("%s%d", longName[:30], i)}
		for x := range 50 {
			y := float64(x) * float64(i+1)
			c.Points = append(c.Points, CurvePoint{float64(x) * 20_000, iv(y, -y, 20*y)})
			c.Lasting = append(c.Lasting, float64(x)*20_000)
		}
		in.Curves = append(in.Curves, c)
	}
	return in
}

func someDifferences() DifferencesInput {
	return DifferencesInput{About: chess, Axis: "second minus first, in standard deviations of a game", Significance: "certain (p < 0.05 after Holm)",
		Heads: []string{"n-move=50", "n-move=75", "difference (95 % interval)"}, Rows: []Difference{
			{"draws", []string{"31.0 %", "24.0 %", "−7.0 % (−9.9 to −4.1)"}, iv(-0.16, -0.22, -0.1), true},
			{"length", []string{"121.3 plies", "134.0 plies", "12.7 (−1.0 to 26.4)"}, iv(0.09, -0.01, 0.19), false},
			{"White's score", []string{"52.0 %", "52.0 %", "0"}, iv(0, 0, 0), false},
		}}
}

func chessSlopes() DifferencesInput {
	return DifferencesInput{About: chess, Axis: "change of the value when the nodes are doubled, in %", Significance: "moves",
		Heads: []string{"at 4,800 nodes", "per doubling"}, Tolerance: 2, Rows: []Difference{
			{"queen", []string{"9.52 (9.11 to 9.94)", "−3.0 % (−4.5 to −1.5)"}, iv(-3, -4.5, -1.5), true},
			{"rook", []string{"4.81 (4.62 to 5.01)", "0.4 % (−1.0 to 1.8)"}, iv(0.4, -1, 1.8), false},
			{"pawn", []string{"1.02 (0.90 to 1.14)", "?"}, stat.Unknown(), false},
		}}
}

func extremeDifferences() DifferencesInput {
	in := DifferencesInput{About: large, Axis: longName, Heads: []string{longName, longName[1:], longName}, Significance: longName, Level: 0.999, Tolerance: 0.1}
	for i := range 60 {
		x := float64(i*i-100) / 40
		size := iv(x, x-0.5*float64(i), x+1)
		if i%3 == 0 {
			size = iv(float64(i-20), math.Inf(-1), 1e300)
		}
		in.Rows = append(in.Rows, Difference{fmt.Sprintf("%s%d", longName[:30], i), []string{longName, longName, longName}, size, i%2 == 0})
	}
	return in
}

func twoShares() SharesInput {
	return SharesInput{About: chess, Sets: []string{"n-move=50", "n-move=75"}, Rows: []ShareRow{
		{"checkmate", []Share{{Games: 6900, Share: iv(0.69, 0.68, 0.7)}, {Games: 7600, Share: iv(0.76, 0.75, 0.77)}}},
		{"n-move rule", []Share{{Games: 900, Share: iv(0.09, 0.085, 0.095)}, {Games: 0, Share: iv(0, 0, 0.001)}}},
	}}
}

func extremeShares() SharesInput {
	in := SharesInput{About: large}
	for i := range int(shapeCount) {
		in.Sets = append(in.Sets, fmt.Sprintf("%s%d", longName[:38], i))
	}
	for i := range 60 {
		r := ShareRow{Name: fmt.Sprintf("%s%d", longName[:38], i)}
		for k := range in.Sets {
			s := float64(i*k%7) / 6
			r.Shares = append(r.Shares, Share{Games: 123456789, Share: iv(s, -1, 2)})
		}
		in.Rows = append(in.Rows, r)
	}
	return in
}

func someVerdicts() VerdictsInput {
	inf := math.Inf(1)
	return VerdictsInput{About: chess, Rows: []VerdictRow{
		{"The falcon is of the strength of a rook, within 15 %", iv(0.92, 0.88, 0.97), 0.85, 1.15, [2]string{"0.85", "1.15 rooks"}, "0.92 (0.88 to 0.97) rooks", "supported"},
		{"A rule of 50 moves would make draws of one in a hundred of the decided games or more, whatever the engine sees", iv(0.002, 0, 0.006), 0.01, inf, [2]string{"1.0 %", ""}, "0.2 (0.0 to 0.6) %", "contradicted"},
		{"Short games", iv(61, 48, 75), -inf, 50, [2]string{"", "50 plies"}, "61.0 (48.0 to 75.0) plies; orthodox chess with a long name, as it happens", "undecided"},
	}}
}

// extremeVerdicts returns verdicts with unbounded and huge intervals, values on the
// border, and long words.
func extremeVerdicts() VerdictsInput {
	inf := math.Inf(1)
	long := strings.Repeat("A hypothesis of many words ", 10)
	return VerdictsInput{About: large, Rows: []VerdictRow{
		{long, iv(0, -inf, inf), 0, inf, [2]string{"0", ""}, "0.0 (not bounded) %", "undecided"},
		{"Far", iv(1e9, -1e9, 1e9), -1, 1, [2]string{"an end in so many words", "the other end in as many"}, long, "contradicted"},
		{"On the border, no interval", iv(2, 2, 2), 2, inf, [2]string{"2", ""}, "2", "undecided"},
		{"Nothing", iv(0, 0, 0), -inf, 0, [2]string{"", "0"}, "0", "undecided"},
		{"Tiny", iv(1e-7, 0, 2e-7), -1, 1, [2]string{"-1", "1"}, "", "supported"},
	}}
}

// someGrid has a gap on its diagonal.
func someGrid(n int) GridInput {
	in := GridInput{About: chess, X: "file of the manticore", Y: "file of the falcon"}
	for i := range n {
		name := string(rune('a' + i))
		in.Rows, in.Columns = append(in.Rows, name), append(in.Columns, name)
		var row []Cell
		for j := range n {
			x := float64((i*7+j*3)%11) - 5
			row = append(row, Cell{x, fmt.Sprintf("%+.1f", x), i == j})
		}
		in.Cells = append(in.Cells, row)
	}
	return in
}

// strengths returns a curve over some rungs.
func strengths(name string, at, slope, width float64, rungs int) Curve {
	out := Curve{Name: name}
	score := func(step, w float64) stat.Interval {
		x := at + slope*step
		return iv(x, math.Max(0, x-w), math.Min(1, x+w))
	}
	for i := range rungs {
		out.Measured = append(out.Measured, CurvePoint{60 * math.Pow(4, float64(i)), score(float64(i), 2*width*(1+float64(i)/3))})
	}
	for i := range 8*rungs + 1 {
		step := float64(i) / 8
		out.Points = append(out.Points, CurvePoint{60 * math.Pow(4, step), score(step, width*(1+step*step/8))})
	}
	return out
}

func someScatter() ScatterInput {
	in := ScatterInput{About: chess, Name: "Values", X: "predicted (points)", Y: "found (points)", Kinds: []string{"8x8", "10x8"}, Off: "locked"}
	for i := range 40 {
		x := 1 + 0.3*float64(i)
		in.Points = append(in.Points, ScatterPoint{i % 2, stat.Exact(x), iv(x*(0.8+float64(i%5)/10), 0.7*x, 1.4*x), i%3 == 0})
	}
	return in
}

func someStrengths() CurvesInput {
	return CurvesInput{About: chess, X: "nodes a move", Y: "score of the first player", Margin: 0.04, Curves: []Curve{strengths("the engine's players", 0.5, 0.015, 0.015, 5)}}
}

func someMultiples() CurvesInput {
	in := CurvesInput{About: chess, X: "nodes a move", Y: "score of the first player", Mark: "revised later", Margin: 0.04}
	for i, name := range []string{"Orda Chess", "Shinobi Chess", "Manchu Chess", "Dunsany's Chess", "Khan's Chess", "Shinobi Chess+", "Manchu+", "Empire Chess", "Spartan Chess", "Chess"} {
		q := strengths(name, 0.4+0.03*float64(i), 0.015, 0.02, 5)
		q.Group, q.Marked = "Revised originals", i < 4
		if i >= 4 {
			q.Group = "Designs said to be fair"
		}
		if i == 9 {
			q.Group, q.Known = "Known edges", 0.55
		}
		in.Curves = append(in.Curves, q)
	}
	return in
}

func extremeMultiples() CurvesInput {
	one, another := strengths(longName, 0.9, 0.02, 0.2, 5), strengths("another", 0.4, -0.02, 0.02, 12)
	one.Group, one.Known, one.Marked, another.Group = longName, 0.99, true, "another"
	return CurvesInput{About: large, X: longName, Y: longName, Mark: longName, Margin: 0.3, Level: 0.999, Curves: []Curve{one, another}}
}

func extremeStrengths() CurvesInput {
	return CurvesInput{About: large, X: longName, Y: longName, Margin: 0.3, Level: 0.999, Curves: []Curve{
		strengths(longName, 0.9, 0.02, 0.2, 5), strengths("uci:fairy-stockfish", 0.3, -0.06, 0.02, 5), strengths("another", 0.5, 0, 0.4, 12),
	}}
}
