package report

import (
	"html"
	"math"
	"strings"
	"testing"

	"bestiary/experiments"
	"bestiary/internal/stat"
	"bestiary/selfplay/player"
	"bestiary/selfplay/rating"
	"bestiary/tuning"
)

// examined is a result with everything that can be examined.
func examined(t *testing.T) *experiments.EstimateResult {
	res := synthetic(t)
	n := len(pieces)
	x := &tuning.Examination{
		Resampled: tuning.Resampled{Resamples: 400, Degenerate: 3, Unconverged: 1},
		Additivity: tuning.Additivity{
			Strong: []string{"queen"}, Weak: []string{"knight", "bishop"},
			Levelling: around(-0.4, 0.3), Bending: around(0.05, 0.2),
		},
	}
	base, other := tuning.Variation{Name: "Texel", Rows: 180}, tuning.Variation{Name: "Texel, squared error", Rows: 180}
	for i, v := range res.Measurement.Design.Values {
		x.Comparisons = append(x.Comparisons, tuning.Comparison{Piece: v.Piece, Pawns: around(0.1, 0.5), Basket: around(0.2, 0.5)})
		x.Resampled.Pawns = append(x.Resampled.Pawns, v.Pawns)
		x.Resampled.Ratios = append(x.Resampled.Ratios, 1+0.02*float64(i))
		row := make([]float64, n)
		for j := range row {
			row[j] = 0.5
		}
		row[i] = 1
		x.Correlations = append(x.Correlations, row)
		base.Pawns = append(base.Pawns, v.Pawns)
		other.Pawns = append(other.Pawns, v.Pawns)
	}
	x.Correlations[4][1] = math.NaN()
	other.Pawns[4] = around(99, 1)
	x.Sensitivity = []tuning.Variation{base, other}
	res.Examination = x
	return res
}

func TestExaminationSections(t *testing.T) {
	res := examined(t)
	res.Odds = &experiments.OddsResult{Game: res.Game, Config: experiments.DefaultOdds(), Lines: []experiments.OddsLine{
		{Exchange: "pawn=", Score: around(0.63, 0.02), Results: rating.Pairs{WL: 100, WW: 200}},
		{Exchange: "knight=bishop", Score: around(0.48, 0.02), Pawns: around(-5, 0.1)},
		{Exchange: "queen=", Score: around(0.9, 0.02), Pawns: around(7, 1), Saturated: true},
	}}
	res.Ladder = []experiments.Rung{{Nodes: 300, Measurement: res.Measurement, Differs: make([]bool, len(pieces))},
		{Nodes: 1500, Measurement: res.Measurement, Differs: []bool{false, true, false, false, false}}}
	files := written(t, res)
	md, page := files["report.md"], html.UnescapeString(files["report.html"])
	for _, want := range []string{
		"| knight | 3.10 (2.48 to 3.72) | 3.10 (2.79 to 3.41) | 90 % | 3.10 | 0.10 (−0.40 to 0.60) | 0.20 (−0.30 to 0.70) |",
		"by −0.40 (−0.70 to −0.10) pawns: beyond chance.",
		"by 0.05 (−0.15 to 0.25) logits more than that: within chance.",
		"| Texel | 180 | 3.10 ± 0.62 |",
		"| Texel, squared error | 180 | 3.10 | 3.40 | 5.00 | **99.00** |",
		"| rook | 5.00 (4.00 to 6.00) | 5.00 (4.00 to 6.00) | 1.06 |",
		"400 times, should give the same. 3 of these leave a value without bounds, which is then held by a weak prior. The fit to 1 of these did not end.",
		"| queen | ? | 0.50 | 0.50 | 1.00 |",
		"| knight=bishop | 48.0 (46.0 to 50.0) | −5.00 (−5.10 to −4.90) | −0.30 (",
		"| **−4.70** |",
		`| queen= \* | 90.0 (88.0 to 92.0) |`,
		"| 1500 | 40 | **3.10 (2.48 to 3.72)** |",
		"> **Note.** Army against army, some exchanges are worth something else than their pieces add up to, beyond chance: knight=bishop is worth −5.00 in matches, −0.30 by the values, in units of a pawn.",
		"> **Note.** Values do not simply add up: a strong piece (queen) loses value with every additional weak piece (knight, bishop) of the opponent.",
		"![phases](charts/phases.svg)", "![ladder](charts/ladder.svg)",
	} {
		if !strings.Contains(md, want) {
			t.Errorf("report.md lacks %s", want)
		}
	}
	for _, want := range []string{"<td><b>99.00</b></td>", "<em>data</em>", "<td>queen= *</td>", "<h2>Do values add up?</h2>"} {
		if !strings.Contains(page, want) {
			t.Errorf("report.html lacks %s", want)
		}
	}
	for _, want := range []string{">1500<", "nodes a move"} {
		if !strings.Contains(files["charts/ladder.svg"], want) {
			t.Errorf("the picture of the ladder lacks %s", want)
		}
	}
}

