package estimate

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// ghostGame has a piece that goes anywhere and never captures.
const ghostGame = `name = "ghost"
board = { files = 6, ranks = 7, array = "rngkbn/pppppp/6/6/6/PPPPPP/RNGKBN" }
piece = [
  { name = "pawn", symbol = "P", pawn = true, move = "fmWfcF" },
  { name = "knight", symbol = "N", move = "N" },
  { name = "bishop", symbol = "B", move = "B" },
  { name = "rook", symbol = "R", move = "R" },
  { name = "ghost", symbol = "G", move = "mU" },
  { name = "king", symbol = "K", move = "K", royal = true },
]
[[rules.promotion]]
pieces = ["pawn"]
choices = ["rook"]
`

// simulated ranks the pieces after games of a world in which pieces have the given values,
// in logits.
func simulated(t *testing.T, g *rules.Game, truth []float64, priors map[rules.Type]tuning.Prior, pairs int, rng *rand.Rand) []RankedValue {
	cfg := opening.Default()
	cfg.Kind, cfg.MaxImbalance = opening.Armies, 30
	source := testkit.Must(opening.New(g, cfg, rng.Uint64()))(t)
	games := func(yield func(store.Record, error) bool) {
		for pair := range pairs {
			luck := 0.4 * rng.NormFloat64()
			for index := range 2 {
				start := testkit.Must(source.Start(1, pair, index))(t)
				lead := 0.1 + luck
				for _, kind := range opening.Valued(g) {
					lead += truth[kind] * float64(tuning.Count(start.Position, kind, rules.White)-tuning.Count(start.Position, kind, rules.Black))
				}
				r := store.Record{Round: 1, Pair: pair, Index: index, Game: g.Variant.Name, FEN: start.FEN, Result: rules.BlackWins, Reason: rules.Checkmate}
				if luck = -luck; rng.Float64() < logit.Sigmoid(lead) {
					r.Result = rules.WhiteWins
				}
				if !yield(r, nil) {
					return
				}
			}
		}
	}
	set := tuning.Default()
	set.Priors = priors
	m := testkit.Must(tuning.Measure(g, games, set))(t)
	return rank(g, m, nil)
}

// truthAround returns true values in logits: the prior times a random factor with a spread
// and the factor of a piece.
func truthAround(g *rules.Game, rng *rand.Rand, factor map[string]float64) []float64 {
	truth := opening.PriorValues(g)
	for _, kind := range opening.Valued(g) {
		truth[kind] *= 0.3 / eval.PawnValue * math.Exp(0.12*rng.NormFloat64())
		if x, ok := factor[opening.NameOf(g, kind)]; ok {
			truth[kind] = 0.3 / eval.PawnValue * opening.PriorValues(g)[kind] * x
		}
	}
	return truth
}

// priorsAround returns priors of the officers whose errors have a spread.
func priorsAround(g *rules.Game, truth []float64, rng *rand.Rand, spread float64) map[rules.Type]tuning.Prior {
	out := map[rules.Type]tuning.Prior{}
	for _, kind := range opening.Valued(g) {
		if !g.IsPawn(kind) && eval.Unchecked(g, kind) == "" {
			prior := 0.3 / eval.PawnValue * opening.PriorValues(g)[kind]
			out[kind] = tuning.Prior{Factor: truth[kind] / prior * math.Exp(spread*rng.NormFloat64()), Spread: spread}
		}
	}
	return out
}

