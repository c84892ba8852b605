package estimate

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/run"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

func TestReadOdds(t *testing.T) {
	g := rulestest.Game(t, "chess")
	folder := t.TempDir()
	res := testkit.Must(Odds(context.Background(), g, tinyOdds, nil, folder, match.Workers(1), match.Events{}))(t)
	got := testkit.Must(ReadOdds(folder, g, tinyOdds.Play, 0.95, nil))(t)
	if hash := player.HashWeights(got.Weights); hash != player.HashWeights(eval.Default(g)) || hash != player.HashWeights(res.Weights) {
		t.Errorf("read as played with weights %s, played with %s", hash, player.HashWeights(res.Weights))
	}
	lines := func(r *OddsResult) []OddsLine {
		return slices.SortedFunc(slices.Values(r.Lines), func(a, b OddsLine) int { return strings.Compare(a.Exchange, b.Exchange) })
	}
	if diff := cmp.Diff(lines(res), lines(got), cmpopts.EquateNaNs()); diff != "" || got.Lines[0].Exchange != "pawn=" || got.Unit != res.Unit {
		t.Errorf("(-played +read):\n%s", diff)
	}
	other := tinyOdds.Play
	other.Nodes = 30
	for _, test := range []struct {
		folder, game string
		play         match.Config
		want         string
	}{
		{t.TempDir(), "chess", tinyOdds.Play, "odds-pawn= has no games.db"},
		{folder, "shatranj", tinyOdds.Play, "has odds of chess with rules"},
		{folder, "chess", other, "has odds at 20 nodes and at most 600 plies, expected those of the estimate, 30 and 600"},
	} {
		testkit.Fails(t, testkit.Error(ReadOdds(test.folder, rulestest.Game(t, test.game), test.play, 0.95, nil)), test.want)
	}
}

// inventedOdds creates the folder of an exchange of chess with the given games, by pair
// and index, and the weights that are said to have played them.
func inventedOdds(t *testing.T, g *rules.Game, folder, exchange, weights string, pairs int, games ...[2]int) {
	t.Helper()
	s := testkit.Must(match.OpenRun(filepath.Join(folder, ExchangeFolder(exchange)), g, odds(func(c *OddsConfig) { c.Pairs = pairs }).play(exchange)))(t)
	defer s.Close()
	testkit.OK(t, s.SetMeta(match.WeightsKey(run.FirstRound), weights))
	for _, k := range games {
		// Army A wins all games of even pairs and loses all games of odd pairs.
		result := rules.WhiteWins
		if k[0]%2 != k[1] {
			result = rules.BlackWins
		}
		testkit.OK(t, s.Put(store.Record{Round: run.FirstRound, Pair: k[0], Index: k[1], Game: "chess", FEN: g.NewPosition().FEN(), Result: result, Reason: rules.Checkmate,
			Moves: []string{fmt.Sprintf("move-%d", k[0])}, Scores: []int{0}}))
	}
}

// wholePairs returns the keys of both games of n pairs.
func wholePairs(n int) [][2]int {
	var list [][2]int
	for i := range n {
		list = append(list, [2]int{i, 0}, [2]int{i, 1})
	}
	return list
}

// In an interrupted run either game of a pair may be missing.
func TestCountPairsOfAnInterruptedRun(t *testing.T) {
	g := rulestest.Game(t, "chess")
	folder := t.TempDir()
	inventedOdds(t, g, folder, "pawn=", "", 5, [2]int{0, 0}, [2]int{0, 1}, [2]int{1, 1}, [2]int{2, 0}, [2]int{3, 1}, [2]int{4, 0}, [2]int{4, 1})
	s := testkit.Must(store.Open(filepath.Join(folder, ExchangeFolder("pawn="))))(t)
	defer s.Close()
	var line OddsLine
	if err := line.count(run.GamesOf(context.Background(), s, []run.Player{{Round: run.FirstRound, Pairs: 5}})); err != nil || line.Results != (rating.Pairs{WW: 2}) {
		t.Errorf("%+v, error %v, want the two complete pairs", line.Results, err)
	}
}

