package search

import (
	"math/rand/v2"
	"strings"
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

// The engine plays both colours alike: in the mirrored position it finds the mirrored
// move with the same score. Positions have other places in the tables there, which
// makes a difference now and then.
func TestColoursPlayAlike(t *testing.T) {
	for _, name := range []string{"chess", "capablanca", "grand", "shatranj", "legan"} {
		g, e := compile(t, name)
		rng := rand.New(rand.NewPCG(3, 3))
		tried, other := 0, 0
		for range 20 {
			p := g.NewPosition()
			for range 2 + rng.IntN(30) {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.Make(moves[rng.IntN(len(moves))])
			}
			if o, _ := p.Outcome(); o != rules.Ongoing {
				continue
			}
			p, _ = g.ParseFEN(p.FEN()) // without a history, as the mirror image
			tried++
			a := New(e, Options{}).Search(p, Limits{Depth: 4})
			b := New(e, Options{}).Search(p.Mirror(), Limits{Depth: 4})
			from, to := g.MirrorSquare(a.Move.From()), g.MirrorSquare(a.Move.To())
			if b.Move.From() != from || b.Move.To() != to || a.Score != b.Score {
				other++
				t.Logf("%s: %s with %d, mirrored %s with %d", p.FEN(), g.MoveText(a.Move), a.Score, g.MoveText(b.Move), b.Score)
			}
		}
		if tried < 10 || other*5 > tried {
			t.Errorf("%s: %d of %d positions are played otherwise by the other colour", name, other, tried)
		}
	}
}

// The search wins by the rules of a game besides mate, and does not fall for them.
func TestWinsByTheEndsOfTheGame(t *testing.T) {
	for _, c := range []struct {
		rule, game, fen string
		depth           int
		best            string // moves, any of which will do
		won             bool
	}{
		{"a king goes to the middle", "king-of-the-hill", "6k1/8/8/8/8/2K5/8/q7 w - - 0 1", 3, "c3d3 c3b4 c3c4 c3b3 c3c2 c3d2", false},
		{"a king in the middle wins", "king-of-the-hill", "6k1/8/8/8/8/3K4/8/q7 w - - 0 1", 2, "d3e4 d3d4", true},
		{"a king is kept out", "king-of-the-hill", "6k1/8/8/8/8/3K4/8/6r1 b - - 0 1", 3, "g1e1 g1d1 g1g4", false},
		{"a runner arrives", "breakthrough", "8/1p6/8/P7/8/8/8/8 w - - 0 1", 6, "a5b6", true},
		{"the last piece of a kind is captured", "extinction", "rnbqk3/p7/8/8/8/8/QP6/RNB1K3 w - - 0 1", 2, "a2a7", true},
		{"a king is no more than other pieces", "threekings", "k6k/8/8/8/8/1k6/8/Q2K1K1K w - - 0 1", 2, "a1a8 a1h8", true},
		{"mate is avoided where it loses", "misere", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 3, "a1b1 a1c1 a1d1 a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 e1d1 e1e2 e1f1 e1d2 e1f2", false},
		{"stalemate is sought where it wins", "chess stalemate=win", "7k/8/5QK1/8/8/8/8/q7 b - - 0 1", 2, "a1f6", false},
		{"the third check wins", "three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", 2, "a1a8", true},
		{"a king races", "racing-kings", "8/8/6K1/k7/8/8/8/8 w - - 0 1", 6, "g6f7 g6g7 g6h7", true},
		{"the last piece is given away", "antichess", "8/8/p7/8/8/8/1P6/8 w - - 0 1", 6, "b2b4 b2b3", true},
		{"a horde is captured to the last", "horde", "4k3/8/8/8/8/8/r7/P7 b - - 0 1", 2, "a2a1", true},
		{"a maharajah mates alone", "maharajah2", "3m4/8/8/8/8/8/5PPP/6K1 b - - 0 1", 2, "d8d1", true},
	} {
		t.Run(c.rule, func(t *testing.T) {
			g, e := compile(t, c.game)
			s := New(e, Options{})
			r := s.Search(rulestest.Position(t, g, c.fen), Limits{Depth: c.depth})
			best := g.MoveText(r.Move)
			if !strings.Contains(" "+c.best+" ", " "+best+" ") {
				t.Errorf("%s: %s, want one of %s", c.fen, best, c.best)
			}
			if c.won != (r.Score > mateBound) {
				t.Errorf("%s: score %d of %s, won is %v", c.fen, r.Score, best, c.won)
			}
		})
	}
}

// What follows a capture counts: the piece stays where it is, or is lost, or is the
// opponent's, or has won nothing.
func TestExchangeWithSequels(t *testing.T) {
	for _, c := range []struct {
		then, move string
		want       func(pawn, rook int) int
	}{
		{"stay", "d1d1xd5", func(pawn, rook int) int { return pawn }},
		{"petrify", "d1d5", func(pawn, rook int) int { return pawn - rook }},
		{"change-sides", "d1d5", func(pawn, rook int) int { return pawn - 2*rook }},
		{"reborn", "d1d5", func(pawn, rook int) int { return -1 }},
	} {
		g, e := compile(t, "chess capture-then="+c.then)
		s := New(e, Options{})
		p := rulestest.Position(t, g, "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1")
		m := testkit.Must(p.ParseMove(c.move))(t)
		want := c.want(e.Value(g.TypeNamed("pawn")), e.Value(g.TypeNamed("rook")))
		if !s.see.wins(p, m, want) || s.see.wins(p, m, want+1) {
			t.Errorf("%s: the capture does not win %d exactly", c.then, want)
		}
	}
}

// The search finds a mate, plays on to the end or for some time, and allocates nothing.
func TestSearchWithSequels(t *testing.T) {
	for _, spec := range []string{"chess capture-then=stay", "chess capture-then=reborn", "chess capture-then=petrify", "chess capture-then=change-sides", "atomic capture-then=petrify"} {
		g, e := compile(t, spec)
		s := New(e, Options{})
		p := rulestest.Position(t, g, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
		if got := g.MoveText(s.Search(p, Limits{Nodes: 3000}).Move); got != "a1a8" {
			t.Errorf("%s: %s, want a1a8", spec, got)
		}
		p = g.NewPosition()
		for ply := 0; ply < 100; ply++ {
			if result, _ := p.Outcome(); result != rules.Ongoing {
				break
			}
			p.Make(s.Search(p, Limits{Nodes: 300}).Move)
		}
		if n := testing.AllocsPerRun(2, func() { s.Search(p, Limits{Nodes: 2000}) }); n != 0 {
			t.Errorf("%s: %v allocations in a search, want 0", spec, n)
		}
	}
}

// The search drops for mate, except where such a mate loses, and blows up a king.
func TestSearchKnowsDropsAndBlasts(t *testing.T) {
	for _, c := range []struct {
		game, fen, want string
		mates           bool
	}{
		{"crazyhouse", "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7", true},
		{"shogi", "7lk/7n1/7S1/9/9/9/9/9/K8[G] w - - 0 1", "G@i8", true},
		{"shogi", "7lk/7n1/7S1/9/9/9/9/9/K8[P] w - - 0 1", "P@i8", false},
		{"atomic", "3qk3/8/8/4r3/8/8/8/3RK3 w - - 0 1", "d1d8", true},
	} {
		g, e := compile(t, c.game)
		p := testkit.Must(g.ParseFEN(c.fen))(t)
		s := New(e, Options{})
		r := s.Search(p, Limits{Depth: 4})
		if got := g.MoveText(r.Move); (got == c.want) != c.mates {
			t.Errorf("%s %s: %s is chosen", c.game, c.fen, got)
		}
	}
}

func TestPiecesInHandHaveAWeight(t *testing.T) {
	g, e := compile(t, "crazyhouse")
	score := func(hand string) int {
		p := testkit.Must(g.ParseFEN("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[" + hand + "] w - - 0 1"))(t)
		return e.NewScorer().Score(p)
	}
	if none, knight, queen, theirs := score(""), score("N"), score("Q"), score("q"); !(theirs < none && none < knight && knight < queen) {
		t.Errorf("scores with q %d, nothing %d, N %d, Q %d in hand", theirs, none, knight, queen)
	}
}

// At its first ply quiescence tries quiet checks that give nothing away, and only there.
func TestQuiescenceTriesQuietChecks(t *testing.T) {
	g, e := compile(t, "chess")
	for _, c := range []struct {
		fen   string
		depth int
		o     Options
		mate  bool
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 0, Options{}, true}, // on the back rank
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", -1, Options{}, false},
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 0, Options{NoQuiesceChecks: true}, false},
		{"1r4k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 0, Options{}, false}, // the rook is taken
	} {
		s := New(e, c.o)
		score := s.quiesce(rulestest.Position(t, g, c.fen), -infinite, infinite, c.depth, 0, false)
		if got := score == MateScore-1; got != c.mate {
			t.Errorf("%s at depth %d with %+v: score %d", c.fen, c.depth, c.o, score)
		}
	}
}

// A capture that wins nothing is left out of quiescence if the score without it is far
// below alpha, and only then.
func TestQuiescenceLeavesOutEqualCaptures(t *testing.T) {
	g, e := compile(t, "chess")
	for _, c := range []struct {
		above int // of alpha over the static evaluation
		o     Options
		tried bool
	}{
		{equalMargin, Options{NoEqualPrune: true}, true},
		{equalMargin - 1, Options{}, true},
		{equalMargin, Options{}, false},
	} {
		s := New(e, c.o)
		p := rulestest.Position(t, g, "1rk5/p4ppp/8/8/8/8/P4PPP/1RK5 b - - 0 1") // the rooks are guarded
		alpha := s.eval.Score(p) + c.above
		s.quiesce(p, alpha, alpha+1, -1, 0, false)
		if got := s.nodes > 1; got != c.tried {
			t.Errorf("alpha %d above the evaluation, pruning off %t: %d nodes", c.above, c.o.NoEqualPrune, s.nodes)
		}
	}
}

// A quiet move after which the evaluation is better for the side that made it gains
// history, one after which it is worse loses.
func TestHistoryLearnsFromTheEvaluation(t *testing.T) {
	g, e := compile(t, "chess")
	p := g.NewPosition()
	for _, c := range []struct {
		before, after int // static evaluations, each for the side to move
		sign          int
	}{{10, -60, 1}, {10, 40, -1}, {10, -10, 0}, {10, unknown, 0}} {
		s := New(e, Options{})
		m := testkit.Must(p.ParseMove("g1f3"))(t)
		s.at(0).static = c.before
		s.makeMove(p, m, 0)
		s.learnFromEvaluation(&nodeState{ply: 1, static: c.after})
		p.Unmake()
		if got := s.quietScore(p, m, 0); got*c.sign < 0 || (got == 0) != (c.sign == 0) {
			t.Errorf("from %d to %d: history %d, want the sign of %d", c.before, c.after, got, c.sign)
		}
	}
}

// What a search has found after two moves corrects the evaluation after the same two moves,
// of positions with other pawns too, and not after others.
func TestCorrectionByTheLastMoves(t *testing.T) {
	g, e := compile(t, "chess")
	p := g.NewPosition()
	other := rulestest.Position(t, g, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
	for _, c := range []struct {
		before, last uint32 // slots
		o            Options
		corrected    bool
	}{
		{500, 600, Options{}, true},
		{500, 601, Options{}, false},
		{501, 600, Options{}, false},
		{500, 600, Options{NoMoveCorrection: true}, false},
	} {
		s := New(e, c.o)
		s.at(0).moved, s.at(1).moved = 500, 600
		s.correct(p, 0, 300, 8, 2)
		s.at(0).moved, s.at(1).moved = c.before, c.last
		if got := s.correctedEval(other, 0, 2); (got > 0) != c.corrected || got < 0 {
			t.Errorf("after %d and %d, move correction off %t: %d", c.before, c.last, c.o.NoMoveCorrection, got)
		}
	}
}