// A value that the games tell is known, whatever the prior says: the interval by the games
// alone keeps its level for those values, the reported value is not the prior's, and a piece
// that is worth nothing is hardly ever told. Notes that games and prior differ are rare where
// they do not, and come where they do.
func TestTheGamesTell(t *testing.T) {
	testkit.NotShort(t, "simulates many runs")
	g := rulestest.Parse(t, ghostGame)
	runs := testkit.Choose(12, 200)
	tolerance := 2.5 * math.Sqrt(0.05*0.95/float64(runs))
	for _, c := range []struct {
		name         string
		factor       map[string]float64
		pairs        int
		told, untold string  // pieces that are told, or not, in at least nine runs of ten
		against      string  // the only piece whose value differs from the prior, in most runs
		spread       float64 // of priors of officers; 0 for the mobility prior
	}{
		{"few games tell nothing of minor pieces", nil, 40, "", "knight bishop", "", 0},
		{"many games tell all", map[string]float64{"ghost": 0.3}, 800, "knight bishop rook ghost", "", "", 0},
		{"many games tell all, of which much is known", map[string]float64{"ghost": 0.3}, 800, "knight bishop rook ghost", "", "", 0.1},
		{"a ghost that is worth nothing", map[string]float64{"ghost": 0}, 800, "knight bishop rook", "ghost", "", 0},
		{"a rook that is worth a tenth", map[string]float64{"rook": 0.1}, 800, "", "", "rook", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(5, uint64(c.pairs)))
			told, against, inside, all, alarms := map[string]int{}, map[string]int{}, 0, 0, 0
			for range runs {
				truth := truthAround(g, rng, c.factor)
				alarm := false
				var priors map[rules.Type]tuning.Prior
				if c.spread > 0 {
					priors = priorsAround(g, truth, rng, c.spread)
				}
				for _, v := range simulated(t, g, truth, priors, c.pairs, rng) {
					if v.AgainstPrior {
						against[v.Piece]++
						alarm = true
					}
					if v.Tier == 0 {
						continue
					}
					told[v.Piece]++
					if c.spread == 0 && v.FromGames < leastFromGames || v.IsGuess() {
						t.Errorf("the games decided %.2f of the %s, which they are said to tell", v.FromGames, v.Piece)
					}
					if all++; v.Logit.Lo <= truth[v.Type] && truth[v.Type] <= v.Logit.Hi {
						inside++
					}
				}
				if alarm {
					alarms++
				}
			}
			t.Logf("told %v, against the prior %v, %d of %d intervals contain the truth, %d of %d runs have a note", told, against, inside, all, alarms, runs)
			for _, v := range strings.Fields(c.told) {
				if told[v] < runs*9/10 {
					t.Errorf("the %s is told in %d of %d runs", v, told[v], runs)
				}
			}
			for _, v := range strings.Fields(c.untold) {
				if told[v] > runs/10 {
					t.Errorf("the %s is told in %d of %d runs", v, told[v], runs)
				}
			}
			for _, v := range strings.Fields(c.against) {
				if against[v] < runs/2 || against[v] < alarms*9/10 {
					t.Errorf("of %d runs with a note, %d are about the %s", alarms, against[v], v)
				}
			}
			if share := float64(inside) / float64(all); all > 0 && share < 0.95-tolerance {
				t.Errorf("%.3f of the intervals of told values contain the truth", share)
			}
			if share := float64(alarms) / float64(runs); c.against == "" && share > 0.05+tolerance {
				t.Errorf("%.3f of the runs have a note", share)
			}
		})
	}
}

// Without a scale for the prior, a value that the games have below 0 is still against it.
func TestNegativeValues(t *testing.T) {
	list := func(values ...stat.Interval) (out []tuning.Value) {
		for _, v := range values {
			out = append(out, tuning.Value{Logit: v})
		}
		return out
	}
	m := &tuning.Measurement{Level: 0.95, Assumed: make([]stat.Interval, 3)}
	for i := range m.Assumed {
		m.Assumed[i] = stat.Symmetric(0.3, 0.1, 0.95)
	}
	m.Design.Values = list(stat.Symmetric(-1, 0.4, 0.95), stat.Symmetric(-0.1, 0.4, 0.95), stat.Symmetric(0.5, 2, 0.95))
	out := make([]RankedValue, 3)
	setAgainst(out, m, nil)
	if !out[0].AgainstPrior || out[1].AgainstPrior || out[2].AgainstPrior {
		t.Errorf("against the prior: %v, %v, %v; want only the first", out[0].AgainstPrior, out[1].AgainstPrior, out[2].AgainstPrior)
	}
}
