package tuning

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
)

// In games whose armies differ, the chosen exchanges determine all values with intervals of
// the right level, and White's advantage is that at the array.
func TestCoverageOfUnequalArmies(t *testing.T) {
	runs, pairs := testkit.Choose(12, 200), 400
	for _, name := range []string{"different-armies", "spartan"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, w, x, chosen, cfg := chosenWorld(t, name)
			covered, advantage, all := 0.0, 0.0, 0.0
			for run := range runs {
				rng := rand.New(rand.NewPCG(uint64(run), 51))
				x.White = 0.8
				w.coef = w.model.expected(x)
				for i := range w.model.types {
					w.coef[i] *= math.Exp(0.1 * rng.NormFloat64())
				}
				w.draw(rng)
				s := newSamples(g, Default())
				games := 0
				for p, err := range openingsOf(t, g, cfg, pairs) {
					testkit.OK(t, err)
					w.model.row(p, s.army)
					w.result(s, rng)
					games++
					s.pairs = games / 2
				}
				f := testkit.Must(s.fitArmies(s.start))(t)
				e := s.designEstimate(f.Result, f.Posterior(), w.unit)
				for i, v := range e.Values {
					truth := w.unit.point(w.coef, i)
					if all++; v.Worth.Lo <= truth && truth <= v.Worth.Hi {
						covered++
					}
					if v.Support == 0 {
						t.Fatalf("no pair differs in the %s: %s", v.Piece, chosen.Text)
					}
				}
				if e.White.Lo <= 0.8 && 0.8 <= e.White.Hi {
					advantage++
				}
			}
			t.Logf("intervals of %v values cover %.3f, of White's advantage %.3f; %s", all, covered/all, advantage/float64(runs), chosen.Text)
			if margin := 0.02 + 2.5*math.Sqrt(0.05*0.95/all); math.Abs(covered/all-0.95) > margin {
				t.Errorf("intervals of values cover %.3f", covered/all)
			}
			if margin := 0.03 + 3*math.Sqrt(0.05*0.95/float64(runs)); advantage/float64(runs) < 0.95-margin {
				t.Errorf("intervals of White's advantage cover %.3f", advantage/float64(runs))
			}
		})
	}
}

// At the array of a game only White's advantage is left of the model.
func TestArrayHasNoDifference(t *testing.T) {
	for _, name := range []string{"chess", "spartan", "horde"} {
		g := rulestest.Game(t, name)
		m := newArmyModel(g, newColumns(g))
		row := make([]float64, m.count)
		m.row(g.NewPosition(), row)
		n := len(m.types)
		if row[n] != 1 || slices.ContainsFunc(slices.Concat(row[:n], row[n+1:]), func(x float64) bool { return x != 0 }) {
			t.Errorf("%s: the array has the row %v", name, row)
		}
	}
}

// Where White's advantage decides the games whatever is exchanged, there is no choice.
func TestOneSidedArmies(t *testing.T) {
	g := rulestest.Game(t, "different-armies")
	_, _, x, _, cfg := chosenWorld(t, "different-armies")
	cfg.Exchanges = ""
	for white, want := range map[float64]string{3: "White's army is so much stronger than Black's army", -3: "Black's army is so much stronger"} {
		x.White = white
		_, err := Choose(g, nil, x, cfg, 1000)
		if testkit.Fails(t, err, want); !errors.Is(err, ErrOneSided) {
			t.Errorf("error %v", err)
		}
	}
	for name, want := range map[string]string{"horde": "", "spartan": "", "chess": "", "bare": "Black's army is so much stronger than White's army that no exchange"} {
		if name == "bare" {
			v := *rulestest.Game(t, "chess").Variant
			v.Array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/4K3"
			g = rulestest.Compile(t, &v)
		} else {
			g = rulestest.Game(t, name)
		}
		if err := CheckArmies(g); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
	}
}

// Each exchange is expected to leave both sides a chance in both games.
func TestChoiceForUnequalArmies(t *testing.T) {
	g, w, x, _, cfg := chosenWorld(t, "different-armies")
	x.White = 1
	cfg.Exchanges = ""
	chosen := testkit.Must(Choose(g, nil, x, cfg, 1000))(t)
	w.coef = w.model.expected(x)
	cfg.Kind, cfg.Exchanges = opening.Exchanges, chosen.Text
	row := make([]float64, w.model.count)
	for p, err := range openingsOf(t, g, cfg, 100) {
		testkit.OK(t, err)
		w.model.row(p, row)
		eta := 0.0
		for j, c := range w.coef {
			eta += c * row[j]
		}
		if math.Abs(eta) > math.Log(9)+0.2 || p.Turn() != rules.White {
			t.Errorf("White expects %.2f logits in %s", eta, p.FEN())
		}
	}
}
