package board

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/betza"
	"bestiary/internal/testkit"
)

// Drawings show as unobstructed moves exactly the squares that the piece can go to on an
// empty board.
func TestReachAgreesWithDestinations(t *testing.T) {
	const radius = 7
	for _, text := range []string{
		"K", "N", "R", "B4", "FA", "WyafsW", "FyafsF", "afafsKafsafzfK", "mRcpR", "gQ", "zB", "NN",
		"fmWfcF", "nD", "jR", "afsW", "[W?B]", "mpafsW", "RpafWpafpafW", "fcafmF",
	} {
		e := testkit.Must(betza.Parse(text))(t)
		quiet, _ := e.Destinations(func(dx, dy int) (betza.Occupancy, bool) {
			return betza.Empty, max(dx, -dx, dy, -dy) <= radius
		})
		want := map[betza.Vec]bool{}
		for _, v := range quiet {
			want[v] = true
		}
		got := map[betza.Vec]bool{}
		for v, target := range reachOf(nil, Move{Expression: e}).Targets {
			if target.Quiet > OverPiece && Distance(v) <= radius {
				got[v] = true
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: squares (-Destinations +reach):\n%s", text, diff)
		}
	}
}

// A move drawn as a jump is possible whatever the other squares hold.
func TestJumps(t *testing.T) {
	const radius = 7
	for _, test := range []struct {
		betza string
		jumps int // destinations of captures, adjacent squares included
	}{
		{"N", 8}, {"R", 4}, {"FA", 8}, {"nA", 0}, {"WyafsW", 4}, {"mRcpR", 0}, {"gQ", 0}, {"NN", 8},
		{"DD", 4}, {"mpafsW", 8}, {"RpafWpafpafW", 4}, {"jR", 4}, {"afafsKafsafzfK", 0},
	} {
		e := testkit.Must(betza.Parse(test.betza))(t)
		jumps := 0
		for v, target := range reachOf(nil, Move{Expression: e}).Targets {
			if target.Capture != Always {
				continue
			}
			jumps++
			for _, others := range []betza.Occupancy{betza.Empty, betza.Enemy, betza.Friend} {
				_, captures := e.Destinations(func(dx, dy int) (betza.Occupancy, bool) {
					if (betza.Vec{DX: dx, DY: dy}) == v {
						return betza.Enemy, true
					}
					return others, max(dx, -dx, dy, -dy) <= radius
				})
				if !slices.Contains(captures, v) {
					t.Errorf("%s: %v is drawn as a jump, but other pieces prevent it", test.betza, v)
				}
			}
		}
		if jumps != test.jumps {
			t.Errorf("%s: %d jumps, want %d", test.betza, jumps, test.jumps)
		}
	}
}
