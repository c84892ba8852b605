package betza

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestWrite(t *testing.T) {
	all := func(atom string, rides bool, modes Occupancy) (out []Leap) {
		for _, v := range single(atom) {
			out = append(out, Leap{v, rides, modes})
		}
		return out
	}
	both := Empty | Enemy
	for _, test := range []struct {
		leaps []Leap
		want  string
	}{
		{slices.Concat(all("W", false, both), all("A", false, both)), "WA"},
		{slices.Concat(all("F", true, both), all("W", true, Enemy), all("N", true, Empty)), "BcRmN0"},
		{all("fsW", false, both), "fsW"},
		{all("rfN", false, Empty), "rfmN"},
		{all("bF", true, both), "bB"},
		{nil, ""},
	} {
		if got, err := Write(test.leaps); got != test.want || err != nil {
			t.Errorf("Write(%v) = %q, %v, want %q", test.leaps, got, err, test.want)
		}
	}
	for _, l := range []Leap{{Vec{0, 0}, false, both}, {Vec{7, 3}, false, both}, {Vec{1, 0}, false, 0}, {Vec{1, 0}, false, Friend}} {
		if got, err := Write([]Leap{l}); err == nil {
			t.Errorf("%v is written %q, want an error", l, got)
		}
	}
}

// What is written is read as the same leaps.
func TestWriteIsRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var leaps []Leap
		quiet, captures := map[Vec]bool{}, map[Vec]bool{}
		for range 1 + rng.IntN(30) {
			v := Vec{rng.IntN(7) - 3, rng.IntN(7) - 3}
			if (v == Vec{}) || slices.ContainsFunc(leaps, func(l Leap) bool { return l.Vec == v }) {
				continue
			}
			l := Leap{v, rng.IntN(3) == 0, Occupancy(1 + rng.IntN(3))}
			leaps = append(leaps, l)
			for at := v; l.Modes&Empty != 0 && max(at.DX, -at.DX, at.DY, -at.DY) < MaxBoard; at = (Vec{at.DX + v.DX, at.DY + v.DY}) {
				quiet[at] = true
				if !l.Rides {
					break
				}
			}
			if l.Modes&Enemy != 0 {
				captures[v] = true
			}
		}
		text, err := Write(leaps)
		if len(leaps) == 0 || err != nil {
			t.Fatalf("%v: %v", leaps, err)
		}
		e, err := Parse(text)
		if err != nil {
			t.Fatalf("%v is written %q: %v", leaps, text, err)
		}
		q, _ := e.Destinations(func(int, int) (Occupancy, bool) { return Empty, true })
		_, c := e.Destinations(func(int, int) (Occupancy, bool) { return Enemy, true })
		if !slices.Equal(q, sorted(quiet)) || !slices.Equal(c, sorted(captures)) {
			t.Fatalf("%v is written %q, which goes to %v and captures on %v", leaps, text, q, c)
		}
	}
}
