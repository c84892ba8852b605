package review

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/compare"
	"bestiary/experiments/present/answer"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// Where the armies differ, as many games with the other side moving first tell what moving
// first is worth. They are no part of the checks.
func TestOtherSideFirst(t *testing.T) {
	v := *rulestest.Game(t, "unequal").Variant
	v.Armies = []string{"Elves", "Dwarves"}
	g := rulestest.Compile(t, &v)
	cfg := quick()
	cfg.ValuePairs, cfg.LevelPairs = 0, 0
	folder := filepath.Join(t.TempDir(), "run")
	res := testkit.Must(Run(context.Background(), g, cfg, folder, match.Workers(2), match.Events{}))(t)
	testkit.OK(t, res.Write(answer.Run{Version: "v", Command: "c"}))
	page := string(testkit.Must(os.ReadFile(res.Path()))(t))
	if len(res.Turned) != res.Games.Played || !strings.Contains(page, "Moving first is worth") || !strings.HasPrefix(res.Turns(), "Elves: ") {
		t.Errorf("%d and %d games: %s", res.Games.Played, len(res.Turned), res.Turns())
	}
	testkit.Must(os.Stat(filepath.Join(folder, turnedFolder)))(t)
	if chess := reviewed(t, "chess", 0, 0, rules.WhiteWins, rules.Draw, rules.BlackWins, rules.Draw); chess.Turns() != "" {
		t.Errorf("chess: %s", chess.Turns())
	}
}

// Moving first is worth half of the difference between moving first and not, whoever begins.
func TestWorthOfMovingFirst(t *testing.T) {
	games := func(results ...rules.Result) (out []compare.Game) {
		for i, r := range results {
			out = append(out, compare.Game{Pair: i / 2, Index: i % 2, Result: r})
		}
		return out
	}
	w, b := rules.WhiteWins, rules.BlackWins
	for turn, want := range map[string]string{
		"white": "Persians: 75.0 % (", // won 3 of 4 moving first, 1 of 4 not
		"black": "Spartans: 25.0 % (",
	} {
		r := &Result{Game: rulestest.Game(t, "spartan turn="+turn), Config: Default(), Turned: games(w, b, b, b), Games: &Games{List: games(w, w, w, b)}}
		worth := map[string]string{"white": "Moving first is worth 25.0 % (", "black": "Moving first is worth −25.0 % ("}[turn]
		if text := r.Turns(); !strings.HasPrefix(text, want) || !strings.Contains(text, worth) {
			t.Errorf("%s first: %s", turn, text)
		}
	}
}

// A game whose values cannot be measured is reviewed without them.
func TestReviewOfHopelessArmy(t *testing.T) {
	v := *rulestest.Game(t, "unequal").Variant
	v.Array = "nbkbrr/pppppp/6/6/PPPPPP/3K2"
	cfg := quick()
	cfg.ValuePairs, cfg.LevelPairs = 2, 0
	res := testkit.Must(Run(context.Background(), rulestest.Compile(t, &v), cfg, filepath.Join(t.TempDir(), "run"), match.Workers(2), match.Events{}))(t)
	if !strings.Contains(res.NoValues, "Black's army is so much stronger than White's army") || res.Values != nil {
		t.Errorf("values %v: %s", res.Values, res.NoValues)
	}
	if c := res.whiteScore(); c.Verdict == Passed || res.Score().Estimate > 0.3 {
		t.Errorf("%+v", c)
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
	if white.Score < maxAdvantage || black.Score > -maxAdvantage || white.gain() < 5 || black.gain() < 5 || attacked(white) == 0 || attacked(white) != attacked(black) {
		t.Errorf("White to move: %+d, gain %.1f, %d attacks; Black: %+d, gain %.1f, %d", white.Score, white.gain(), attacked(white), black.Score, black.gain(), attacked(black))
	}
}
