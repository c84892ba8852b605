package search

import "testing"

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
