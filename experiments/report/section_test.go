package report

import (
	"html"
	"math"
	"strings"
	"testing"

	"bestiary/experiments"
	"bestiary/internal/stat"
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
		"| knight | 2 | 12 | 3.10 (2.48 to 3.72) | 3.10 (2.79 to 3.41) | 90 % | 3.10 | 0.10 (−0.40 to 0.60) |",
		"| knight | 2.98 (2.38 to 3.58) | 2.98 (2.68 to 3.28) | 2.98 | 0.20 (−0.30 to 0.70) |",
		"by −0.40 (−0.70 to −0.10) (in pawns): beyond chance.",
		"is 0.05 (−0.15 to 0.25) logits more than that: within chance.",
		"| positions | 180 | 3.10 ± 0.62 |",
		"| positions, squared error | 180 | 3.10 | 3.40 | 5.00 | **99.00** |",
		"| rook | 5.00 (4.00 to 6.00) | 5.00 (4.00 to 6.00) | 1.06 |",
		"It was repeated 400 times. Values in pawns. In 3 resamples a value had no bounds and was held by a weak prior. The fit to 1 resample did not converge.",
		"| queen | ? | 0.50 | 0.50 | 1.00 |",
		"| knight=bishop | 48.0 (46.0 to 50.0) | −5.00 (−5.10 to −4.90) | −0.30 (",
		"| **−4.70** |",
		`| queen= \* | 90.0 (88.0 to 92.0) |`,
		"| 1,500 | 40 | **3.10 (2.48 to 3.72)** |",
		"> **Note.** Army against army, some exchanges are not worth what their pieces add up to: knight=bishop is worth −5.00 in matches and −0.30 by the values (in pawns).",
		"> **Note.** Values do not simply add up: ",
		"](charts/phases.svg)", "](charts/ladder.svg)",
	} {
		if !strings.Contains(md, want) {
			t.Errorf("report.md lacks %s", want)
		}
	}
	for _, want := range []string{"<b>99.00</b></td>", "<em>data</em>", ">queen= *</td>", "<h3>Do values add up?</h3>"} {
		if !strings.Contains(page, want) {
			t.Errorf("report.html lacks %s", want)
		}
	}
	for _, want := range []string{">1,500<", "nodes a move"} {
		if !strings.Contains(files["charts/ladder.svg"], want) {
			t.Errorf("the picture of the ladder lacks %s", want)
		}
	}
}

// Matches with other weights than the reported games say so.
func TestWeightsOfOdds(t *testing.T) {
	for _, learned := range []bool{false, true} {
		res := examined(t)
		res.Weights = experiments.StartWeights(res.Game)
		res.Odds = &experiments.OddsResult{Lines: make([]experiments.OddsLine, 1), Weights: experiments.StartWeights(res.Game)}
		want := ""
		if learned {
			res.Weights.SetMaterial(res.Game.TypeNamed("queen"), 1200, 1200)
			want = " The matches were played with the tuned weights that come with the program, the games of the estimates with the tuned weights that come with the program, except that the value of each piece was learned from earlier games: a difference can also be one of play."
		}
		p := &page{EstimateResult: res, ranked: res.Ranking}
		if got := p.otherWeights(); got != want {
			t.Errorf("learned %v: %q, want %q", learned, got, want)
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
			"for the rook (5.00 instead of 5.00). With knight and bishop as the unit there is no such difference, so it may be the value of the pawn that changes during a game."},
		{"a piece", func(x []tuning.Comparison) { x[3].Disagree, x[3].BasketDisagree = true, true },
			"With knight and bishop as the unit it still differs for the rook."},
		{"by knight and bishop alone", func(x []tuning.Comparison) { x[4].BasketDisagree = true },
			"differs significantly for the queen, if knight and bishop are the unit."},
	} {
		res := examined(t)
		c.change(res.Examination.Comparisons)
		got := (&page{EstimateResult: res, ranked: res.Ranking}).disagreements()
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A game without knights and bishops has no second scale.
func TestEstimatesWithoutBasket(t *testing.T) {
	res := examined(t)
	m := res.Measurement
	for i := range m.Prior.Values {
		res.Ranking[i].Basket = stat.Unknown()
		res.Examination.Comparisons[i].Basket = stat.Unknown()
	}
	res.Examination.Comparisons[3].Disagree = true
	p := &page{EstimateResult: res, ranked: res.Ranking}
	if blocks := p.agreement(); len(blocks) != 1 {
		t.Errorf("%d tables, want 1", len(blocks))
	}
	if text := p.disagreements(); text == "" || strings.Contains(text, "knight and bishop") {
		t.Error(text)
	}
}
