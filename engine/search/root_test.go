package search

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
)

// middlegame is a position of a game after some random moves.
func middlegame(t testing.TB, g *rules.Game, plies int) *rules.Position {
	t.Helper()
	p := g.NewPosition()
	rng := rand.New(rand.NewPCG(3, uint64(plies)))
	for range plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
	return p
}

func TestLinesAreTheBestMovesInOrder(t *testing.T) {
	for _, name := range []string{"chess", "hannibal-manticore", "al-ces"} {
		g, e := compile(t, name)
		p := middlegame(t, g, 24)
		var lines []Report
		r := New(e, Options{}).Search(p, Limits{Depth: 4, Lines: 5, Report: func(r Report) {
			if r.Line == 1 {
				lines = lines[:0]
			}
			r.PV = slices.Clone(r.PV)
			lines = append(lines, r)
		}})
		if want := min(5, len(p.Moves(nil))); len(lines) != want || want < 2 || lines[0].Depth != 4 {
			t.Fatalf("%s: %d lines reported at the end, want %d of depth 4", name, len(lines), want)
		}
		seen := map[rules.Move]bool{}
		for i, l := range lines {
			if seen[l.PV[0]] || l.Line != i+1 || i > 0 && l.Score > lines[i-1].Score {
				t.Errorf("%s: line %d is %s with %d, after %d", name, i+1, g.MoveText(l.PV[0]), l.Score, lines[max(i-1, 0)].Score)
			}
			seen[l.PV[0]] = true
			playable(t, p, l.PV)
		}
		if r.Move != lines[0].PV[0] || r.Score != lines[0].Score {
			t.Errorf("%s: found %s, the first line begins with %s", name, g.MoveText(r.Move), g.MoveText(lines[0].PV[0]))
		}
	}
}

// playable fails when a line is not a sequence of legal moves.
func playable(t *testing.T, p *rules.Position, line []rules.Move) {
	t.Helper()
	for _, m := range line {
		if !slices.Contains(p.Moves(nil), m) {
			t.Errorf("%s: the line has %s, which is not legal", p.FEN(), p.Game().MoveText(m))
			break
		}
		p.Make(m)
		defer p.Unmake()
	}
}

func TestOnlySomeRootMoves(t *testing.T) {
	g, e := compile(t, "chess")
	p := g.NewPosition()
	only := p.Moves(nil)[3:5]
	if r := New(e, Options{}).Search(p, Limits{Depth: 5, Moves: only}); !slices.Contains(only, r.Move) {
		t.Errorf("found %s outside the moves allowed", g.MoveText(r.Move))
	}
}

// The only legal move needs no thought; a move that is the only one to be
// considered is searched for its score.
func TestOneMove(t *testing.T) {
	g, e := compile(t, "chess")
	free := g.NewPosition()
	for _, c := range []struct {
		p    *rules.Position
		only []rules.Move
		deep bool
	}{
		{rulestest.Position(t, g, "k7/8/8/8/8/8/1r6/7K w - - 0 1"), nil, false},
		{free, free.Moves(nil)[:1], true},
	} {
		if r := New(e, Options{}).Search(c.p, Limits{Nodes: 3000, Moves: c.only}); r.Depth > 1 != c.deep {
			t.Errorf("%s: searched to depth %d", c.p.FEN(), r.Depth)
		}
	}
}

