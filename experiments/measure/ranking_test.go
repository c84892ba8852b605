package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"bestiary/engine/rules"
	"bestiary/internal/testkit"
)

// placedGames are pairs of games with placements drawn from so many, which change
// sides within a pair, and effects on the score; White has an advantage, too.
func placedGames(rng *rand.Rand, pairs int, effects []float64) []Game {
	var list []Game
	for pair := range pairs {
		a, b := rng.IntN(len(effects)), rng.IntN(len(effects))
		common := 0.2 * (rng.Float64() - 0.5) // luck of the first army in both games
		for index, sides := range [][2]int{{a, b}, {b, a}} {
			luck := common
			if index == 1 {
				luck = -common
			}
			p := 0.55 + effects[sides[0]] - effects[sides[1]] + luck
			g := Game{Pair: pair, Index: index, Result: rules.Draw}
			switch u := rng.Float64(); {
			case u < p-0.15:
				g.Result = rules.WhiteWins
			case u > p+0.15:
				g.Result = rules.BlackWins
			}
			for c, place := range sides {
				g.Waits = append(g.Waits, Wait{Color: rules.Color(c), Piece: "wyvern", Square: fmt.Sprintf("%c%d", 'a'+place, 1+8*c)})
			}
			list = append(list, g)
		}
	}
	return list
}

// Over many samples the intervals of 95 % hold the true effects, shrunk effects
// are closer to them than the raw means, and the spread is found again.
func TestRankFindsEffects(t *testing.T) {
	const samples, kinds, spread = 200, 20, 0.05
	rng := rand.New(rand.NewPCG(5, 5))
	inside, covered, shrunk, raw, found := 0.0, 0.0, 0.0, 0.0, 0.0
	for range samples {
		effects := make([]float64, kinds)
		mean := 0.0
		for i := range effects {
			effects[i] = spread * rng.NormFloat64()
			mean += effects[i] / kinds
		}
		r := testkit.Must(RankPlacements(placedGames(rng, 400, effects), 0.95))(t)
		found += r.Spread.Estimate / samples
		covered += truth(r.Spread.Lo <= spread && spread <= r.Spread.Hi) / samples
		total := 0.0
		for _, e := range r.Entries {
			want := effects[e.Name[len(e.Name)-1]-'a'] - mean
			inside += truth(e.Effect.Lo <= want && want <= e.Effect.Hi) / (samples * kinds)
			shrunk += (e.Effect.Estimate - want) * (e.Effect.Estimate - want)
			raw += (e.Raw - want) * (e.Raw - want)
			total += e.First
		}
		near(t, "the odds to be first together", total, 1, 1e-9)
	}
	near(t, "coverage", inside, 0.94, 0.03)
	near(t, "spread", found, spread, 0.006)
	near(t, "coverage of the spread", covered, 0.95, 0.05)
	if shrunk > 0.8*raw {
		t.Errorf("squared errors of shrunk effects %v, of raw ones %v; want far less", shrunk, raw)
	}
}

// Without effects the spread is small or 0, and p is below 0.05 in about one of
// twenty samples; with large ones the order is that of the effects.
func TestRankWithoutAndWithLargeEffects(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	const samples = 200
	rejected, above := 0.0, 0.0
	for range samples {
		r := testkit.Must(RankPlacements(placedGames(rng, 100, make([]float64, 6)), 0.95))(t)
		rejected += truth(r.P < 0.05) / samples
		above += truth(r.SpreadAt(0.9).Lo > 0) / samples
	}
	near(t, "rejections without effects", rejected, 0.04, 0.04)
	near(t, "intervals above 0 without effects", above, 0.04, 0.04)
	r := testkit.Must(RankPlacements(placedGames(rng, 1500, []float64{-0.15, 0.15, 0}), 0.95))(t)
	names := r.Entries[0].Name + r.Entries[1].Name + r.Entries[2].Name
	if names != "wyvern bwyvern cwyvern a" || r.P > 1e-6 || r.Entries[0].First < 0.99 || r.Pairs != 1500 {
		t.Errorf("ranking %+v, want b, c, a", r)
	}
	near(t, "the best", r.Entries[0].Effect.Estimate, 0.15, 0.03)
}

func TestRankRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for name, games := range map[string][]Game{
		"no game":        nil,
		"half a pair":    placedGames(rng, 4, []float64{0, 0})[:7],
		"one placement":  placedGames(rng, 4, []float64{0}),
		"all pairs even": even(placedGames(rng, 4, []float64{0, 0})),
	} {
		if _, err := RankPlacements(games, 0.95); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func even(games []Game) []Game {
	for i := range games {
		games[i].Result = rules.Draw
	}
	return games
}

// materialGames have a lead in material at the start and results that follow a
// logistic curve of it.
func materialGames(rng *rand.Rand, pairs int, slope float64) []Game {
	var list []Game
	for pair := range pairs {
		for index := range gamesOfPair {
			lead := 3 * rng.NormFloat64()
			g := Game{Pair: pair, Index: index, Plies: 40, Result: rules.BlackWins, Material: []Balance{{0, 30 + lead, 30}}}
			if rng.Float64() < logistic(slope*lead) {
				g.Result = rules.WhiteWins
			}
			list = append(list, g)
		}
	}
	return list
}

// With results by logit(p) = b x the share explained is E[(p-½)²] / ¼.
func TestPredicted(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	samples, margin := 300, 0.04
	if testing.Short() {
		samples, margin = 40, 0.1
	}
	for _, slope := range []float64{0, 0.3, 1} {
		want := 0.0
		const steps = 20000
		for range steps {
			p := logistic(slope * 3 * rng.NormFloat64())
			want += 4 * (p - 0.5) * (p - 0.5) / steps
		}
		mean, inside := 0.0, 0.0
		for range samples {
			v := testkit.Must(Predicted(materialGames(rng, 150, slope), 0.95))(t)
			mean += v.Estimate / float64(samples)
			inside += truth(v.Lo <= want && want <= v.Hi) / float64(samples)
		}
		near(t, fmt.Sprintf("explained at slope %v", slope), mean, want, 0.02)
		if slope > 0 { // no share is below 0
			near(t, fmt.Sprintf("coverage at slope %v", slope), inside, 0.95, margin)
		}
	}
	if v, err := Predicted(even(materialGames(rng, 10, 1)), 0.95); err != nil || !math.IsNaN(v.Estimate) {
		t.Errorf("draws only: %v, error %v; want NaN", v, err)
	}
	// Material that always decides explains nearly all.
	if v, _ := Predicted(materialGames(rng, 100, 1e6), 0.95); v.Estimate < 0.9 || v.Estimate > 1 {
		t.Errorf("%v explained where material decides", v)
	}
}
