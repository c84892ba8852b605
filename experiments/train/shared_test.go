package train

import (
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
)

// The tuned weights of a game that is left out are used nowhere.
func TestLeftOutGames(t *testing.T) {
	c := DefaultShared()
	c.LeftOut = []string{"capablanca"}
	known, out, near := rulestest.Game(t, "chess"), rulestest.Game(t, "capablanca"), rulestest.Game(t, "capablanca n-move=75")
	near.Variant.Name = "near"
	if w := c.terms(known); len(w) != 2 || !w[0].Same(eval.Default(known)) || w[1].Same(w[0]) {
		t.Error("chess does not learn with its own weights and with foreign ones")
	}
	for _, g := range []*rules.Game{out, near} {
		for _, w := range append(c.terms(g), c.teacher(g)) {
			if w.Same(eval.Default(out)) || w.Network != nil || w.Origin != nil && w.Origin.From == "capablanca" {
				t.Errorf("%s has weights of capablanca", g.Variant.Name)
			}
		}
	}
	if c.teacher(known).Network == nil {
		t.Error("games of chess are played without its network")
	}
}

func TestSharedGames(t *testing.T) {
	chess, antichess := rulestest.Game(t, "chess"), rulestest.Game(t, "antichess")
	for _, test := range []struct {
		games   []*rules.Game
		leftOut string
		want    string
	}{
		{[]*rules.Game{chess, antichess}, "", "antichess: it is not won by mate alone"},
		{[]*rules.Game{chess, chess}, "", "two games have the name chess"},
		{[]*rules.Game{chess}, "capablnca", `"capablnca"`},
		{[]*rules.Game{chess}, "chess", "all 1 games are left out"},
	} {
		c := DefaultShared()
		if test.leftOut != "" {
			c.LeftOut = []string{test.leftOut}
		}
		if err := c.check(test.games); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}
