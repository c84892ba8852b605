package rules

import (
	"bestiary/internal/testkit"
	"testing"
)

// middlegames are positions with most pieces on the board and in play.
var middlegames = map[string]string{
	"chess":              "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"hannibal-manticore": "***m******/r2bqkbe1r/1pp1pp1ppp/p1n3pn2/3p6/3PP1F3/2N2M4/1E3N4/PPP2PPPPP/R1EBQKB2R/********** w KQkq - 0 1",
}

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		game  string
		depth int
	}{
		{"chess", 4}, {"capablanca", 3}, {"hannibal10x9", 3}, {"alcespart", 3}, {"wide12x10", 3}, {"xhann-gated", 3},
	} {
		b.Run(c.game, func(b *testing.B) {
			p := gameWith(b, c.game).NewPosition()
			for p.Placing() {
				p.Make(p.Moves(nil)[0])
			}
			var leaves uint64
			for b.Loop() {
				leaves += p.Perft(c.depth)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}

func BenchmarkMoves(b *testing.B) {
	for _, game := range []string{"chess", "hannibal-manticore"} {
		b.Run(game, func(b *testing.B) {
			p := parsed(b, gameWith(b, game), middlegames[game])
			buf := make([]Move, 0, 512)
			b.ReportAllocs()
			for b.Loop() {
				buf = p.Moves(buf[:0])
			}
			b.ReportMetric(float64(len(buf)), "moves")
		})
	}
}

// BenchmarkText reads and writes all moves of a middlegame, per move.
func BenchmarkText(b *testing.B) {
	p := parsed(b, gameWith(b, "hannibal-manticore"), middlegames["hannibal-manticore"])
	moves := p.Moves(nil)
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = p.g.MoveText(m)
	}
	each := func(name string, f func(i int)) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				f(i % len(moves))
			}
		})
	}
	each("ParseMove", func(i int) {
		testkit.Must(p.ParseMove(texts[i]))(b)
	})
	each("MoveText", func(i int) { p.g.MoveText(moves[i]) })
	each("SAN", func(i int) { p.SAN(moves[i]) })
}

// Playing and reading moves allocate nothing, given room for the moves.
func TestNoAllocations(t *testing.T) {
	for game, fen := range middlegames {
		p := parsed(t, gameWith(t, game), fen)
		buf := make([]Move, 0, 512)
		moves := p.Moves(nil)
		text := p.g.MoveText(moves[0])
		for name, f := range map[string]func(){
			"Moves":    func() { buf = p.Moves(buf[:0]) },
			"Captures": func() { buf = captures(p, buf[:0]) },
			"Make and Unmake": func() {
				for _, m := range moves {
					p.Make(m)
					p.Unmake()
				}
			},
			"MakeNull and Unmake": func() { p.MakeNull(); p.Unmake() },
			"InCheck":             func() { p.InCheck() },
			"Outcome":             func() { p.Outcome() },
			"ParseMove": func() {
				if m, err := p.ParseMove(text); err != nil || m != moves[0] {
					t.Errorf("%s reads as %v, %v", text, m, err)
				}
			},
		} {
			if n := testing.AllocsPerRun(100, f); n != 0 {
				t.Errorf("%s: %s allocates %v times", game, name, n)
			}
		}
	}
}
