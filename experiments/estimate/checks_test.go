package estimate

import (
	"math"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/tuning"
)

// measured returns a result with independent values in logits, each with a standard error
// of a fortieth of its size, and without any games.
func measured(t *testing.T, game string, values map[string]float64) *Result {
	t.Helper()
	g := rulestest.Game(t, game)
	e := estimateOf(g, 0, values)
	for i := range e.Values {
		v := &e.Values[i].Logit
		e.Covariance[i][i] = math.Pow(v.Estimate/40, 2)
		*v = stat.Normal(v.Estimate, v.Estimate/40, 0.95)
	}
	e.White = stat.Exact(0.2)
	return &Result{Game: g, Measurement: &tuning.Measurement{
		Scale: tuning.NewScale(g, tuning.Points), Level: 0.95, Design: e, Luck: e, CalibrationError: 0.01, CalibrationFloor: 0.008,
	}}
}

var usual = map[string]float64{"pawn": 0.5, "knight": 1.55, "bishop": 1.6, "rook": 2.4, "queen": 5}

// checkOf returns the check with a name.
func checkOf(t *testing.T, res *Result, name string) Check {
	t.Helper()
	checks := testkit.Must(res.Checks())(t)
	for _, g := range checks {
		if g.Name == name {
			return g
		}
	}
	t.Fatalf("no check %q in %+v", name, checks)
	return Check{}
}

func TestValueChecks(t *testing.T) {
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
		check  string
		status CheckStatus
		found  string
		note   string // part of the note
	}{
		{"chess", usual, "knight in units of the pawn", CheckPassed, "3.10 (2.", "usual value"},
		{"chess", with("knight", 1.49), "knight in units of the pawn", CheckCannotTell, "2.98 (", "the interval reaches into the range"},
		{"chess", with("knight", 1.2), "knight in units of the pawn", CheckFailed, "2.40 (", "usual value"},
		{"chess", with("bishop", 1.5), "bishop in units of the knight", CheckCannotTell, "0.97 (", "the interval reaches"},
		{"chess", usual, "bishop in units of the knight", CheckPassed, "1.03 (", ""},
		{"chess", with("rook", 2.7), "rook in units of the pawn", CheckCannotTell, "5.40 (", ""},
		{"chess", usual, "queen in units of the pawn", CheckPassed, "10.00 (", ""},
		{"falcon-chess", with("falcon", 2.5), "falcon in units of the rook", CheckPassed, "1.04 (0.", "Muller"},
		{"falcon-chess", with("falcon", 2), "falcon in units of the rook", CheckFailed, "0.83 (", "Muller"},
	} {
		got := checkOf(t, measured(t, test.game, test.values), test.check)
		if got.Status != test.status || !strings.HasPrefix(got.Found, test.found) || !strings.Contains(got.Note, test.note) {
			t.Errorf("%s: %+v, want %s, %s, %s", test.game, got, test.status, test.found, test.note)
		}
	}
	vague := measured(t, "chess", usual)
	vague.Measurement.Design.Covariance[0][0] = 1
	if got := checkOf(t, vague, "rook in units of the pawn"); got.Status != CheckCannotTell || got.Found != "?" || !strings.Contains(got.Note, "too few") {
		t.Errorf("an unbounded ratio: %+v", got)
	}
}

// A game with a changed rule is another game, without known values.
func TestChecksOfAChangedGame(t *testing.T) {
	v, err := variant.Find("chess")
	testkit.OK(t, err)
	testkit.OK(t, v.Override("repetition", "2"))
	res := measured(t, "chess", usual)
	res.Game = testkit.Must(rules.Compile(v))(t)
	if got, err := res.knownChecks(); len(got) > 0 || err != nil {
		t.Errorf("%+v, error %v", got, err)
	}
}

