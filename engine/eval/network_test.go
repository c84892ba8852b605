package eval

import (
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
)

// constant is a network with the same score for every position.
func constant(t *testing.T, g *rules.Game, score int) *network.Network {
	t.Helper()
	const one = network.OutputUnit * network.InputUnit * network.InputUnit
	n, err := network.New(g, network.Parameters{Weights: make([]int16, network.NewInputs(g).Rows()*network.Hidden), OutputBias: one, Scale: score})
	if err != nil {
		t.Fatal(err)
	}
	return n
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
		p, err := g.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
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
	if err := constant(t, g, 99).Save(path); err != nil {
		t.Fatal(err)
	}
	w, err := Load(path, g)
	if err != nil {
		t.Fatal(err)
	}
	if got := New(g, w).Score(g.NewPosition()); got != 99 || w.MG[0] != Default(g).MG[0] {
		t.Errorf("score %d, first weight %v", got, w.MG[0])
	}
	if _, err := Load(path, rulestest.Game(t, "capablanca")); err == nil || !strings.HasPrefix(err.Error(), "network file "+path+": made for chess") {
		t.Errorf("for another game: %v", err)
	}
}
