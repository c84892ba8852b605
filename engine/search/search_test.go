package search

import (
	"math/rand/v2"
	"testing"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// compile returns a game with an evaluator that has the weights before tuning.
func compile(t testing.TB, spec string) (*rules.Game, *eval.Evaluator) {
	t.Helper()
	g := rulestest.Game(t, spec)
	return g, eval.New(g, eval.Prior(g))
}

func TestFindsMates(t *testing.T) {
	for _, c := range []struct {
		game, fen string
		plies     int
	}{
		{"chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1},
		{"chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 1},
		{"chess", "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 3},
		// A smothered mate: the queen gives herself up on g8.
		{"chess", "5r1k/6pp/7N/3Q4/8/8/6PP/6K1 w - - 0 1", 3},
		// Zugzwang: the rook offers itself on a6, and every move of Black's loses.
		{"chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3},
	} {
		g, e := compile(t, c.game)
		r := New(e, Options{}).Search(rulestest.Position(t, g, c.fen), Limits{Depth: c.plies + 4})
		if want := MateScore - c.plies; r.Score != want {
			t.Errorf("%s: score %d with %s, want mate in %d plies (%d)", c.fen, r.Score, g.MoveText(r.Move), c.plies, want)
		}
	}
}

func TestSearchIsDeterministicAndLeavesThePositionAlone(t *testing.T) {
	for _, name := range variant.Catalogue() {
		g, e := compile(t, name)
		a, b := New(e, Options{}), New(e, Options{})
		rng := rand.New(rand.NewPCG(1, 1))
		p := g.NewPosition()
		for range 12 {
			fen, hash := p.FEN(), p.Hash()
			ra := a.Search(p, Limits{Nodes: 500})
			if p.FEN() != fen || p.Hash() != hash {
				t.Fatalf("search changed %s to %s", fen, p.FEN())
			}
			if rb := b.Search(p, Limits{Nodes: 500}); ra.Move != rb.Move || ra.Score != rb.Score || ra.Nodes != rb.Nodes {
				t.Fatalf("%s: two searches differ: %v and %v", fen, ra, rb)
			}
			if ra.Move == 0 {
				break
			}
			moves := p.Moves(nil)
			if rng.IntN(2) == 0 {
				p.Make(ra.Move)
			} else {
				p.Make(moves[rng.IntN(len(moves))])
			}
		}
	}
}

func TestResetForgets(t *testing.T) {
	g, e := compile(t, "chess")
	s := New(e, Options{})
	p := g.NewPosition()
	first := s.Search(p, Limits{Nodes: 3000})
	move, score := first.Move, first.Score
	s.Search(rulestest.Position(t, g, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"), Limits{Nodes: 3000})
	s.Reset()
	if again := s.Search(p, Limits{Nodes: 3000}); again.Move != move || again.Score != score || again.Nodes != first.Nodes {
		t.Errorf("after Reset the search finds %s %d, before %s %d", g.MoveText(again.Move), again.Score, g.MoveText(move), score)
	}
}

func TestNothingAllocatedInTheTree(t *testing.T) {
	testkit.NotShort(t, "searches every game several times")
	for _, name := range variant.Catalogue() {
		g, e := compile(t, name)
		s := New(e, Options{})
		p := g.NewPosition()
		for p.Placing() {
			p.Make(p.Moves(nil)[0])
		}
		s.Search(p, Limits{Nodes: 10000})
		if n := testing.AllocsPerRun(2, func() {
			s.Reset()
			s.Search(p, Limits{Nodes: 2000})
		}); n != 0 {
			t.Errorf("%s: %v allocations in a search, want 0", name, n)
		}
	}
}

func TestLimits(t *testing.T) {
	g, e := compile(t, "chess")
	s := New(e, Options{})
	p := g.NewPosition()
	for _, n := range []uint64{1, 10, 300, 5000} {
		if r := s.Search(p, Limits{Nodes: n}); r.Nodes > n || r.Move == 0 {
			t.Errorf("limit of %d nodes: %d visited, move %s", n, r.Nodes, g.MoveText(r.Move))
		}
	}
	if r := s.Search(p, Limits{Depth: 3}); r.Depth != 3 {
		t.Errorf("limit of 3 plies: depth %d", r.Depth)
	}
	if r := s.Search(p, Limits{Time: 20 * time.Millisecond}); r.Move == 0 {
		t.Error("no move within a time limit")
	}
	if r := s.Search(rulestest.Position(t, g, "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"), Limits{Depth: 3}); r.Move != 0 {
		t.Errorf("found %s where there is no move", g.MoveText(r.Move))
	}
}

func TestPlaysToWinMaterialAndAvoidsRepetition(t *testing.T) {
	g, e := compile(t, "chess")
	for _, c := range []struct{ fen, move string }{
		{"k7/8/8/3q4/8/2N5/8/K7 w - - 0 1", "c3d5"},              // takes the queen
		{"8/8/8/8/2k5/8/3p4/3R2K1 w - - 0 1", "d1d2"},            // takes the pawn before the king guards it
		{"k7/P7/K7/8/8/8/1p6/8 b - - 0 1", "b2b1q"},              // promotes
		{"4k3/8/4p3/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6"},         // en passant wins a pawn for nothing
		{"4r1k1/pp3ppp/8/8/8/8/PP3PPP/R3R1K1 w - - 0 1", "e1e8"}, // mates on the back rank
	} {
		p := rulestest.Position(t, g, c.fen)
		if r := New(e, Options{}).Search(p, Limits{Nodes: 5000}); g.MoveText(r.Move) != c.move {
			t.Errorf("%s: %s, want %s", c.fen, g.MoveText(r.Move), c.move)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, name := range variant.Catalogue() {
		b.Run(name, func(b *testing.B) {
			g, e := compile(b, name)
			s := New(e, Options{})
			p := g.NewPosition()
			for p.Placing() {
				p.Make(p.Moves(nil)[0])
			}
			var nodes uint64
			b.ReportAllocs()
			for b.Loop() {
				s.Reset()
				nodes += s.Search(p, Limits{Nodes: 20000}).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