func TestControlStopsASearch(t *testing.T) {
	g, e := compile(t, "chess")
	var c Control
	done := make(chan Result)
	go func() { done <- New(e, Options{}).Search(g.NewPosition(), Limits{Control: &c}) }()
	time.Sleep(20 * time.Millisecond)
	c.Stop()
	select {
	case r := <-done:
		if r.Move == 0 || r.Depth == MaxDepth {
			t.Errorf("stopped with move %s at depth %d", g.MoveText(r.Move), r.Depth)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("Stop did not end the search")
	}
}

func TestControlAllowsTime(t *testing.T) {
	g, e := compile(t, "chess")
	var c Control
	c.Allow(time.Millisecond, 10*time.Millisecond)
	if r := New(e, Options{}).Search(g.NewPosition(), Limits{Control: &c}); r.Move == 0 || r.Depth == MaxDepth {
		t.Errorf("ended with move %s at depth %d", g.MoveText(r.Move), r.Depth)
	}
}

// Times are counted from the start of the search by a clock that nobody sets.
func TestControlIsMonotonic(t *testing.T) {
	g, e := compile(t, "chess")
	var c Control
	New(e, Options{}).Search(g.NewPosition(), Limits{Depth: 1, Control: &c})
	if at := c.started.Load(); at == nil || !strings.Contains(at.String(), " m=") {
		t.Errorf("started %v", at)
	}
	time.Sleep(5 * time.Millisecond)
	c.Allow(time.Millisecond, time.Millisecond)
	if hard := time.Duration(c.hard.Load()); hard < 6*time.Millisecond || hard > time.Minute {
		t.Errorf("allowed until %v", hard)
	}
}

func TestStoppedAtOnceThereIsStillAMove(t *testing.T) {
	g, e := compile(t, "hannibal-manticore")
	var c Control
	c.Stop()
	if r := New(e, Options{}).Search(middlegame(t, g, 10), Limits{Control: &c}); r.Move == 0 {
		t.Error("no move")
	}
}

func TestBudget(t *testing.T) {
	for _, c := range []Clock{
		{Left: 5 * time.Minute},
		{Left: time.Minute, Increment: time.Second},
		{Left: time.Second, MovesToGo: 1},
		{Left: 10 * time.Second, MovesToGo: 40},
		{Left: 50 * time.Millisecond, Increment: time.Second},
		{Left: 3 * time.Millisecond},
		{Left: time.Second, Overhead: -1},
	} {
		soft, hard := c.Budget()
		if soft <= 0 || hard < soft || hard > max(c.Left, time.Millisecond) {
			t.Errorf("%+v: budget %v to %v", c, soft, hard)
		}
	}
	// A clock that is played down by its own budget never runs out.
	c := Clock{Left: 10 * time.Second, Increment: 50 * time.Millisecond}
	for move := range 500 {
		_, hard := c.Budget()
		if c.Left -= hard + defaultOverhead; c.Left <= 0 {
			t.Fatalf("out of time after %d moves", move)
		}
		c.Left += c.Increment
	}
}

// Settled moves take less time than the soft limit says, unsettled ones more.
func TestPace(t *testing.T) {
	var c pace
	first := c.note(1, 20)
	for range 6 {
		c.note(1, 20)
	}
	settled := c.note(1, 20)
	falling := c.note(1, -60)
	changed := c.note(2, -60)
	if !(settled < 100 && settled < falling && falling < changed && changed == first && first > 100) {
		t.Errorf("percent of the soft limit: first %d, settled %d, falling %d, changed %d", first, settled, falling, changed)
	}
}

// Near the end by the n-move rule the table tells positions apart by the
// counter, so that a win which comes too late is not taken for a win.
func TestCounterBelongsToTheKey(t *testing.T) {
	g, e := compile(t, "chess")
	s := New(e, Options{})
	const fen = "8/8/8/4k3/8/8/8/KQ6 w - - "
	early, late := rulestest.Position(t, g, fen+"20 60"), rulestest.Position(t, g, fen+"98 90")
	if s.key(early) != s.key(rulestest.Position(t, g, fen+"0 60")) || s.key(late) == s.key(early) || s.key(late) == s.key(rulestest.Position(t, g, fen+"97 90")) {
		t.Error("keys do not follow the counter")
	}
	if r := s.Search(early, Limits{Nodes: 20000}); r.Score < 500 {
		t.Fatalf("score %d with a queen more", r.Score)
	}
	if r := s.Search(late, Limits{Nodes: 20000}); r.Score != 0 {
		t.Errorf("score %d two plies before the draw, want 0", r.Score)
	}
}

func TestSoftLimitEndsASettledSearchEarly(t *testing.T) {
	g, e := compile(t, "chess")
	p := rulestest.Position(t, g, "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1")
	start := time.Now()
	var last time.Duration
	r := New(e, Options{}).Search(p, Limits{Soft: 30 * time.Millisecond, Time: 5 * time.Second, Report: func(r Report) { last = r.Elapsed }})
	if r.Move == rules.Move(0) || time.Since(start) > 4*time.Second || last == 0 {
		t.Errorf("move %s after %v", g.MoveText(r.Move), time.Since(start))
	}
}
