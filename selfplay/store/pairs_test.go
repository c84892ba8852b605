package store

import "testing"

// Games of incomplete pairs do not count.
func TestIncompletePairs(t *testing.T) {
	games := func(yield func(Record, error) bool) {
		for _, k := range []Key{{0, 1}, {1, 0}, {1, 1}, {2, 0}, {3, 0}, {3, 1}, {4, 1}} {
			if !yield(Record{Pair: k.Pair, Index: k.Index}, nil) {
				return
			}
		}
	}
	var got []int
	for pair, err := range Pairs(games) {
		if err != nil || pair[0].Pair != pair[1].Pair || pair[0].Index != 0 || pair[1].Index != 1 {
			t.Errorf("games %v, %v", pair, err)
		}
		got = append(got, pair[0].Pair)
	}
	if len(got) != 2 || got[0] != 1 || got[1] != 3 {
		t.Errorf("pairs %v, want 1 and 3", got)
	}
}
