package report

import (
	"html"
	"math"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// examined returns a result with everything that can be examined.
func examined(t *testing.T) *estimate.Result {
	res := synthetic(t)
	n := len(pieces)
	x := &tuning.Examination{
		Bending: around(-0.3, 0.2),
	}
	for i, v := range res.Measurement.Design.Values {
		x.Comparisons = append(x.Comparisons, tuning.Comparison{Piece: v.Piece, Worth: around(0.1, 0.5)})
		row := make([]float64, n)
		for j := range row {
			row[j] = 0.5
		}
		row[i] = 1
		x.Correlations = append(x.Correlations, row)
	}
	x.Correlations[4][1] = math.NaN()
	res.Measurement.Examination = x
	res.Measurement.Design.Places = []tuning.Place{{Type: res.Game.TypeNamed("queen"), Piece: "queen", Kind: tuning.Second, Worth: around(-1.1, 0.3), All: around(8.6, 0.5), Support: 9}}
	res.Measurement.Luck.Places = res.Measurement.Design.Places
	return res
}

func TestExaminationSections(t *testing.T) {
	res := examined(t)
	res.Odds = &estimate.OddsResult{Game: res.Game, Config: estimate.DefaultOdds(), Lines: []estimate.OddsLine{
		{Exchange: "pawn=", Score: around(0.63, 0.02), Results: rating.Pairs{WL: 100, WW: 200}},
		{Exchange: "knight=bishop", Score: around(0.48, 0.02), Pawns: around(-5, 0.1)},
		{Exchange: "queen=", Score: around(0.9, 0.02), Pawns: around(7, 1), Saturated: true},
	}}
	res.Ladder = []estimate.Rung{{Nodes: 300, Measurement: res.Measurement, Differs: make([]bool, len(pieces))},
		{Nodes: 1500, Measurement: res.Measurement, Differs: []bool{false, true, false, false, false}, PawnOdds: around(0.64, 0.03)}}
	other := estimateOf(res.Game, "design", 1, 0.1)
	res.Panel, res.Players = &tuning.Panel{Players: 2, Spread: 0.03}, []estimate.PanelPlayer{
		{Player: run.Player{Name: "learned", Says: "learned weights"}},
		{Player: run.Player{Name: "uci:other", Says: "its own settings", Summary: store.Summary{Reasons: map[rules.Reason]int{match.Crash: 3}}}},
	}
	for i := range other.Values {
		other.Values[i].Worth = other.Values[i].Worth.Scale(map[string]float64{"queen": 1.6}[other.Values[i].Piece] + 1)
	}
	res.Besides = []estimate.Beside{{Player: "other", Own: &res.Measurement.Design, Theirs: &other, Differences: tuning.Compare(&other, &res.Measurement.Design, 0.95)}}
	res.Slopes = []estimate.Slope{
		{Piece: "knight", PerDoubling: around(-0.03, 0.01), Moves: true, Strongest: around(3.2, 0.2), Beyond: around(3, 0.3)},
		{Piece: "rook", PerDoubling: around(0.001, 0.01), Settled: true, Strongest: around(5, 0.2), Beyond: around(5.1, 0.3)},
		{Piece: "queen", PerDoubling: stat.Unknown(), Strongest: around(10, 3), Beyond: stat.Unknown()},
	}
	files := written(t, res)
	md, page := files["report.md"], html.UnescapeString(files["report.html"])
	for _, want := range []string{
		"| knight | 2 | 12 | 3.16 (2.53 to 3.79) | 3.16 (2.85 to 3.48) | 90 % | 3.16 | 0.10 (−0.40 to 0.60) | 3.10 (2.48 to 3.72) |",
		"A queen beyond those of the array is worth 8.60 (8.10 to 9.10), by 1.10 (0.80 to 1.40) less than the others: beyond chance.",
		"*learned* plays with learned weights. *uci:other* plays with its own settings. It lost 3 games by a fault, such as an illegal move or none.\n",
		"is −0.30 (−0.50 to −0.10) logits more than that: beyond chance.",
		"| queen | 0.50 | ? | 0.50 | 0.50 | 1.00 |",
		"| knight=bishop | 48.0 (46.0 to 50.0) | −5.00 (−5.10 to −4.90) | −0.30 (",
		"| **−4.70** |",
		`| queen= \* | 90.0 (88.0 to 92.0) |`,
		"| 1,500 | 40 | 1.02 (0.82 to 1.22) | **3.16 (2.53 to 3.79)** |",
		"> **Note.** Army against army, some exchanges are not worth what their pieces add up to: knight=bishop is worth −5.00 in matches and −0.30 by the values (in pawns).",
		"> **Note.** Values do not simply add up: ",
		"| queen | 9.69 (7.75 to 11.63) | 25.19 (22.67 to 27.71) | **15.50 (12.33 to 18.68)** | beyond chance |",
		"| rook | 5.10 (4.08 to 6.12) | 5.10 (4.59 to 5.61) | 0.00 (−1.14 to 1.14) | within chance |",
		"> **Note.** other, from games of its own, differs beyond chance for the queen (25.19 instead of 9.69).",
		" Values still move with the depth of play: when the nodes are doubled, the knight loses 3.0 %. ",
		"| knight | 3.20 (3.00 to 3.40) | −3.0 (−4.0 to −2.0) | yes | 3.00 (2.70 to 3.30) |",
		"| rook | 5.00 (4.80 to 5.20) | 0.1 (−0.9 to 1.1) | no | 5.10 (4.80 to 5.40) |",
		"| queen | 10.00 (7.00 to 13.00) | ? | cannot tell | ? |",
		"| 52 (42 to 63) | 64.0 (61.0 to 67.0) |",
		"](charts/phases.svg)", "](charts/ladder.svg)", "](charts/slopes.svg)",
	} {
		if !strings.Contains(md, want) {
			t.Errorf("report.md lacks %s", want)
		}
	}
	for _, want := range []string{"<em>data</em>", ">queen= *</td>", "<h3>Do values add up?</h3>"} {
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

// The report says if matches used other weights than the reported games.
func TestWeightsOfOdds(t *testing.T) {
	for _, learned := range []bool{false, true} {
		res := examined(t)
		res.Weights = estimate.StartWeights(res.Game)
		res.Odds = &estimate.OddsResult{Lines: make([]estimate.OddsLine, 1), Weights: estimate.StartWeights(res.Game)}
		want := ""
		if learned {
			res.Weights.SetMaterial(res.Game.TypeNamed("queen"), 1200, 1200)
			want = " The matches were played with the tuned weights that come with the program, the games of the estimates with the tuned weights that come with the program, except that the value of each piece was learned from earlier games: a difference can also be one of play."
		}
		p := &draft{Result: res, ranked: res.Ranking}
		if got := p.otherWeights(); got != want {
			t.Errorf("learned %v: %q, want %q", learned, got, want)
		}
	}
}

// The report states a disagreement of the estimates in plain words.
func TestDisagreements(t *testing.T) {
	res := examined(t)
	p := &draft{Result: res, ranked: res.Ranking}
	if got := p.disagreements(); got != "" {
		t.Errorf("without any: %q", got)
	}
	res.Measurement.Examination.Comparisons[3].Disagree = true
	if got := p.disagreements(); !strings.HasSuffix(got, "differs significantly from the armies alone for the rook (5.10 instead of 5.10).") {
		t.Error(got)
	}
}
