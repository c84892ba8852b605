package estimate

import (
	"errors"
	"iter"
	"testing"

	"bestiary/engine/rules"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// countGames counts games.
func countGames(records iter.Seq2[store.Record, error]) (GameCounts, error) {
	var c counter
	for _, err := range c.count(records) {
		if err != nil {
			return GameCounts{}, err
		}
	}
	return c.counts(), nil
}

func TestReadFigures(t *testing.T) {
	n := 0
	game := func(plies int, result rules.Result, reason rules.Reason) store.Record {
		n++
		return store.Record{Pair: (n - 1) / 2, Index: (n - 1) % 2, Moves: make([]string, plies), Result: result, Reason: reason}
	}
	got, err := countGames(sequence(
		game(10, rules.Draw, rules.Stalemate),
		game(21, rules.WhiteWins, rules.Checkmate),
		game(600, rules.Draw, match.LengthLimit),
		game(20, rules.BlackWins, rules.Checkmate),
		game(0, rules.Draw, rules.Repetition),
		game(1, rules.Draw, rules.Repetition),
		game(40, rules.WhiteWins, rules.Checkmate),
		game(30, rules.BlackWins, rules.Checkmate),
	))
	testkit.OK(t, err)
	want := GameCounts{
		Summary: store.Summary{
			Games: 8, W: 2, D: 4, L: 2, Plies: 722,
			Reasons: map[rules.Reason]int{rules.Checkmate: 4, rules.Repetition: 2, match.LengthLimit: 1, rules.Stalemate: 1},
		},
		Endings: []Ending{
			{rules.Checkmate, 4, false},
			{rules.Repetition, 2, true},
			{match.LengthLimit, 1, true},
			{rules.Stalemate, 1, true},
		},
		Decided: []int{11, 10, 20, 15},
		Drawn:   []int{5, 300, 0, 1},
		ArmyA:   rating.Pairs{LD: 1, WD: 1, DD: 1, WW: 1},
	}
	testkit.Same(t, "", want, got)
}

// Army A plays White in the first game of a pair and Black in the second. Incomplete pairs
// do not count.
func TestReadFiguresOfArmyA(t *testing.T) {
	game := func(pair, index int, result rules.Result) store.Record {
		return store.Record{Pair: pair, Index: index, Result: result}
	}
	got, err := countGames(sequence(
		game(0, 0, rules.WhiteWins), game(0, 1, rules.WhiteWins),
		game(1, 0, rules.WhiteWins), game(1, 1, rules.BlackWins),
		game(2, 0, rules.BlackWins), game(2, 1, rules.Draw),
		game(3, 0, rules.BlackWins),
		game(4, 1, rules.BlackWins),
		game(5, 0, rules.Draw), game(5, 1, rules.Draw),
	))
	if want := (rating.Pairs{WL: 1, WW: 1, LD: 1, DD: 1}); err != nil || got.ArmyA != want {
		t.Errorf("%+v, error %v; want %+v", got.ArmyA, err, want)
	}
}

func TestReadFiguresStopsAtAnError(t *testing.T) {
	broken := errors.New("broken")
	_, err := countGames(func(yield func(store.Record, error) bool) {
		_ = yield(store.Record{}, nil) && yield(store.Record{}, broken)
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}
