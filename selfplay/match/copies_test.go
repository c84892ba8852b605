package match

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"bestiary/engine/rules"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// pairOf returns the games of a pair from an opening, with the result for the first player in both.
func pairOf(pair int, opening string, result rating.Result) (games [2]ending) {
	for i := range games {
		r := store.Record{Pair: pair, Index: i, White: i, Black: 1 - i, FEN: opening + " w - - 0 1", Moves: []string{"x", fmt.Sprint(result)}, RandomPlies: 1}
		r.Result = rules.Draw
		if result != rating.Draw {
			r.Result = rules.WhiteWins
			if (result == rating.Win) != (i == 0) {
				r.Result = rules.BlackWins
			}
		}
		games[i] = newEnding(&r)
	}
	return games
}

func tallied(t *testing.T, test *rating.SPRT, pairs ...[2]ending) *Tally {
	t.Helper()
	tally := testkit.Must(newTally([]string{"A", "B"}, [][2]int{{0, 1}}, test))(t)
	for _, games := range pairs {
		for _, g := range games {
			testkit.OK(t, tally.add(g))
		}
	}
	return tally
}

// A pair that repeats another counts for nothing; counters of moves do not make openings differ.
func TestCopiesAreNoEvidence(t *testing.T) {
	again := pairOf(2, "a", rating.Win)
	tally := tallied(t, nil, pairOf(0, "a", rating.Win), pairOf(1, "b", rating.Draw), again, pairOf(3, "a", rating.Loss))
	testkit.Same(t, "pairs", rating.Pairs{WW: 1, DD: 1, LL: 1}, tally.Pairings[0].Pairs)
	testkit.Same(t, "copies", 2, tally.Copies)
	testkit.Same(t, "openings", 2, tally.Openings)
	testkit.Same(t, "games", 6, tally.Games())
	one, other := store.Record{FEN: "a w - - 0 1"}, store.Record{FEN: "a w - - 7 9"}
	if one.Print() != other.Print() {
		t.Error("games that differ in counters only are not equal")
	}
}

// With players whose play never varies, the result of an opening is drawn once. The test then errs
// no more often than it promises, for books of any size. Before copies were left out it erred
// nearly always.
func TestErrorOfTestWithFewOpenings(t *testing.T) {
	test := &rating.SPRT{Model: rating.Normalized, Elo0: 0, Elo1: 10, Alpha: rating.DefaultError, Beta: rating.DefaultError}
	runs := testkit.Choose(400, 4000)
	for _, openings := range []int{1, 2, 10} {
		wrong := 0
		for run := range runs {
			rng := rand.New(rand.NewPCG(uint64(run), uint64(openings)))
			var results []rating.Result
			for range openings { // equal players
				results = append(results, []rating.Result{rating.Win, rating.Draw, rating.Loss}[rng.IntN(3)])
			}
			tally := testkit.Must(newTally([]string{"A", "B"}, [][2]int{{0, 1}}, test))(t)
			for pair := 0; pair < 200 && !tally.Decided(); pair++ {
				for _, g := range pairOf(pair, fmt.Sprint(pair%openings), results[pair%openings]) {
					testkit.OK(t, tally.add(g))
				}
			}
			if tally.Test.Decision == rating.AcceptH1 {
				wrong++
			}
		}
		if share := float64(wrong) / float64(runs); share > 0.05 {
			t.Errorf("%d openings: equal players are told apart in %.1f %% of the runs, more than 5 %%", openings, 100*share)
		}
	}
}
