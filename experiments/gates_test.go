package experiments

import (
	"math"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/stat"
	"bestiary/selfplay/rating"
	"bestiary/tuning"
	"bestiary/tuning/logit"
)

// measured is a result with values in logits, independent and with a standard error
// of a fortieth of each, and no game behind it.
func measured(t *testing.T, game string, values map[string]float64) *EstimateResult {
	t.Helper()
	g := compile(t, game)
	e := estimateOf(g, 0, values)
	for i := range e.Values {
		v := &e.Values[i].Logit
		row := make([]float64, len(e.Values))
		row[i] = math.Pow(v.Estimate/40, 2)
		e.Covariance = append(e.Covariance, row)
		v.Lo, v.Hi = v.Estimate*(1-1.96/40), v.Estimate*(1+1.96/40)
	}
	e.DF = math.Inf(1)
	e.White = stat.Exact(0.2)
	return &EstimateResult{Game: g, Measurement: &tuning.Measurement{
		Unit: "pawn", Level: 0.95, Design: e, CalibrationError: 0.01, CalibrationFloor: 0.008,
	}}
}

var usual = map[string]float64{"pawn": 0.5, "knight": 1.55, "bishop": 1.6, "rook": 2.4, "queen": 5}

// gateOf is the gate with a name.
func gateOf(t *testing.T, res *EstimateResult, name string) Gate {
	t.Helper()
	gates, err := res.Gates()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range gates {
		if g.Name == name {
			return g
		}
	}
	t.Fatalf("no gate %q in %+v", name, gates)
	return Gate{}
}

func TestValueGates(t *testing.T) {
	with := func(piece string, x float64) map[string]float64 {
		out := map[string]float64{piece: x}
		for name, v := range usual {
			if name != piece {
				out[name] = v
			}
		}
		return out
	}
	for _, test := range []struct {
		game   string
		values map[string]float64
		gate   string
		status GateStatus
		figure string
		note   string // part of it
	}{
		{"chess", usual, "knight in units of the pawn", Passed, "3.10 (2.", "usual value"},
		{"chess", with("knight", 1.49), "knight in units of the pawn", NotPassed, "2.98 (", "the interval reaches into the range"},
		{"chess", with("knight", 1.2), "knight in units of the pawn", NotPassed, "2.40 (", "usual value"},
		{"chess", with("bishop", 1.5), "bishop in units of the knight", NotPassed, "0.97 (", "the interval reaches"},
		{"chess", usual, "bishop in units of the knight", Passed, "1.03 (", ""},
		{"chess", with("rook", 2.7), "rook in units of the pawn", NotPassed, "5.40 (", ""},
		{"chess", usual, "queen in units of the pawn", Passed, "10.00 (", ""},
		{"falcon-chess", with("falcon", 2.5), "falcon in units of the rook", Passed, "1.04 (0.", "Muller"},
		{"falcon-chess", with("falcon", 2), "falcon in units of the rook", NotPassed, "0.83 (", "Muller"},
		{"capablanca", usual, "known values", NotApplicable, "", "none are known"},
	} {
		got := gateOf(t, measured(t, test.game, test.values), test.gate)
		if got.Status != test.status || !strings.HasPrefix(got.Figure, test.figure) || !strings.Contains(got.Note, test.note) {
			t.Errorf("%s: %+v, want %s, %s, %s", test.game, got, test.status, test.figure, test.note)
		}
	}
	vague := measured(t, "chess", usual)
	vague.Measurement.Design.Covariance[0][0] = 1
	if got := gateOf(t, vague, "rook in units of the pawn"); got.Status != NotPassed || got.Figure != "?" || !strings.Contains(got.Note, "too few") {
		t.Errorf("an unbounded ratio: %+v", got)
	}
}

// Another rule makes it another game.
func TestGatesOfAChangedGame(t *testing.T) {
	v, err := variant.Find("chess")
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Override("repetition", "2"); err != nil {
		t.Fatal(err)
	}
	res := measured(t, "chess", usual)
	if res.Game, err = rules.Compile(v); err != nil {
		t.Fatal(err)
	}
	if got := gateOf(t, res, "known values"); got.Status != NotApplicable {
		t.Errorf("%+v", got)
	}
}

func TestPawnGate(t *testing.T) {
	res := measured(t, "chess", usual)
	got := gateOf(t, res, "score at pawn odds")
	want := 100 * (logit.Sigmoid(0.7) + logit.Sigmoid(0.3)) / 2 // 62.1
	if got.Status != Passed || !strings.HasPrefix(got.Figure, "62.1 % (") || !within(want, 62.1, 0.05) || !strings.Contains(got.Note, "computed from") {
		t.Errorf("by the fit: %+v, want %.1f %%", got, want)
	}
	res.Odds = &OddsResult{Lines: []OddsLine{{Score: stat.Symmetric(0.7, 0.02, 0.95), Results: rating.Pairs{WW: 9}}}}
	got = gateOf(t, res, "score at pawn odds")
	if got.Status != NotPassed || got.Figure != "70.0 % (68.0 to 72.0)" || got.Note != "measured in 9 pairs of games at these odds" {
		t.Errorf("by odds: %+v", got)
	}
	res.Game = compile(t, "capablanca")
	if got := gateOf(t, res, "score at pawn odds"); got.Status != NotApplicable || got.Figure != "70.0 % (68.0 to 72.0)" || got.Wanted != "" {
		t.Errorf("in a game whose pawn odds nobody knows: %+v", got)
	}
	res.Game = compile(t, "chess")
	res.Odds = nil
	res.Measurement.Unit = "knight"
	if got := gateOf(t, res, "score at pawn odds"); got.Status != NotApplicable {
		t.Errorf("without a pawn: %+v", got)
	}
}