func TestPawnCheck(t *testing.T) {
	res := measured(t, "chess", usual)
	got := checkOf(t, res, "score at pawn odds")
	want := 100 * (logit.Sigmoid(0.7) + logit.Sigmoid(0.3)) / 2 // 62.1
	if got.Status != CheckPassed || !strings.HasPrefix(got.Found, "62.1 % (") || !within(want, 62.1, 0.05) || !strings.Contains(got.Note, "computed from") {
		t.Errorf("by the fit: %+v, want %.1f %%", got, want)
	}
	res.Odds = &OddsResult{Lines: []OddsLine{{Score: stat.Symmetric(0.72, 0.02, 0.95), Results: rating.Pairs{WW: 9}}}}
	got = checkOf(t, res, "score at pawn odds")
	if got.Status != CheckFailed || got.Found != "72.0 % (70.0 to 74.0)" || got.Note != "measured in 9 pairs of games at these odds" {
		t.Errorf("by odds: %+v", got)
	}
	res.Game = rulestest.Game(t, "capablanca")
	if got, err := res.knownChecks(); len(got) > 0 || err != nil {
		t.Errorf("in a game whose pawn odds nobody knows: %+v, error %v", got, err)
	}
	if score := res.PawnOdds(); score.Estimate != 0.72 {
		t.Errorf("its score at pawn odds is %v", score)
	}
}

func TestEvenCheck(t *testing.T) {
	const name = "army A against army B, drawn alike"
	for _, test := range []struct {
		pairs  rating.Pairs
		status CheckStatus
		found  string
	}{
		{rating.Pairs{}, CheckCannotTell, ""},
		{rating.Pairs{WL: 50}, CheckCannotTell, ""},
		// The variance of a pair's score is 0.25, its standard error 0.025.
		{rating.Pairs{LL: 190, WW: 210}, CheckPassed, "52.5 % (47.5 to 57.5)"},
		{rating.Pairs{LL: 210, WW: 190}, CheckPassed, "47.5 % (42.5 to 52.5)"},
		{rating.Pairs{LL: 170, WW: 230}, CheckFailed, "57.5 % (52.6 to 62.4)"},
	} {
		res := measured(t, "chess", usual)
		res.Games.ArmyA = test.pairs
		if got := checkOf(t, res, name); got.Status != test.status || got.Found != test.found {
			t.Errorf("%+v: %+v, want %s, %s", test.pairs, got, test.status, test.found)
		}
	}
}

// In a game without pawns another piece is the unit, and its odds are not pawn odds.
func TestPawnCheckWithoutPawns(t *testing.T) {
	res := measured(t, "chess", usual)
	res.Game = withoutPawns(t)
	res.Odds = &OddsResult{Lines: []OddsLine{{Exchange: "knight=", Score: stat.Symmetric(0.7, 0.02, 0.95), Results: rating.Pairs{WW: 9}}}}
	if score := res.PawnOdds(); score.Known() || score.Source != "" {
		t.Errorf("%v, %s", score, score.Source)
	}
}

func TestCalibrationCheck(t *testing.T) {
	for _, test := range []struct {
		found, chance float64
		status        CheckStatus
	}{
		{0.019, 0.01, CheckPassed}, {0.02, 0.01, CheckFailed}, {0.05, 0.03, CheckCannotTell}, {0.019, 0.03, CheckPassed},
	} {
		res := measured(t, "chess", usual)
		res.Measurement.CalibrationError, res.Measurement.CalibrationFloor = test.found, test.chance
		if got := checkOf(t, res, "calibration error"); got.Status != test.status {
			t.Errorf("%v with %v by chance: %+v, want %s", test.found, test.chance, got, test.status)
		}
	}
}

// The data files name games of the catalogue, pieces of these games, and numbers.
func TestDataFiles(t *testing.T) {
	for file, fields := range map[string]int{publishedFile: 4, checksFile: 6} {
		rows := 0
		for _, name := range variant.Catalogue() {
			g := rulestest.Game(t, name)
			list := testkit.Must(dataRows(file, fields, g))(t)
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
				if _, err := measured(t, name, usual).knownChecks(); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		if lines := strings.Count(file, "\n") - strings.Count(file, "#") - 1; rows != lines {
			t.Errorf("%d rows of %d are of games of the catalogue", rows, lines)
		}
	}
}

func TestEvenCheckOfOdds(t *testing.T) {
	res := measured(t, "chess", usual)
	res.Odds = &OddsResult{Lines: []OddsLine{{Exchange: "pawn="}, {Exchange: "=", Results: rating.Pairs{WW: 300, LL: 200, WL: 100}}}}
	if check := checkOf(t, res, "army against the same army"); check.Status != CheckFailed || !strings.HasPrefix(check.Found, "58.3 %") {
		t.Errorf("an army that beats itself: %+v", check)
	}
	res.Odds.Lines[1].Results = rating.Pairs{WW: 100, LL: 105, WL: 100}
	if check := checkOf(t, res, "army against the same army"); check.Status != CheckPassed {
		t.Errorf("an army as good as itself: %+v", check)
	}
}
