package search

import (
	"testing"

	"bestiary/engine/rules"
)

func TestTableReturnsWhatItKeeps(t *testing.T) {
	tb := newTable(10)
	const key = 0xFEDC_BA98_7654_3210
	tb.store(key, 77, MateScore-9, 31, 12, lower, true, 5)
	if h := tb.probe(key, 3); h != (hit{true, true, lower, 77, MateScore - 7, 31, 12}) {
		t.Errorf("found %+v", h)
	}
	tb.store(key, 0, -MateScore+6, unknown, 13, upper, false, 2)
	if h := tb.probe(key, 0); h != (hit{true, false, upper, 77, -MateScore + 4, unknown, 13}) {
		t.Errorf("found %+v, want the earlier move with the later score", h)
	}
	for _, other := range []uint64{key ^ 1<<16, key ^ 1<<40, key ^ 1<<63} {
		if tb.probe(other, 0).found {
			t.Errorf("%x is taken for %x", other, uint64(key))
		}
	}
}

func TestDeeperBoundStaysButLearnsTheMove(t *testing.T) {
	tb := newTable(10)
	tb.store(1<<20, 5, 40, 0, 12, exact, false, 0)
	tb.store(1<<20, 6, 50, 0, 2, lower, false, 0)
	if h := tb.probe(1<<20, 0); h.depth != 12 || h.move != 6 || h.score != 40 {
		t.Errorf("found %+v, want the deep score with the new move", h)
	}
	tb.age()
	tb.store(1<<20, 7, 60, 0, 2, lower, false, 0)
	if h := tb.probe(1<<20, 0); h.depth != 2 || h.score != 60 {
		t.Errorf("found %+v, want the score of the new search", h)
	}
}

// In a full bucket the shallow entry makes room, and an old one before a young
// one even if it is somewhat deeper.
func TestReplacement(t *testing.T) {
	key := func(i int) uint64 { return uint64(i+1) << 32 } // all in the first bucket
	tb := newTable(10)
	for i, depth := range []int{9, 3, 7, 8} {
		tb.store(key(i), rules.Move(i+1), 0, 0, depth, exact, false, 0)
	}
	tb.store(key(4), 5, 0, 0, 1, exact, false, 0)
	if tb.probe(key(1), 0).found || !tb.probe(key(4), 0).found {
		t.Error("the entry of depth 3 did not make room")
	}
	for range 3 {
		tb.age()
	}
	for i := range bucket {
		tb.store(key(5+i), 6, 0, 0, 1, exact, false, 0)
	}
	for i := range 5 {
		if tb.probe(key(i), 0).found {
			t.Errorf("entry %d of an old search outlives a new one", i)
		}
	}
}

func TestSharedSlots(t *testing.T) {
	for _, want := range []entry{{}, {[3]uint16{1, 2, 0xffff}, -31000, 0xfedc_ba98, unknown, -1, 0xfe}, {[3]uint16{7, 0, 9}, 12, 5, -3, 127, 1}} {
		var s sharedSlot
		s.store(&want)
		if got := s.load(); got != want {
			t.Errorf("%+v is read as %+v", want, got)
		}
	}
	// A slot with words of two entries belongs to neither.
	a := entry{key: [3]uint16{1, 2, 3}, mark: 1}
	for _, b := range []entry{{key: a.key, score: 6, mark: 1}, {key: a.key, move: 1 << 31, mark: 1}, {key: a.key, static: unknown, mark: 1}} {
		var s, other sharedSlot
		s.store(&a)
		other.store(&b)
		s[0].Store(other[0].Load())
		if got := s.load(); got.key == a.key {
			t.Errorf("torn entry %+v", got)
		}
	}
}

// A searcher plays the same with a table that it could share; helpers change what it
// finds, but nothing else.
func TestTeam(t *testing.T) {
	g, e := compile(t, "chess")
	team := NewTeam(e, Options{}, 3)
	for range 2 { // the second time with what the first has found
		p := g.NewPosition()
		alone, shared := New(e, Options{}).Search(p, Limits{Depth: 6}), team[0].Search(p, Limits{Depth: 6})
		if alone.Nodes != shared.Nodes || alone.Move != shared.Move || alone.Score != shared.Score {
			t.Errorf("alone %+v, with the shared table %+v", alone, shared)
		}
		for _, s := range team {
			s.Reset()
		}
	}
	controls, done := make([]Control, 2), make(chan bool)
	for i := range controls {
		p := g.NewPosition()
		go func() { team[i+1].Help(p, &controls[i], nil); done <- p.FEN() == g.NewPosition().FEN() }()
	}
	r := team[0].Search(g.NewPosition(), Limits{Depth: 8})
	for i := range controls {
		controls[i].Stop()
		if !<-done {
			t.Error("a helper changed its position")
		}
	}
	if r.Depth != 8 || r.Move == 0 || controls[0].Nodes()+controls[1].Nodes() == 0 {
		t.Errorf("%+v, helpers searched %d and %d positions", r, controls[0].Nodes(), controls[1].Nodes())
	}
}
