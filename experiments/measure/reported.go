package measure

import (
	"maps"
	"slices"

	"bestiary/engine/rules"
)

// reported lists the quantities that occur in these games, and those that are claimed to
// be the same.
func reported(sides [2][]Game, same map[string]float64) []Quantity {
	list := slices.Clone(results)
	for _, drawn := range []bool{true, false} {
		if found := reasons(sides, drawn); len(found) > 1 { // a single one is the share of all draws, or wins
			for _, reason := range found {
				list = append(list, endedFor(reason, drawn))
			}
		}
	}
	for _, q := range measures[len(results):] {
		if q.Per == nil && !q.occasional || happens(sides, q) {
			list = append(list, q)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(same)) {
		q, err := Find(name)
		if err == nil && !slices.ContainsFunc(list, func(q Quantity) bool { return q.Name == name }) {
			list = append(list, q)
		}
	}
	return list
}

// happens reports whether a quantity occurs. A quantity with Per must occur on both
// sides, since otherwise a mean would not exist.
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

// reasons lists the reasons for which games ended in a draw, or in a win, by name.
func reasons(sides [2][]Game, drawn bool) []rules.Reason {
	found := map[rules.Reason]bool{}
	for _, games := range sides {
		for i := range games {
			if g := &games[i]; isDrawn(g) == drawn {
				found[g.Reason] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// checkNames rejects claims about unknown quantities before any game is played.
func checkNames(same map[string]float64) error {
	for _, name := range slices.Sorted(maps.Keys(same)) {
		if _, err := Find(name); err != nil {
			return err
		}
	}
	return nil
}
