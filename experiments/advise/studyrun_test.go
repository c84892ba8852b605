package advise

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/page"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// The page says who wins before what is wrong; where the armies differ it tells army and move apart.
func TestStudySaysWhoWins(t *testing.T) {
	v := *rulestest.Game(t, "unequal").Variant
	v.Armies = []string{"Elves", "Dwarves"}
	g := rulestest.Compile(t, &v)
	cfg := quick()
	cfg.Ask = []Question{AskBalance, AskFaults}
	folder := filepath.Join(t.TempDir(), "run")
	res := testkit.Must(RunStudy(context.Background(), g, cfg, folder, match.Workers(2), match.Events{}))(t)
	path := testkit.Must(res.Write(page.Run{Version: "v", Command: "c"}))(t)
	page := string(testkit.Must(os.ReadFile(path))(t))
	if res.Balance.Whose != "Elves" || !strings.Contains(page, "moving first is worth") || !strings.Contains(page, "Balance by strength") {
		t.Errorf("%s: %s", res.Balance.Whose, res.Balance.Answer)
	}
	if first, then := strings.Index(page, ">Who wins<"), strings.Index(page, ">Faults<"); first < 0 || first > then {
		t.Errorf("who wins at %d, the faults at %d", first, then)
	}
}

// A game whose values cannot be measured is studied without them.
func TestStudyOfHopelessArmy(t *testing.T) {
	v := *rulestest.Game(t, "unequal").Variant
	v.Array = "nbkbrr/pppppp/6/6/PPPPPP/3K2"
	cfg := quick()
	res := testkit.Must(RunStudy(context.Background(), rulestest.Compile(t, &v), cfg, filepath.Join(t.TempDir(), "run"), match.Workers(2), match.Events{}))(t)
	if !strings.Contains(res.NoValues, "Black's army is so much stronger than White's army") || res.Values != nil {
		t.Errorf("values %v: %s", res.Values, res.NoValues)
	}
	if v := res.Score(); v.Estimate > 0.3 {
		t.Errorf("White scores %v", v)
	}
}

// What is said of an array is the same, seen from the other side, whoever begins.
func TestArrayWithBlackToMove(t *testing.T) {
	const fen = "rnb1kbnr/pppppppp/8/8/3q4/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
	g := rulestest.Game(t, "chess")
	p := testkit.Must(g.ParseFEN(fen))(t)
	white, black := lookAt(p, eval.Default(g)), lookAt(p.Mirror(), eval.Default(g))
	attacked := func(a Array) (n int) {
		for _, u := range a.Undefended {
			n += len(u.Attackers)
		}
		return n
	}
	if white.Score < 100*sound.Advantage || black.Score > -100*sound.Advantage || white.gain() < 5 || black.gain() < 5 || attacked(white) == 0 || attacked(white) != attacked(black) {
		t.Errorf("White to move: %+d, gain %.1f, %d attacks; Black: %+d, gain %.1f, %d", white.Score, white.gain(), attacked(white), black.Score, black.gain(), attacked(black))
	}
}

// All games of a home are by the same players, whatever is asked first, so that they go on together.
func TestStudyAsksInAnyOrder(t *testing.T) {
	g, folder := rulestest.Game(t, "shatranj"), t.TempDir()
	cfg := quick()
	cfg.Steps = &Steps{1, 1, 0}
	var weights [2][]float64
	for i, ask := range [][]Question{{AskBalance}, Questions()} {
		cfg.Ask = ask
		res := testkit.Must(RunStudy(t.Context(), g, cfg, folder, match.Workers(2), match.Events{}))(t)
		weights[i] = res.Balance.Config.Weights.MG
		if (res.Values != nil) != (i == 1) {
			t.Errorf("asked %v: values %v", ask, res.Values)
		}
	}
	testkit.Same(t, "weights", weights[0], weights[1])
	if slices.Equal(weights[0], eval.Default(g).MG) {
		t.Error("the players have learned nothing")
	}
}
