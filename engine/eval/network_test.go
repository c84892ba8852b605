package eval

import (
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// constant is a network with the same score for every position.
func constant(t *testing.T, g *rules.Game, score int) *network.Network {
	t.Helper()
	const one = network.OutputUnit * network.InputUnit * network.InputUnit
	return testkit.Must(network.New(g, network.Parameters{Weights: make([]int16, network.NewInputs(g, false).Rows()*network.Hidden), OutputBias: one, Scale: score}))(t)
}

func TestNetworkScoresInPlaceOfTheTerms(t *testing.T) {
	g := rulestest.Game(t, "chess")
	w := Default(g)
	terms := New(g, w)
	w.Network = constant(t, g, 321)
	e := New(g, w.Clone())
	for _, c := range []struct {
		fen     string
		network bool
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true},
		{"4k3/3ppp2/8/8/8/8/3PP3/4K3 w - - 0 1", true},
		{"4k3/3pp3/8/8/8/8/3PP3/4K3 w - - 0 1", false},   // few pieces
		{"4k3/8/8/8/8/8/3PPPPP/RNBQK3 w - - 0 1", false}, // a bare king
		{"4k2r/pppppppp/8/8/8/8/8/4K3 b k - 0 1", false}, // the other one
	} {
		p := testkit.Must(g.ParseFEN(c.fen))(t)
		want := terms.Score(p)
		if c.network {
			want = 321
		}
		s := e.NewScorer()
		if got, again, known := e.Score(p), s.Score(p), s.Score(p); got != want || again != want || known != want {
			t.Errorf("%s: scores %d, %d and %d, want %d", c.fen, got, again, known, want)
		}
	}
}

func TestLoadReadsNetworks(t *testing.T) {
	g := rulestest.Game(t, "chess")
	path := filepath.Join(t.TempDir(), "net")
	testkit.OK(t, constant(t, g, 99).Save(path))
	w := testkit.Must(Load(path, g))(t)
	if got := New(g, w).Score(g.NewPosition()); got != 99 || w.MG[0] != Default(g).MG[0] {
		t.Errorf("score %d, first weight %v", got, w.MG[0])
	}
	adds := constant(t, g, 99)
	adds.Terms = w.Terms()
	testkit.OK(t, adds.Save(path))
	w = testkit.Must(Load(path, g))(t)
	if got, want := New(g, w).Score(g.NewPosition()), New(g, Default(g)).Score(g.NewPosition())+99; got != want {
		t.Errorf("score %d, want the sum %d", got, want)
	}
	adds.Terms = "0123456789ab"
	testkit.OK(t, adds.Save(path))
	if _, err := Load(path, g); err == nil || !strings.Contains(err.Error(), "it adds to the terms 0123456789ab, but the terms of chess are") {
		t.Errorf("for other terms: %v", err)
	}
	testkit.OK(t, constant(t, g, 99).Save(path))
	if _, err := Load(path, rulestest.Game(t, "capablanca")); err == nil || !strings.HasPrefix(err.Error(), "network file "+path+": made for chess") {
		t.Errorf("for another game: %v", err)
	}
}

// A network counts less the further a side is ahead by the terms, and not at all where the
// terms are outside the window.
func TestNetworkShare(t *testing.T) {
	g := rulestest.Game(t, "chess")
	w := Default(g)
	terms := New(g, w)
	w.Network = constant(t, g, 60)
	w.Network.Terms = w.Terms()
	s := New(g, w).NewScorer()
	for _, c := range []struct {
		fen        string
		full, part bool
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true, false},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1", true, false},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1", false, true},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", false, false},
	} {
		p := testkit.Must(g.ParseFEN(c.fen))(t)
		before := terms.Score(p)
		got, whole := s.ScoreWithin(p, before+99, before+120)
		switch added := got - before; {
		case !whole:
			t.Errorf("%s: the network is left out near the window", c.fen)
		case c.full && added != 60, c.part && (added <= 0 || added >= 60), !c.full && !c.part && added != 0:
			t.Errorf("%s: the network adds %d to %d", c.fen, added, before)
		}
		for _, window := range [][2]int{{before - 120, before - 100}, {before + 100, before + 120}} {
			s.Reset()
			if rough, whole := s.ScoreWithin(p, window[0], window[1]); rough != before || whole {
				t.Errorf("%s: outside the window %v the score is %d, want the terms %d", c.fen, window, rough, before)
			}
			if again := s.Score(p); again != got {
				t.Errorf("%s: %d after a rough score, want %d", c.fen, again, got)
			}
		}
	}
}
