package eval

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// randomPositions calls f at positions of random games.
func randomPositions(t *testing.T, f func(t *testing.T, e *Evaluator, w *Weights, p *rules.Position)) {
	for _, name := range append(variant.Catalogue(), "legan") {
		t.Run(name, func(t *testing.T) {
			g := rulestest.Game(t, name)
			rng := rand.New(rand.NewPCG(3, 3))
			w := Prior(g)
			for i := range w.MG {
				w.MG[i] += float64(rng.IntN(9) - 4)
				w.EG[i] += float64(rng.IntN(9) - 4)
			}
			e := New(g, w)
			for range 2 {
				p := g.NewPosition()
				for range 80 {
					f(t, e, w, p)
					moves := p.Moves(nil)
					if len(moves) == 0 {
						break
					}
					p.Make(moves[rng.IntN(len(moves))])
				}
			}
		})
	}
}

func TestScoreIsTraceTimesWeights(t *testing.T) {
	randomPositions(t, func(t *testing.T, e *Evaluator, w *Weights, p *rules.Position) {
		trace := make([]float64, len(w.Names()))
		e.Trace(p, trace)
		phase := e.Phase(p)
		want := 0.0
		for i, n := range trace {
			want += n * (phase*w.MG[i] + (1-phase)*w.EG[i])
		}
		if p.Turn() == rules.Black {
			want = -want
		}
		if got := float64(e.Score(p)); math.Abs(got-want) > 4 {
			t.Fatalf("%s: Score %v, trace times weights %v", p.FEN(), got, want)
		}
	})
}

// A scorer remembers pawn structures and must not mix them up.
func TestScorerAgreesWithEvaluator(t *testing.T) {
	scorers := map[*Evaluator]*Scorer{}
	randomPositions(t, func(t *testing.T, e *Evaluator, _ *Weights, p *rules.Position) {
		if scorers[e] == nil {
			scorers[e] = e.NewScorer()
		}
		if a, b := scorers[e].Score(p), e.Score(p); a != b {
			t.Fatalf("%s: %d by a scorer, %d by its evaluator", p.FEN(), a, b)
		}
	})
}

func TestScoreOfMirrorImageIsTheSame(t *testing.T) {
	randomPositions(t, func(t *testing.T, e *Evaluator, _ *Weights, p *rules.Position) {
		if a, b := e.Score(p), e.Score(p.Mirror()); a != b && p.Game().Mirrors() {
			t.Fatalf("%s scores %d, its mirror image %d", p.FEN(), a, b)
		}
	})
}

func TestPriorOrdersTheOrthodoxPieces(t *testing.T) {
	g := rulestest.Game(t, "chess")
	v := PriorValues(g)
	of := func(name string) float64 { return v[g.TypeNamed(name)] / PawnValue }
	for _, c := range []struct {
		name   string
		lo, hi float64
	}{{"pawn", 1, 1}, {"knight", 2.7, 3.5}, {"bishop", 2.9, 3.7}, {"rook", 4.5, 5.5}, {"queen", 8.5, 10.5}, {"king", 0, 0}} {
		if x := of(c.name); x < c.lo || x > c.hi {
			t.Errorf("%s is worth %.2f pawns by mobility, expected %v to %v", c.name, x, c.lo, c.hi)
		}
	}
}

func TestPhaseRunsFromOneToZero(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	e := New(g, Prior(g))
	if got := e.Phase(g.NewPosition()); got != 1 {
		t.Errorf("phase of the start is %v, want 1: pieces in hand count", got)
	}
	p := testkit.Must(g.ParseFEN("5k4/10/10/10/10/10/10/PPPPPPPPPP/5K4 w - - 0 1"))(t)
	if got := e.Phase(p); got != 0 {
		t.Errorf("phase of kings and pawns is %v, want 0", got)
	}
}

func TestColourBoundPiecesAreFoundByAnalysis(t *testing.T) {
	// The cannon of Janggi goes nowhere on an empty board.
	for game, want := range map[string]string{"hannibal-manticore": "bishop elephant", "janggi": ""} {
		g := rulestest.Game(t, game)
		var bound []string
		for _, ty := range g.Types() {
			if ColourBound(g, ty) {
				bound = append(bound, g.TypeName(ty))
			}
		}
		if got := strings.Join(bound, " "); got != want {
			t.Errorf("colour-bound pieces of %s: %q, want %q", game, got, want)
		}
	}
}

func TestWeightFile(t *testing.T) {
	g := rulestest.Game(t, "chess")
	w := Prior(g)
	w.SetMaterial(g.TypeNamed("rook"), 510.5, 530)
	path := filepath.Join(t.TempDir(), "w.toml")
	testkit.OK(t, w.Save(path, g))
	r := testkit.Must(Load(path, g))(t)
	for i, name := range w.Names() {
		if r.MG[i] != w.MG[i] || r.EG[i] != w.EG[i] {
			t.Errorf("%s reads back as %v, %v; want %v, %v", name, r.MG[i], r.EG[i], w.MG[i], w.EG[i])
		}
	}
	w.SetMaterial(g.TypeNamed("rook"), maxWeight+1, 0)
	testkit.Fails(t, w.Save(path+"2", g), "material.rook")
	testkit.Fails(t, testkit.Error(Load(path, rulestest.Game(t, "hannibal-manticore"))), "made for chess")
	for text, want := range map[string]string{
		"variant = 3":                      ":1: variant: a number; expected text in quotes",
		"[weights]\n\"material.pawn\" = 3": `:2: weights."material.pawn": a number; expected a list`,
		"weights = {pawn = [1]}":           ":1: weights.pawn: a list of another length; expected 2 values",
		"weights = {pawn = [1, []]}":       ":1: weights.pawn: a list; expected a number",
		"variant = = 3":                    ":1: not valid TOML: expected value",
	} {
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o600))
		testkit.Fails(t, testkit.Error(Load(path, g)), path+want)
	}
}

// benchPositions are positions from random games, in a fixed order.
func benchPositions(g *rules.Game) []*rules.Position {
	var out []*rules.Position
	rng := rand.New(rand.NewPCG(5, 5))
	for range 8 {
		p := g.NewPosition()
		for ply := range 64 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[rng.IntN(len(moves))])
			if ply%4 == 3 && !p.Placing() {
				out = append(out, p.Clone())
			}
		}
	}
	return out
}

// BenchmarkScore scores positions whose pawn structures are known.
func BenchmarkScore(b *testing.B) {
	for _, name := range variant.Catalogue() {
		b.Run(name, func(b *testing.B) {
			g := rulestest.Game(b, name)
			s := New(g, Prior(g)).NewScorer()
			positions := benchPositions(g)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p := positions[i%len(positions)]
				s.look(p)
				s.score()
			}
		})
	}
}

// Score returns the evaluation in centipawns for the side to move.
func (e *Evaluator) Score(p *rules.Position) int {
	return e.NewScorer().Score(p)
}
