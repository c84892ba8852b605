package estimate

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// The odds of armies that differ are those of the exchange alone, however strong White's
// army is.
func TestOddsWithoutTheWorthOfTheArmy(t *testing.T) {
	out := &OddsResult{Game: rulestest.Game(t, "spartan"), Config: DefaultOdds()}
	rng := rand.New(rand.NewPCG(1, 1))
	const white, pairs = 1.0, 20_000
	worths := []float64{0.3, 0.9}
	for _, worth := range worths {
		line := OddsLine{Exchange: "x"}
		for range pairs {
			var results [2]rating.Result
			for i, eta := range []float64{worth + white, worth - white} {
				if rng.Float64() < logit.Sigmoid(eta) {
					results[i] = rating.Win
				}
			}
			testkit.OK(t, line.Results.Add(results[0], results[1]))
			line.ByGame[results[0]][results[1]]++
		}
		out.Lines = append(out.Lines, line)
	}
	testkit.OK(t, out.measure())
	for i, line := range out.Lines {
		if v := line.Logit; !(v.Lo < worths[i] && worths[i] < v.Hi) || v.Hi-v.Lo > 0.1 {
			t.Errorf("worth %v, want %v", v, worths[i])
		}
		if want := i == 1; line.Saturated != want { // White scores 87 % with the second
			t.Errorf("line %d: saturated %v, want %v", i, line.Saturated, want)
		}
	}
	if v := out.Lines[1].Pawns; math.Abs(v.Estimate-3) > 0.4 {
		t.Errorf("in pawns %v, want 3", v)
	}
}

// The side that is ahead is told by the change from the array.
func TestSideThatIsAhead(t *testing.T) {
	g := rulestest.Game(t, "spartan")
	for fen, want := range map[string]bool{
		"lgkcckwl/hhhhhhh1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1":  true,
		"lgkcckwl/hhhhhhhh/8/7h/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1": false,
	} {
		got, err := hasLeft(g, &store.Record{FEN: fen}, g.TypeNamed("hoplite"))
		if err != nil || got != want {
			t.Errorf("%s: White is ahead by a hoplite: %v (%v), want %v", fen, got, err, want)
		}
	}
}

// A game whose armies are not worth comparing is refused before any game is played.
func TestHopelessArmiesAreRefused(t *testing.T) {
	v := *rulestest.Game(t, "chess").Variant
	v.Array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/4K3"
	g := rulestest.Compile(t, &v)
	played := match.Events{GameDone: func(match.Progress) { t.Error("a game is played") }}
	_, err := Run(context.Background(), g, Quick(), filepath.Join(t.TempDir(), "run"), match.Workers(1), played)
	_, odds := Odds(context.Background(), g, DefaultOdds(), nil, filepath.Join(t.TempDir(), "odds"), match.Workers(1), played)
	for _, err := range []error{err, odds, testkit.Error(Plan(g, Quick()))} {
		testkit.Fails(t, err, "Black's army is so much stronger than White's army that no exchange of pieces leaves the weaker side a chance")
		if !errors.Is(err, tuning.ErrOneSided) {
			t.Errorf("error %v", err)
		}
	}
}

// A quick estimate of armies that differ measures White's army and each kind of piece.
func TestEstimateOfUnequalArmies(t *testing.T) {
	g := rulestest.Game(t, "different-armies")
	cfg := Quick()
	cfg.SetPairs(40)
	cfg.RoundPairs, cfg.Play.Nodes, cfg.OddsPairs = 40, 20, 10
	res := testkit.Must(Run(context.Background(), g, cfg, filepath.Join(t.TempDir(), "run"), match.Workers(2), match.Events{}))(t)
	if len(res.Measurement.Design.Values) != 9 || res.Odds == nil || !(res.Measurement.Design.White.Bounded()) {
		t.Errorf("%d values, odds %v, White's army %v", len(res.Measurement.Design.Values), res.Odds, res.Measurement.Design.White)
	}
	for _, c := range res.evenChecks() {
		if c.Name == "army A against army B, drawn alike" {
			t.Error("armies that differ are expected to be equal")
		}
	}
}

// Armies are compared by the sums of their pieces: two knights and a rook against two bishops and a rook.
func TestArmies(t *testing.T) {
	v := *rulestest.Game(t, "chess").Variant
	v.Array = "1r2k1bb/8/8/8/8/8/8/1RN1K1N1"
	g := rulestest.Compile(t, &v)
	e := estimateOf(g, 0.1, map[string]float64{"knight": 1, "bishop": 1.5, "rook": 2})
	res := &Result{Game: g, Measurement: &tuning.Measurement{Posterior: e, Level: 0.95}, Panel: &tuning.Panel{Players: 1, Shares: 1}}
	got, alone := res.Armies(), (&Result{Game: g, Measurement: res.Measurement}).Armies()
	if math.Abs(got.Estimate-0.8) > 1e-9 || !(got.Lo < alone.Lo && alone.Lo < 0.75 && alone.Hi > 0.85 && got.Hi > alone.Hi) {
		t.Errorf("%v with the spread of players, %v without, want 4 of 5", got, alone)
	}
	for name, want := range map[string]string{"chess": "", "mine": "80 % ("} {
		p := &draft{Result: res}
		if name == "chess" {
			p = &draft{Result: &Result{Game: rulestest.Game(t, "chess"), Measurement: res.Measurement}}
		}
		if got := p.ArmyShare(); !strings.HasPrefix(got, want) || (got == "") != (want == "") {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
