package compare

import (
	"cmp"
	"math"
	"slices"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
)

// The numbers of plies at which a report measures.
const (
	earlyMatePly = 60
	earlyPly     = 40
	laterPly     = 80
)

// reported lists the quantities of a report that have a meaning for these games.
func reported(sides [2][]Game) []Quantity {
	list := results()
	for _, drawn := range []bool{true, false} {
		found := reasons(sides, drawn)
		if len(found) < 2 {
			continue // it is the share of all draws, or of all decided games
		}
		for _, reason := range found {
			if drawn {
				list = append(list, drawnFor(reason))
			} else {
				list = append(list, wonFor(reason))
			}
		}
	}
	list = append(list, named("mates-by-", earlyMatePly))
	list = append(list, character()...)
	for _, ply := range []int{earlyPly, laterPly} {
		list = append(list, named("material-at-", ply))
	}
	for _, q := range moves() {
		if happens(sides, q) {
			list = append(list, q)
		}
	}
	return slices.DeleteFunc(list, func(q Quantity) bool { return q.Per != nil && !happens(sides, q) })
}

// named is the quantity of a family that exists.
func named(prefix string, n int) Quantity {
	for _, f := range families() {
		if f.prefix == prefix {
			return f.quantity(n)
		}
	}
	return Quantity{}
}

// happens reports whether a quantity is something that occurs: on both sides for
// one with Per, since its means would not exist, else on either.
func happens(sides [2][]Game, q Quantity) bool {
	of, both := q.Of, q.Per != nil
	if both {
		of = q.Per
	}
	found := 0
	for _, games := range sides {
		if slices.ContainsFunc(games, func(g Game) bool { return of(&g) != 0 }) {
			found++
		}
	}
	return found == 2 || found == 1 && !both
}

// reasons lists why games ended in a draw, or in a win, by name.
func reasons(sides [2][]Game, drawn bool) []rules.Reason {
	var list []rules.Reason
	for _, games := range sides {
		for i := range games {
			if g := &games[i]; isDrawn(g) == drawn && !slices.Contains(list, g.Reason) {
				list = append(list, g.Reason)
			}
		}
	}
	slices.Sort(list)
	return list
}

// openingMeasure is the variety of the openings.
func openingMeasure(sides [2][]Game, cfg *Config) Measure {
	m := Measure{Quantity: Quantity{Name: "opening-entropy", Label: "variety of openings", Unit: Bits}, Gain: math.NaN(), Size: stat.Unknown()}
	a, b := newFrequencies(cfg.Play.Pairs, sides[0]), newFrequencies(cfg.Play.Pairs, sides[1])
	m.First, m.Second, m.Difference, m.P = entropies(a, b, cfg.Level)
	return m
}

// checkNames finds claims about unknown quantities, before any game is played.
func checkNames(same map[string]float64) error {
	for _, name := range sortedKeys(same) {
		if _, err := Find(name); err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	var keys []K
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, cmp.Compare)
	return keys
}
