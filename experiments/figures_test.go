package experiments

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/rules"
	"bestiary/selfplay"
	"bestiary/selfplay/store"
)

func TestReadFigures(t *testing.T) {
	game := func(plies int, result rules.Result, reason rules.Reason) store.Record {
		return store.Record{Moves: make([]string, plies), Result: result, Reason: reason}
	}
	got, err := readFigures(sequence(
		game(10, rules.Draw, rules.Stalemate),
		game(21, rules.WhiteWins, rules.Checkmate),
		game(600, rules.Draw, selfplay.LengthLimit),
		game(20, rules.BlackWins, rules.Checkmate),
		game(0, rules.Draw, rules.Repetition),
		game(1, rules.Draw, rules.Repetition),
		game(40, rules.WhiteWins, rules.Checkmate),
	))
	if err != nil {
		t.Fatal(err)
	}
	want := GameFigures{
		Games: 7, WhiteWins: 2, Draws: 4, BlackWins: 1,
		Endings: []Ending{
			{rules.Checkmate, 3, false},
			{rules.Repetition, 2, true},
			{selfplay.LengthLimit, 1, true},
			{rules.Stalemate, 1, true},
		},
		Decided: []int{11, 10, 20},
		Drawn:   []int{5, 300, 0, 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadFiguresStopsAtAnError(t *testing.T) {
	broken := errors.New("broken")
	_, err := readFigures(func(yield func(store.Record, error) bool) {
		_ = yield(store.Record{}, nil) && yield(store.Record{}, broken)
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}
