package search

import (
	"testing"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
)

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
