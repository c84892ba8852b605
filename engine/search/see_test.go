package search

import (
	"math/rand/v2"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

func TestExchange(t *testing.T) {
	g, e := compile(t, "chess")
	s := New(e, Options{})
	v := func(name string) int { return e.Value(g.TypeNamed(name)) }
	for _, c := range []struct {
		fen, move string
		want      int
	}{
		{"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", v("pawn")},
		{"4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", v("pawn") - v("rook")},
		{"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", v("pawn")},               // the second rook stands behind
		{"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", v("pawn") - v("rook")}, // so does Black's
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", v("pawn")},
		{"8/2Pk4/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", -v("pawn")}, // the king takes the queen
	} {
		p := rulestest.Position(t, g, c.fen)
		m := testkit.Must(p.ParseMove(c.move))(t)
		if !s.see.wins(p, m, c.want) || s.see.wins(p, m, c.want+1) {
			t.Errorf("%s %s: the exchange does not win %d exactly", c.fen, c.move, c.want)
		}
	}
}

func TestExchangeSeesBentAndMultiPathPieces(t *testing.T) {
	g, e := compile(t, "hannibal-manticore")
	s := New(e, Options{})
	v := func(name string) int { return e.Value(g.TypeNamed(name)) }
	for _, c := range []struct {
		name, fen string
		want      int
	}{
		{"undefended", "k9/10/10/10/3p6/10/10/10/3R5K w - - 0 1", v("pawn")},
		// The manticore on f8 guards d5 by the step to f7 and the diagonal e6.
		{"manticore", "k9/5m4/10/10/3p6/10/10/10/3R5K w - - 0 1", v("pawn") - v("rook")},
		{"manticore blocked", "k9/5m4/10/4P5/3p6/10/10/10/3R5K w - - 0 1", v("pawn")},
		// The falcon on f8 guards d5 by e7-d6, e7-e6 and f7-e6.
		{"falcon, one path open", "k9/5f4/4p5/10/3p6/10/10/10/3R5K w - - 0 1", v("pawn") - v("rook")},
		{"falcon, no path open", "k9/5f4/4pp4/10/3p6/10/10/10/3R5K w - - 0 1", v("pawn")},
	} {
		p := rulestest.Position(t, g, c.fen)
		m, err := p.ParseMove("d1d5")
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if !s.see.wins(p, m, c.want) || s.see.wins(p, m, c.want+1) {
			t.Errorf("%s: the exchange does not win %d exactly", c.name, c.want)
		}
	}
}

// The test that stops early agrees with exchanges that are played to the end.
func TestExchangeAgreesWithItsEnd(t *testing.T) {
	for _, name := range variant.Catalogue() {
		g, e := compile(t, name)
		s := New(e, Options{})
		rng := rand.New(rand.NewPCG(7, 7))
		p := g.NewPosition()
		for range 60 {
			legal := p.Moves(nil)
			if len(legal) == 0 {
				break
			}
			for _, m := range legal {
				if m.Kind() == rules.Placing || m.Kind() == rules.Castling || m.Kind() == rules.Exploding {
					continue
				}
				want := gain(&s.see, p, m)
				for _, least := range []int{want - rng.IntN(300), want, want + 1, want + 1 + rng.IntN(300)} {
					if got := s.see.wins(p, m, least); got != (want >= least) {
						t.Fatalf("%s %s: wins %d centipawns: %v, but the exchange wins %d", p.FEN(), g.MoveText(m), least, got, want)
					}
				}
			}
			p.Make(legal[rng.IntN(len(legal))])
		}
	}
}

// gain is what m wins if both sides capture for as long as that pays.
func gain(x *see, p *rules.Position, m rules.Move) int {
	if p.Game().BlastsOnCapture() && p.IsCapture(m) {
		before := balance(x, p, p.Turn())
		p.Make(m)
		defer p.Unmake()
		return balance(x, p, p.Turn().Other()) - before
	}
	all, gone := p.Occupied(), rules.Set{}
	standing, won := x.values[p.At(m.From()).Type()], x.values[p.At(m.To()).Type()]
	if m.Kind() == rules.EnPassant || m.Kind() == rules.Locust {
		victim := rules.Square(m.Extra())
		won += x.values[p.At(victim).Type()]
		all.Remove(victim)
		gone.Add(victim)
	}
	if t := m.Promotion(); t != rules.NoType {
		won, standing = won+x.values[t]-standing, x.values[t]
	}
	all.Remove(m.From())
	all.Add(m.To())
	gone.Add(m.From())
	gone.Add(m.To())
	return won - max(retaken(x, p, m.To(), p.Turn().Other(), standing, &all, &gone), 0)
}

// balance is the value of a side's pieces on the board, less that of the other's.
func balance(x *see, p *rules.Position, c rules.Color) int {
	sum := 0
	for sq := range p.Game().Squares() {
		if code := p.At(rules.Square(sq)); code.Color() == c {
			sum += x.values[code.Type()]
		} else {
			sum -= x.values[code.Type()]
		}
	}
	return sum
}

// retaken is what side c wins by capturing a piece.
func retaken(x *see, p *rules.Position, on rules.Square, c rules.Color, piece int, all, gone *rules.Set) int {
	at, ok := p.CheapestAttacker(x.values, 0, on, c, all, gone)
	if !ok {
		return 0
	}
	all.Remove(at)
	gone.Add(at)
	return piece - max(retaken(x, p, on, c.Other(), x.values[p.At(at).Type()], all, gone), 0)
}

// A move out of a lesser piece's reach relieves, one into it does the opposite; equal and
// greater pieces do not count.
func TestThreatsOfLesserPieces(t *testing.T) {
	g, e := compile(t, "chess")
	s := New(e, Options{})
	p := rulestest.Position(t, g, "3rk3/8/8/4p3/8/2N1b3/8/R2QK3 w - - 0 1")
	s.threats.find(p, s.see.values)
	v := func(name string) int { return s.see.values[g.TypeNamed(name)] }
	for _, c := range []struct {
		move string
		want int
	}{
		{"d1e2", v("queen")}, // out of the rook's file
		{"d1d4", 0},          // from the rook's reach into that of pawn, bishop and rook
		{"a1c1", -v("rook")}, // the bishop guards it
		{"a1b1", 0},          //
		{"c3d5", 0},          // a rook may guard it
		{"c3b5", 0},          //
		{"e1e2", 0},          //
	} {
		m := testkit.Must(p.ParseMove(c.move))(t)
		if got := s.threats.relief(p, m, s.see.values); got != c.want {
			t.Errorf("%s: %d, want %d", c.move, got, c.want)
		}
	}
	// Of two moves without a history the one that saves the queen comes first.
	pk := s.newPicker(p, 0, 1, false)
	for m, kind := pk.pick(); kind != noMove; m, kind = pk.pick() {
		if kind == quietClass {
			if p.At(m.From()) != rules.CodeOf(g.TypeNamed("queen"), rules.White) || s.threats.relief(p, m, s.see.values) != v("queen") {
				t.Errorf("%s is the first quiet move, want one that saves the queen", g.MoveText(m))
			}
			break
		}
	}
}
