package league

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/experiments/estimate"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
)

// The matches of a class are what their class says; a third is locked; none was fitted or is
// drawn twice; and the same seed draws the same.
func TestDraw(t *testing.T) {
	for _, name := range []string{"chess", "different-armies"} {
		g := measured(t, name)
		model, _, err := estimate.ReadModel(filepath.Join(resultsDir, name), g)
		testkit.OK(t, err)
		s := &Settings{Seed: 7, Pairs: 8, Small: 15, Large: 8, Replacements: 7, Players: []string{"learned", "deep"}, Unseen: []string{"engine:nodes=12"}}
		list := testkit.Must(newDrawer(g, model, s).all())(t)
		testkit.Same(t, "the same seed", list, testkit.Must(newDrawer(g, model, s).all())(t))
		other := *s
		other.Seed++
		if again := testkit.Must(newDrawer(g, model, &other).all())(t); again[0].Exchange == list[0].Exchange && again[1].Exchange == list[1].Exchange {
			t.Error("another seed draws the same")
		}
		count, locked, players, second := map[Class]int{}, map[Class]int{}, map[string]int{}, 0
		var drawn []string
		for _, m := range list {
			count[m.Class]++
			players[m.Player]++
			if m.Locked {
				locked[m.Class]++
			}
			x := testkit.Must(opening.ParseExchange(g, m.Exchange))(t)
			var officers [2]int
			for k, side := range [][]string{names(m.Exchange, 0), names(m.Exchange, 1)} {
				for _, piece := range side {
					if piece != "pawn" {
						officers[k]++
					}
				}
			}
			least, most := min(officers[0], officers[1]), max(officers[0], officers[1])
			if m.Class == Small && most > 2 || m.Class == Large && (most < 3 || most > 5 || least < 2) || m.Class == Replacement && (most > 2 || least < 1) {
				t.Errorf("%s: %s has %d and %d officers", m.Class, m.Exchange, officers[0], officers[1])
			}
			if p := m.Predicted.Estimate; p < 0.1 || p > 0.9 || m.Predicted.Lo >= p || m.Predicted.Hi <= p || !(m.Errors.Exchange > 0) {
				t.Errorf("%s is predicted as %+v", m.Exchange, m.Predicted)
			}
			back := opening.Exchange{Left: x.Right, Right: x.Left}.Text(g)
			if slices.Contains(drawn, m.Exchange) || slices.Contains(drawn, back) || slices.Contains(model.Exchanges, m.Exchange) || slices.Contains(model.Exchanges, back) {
				t.Errorf("%s was drawn before or fitted", m.Exchange)
			}
			drawn = append(drawn, m.Exchange)
			if m.Unseen != (m.Player != "learned") {
				t.Errorf("unseen is %v for %s, but only learned and perturbed were fitted", m.Unseen, m.Player)
			}
			if m.Class == Replacement && name == "chess" && strings.Contains(m.Exchange, "queen") {
				second++
			}
		}
		testkit.Same(t, "matches by class", map[Class]int{Small: 15, Large: 8, Replacement: 7}, count)
		testkit.Same(t, "locked", map[Class]int{Small: 5, Large: 3, Replacement: 2}, locked)
		testkit.Same(t, "matches by player", map[string]int{"learned": 12, "deep": 6, "engine:nodes=12": 12}, players)
		if second == 0 && name == "chess" {
			t.Error("no replacement has a second queen")
		}
	}
}

// names lists the pieces of a side of an exchange.
func names(exchange string, side int) []string {
	return strings.FieldsFunc(strings.Split(exchange, "=")[side], func(r rune) bool { return r == '+' })
}

// A game that has too few exchanges says so.
func TestDrawOfTooMany(t *testing.T) {
	g := measured(t, "chess")
	model, _, err := estimate.ReadModel(filepath.Join(resultsDir, "chess"), g)
	testkit.OK(t, err)
	for i := range model.Columns[:5] {
		model.Coefficients[i] *= 50 // any difference decides
	}
	testkit.Fails(t, testkit.Error(newDrawer(g, model, &Settings{Seed: 1, Pairs: 2, Large: 100, Players: []string{"learned"}}).all()), `of 100 matches of the class "large removal" whose predicted score is from 15 to 85 %`)
}

func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		``:                              `x.toml: league: missing; expected a table [league]`,
		`league = { games = ["ches"] }`: `did you mean "chess"?`,
		`league = { games = ["chess", "chess"] }`:                    `league.games: "chess" stands twice`,
		`league = { games = [] }`:                                    `league.games: missing`,
		`league = { games = ["chess"], pair = 3 }`:                   `unknown`,
		`league = { games = ["chess"], pairs = 1 }`:                  `league.pairs`,
		`league = { games = ["chess"], small = 101 }`:                `league.small`,
		`league = { games = ["chess"], players = ["learnt"] }`:       `did you mean "learned"?`,
		`league = { games = ["chess"], unseen = ["deep"] }`:          `"deep" is one of players, too`,
		`league = { games = ["chess"], players = [], unseen = [] }`:  `league.players: missing`,
		`league = { games = ["chess"], unseen = ["engine:nods=3"] }`: `nods`,
	} {
		testkit.Fails(t, testkit.Error(parse("x.toml", []byte(text))), want)
	}
	s := testkit.Must(Open(Name))(t)
	if len(s.games) < 10 || s.Small != 15 || s.Large != 8 || s.Replacements != 7 || len(s.Unseen) == 0 || s.Pairs < 150 || s.Pairs > 300 {
		t.Errorf("the program's league: %+v", s)
	}
}
