package measure

import (
	"maps"
	"math"
	"slices"

	"bestiary/engine/rules"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
)

// Config specifies how two sets of rules are compared. Use Default to make one.
type Config struct {
	// Play is how the games of both sides are played, with the same seed; at least 2
	// pairs.
	Play match.Config `json:"play"`
	// LeadMargin is the lowest score, by its own search, at which a side counts as ahead.
	// Centipawns; 1 to 10,000.
	LeadMargin int `json:"lead-margin"`
	// Level is the confidence level of intervals; tests are held against 1-Level.
	// 0.5 to 0.999.
	Level float64 `json:"level"`
	// Same maps the names of measures that are claimed to be the same to margins in their
	// units, above 0; shares are from 0 to 1.
	Same map[string]float64 `json:"same,omitempty"`
}

const (
	// sampledPlies is how many positions of each game, evenly spread, give its branching factor.
	sampledPlies = 16
	// openingPlies is how many of the engine's first plies, after the random ones, make up the
	// opening of a game.
	openingPlies = 2
)

// Default plays 500 pairs a side from the array of the game.
func Default() Config {
	return Config{Play: match.SelfPlay().Standard(), LeadMargin: 100, Level: 0.95}
}

// Validate reports the first field that is out of range. The names in Same are
// known only when the games are; Run checks them.
func (c Config) Validate() error {
	errs := []error{
		check.Range("pairs", c.Play.Pairs, 2, check.MaxPairs),
		check.Range("lead-margin", c.LeadMargin, 1, 10_000),
		check.Range("level", c.Level, 0.5, 0.999),
	}
	for _, name := range slices.Sorted(maps.Keys(c.Same)) {
		m := c.Same[name]
		errs = append(errs, check.That(m > 0 && !math.IsInf(m, 0), "the margin of %s is %v, expected a number above 0", name, m))
	}
	if err := check.All("compare", errs...); err != nil {
		return err
	}
	return c.Play.Validate()
}

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
