package hub

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"bestiary/internal/format"
	"bestiary/internal/testkit"
)

// falseGames plays a run of machines, 1 in 10 of which alter their last games, in ranges of 20. It returns
// how many false games are left when those that were caught have lost theirs.
func falseGames(rng *rand.Rand, check float64, machines, each, last int) (left int) {
	const size = 20
	hostile := max(1, machines/10)
	caught := make([]bool, hostile)
	bans := false
	for first := (each - last) / size * size; first < each; first += size {
		for m := range hostile {
			for game := max(first, each-last); game < min(first+size, each) && !caught[m]; game++ {
				caught[m] = rng.Float64() < share(check, first, bans)
			}
			bans = bans || caught[m]
		}
	}
	for m := range hostile {
		if !caught[m] {
			left += last
		}
	}
	return left
}

// worst returns the share of false games in a finished run, when they begin to be altered at the
// worst moment.
func worst(check float64) (most float64) {
	rng := rand.New(rand.NewPCG(59, 3))
	for _, machines := range []int{10, 100} {
		for _, each := range []int{100, 1000, 10_000, 100_000} {
			for last := 1; last <= each; last += 1 + last/4 {
				if chance := share(check, each, true); chance*float64(last) > 20 {
					break // nobody gets away with so many
				}
				left, runs := 0, 1000*10/machines
				for range runs {
					left += falseGames(rng, check, machines, each, last)
				}
				most = max(most, float64(left)/float64(runs)/float64(machines*each))
			}
		}
	}
	return most
}

// The table of docs/many-machines.md is that of a simulation, and by default no more than 1 in
// 10,000 games is false if 1 machine in 10 alters games.
func TestTrust(t *testing.T) {
	var table strings.Builder
	for _, check := range []float64{Default().Share, 0.2} {
		left := worst(check)
		if check == Default().Share && left > 1e-4 {
			t.Errorf("%.2g of all games are false", left)
		}
		fmt.Fprintf(&table, "| %v | %s |", check, format.Significant(math.Round(1e6*left)/100, -1))
		for _, games := range []int{1000, 10_000, 100_000} {
			again := 0.0
			for i := range games {
				again += share(check, i, false)
			}
			fmt.Fprintf(&table, " %.0f %% |", 100*again/float64(games))
		}
		table.WriteString("\n")
	}
	if text := testkit.Read(t, testkit.Root(t), "docs", "many-machines.md"); !strings.Contains(text, table.String()) {
		t.Errorf("docs/many-machines.md has another table, want\n%s", &table)
	}
}
