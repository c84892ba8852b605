package session

import (
	"testing"

	"bestiary/engine/search"
)

func TestVote(t *testing.T) {
	const mate = search.MateScore
	for _, c := range []struct {
		name    string
		results []search.Result
		want    int
	}{
		{"one thread", []search.Result{{Move: 1, Score: -mate + 4, Depth: 3}}, 0},
		{"the same result", []search.Result{{Move: 1, Depth: 9}, {Move: 2, Depth: 9}}, 0},
		{"deeper", []search.Result{{Move: 1, Depth: 9}, {Move: 2, Depth: 11}}, 1},
		{"a higher score", []search.Result{{Move: 1, Score: 10, Depth: 9}, {Move: 2, Score: 30, Depth: 8}}, 1},
		{"a majority", []search.Result{{Move: 1, Score: 20, Depth: 9}, {Move: 2, Score: 12, Depth: 9}, {Move: 2, Score: 10, Depth: 10}}, 1},
		{"the best of the majority", []search.Result{{Move: 2, Score: -5, Depth: 7}, {Move: 1, Depth: 9}, {Move: 2, Depth: 9}}, 2},
		{"a score that outweighs a majority", []search.Result{{Move: 1, Score: 200, Depth: 9}, {Move: 2, Depth: 9}, {Move: 2, Depth: 9}}, 0},
		{"nothing finished", []search.Result{{Move: 1}, {Move: 2, Score: 500}, {Move: 2, Score: mate - 1}}, 0},
		{"first unfinished", []search.Result{{Move: 1}, {Move: 2, Score: -50, Depth: 1}}, 1},
		{"a mate against a majority", []search.Result{{Move: 1, Score: 900, Depth: 30}, {Move: 1, Score: 900, Depth: 30}, {Move: 2, Score: mate - 5, Depth: 4}}, 2},
		{"the shorter mate", []search.Result{{Move: 1, Score: mate - 7, Depth: 9}, {Move: 2, Score: mate - 5, Depth: 8}, {Move: 1, Score: mate - 7, Depth: 9}}, 1},
		{"mated later", []search.Result{{Move: 1, Score: 4 - mate, Depth: 9}, {Move: 2, Score: 6 - mate, Depth: 8}}, 1},
		{"mated, which others have not seen", []search.Result{{Move: 1, Depth: 8}, {Move: 2, Score: 6 - mate, Depth: 9}, {Move: 1, Depth: 8}}, 1},
		{"a mate and mated", []search.Result{{Move: 1, Score: 6 - mate, Depth: 9}, {Move: 2, Score: mate - 9, Depth: 8}}, 1},
	} {
		if got := vote(c.results); got != c.want {
			t.Errorf("%s: result %d of %+v counts, want %d", c.name, got, c.results, c.want)
		}
	}
}
