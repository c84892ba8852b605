package measure

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// near fails unless two numbers agree to a relative tolerance.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > tolerance*math.Max(1, math.Abs(want)) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// inventedMeasures are the measures of an invented result, so that a new measure
// changes no golden file.
const inventedMeasures = "white-score white-wins draws black-wins decided drawn-by-n-move-rule drawn-by-repetition mates-by-60 length " +
	"lead-changes ahead-scores captures checks men officers branching counter end-counter material-at-40 material-at-80 castlings castling-ply"

// invented is a result that no games were played for: the second side plays
// longer, and draws less.
func invented(t *testing.T, pairs int) *Result {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	sides := [2]SideResult{
		{Label: "n-move=50", Game: rulestest.Game(t, "chess n-move=50"), Weights: "mobility prior, 0123456789ab"},
		{Label: "n-move=75", Game: rulestest.Game(t, "chess n-move=75"), Weights: "mobility prior, 0123456789ab"},
	}
	for pair := range pairs {
		for index := range gamesOfPair {
			g := inventedGame(rng, pair, index)
			sides[0].Games = append(sides[0].Games, g)
			if g.Reason == rules.NMoveRule {
				g.Plies += 50
				g.Counter = 75
				g.digest++
				if rng.IntN(2) == 0 {
					g.Result, g.Reason, g.Counter, g.EarlierCounter = rules.WhiteWins, rules.Checkmate, 61, 60.5
				}
			}
			sides[1].Games = append(sides[1].Games, g)
		}
	}
	cfg := with(func(c *Config) {
		c.Play.Pairs, c.Same = pairs, map[string]float64{"white-score": 0.1, "length": 1}
	})
	for i, s := range sides {
		sides[i] = newSide(s.Label, s.Weights, s.Game, s.Games)
	}
	var list []Quantity
	for _, name := range strings.Fields(inventedMeasures) {
		q := testkit.Must(Find(name))(t)
		list = append(list, q)
	}
	return testkit.Must(analyse(sides, cfg, list))(t)
}

func inventedGame(rng *rand.Rand, pair, index int) Game {
	g := Game{
		Pair: pair, Index: index, Result: rules.WhiteWins, Reason: rules.Checkmate,
		Plies: 40 + rng.IntN(120), tally: make([]float64, collected),
	}
	g.set("lead-changes", float64(rng.IntN(4)))
	g.set("men", float64(3+rng.IntN(20)))
	g.set("officers", rng.Float64())
	g.set("branching", 20+10*rng.Float64())
	g.Counter, g.digest = float64(rng.IntN(60))/2, rng.Uint64()
	g.Opening = []string{"e2e4 e7e5", "d2d4 d7d5", "e2e4 c7c5", "g1f3 g8f6"}[rng.IntN(4)]
	for ply := 5 + rng.IntN(9); ply <= g.Plies; ply += 3 + rng.IntN(8) {
		g.Captures = append(g.Captures, ply)
	}
	for k := range rng.IntN(3) {
		g.set("castlings", float64(k+1))
		g.Castlings = append(g.Castlings, Castling{Ply: 10 + 7*k, Color: rules.Color(k)})
	}
	switch rng.IntN(6) {
	case 0:
		g.Result, g.Reason, g.Counter = rules.Draw, rules.NMoveRule, 50
	case 1:
		g.Result, g.Reason = rules.Draw, rules.Repetition
	case 2, 3:
		g.Result = rules.BlackWins
	}
	g.EndCounter = g.Counter
	g.set("checks", float64(g.digest%9))
	if !isDrawn(&g) {
		g.EndCounter = 1
	}
	g.Material = []Balance{{0, 40, 40}}
	for _, ply := range g.Captures {
		last := g.Material[len(g.Material)-1]
		last.Ply = ply
		if (g.digest>>(ply%60))&1 == 0 && g.Result != rules.WhiteWins {
			last.White -= 2
		} else {
			last.Black -= 2
		}
		g.Material = append(g.Material, last)
	}
	return g
}

// set gives a game the value of a measure that is collected in a replay.
func (g *Game) set(name string, value float64) {
	place := 0
	for _, q := range measures {
		if q.count == nil && q.last == nil {
			continue
		}
		if q.Name == name {
			g.tally[place] = value
		}
		place++
	}
}

// number is the value of a measure in a game.
func (g *Game) number(t *testing.T, name string) float64 {
	t.Helper()
	q := testkit.Must(Find(name))(t)
	return q.Of(g)
}

// with is the default configuration with some changes.
func with(edit func(*Config)) Config {
	c := Default()
	edit(&c)
	return c
}
