package estimate

import (
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
	"bestiary/tuning/formula"
)

// Of guests, weak ones do not take most of the games: each has several exchanges and a fair share of
// the pairs, mostly of one alone.
func TestGuestsShareTheGames(t *testing.T) {
	for _, guests := range [][]string{
		{"gB", "B3", "DZ", "WDA", "mQcN", "R", "NAC", "NHC"},
		{"nD", "AA", "fhN", "DD", "DHZ", "WDA", "DHC", "FNZ"},
		{"mF2bZ2", "B", "sZscWD2", "WFA", "FDZ", "FNH", "FNC", "QN"},
	} {
		v := testkit.Must(formula.Board{Files: 8, Ranks: 8}.Chess())(t)
		for i, moves := range guests {
			testkit.OK(t, formula.AddGuest(v, formula.GuestName(i), moves))
		}
		g := rulestest.Compile(t, v)
		c := Default()
		c.DesignPairs = 9000
		_, chosen, err := chooseOpenings(g, c, expectedBefore(g, c))
		testkit.OK(t, err)
		exchanges, once, twice, sum := map[rules.Type]int{}, map[rules.Type]float64{}, map[rules.Type]float64{}, 0.0
		for _, x := range chosen.Mix {
			seen := map[rules.Type]int{}
			for _, side := range [][]rules.Type{x.Left, x.Right} {
				for _, u := range side {
					seen[u]++
				}
			}
			for u, n := range seen {
				exchanges[u]++
				if n == 1 {
					once[u] += x.Weight
				} else {
					twice[u] += x.Weight
				}
			}
			sum += x.Weight
		}
		for i, moves := range guests {
			u := g.TypeNamed(formula.GuestName(i))
			t.Logf("%s: %d exchanges, %.1f %% of the pairs, %.1f %% with two", moves, exchanges[u], 100*(once[u]+twice[u])/sum, 100*twice[u]/sum)
			if !opening.Guest(g, u) || exchanges[u] < 5 || (once[u]+twice[u])/sum < 0.03 || (once[u]+twice[u])/sum > 0.3 || twice[u] > 0.4*(once[u]+twice[u]) {
				t.Errorf("%s: %d exchanges, %.1f %% of the pairs, %.1f %% with two", moves, exchanges[u], 100*(once[u]+twice[u])/sum, 100*twice[u]/sum)
			}
		}
	}
}