// Matches with other weights than the reported games say so.
func TestWeightsOfOdds(t *testing.T) {
	res := examined(t)
	start := player.HashWeights(experiments.StartWeights(res.Game))
	res.Odds = &experiments.OddsResult{}
	for i, test := range []struct {
		odds    string
		learned bool
		want    string // nothing if empty
	}{
		{start, false, ""},
		{start, true, "played with the weights that the estimate begins with, its games with values learned from there on"},
		{"0123", true, "played with other weights than the games of the estimates"},
	} {
		res.Odds.Weights, res.Weights = test.odds, experiments.StartWeights(res.Game)
		if test.learned {
			res.Weights.SetMaterial(res.Game.TypeNamed("queen"), 1200, 1200)
		}
		if got := oddsWeights(res); test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%d: %q, want %q", i, got, test.want)
		}
	}
}

// A disagreement of the estimates is said in plain words: of the pieces or of the unit.
func TestDisagreements(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func([]tuning.Comparison)
		want   string // nothing if empty
	}{
		{"none", func([]tuning.Comparison) {}, ""},
		{"the unit", func(x []tuning.Comparison) { x[3].Disagree = true },
			"The two estimates disagree beyond chance: rook (5.00 against 5.00), in units of a pawn, by the armies at the start against positions in the course of the games. Measured by knight and bishop no difference is seen: it may be the pawn that is worth something else in the course of a game. The values at the start are the ones reported."},
		{"a piece", func(x []tuning.Comparison) { x[3].Disagree, x[3].BasketDisagree = true, true },
			"Measured by knight and bishop instead of the pawn they disagree on: rook. The values"},
		{"by knight and bishop alone", func(x []tuning.Comparison) { x[4].BasketDisagree = true },
			"Measured by knight and bishop instead of the pawn they disagree on: queen. The values"},
	} {
		res := examined(t)
		c.change(res.Examination.Comparisons)
		got := strings.Join(disagreements(res), "|")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A game without knights and bishops has no second scale.
func TestSectionsWithoutBasket(t *testing.T) {
	res := examined(t)
	m := res.Measurement
	for i := range m.Prior.Values {
		m.Prior.Values[i].Basket = stat.Unknown()
		res.Examination.Comparisons[i].Basket = stat.Unknown()
	}
	res.Examination.Comparisons[3].Disagree = true
	if s := agreement(res); len(s.Head) != 6 || len(s.Rows[0]) != 6 {
		t.Errorf("%q, %q", s.Head, s.Rows[0])
	}
	if text := strings.Join(disagreements(res), ""); strings.Contains(text, "knight and bishop") {
		t.Error(text)
	}
}

func TestMarked(t *testing.T) {
	for text, want := range map[string]string{
		"a *b* **c d** e":  "a <em>b</em> <b>c d</b> e",
		`x \*`:             "x &#42;",
		"<i>**<b>**":       "&lt;i&gt;<b>&lt;b&gt;</b>",
		"2 * 3 is 6":       "2 * 3 is 6",
		"**3.1 (2 to 4)**": "<b>3.1 (2 to 4)</b>",
	} {
		if got := string(marked(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