// Matches are read if all their games exist and were played with the settings of an
// estimate.
func TestReadOddsOfInventedGames(t *testing.T) {
	g := rulestest.Game(t, "chess")
	prior, fitted := eval.Default(g), eval.Prior(g)
	fitted.SetMaterial(g.TypeNamed("queen"), 1234, 1234)
	byPrior, byFit := player.HashWeights(prior), player.HashWeights(fitted)
	for i, test := range []struct {
		pawn, knight string // weights
		pairs        int    // of the knight's odds
		fitted       *eval.Weights
		want         string // error
	}{
		{byPrior, byPrior, 4, nil, ""},
		{byPrior, byPrior, 4, fitted, ""},
		{byFit, byFit, 4, fitted, ""},
		{byFit, byFit, 4, nil, "odds-pawn= has odds played with weights " + byFit + ", expected those of the estimate: as it begins (" + byPrior + ")"},
		{byPrior, byFit, 4, fitted, "odds-knight= has odds played with weights " + byFit + ", those of pawn= with " + byPrior},
		{byPrior, byPrior, 3, nil, "odds-knight= has 3 of 4 pairs of games at odds of knight="},
	} {
		folder := filepath.Join(t.TempDir(), fmt.Sprint(i))
		inventedOdds(t, g, folder, "pawn=", test.pawn, 4, wholePairs(4)...)
		inventedOdds(t, g, folder, "knight=", test.knight, 4, wholePairs(test.pairs)...)
		got, err := ReadOdds(folder, g, match.SelfPlay(), 0.95, test.fitted)
		switch {
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%d: error %v, want %q", i, err, test.want)
		case test.want == "" && (err != nil || len(got.Lines) != 2 || player.HashWeights(got.Weights) != test.pawn):
			t.Errorf("%d: %+v, error %v", i, got, err)
		}
	}
}

// types returns the types of the pieces with the given names.
func types(t *testing.T, res *Result, names ...string) []rules.Type {
	t.Helper()
	var out []rules.Type
	for _, name := range names {
		out = append(out, res.Game.TypeNamed(name))
	}
	return out
}

// Exchanges in matches are compared with the sums of the values of their pieces.
func TestCompareOdds(t *testing.T) {
	res := measured(t, "chess", usual)
	if list, err := res.CompareOdds(); list != nil || err != nil {
		t.Errorf("without matches: %+v, %v", list, err)
	}
	sum := res.Measurement.Design.Sum(types(t, res, "rook"), types(t, res, "knight", "pawn"), res.Game.TypeNamed("pawn"), 0.95)
	want := (usual["rook"] - usual["knight"] - usual["pawn"]) / usual["pawn"]
	if math.Abs(sum.Estimate-want) > 1e-9 || !(sum.Lo < want && want < sum.Hi) {
		t.Fatalf("rook=knight+pawn by the values: %+v, want %v", sum, want)
	}
	line := func(exchange string, pawns, half float64) OddsLine {
		return OddsLine{Exchange: exchange, Pawns: stat.Symmetric(pawns, half, 0.95)}
	}
	near, far, saturated := line("rook=knight+pawn", want+0.2, 0.3), line("queen=rook", 0.5, 0.3), line("queen=", 1, 0.1)
	saturated.Saturated = true
	unknown := line("bishop=knight", 1, 1)
	unknown.Pawns = stat.Unbounded(1, 0.95)
	res.Odds = &OddsResult{Config: DefaultOdds(), Lines: []OddsLine{line("pawn=", 1, 0), near, far, line("=", 0, 0.2), saturated, unknown}}
	list, err := res.CompareOdds()
	if err != nil || len(list) != 4 {
		t.Fatalf("%d comparisons, error %v, want 4: all but the unit and the same army", len(list), err)
	}
	for i, want := range []bool{false, true, false, false} {
		if list[i].Disagree != want || !list[i].Design.Known() || list[i].Texel.Known() {
			t.Errorf("%s: %+v, want disagreement %v", list[i].Exchange, list[i], want)
		}
	}
	res.Odds.Lines[1].Exchange = "dragon="
	if _, err := res.CompareOdds(); err == nil {
		t.Error("no error for an unknown piece")
	}
}
