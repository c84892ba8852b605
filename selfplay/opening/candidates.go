package opening

import (
	"slices"

	"bestiary/engine/rules"
)

// Limits of candidates.
const (
	maxPawns       = 3
	maxTripleKinds = 8 // with more kinds of officers, no sets of three
)

// Candidates lists the exchanges with which a game can measure its values: up to one
// officer against up to three, or two of a kind against up to two, with up to three pawns
// to even out the difference. values gives the worth of each type in any unit; exchanges
// that are uneven by more than limit are left out. A piece in hand counts as an officer.
// Each side is in the order of the game's pieces, and the first side is worth at least as
// much as the second. Exchanges of officers for officers are listed in both forms, unless
// the armies of the game differ: traded, one army has more of a kind than the array. One or two
// guests of a kind take the places of as many officers of the array, or more.
func Candidates(g *rules.Game, values []float64, limit float64) Mix {
	r := newRoster(g)
	var out []Exchange
	groups := r.groups()
	for i, left := range groups {
		for _, right := range groups[:i] {
			if len(right) > 1 && !isDouble(right) && !isDouble(left) && len(left) > 1 || overlap(left, right) || len(left)+len(right) > 4 {
				continue
			}
			x := Exchange{Left: left, Right: right}
			if (r.hasGuest(left) || r.hasGuest(right)) && !r.hosts(x) {
				continue
			}
			out = append(out, r.withPawns(x, values, limit)...)
		}
	}
	var mix Mix
	for _, x := range append(out, r.pawnsAlone(values, limit)...) {
		mix = append(mix, Share{Exchange: x, Weight: 1})
		if !r.differ && r.hasOfficer(x.Left) && r.hasOfficer(x.Right) && !r.hosts(x) {
			mix = append(mix, Share{Exchange: x, Traded: true, Weight: 1})
		}
	}
	return mix
}

// hasOfficer reports whether a list has an officer on the board.
func (r *roster) hasOfficer(list []rules.Type) bool {
	return slices.ContainsFunc(list, func(t rules.Type) bool { return slices.Contains(r.officers, t) })
}

// groups returns the sets of officers that a side may have, of none to three.
func (r *roster) groups() [][]rules.Type {
	out := [][]rules.Type{nil}
	kinds := slices.Concat(r.officers, r.inHand)
	for i, s := range kinds {
		out = append(out, []rules.Type{s})
		for j, t := range kinds[i:] {
			out = append(out, []rules.Type{s, t})
			if len(kinds) <= maxTripleKinds {
				for _, u := range kinds[i+j:] {
					out = append(out, []rules.Type{s, t, u})
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(list []rules.Type) bool {
		return len(list) > 1 && !r.bothHave(list) && !r.differ && !(isDouble(list) && r.isGuest(list[0]))
	})
}

// bothHave reports whether both arrays have the pieces.
func (r *roster) bothHave(list []rules.Type) bool {
	return has(&r.arrays[0], list) && has(&r.arrays[1], list)
}

func isDouble(list []rules.Type) bool { return len(list) == 2 && list[0] == list[1] }

func overlap(a, b []rules.Type) bool {
	return slices.ContainsFunc(a, func(t rules.Type) bool { return slices.Contains(b, t) })
}

// withPawns returns an exchange without pawns and with the number of pawns that makes it
// most even, each only if the difference is within limit.
func (r *roster) withPawns(x Exchange, values []float64, limit float64) []Exchange {
	diff := worthOf(x.Left, values) - worthOf(x.Right, values)
	if diff < 0 {
		x, diff = x.reversed(), -diff
	}
	var out []Exchange
	if diff <= limit && r.possible(x) == nil {
		out = append(out, x)
	}
	for _, pawn := range r.pawns {
		n := min(int(diff/values[pawn]+0.5), maxPawns)
		if n < 1 || diff-float64(n)*values[pawn] > limit {
			continue
		}
		with := Exchange{Left: x.Left, Right: slices.Clone(x.Right)}
		for range n {
			with.Right = append(with.Right, pawn)
		}
		// A piece in hand needs no place in the array.
		held := slices.ContainsFunc(with.Left, IsInHand)
		slices.Sort(with.Right)
		if r.hosts(with) || r.differ && r.possible(with) == nil || (held || r.bothHave(with.Left)) && r.bothHave(with.Right) {
			out = append(out, with)
		}
	}
	return out
}

// pawnsAlone returns the exchanges of one or two pawns for nothing.
func (r *roster) pawnsAlone(values []float64, limit float64) []Exchange {
	var out []Exchange
	for _, pawn := range r.pawns {
		for n := 1; n <= 2 && float64(n)*values[pawn] <= limit; n++ {
			if x := (Exchange{Left: slices.Repeat([]rules.Type{pawn}, n)}); r.possible(x) == nil {
				out = append(out, x)
			}
		}
	}
	return out
}

func worthOf(list []rules.Type, values []float64) float64 {
	sum := 0.0
	for _, t := range list {
		sum += values[t]
	}
	return sum
}