func TestEvenGate(t *testing.T) {
	const name = "army A against army B, drawn alike"
	for _, test := range []struct {
		pairs  rating.Pairs
		status GateStatus
		figure string
	}{
		{rating.Pairs{}, NotApplicable, ""},
		{rating.Pairs{WL: 50}, NotApplicable, ""},
		// Variance of a pair's score 0.25, standard error 0.025.
		{rating.Pairs{LL: 190, WW: 210}, Passed, "52.5 %, 1.0 standard errors of 2.5 % away"},
		{rating.Pairs{LL: 210, WW: 190}, Passed, "47.5 %, 1.0 standard errors of 2.5 % away"},
		{rating.Pairs{LL: 170, WW: 230}, NotPassed, "57.5 %, 3.0 standard errors of 2.5 % away"},
	} {
		res := measured(t, "chess", usual)
		res.Games.ArmyA = test.pairs
		if got := gateOf(t, res, name); got.Status != test.status || got.Figure != test.figure {
			t.Errorf("%+v: %+v, want %s, %s", test.pairs, got, test.status, test.figure)
		}
	}
}

// Where the unit is another piece, since there are no pawns, its odds are not pawn odds.
func TestPawnGateWithoutPawns(t *testing.T) {
	res := measured(t, "chess", usual)
	res.Measurement.Unit = "knight"
	res.Odds = &OddsResult{Lines: []OddsLine{{Exchange: "knight=", Score: stat.Symmetric(0.7, 0.02, 0.95), Results: rating.Pairs{WW: 9}}}}
	if got := gateOf(t, res, "score at pawn odds"); got.Status != NotApplicable || got.Figure != "" || got.Note != "the game has no pawns" {
		t.Errorf("%+v", got)
	}
}

func TestCalibrationGate(t *testing.T) {
	for _, test := range []struct {
		found, chance float64
		status        GateStatus
	}{
		{0.019, 0.01, Passed}, {0.02, 0.01, NotPassed}, {0.05, 0.03, NotApplicable}, {0.019, 0.03, Passed},
	} {
		res := measured(t, "chess", usual)
		res.Measurement.CalibrationError, res.Measurement.CalibrationFloor = test.found, test.chance
		if got := gateOf(t, res, "reliability error"); got.Status != test.status {
			t.Errorf("%v with %v by chance: %+v, want %s", test.found, test.chance, got, test.status)
		}
	}
}

// The data files name games of the catalogue, pieces they have, and numbers.
func TestDataFiles(t *testing.T) {
	for file, fields := range map[string]int{publishedFile: 4, gatesFile: 6} {
		rows := 0
		for _, name := range variant.Catalogue() {
			g := compile(t, name)
			list, err := dataRows(file, fields, g)
			if err != nil {
				t.Fatal(err)
			}
			rows += len(list)
			for _, row := range list {
				if g.TypeNamed(row[1]) == rules.NoType || fields == 6 && row[2] != scoreAtOdds && g.TypeNamed(row[2]) == rules.NoType {
					t.Errorf("%s has no %q", name, row)
				}
			}
			published, err := PublishedValues(g)
			if err != nil || len(published) > 6 { // as many as a chart can show
				t.Errorf("%s: %d sources, error %v", name, len(published), err)
			}
			for _, p := range published {
				for _, v := range p.Values {
					if !(v.Pawns > 0 && v.Pawns < 20) {
						t.Errorf("%s: %s %v by %s", name, v.Piece, v.Pawns, p.Source)
					}
				}
			}
			if fields == 6 {
				if _, err := measured(t, name, usual).knownGates(); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		if lines := strings.Count(file, "\n") - strings.Count(file, "#") - 1; rows != lines {
			t.Errorf("%d rows of %d are of games of the catalogue", rows, lines)
		}
	}
}

func TestBootstrapGate(t *testing.T) {
	res := measured(t, "chess", usual)
	for _, c := range []struct {
		ratios []float64
		status GateStatus
	}{
		{[]float64{0.95, 1.1, math.NaN()}, Passed}, {[]float64{0.95, 1.2}, NotPassed}, {[]float64{0.8, 1}, NotPassed},
		{[]float64{math.NaN()}, NotApplicable}, {nil, NotApplicable},
	} {
		res.Examination = &tuning.Examination{Resampled: tuning.Resampled{Resamples: 400, Ratios: c.ratios}}
		if gate := gateOf(t, res, "standard errors, bootstrap over closed form"); gate.Status != c.status {
			t.Errorf("%v: %+v, want %s", c.ratios, gate, c.status)
		}
	}
	res.Odds = &OddsResult{Lines: []OddsLine{{Exchange: "pawn="}, {Exchange: "=", Results: rating.Pairs{WW: 300, LL: 200, WL: 100}}}}
	if gate := gateOf(t, res, "army against the same army"); gate.Status != NotPassed || !strings.HasPrefix(gate.Figure, "58.3 %") {
		t.Errorf("an army that beats itself: %+v", gate)
	}
	res.Odds.Lines[1].Results = rating.Pairs{WW: 100, LL: 105, WL: 100}
	if gate := gateOf(t, res, "army against the same army"); gate.Status != Passed {
		t.Errorf("an army as good as itself: %+v", gate)
	}
}
