package match

import (
	"context"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// A king and pawns lose every game against a full army: the armies are never exchanged.
func TestHopelessArmy(t *testing.T) {
	v := *rulestest.Game(t, "unequal").Variant
	v.Array = "nbkbrr/pppppp/6/6/PPPPPP/3K2"
	g := rulestest.Compile(t, &v)
	cfg := selfPlay(func(c *Config) { c.Pairs, c.Nodes = 8, 300 })
	for _, cfg := range []Config{cfg.FromArray(), cfg.Standard()} {
		cfg.RandomPlies = 2
		s := testkit.Must(OpenRun(t.TempDir(), g, cfg))(t)
		defer s.Close()
		sum := testkit.Must(Play(context.Background(), g, cfg, eval.Prior(g), 0, Workers(2), s, Events{}))(t)
		for rec, err := range s.Games(0) {
			if testkit.OK(t, err); rec.FEN != g.NewPosition().FEN() || rec.Result != rules.BlackWins {
				t.Errorf("game %s from %s: %s", rec.Name(), rec.FEN, rec.Result)
			}
		}
		if sum.Games != 16 {
			t.Errorf("%d games", sum.Games)
		}
	}
}

// Equal players get other openings in the second games, others the same one twice; both
// start from the array.
func TestUnequalPairs(t *testing.T) {
	g := rulestest.Game(t, "unequal")
	cfg := with(func(c *Config) { c.Pairs, c.MaxPlies, c.RandomPlies = 5, 20, 5 })
	for name, equal := range map[string]bool{"engine:nodes=9,name=B": true, "engine:nodes=8": false} {
		s := open(t, prepare(t, g, cfg, "engine:nodes=9", name))
		play(t, prepare(t, g, cfg, "engine:nodes=9", name), s, 2, Events{})
		list := records(t, s)
		for i := 0; i < len(list); i += 2 {
			p, q := begun(t, g, &list[i]), begun(t, g, &list[i+1])
			if start := g.NewPosition().FEN(); list[i].FEN != start || list[i+1].FEN != start || (p.FEN() != q.FEN()) != equal {
				t.Errorf("%s: pair %d begins with %s and %s", name, i/2, p.FEN(), q.FEN())
			}
		}
	}
}

// A folder whose games an earlier version began otherwise is not continued.
func TestOtherOpenings(t *testing.T) {
	g := rulestest.Game(t, "unequal")
	cfg := with(func(c *Config) { c.Pairs, c.MaxPlies, c.RandomPlies = 1, 20, 5 })
	players := []string{"engine:nodes=9", "engine:nodes=8"}
	first := open(t, prepare(t, g, cfg, players...))
	play(t, prepare(t, g, cfg, players...), first, 1, Events{})
	list := records(t, first)
	cfg.Pairs = 2
	for _, change := range []func(){func() {}, func() { list[1].RandomPlies-- }} {
		change()
		s := open(t, prepare(t, g, cfg, players...))
		testkit.OK(t, s.PutAll(list))
		_, err := prepare(t, g, cfg, players...).Play(context.Background(), s, Workers(1), nil, Events{})
		if list[1].RandomPlies == 5 {
			testkit.OK(t, err)
		} else {
			testkit.Fails(t, err, "was played by a version that began games in another way: game 1.0.1: it begins with ")
		}
	}
}
