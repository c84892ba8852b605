package network

import (
	"math/rand/v2"
	"slices"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// scribbled returns a network with random weights and inputs by attacks.
func scribbled(t testing.TB, g *rules.Game, seed uint64) *Network {
	t.Helper()
	in := NewInputs(g, true)
	r := rand.New(rand.NewPCG(seed, 1))
	const limit = 20
	p := Parameters{Weights: make([]int16, in.Rows()*Hidden), OutputBias: -100_000, Scale: 300, Attacks: true}
	for _, list := range [][]int16{p.Weights, p.Bias[:]} {
		for i := range list {
			list[i] = int16(r.IntN(2*limit+1) - limit)
		}
	}
	for i := range p.Output {
		p.Output[i] = int16(r.IntN(2*MaxOutput+1) - MaxOutput)
	}
	return testkit.Must(New(g, p))(t)
}

// Scores are part of the definition: they are the same on every machine.
func TestScores(t *testing.T) {
	for name, want := range map[string][]int{"chess": {-613, 45}, "hannibal-manticore": {705, 1297}, "herculean": {-1601, -1391}} {
		g := rulestest.Game(t, name)
		n := scribbled(t, g, 7)
		p := g.NewPosition()
		got := []int{n.Score(p)}
		for range 12 {
			p.Make(p.Moves(nil)[0])
		}
		if got = append(got, n.Score(p)); !slices.Equal(got, want) {
			t.Errorf("%s: scores %v, want %v", name, got, want)
		}
	}
}

// Searches jump between positions, go back and forth, and meet positions of one ply
// in any order.
func TestAccumulatorsFollowAnyPath(t *testing.T) {
	names := variant.Catalogue()
	if testing.Short() {
		names = []string{"chess", "hannibal-manticore", "herculean"}
	}
	for _, name := range names {
		g := rulestest.Game(t, name)
		n := scribbled(t, g, 3)
		a := n.NewAccumulators()
		r := rand.New(rand.NewPCG(5, 5))
		for range 2 {
			p := g.NewPosition()
			for step := 0; step < 150; step++ {
				moves := p.Moves(nil)
				if result, _ := p.Outcome(); result != rules.Ongoing || len(moves) == 0 {
					break
				}
				p.Make(moves[r.IntN(len(moves))])
				if r.IntN(3) == 0 {
					for range min(r.IntN(5), p.Plies()) {
						p.Unmake()
					}
				}
				if got, want := a.Score(p, nil), n.Score(p); got != want {
					t.Fatalf("%s: %s: %d by accumulators, %d afresh", name, p.FEN(), got, want)
				}
			}
		}
	}
}

// Exchanging colours, or left and right, keeps the score for the side to move.
func TestScoresAreSymmetric(t *testing.T) {
	g := rulestest.Game(t, "chess")
	n := scribbled(t, g, 9)
	for _, pair := range [][2]string{
		{"r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 1", "rnbq1rk1/pppp1ppp/5n2/1Bb1p3/4P3/2N2N2/PPPP1PPP/R1BQK2R b KQ - 0 1"},
		{"4k3/8/8/3q4/8/8/3P4/2K5 w - - 0 1", "3k4/8/8/4q3/8/8/4P3/5K2 w - - 0 1"}, // left and right exchanged
	} {
		var scores [2]int
		for i, fen := range pair {
			p := testkit.Must(g.ParseFEN(fen))(t)
			scores[i] = n.Score(p)
		}
		if scores[0] != scores[1] {
			t.Errorf("%v have the scores %v", pair, scores)
		}
	}
}

// The output of the largest sums does not overflow.
func TestOutputsDoNotOverflow(t *testing.T) {
	var full [Hidden]int16
	var out [2 * Hidden]int16
	for i := range full {
		full[i] = 32767
	}
	for i := range out {
		out[i] = MaxOutput
	}
	if got, want := activate(&full, &full, &out), int32(2*Hidden*InputUnit*InputUnit*MaxOutput); got != want || want < 0 {
		t.Errorf("%d, want %d", got, want)
	}
}

func TestKernelsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func(list []int16) {
		for i := range list {
			list[i] = int16(r.Uint32())
		}
	}
	const rows = 50
	weights := make([]int16, rows*Hidden)
	random(weights)
	for range 200 {
		var src, a, b [Hidden]int16
		var out [2 * Hidden]int16
		random(src[:])
		for i := range out {
			out[i] = int16(r.IntN(2*MaxOutput+1) - MaxOutput)
		}
		var list []Change
		for range r.IntN(9) {
			list = append(list, change(r.IntN(rows), r.IntN(41)-20))
		}
		update(&a, &src, weights, list)
		updateGo(&b, &src, weights, list)
		if a != b {
			t.Fatalf("update of %v: %v, in Go %v", list, a, b)
		}
		for i := range a {
			a[i] %= 400 // so that many values are within the limits
		}
		if got, want := activate(&a, &src, &out), activateGo(&a, &src, &out); got != want {
			t.Fatalf("activate: %d, in Go %d", got, want)
		}
	}
}

func TestScoresAllocateNothing(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	a := scribbled(t, g, 3).NewAccumulators()
	p := g.NewPosition()
	m := p.Moves(nil)[0]
	p.Make(m)
	p.Unmake()
	if n := testing.AllocsPerRun(100, func() {
		p.Make(m)
		a.Score(p, nil)
		p.Unmake()
		a.Score(p, nil)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkScore(b *testing.B) {
	for _, name := range []string{"chess", "hannibal-manticore"} {
		b.Run(name, func(b *testing.B) {
			g := rulestest.Game(b, name)
			a := scribbled(b, g, 3).NewAccumulators()
			p := g.NewPosition()
			for p.Placing() {
				p.Make(p.Moves(nil)[0])
			}
			moves := p.Moves(nil)
			for i := range b.N {
				p.Make(moves[i%len(moves)])
				a.Score(p, nil)
				p.Unmake()
			}
		})
	}
}

// Score returns the score in centipawns for the side to move. Accumulators are faster.
func (n *Network) Score(p *rules.Position) int { return n.NewAccumulators().Score(p, nil) }
