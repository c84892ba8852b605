package tuning

import (
	"math"
	"math/rand/v2"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
)

// In worlds where a piece in hand is worth half to twice as much as on the board, and
// whose values change according to the priors, games from the chosen exchanges measure the
// values of both: without bias, with intervals of the right level, and from pairs in which
// the sides differ in each.
func TestPiecesInHandAreTold(t *testing.T) {
	runs := testkit.Choose(6, 150)
	for _, name := range []string{"minishogi", "crazyhouse"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const pairs = 1500
			g, w, x, chosen, cfg := chosenWorld(t, name)
			covered := 0.0
			var off []float64
			for run := range runs {
				rng := rand.New(rand.NewPCG(uint64(run), 41))
				w.coef = w.model.expected(x)
				for i, u := range w.model.types {
					if opening.IsInHand(u) {
						w.coef[i] = w.coef[w.model.at[opening.OnBoard(u)]] * math.Exp((2*rng.Float64()-1)*math.Ln2)
					}
				}
				w.draw(rng)
				s := newSamples(g, Default())
				for p, err := range everySecond(openingsOf(t, g, cfg, pairs)) {
					testkit.OK(t, err)
					w.playFrom(s, p, rng)
				}
				f := testkit.Must(s.fitArmies(s.start))(t)
				for i, v := range s.designEstimate(f.Result, f.Posterior(), w.unit).Values {
					if !opening.IsInHand(v.Type) {
						continue
					}
					if v.Support == 0 {
						t.Fatalf("no pair differs in the %s: %s", v.Piece, chosen.Text)
					}
					truth := w.unit.point(w.coef, i)
					if v.Worth.Lo <= truth && truth <= v.Worth.Hi {
						covered++
					}
					off = append(off, v.Worth.Estimate/truth)
				}
			}
			all, middle := float64(len(off)), median(off)
			t.Logf("intervals of %v values of pieces in hand cover %.3f; the median estimate is %.3f of the truth", all, covered/all, middle)
			if margin := 0.02 + 2*math.Sqrt(0.05*0.95/all); math.Abs(covered/all-0.95) > margin {
				t.Errorf("intervals cover %.3f", covered/all)
			}
			if math.Abs(middle-1) > 0.02+0.25/math.Sqrt(all) {
				t.Errorf("the median estimate is %.3f of the truth", middle)
			}
		})
	}
}

// everySecond leaves out the second game of each pair, which mirrors the first.
func everySecond(starts func(func(*rules.Position, error) bool)) func(func(*rules.Position, error) bool) {
	return func(yield func(*rules.Position, error) bool) {
		k := 0
		starts(func(p *rules.Position, err error) bool {
			k++
			return k%2 == 0 || yield(p, err)
		})
	}
}

// A piece in hand has its own column.
func TestRowsOfPiecesInHand(t *testing.T) {
	g := rulestest.Game(t, "crazyhouse")
	m := newArmyModel(g, newColumns(g))
	p := testkit.Must(g.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR[RPpp] w Kkq - 0 1"))(t)
	row := make([]float64, m.count)
	m.row(p, row)
	want := map[string]float64{"first move": 1, "rook": -1, "rook-in-hand": 1, "pawn-in-hand": -1}
	for j, label := range m.labels() {
		if w, ok := want[label]; ok && math.Abs(row[j]-w) > 1e-12 || !ok && j < len(m.types) && row[j] != 0 {
			t.Errorf("%s: %v, want %v", label, row[j], w)
		}
	}
}
