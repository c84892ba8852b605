package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// renamed returns a game of the catalogue with other names of pieces, in the opposite order.
func renamed(t *testing.T, name string) *rules.Game {
	v := testkit.Must(variant.Find(name))(t)
	names := map[string]string{}
	for _, p := range v.Pieces {
		names[p.Name] = "my-" + p.Name
	}
	v.Rename(names)
	v.Name, v.OwnOptions = "mine", nil
	slices.Reverse(v.Pieces)
	return testkit.Must(rules.Compile(v))(t)
}

// A game with the kinds of a game of the catalogue is scored like that game, whatever its array, and the names and the order of its pieces.
func TestNearestScores(t *testing.T) {
	arrays := testkit.Must(variant.Find("capablanca"))(t)
	arrays.Name, arrays.Array = "gothic", strings.NewReplacer("rnabqkbcnr", "rnbqckabnr", "RNABQKBCNR", "RNBQCKABNR").Replace(arrays.Array)
	for _, c := range []struct {
		g    *rules.Game
		from string
	}{
		{rulestest.Game(t, "chess n-move=75"), "chess"},
		{rulestest.Game(t, "capablanca repetition=off"), "capablanca"},
		{testkit.Must(rules.Compile(arrays))(t), "capablanca"},
		{renamed(t, "hannibal-manticore"), "hannibal-manticore"},
		{renamed(t, "chess"), "chess"},
		{renamed(t, "xiangqi"), "xiangqi"},
	} {
		home := rulestest.Game(t, c.from)
		w, own := Strongest(c.g), Strongest(home)
		if w.Origin == nil || w.Origin.From != c.from || (w.Network == nil) != (own.Network == nil) {
			t.Errorf("%s: origin %+v, network %v; want the weights of %s", c.g.Variant.Name, w.Origin, w.Network != nil, c.from)
			continue
		}
		mine, its := New(c.g, w).NewScorer(), New(home, own).NewScorer()
		rng := rand.New(rand.NewPCG(1, 2))
		p := home.NewPosition()
		for range 300 {
			moves := p.Moves(nil)
			if result, _ := p.Outcome(); result != rules.Ongoing || len(moves) == 0 {
				p = home.NewPosition()
				continue
			}
			p.Make(moves[rng.IntN(len(moves))])
			fields := strings.Fields(p.FEN())
			fields[len(fields)-2] = "0" // near the end of the n-move rule scores fall
			fen := strings.Join(fields, " ")
			a, b := mine.Score(testkit.Must(c.g.ParseFEN(fen))(t)), its.Score(testkit.Must(home.ParseFEN(fen))(t))
			if a != b {
				t.Errorf("%s: score %d, that of %s is %d in %s", c.g.Variant.Name, a, c.from, b, fen)
				break
			}
		}
	}
}

func TestNearest(t *testing.T) {
	wide := testkit.Must(variant.Find("chess"))(t)
	wide.Name, wide.Files, wide.Array = "wide", 10, strings.NewReplacer("rnbqkbnr", "rnbbqkbbnr", "pppppppp", "pppppppppp",
		"RNBQKBNR", "RNBBQKBBNR", "PPPPPPPP", "PPPPPPPPPP", "8", "10").Replace(wide.Array)
	wide.Rules.Castling = variant.DefaultRules().Castling
	camels := testkit.Must(variant.Find("chess"))(t)
	camels.Rename(map[string]string{"knight": "camel"})
	camels.Name, camels.OwnOptions, camels.Piece("camel").Moves[0].Betza = "camels", nil, "C"
	for _, c := range []struct {
		g    *rules.Game
		from string
		says string
	}{
		{rulestest.Game(t, "chess checks=3"), "three-check", "the tuned weights of three-check, a game with all its pieces"},
		{rulestest.Game(t, "chess n-move=75"), "chess", "the tuned weights of chess with its usual rules"},
		{rulestest.Game(t, "chess stalemate=loss"), "chess", "the tuned weights of chess with its usual rules"},
		{rulestest.Game(t, "antichess n-move=75"), "antichess", "the tuned weights of antichess with its usual rules"},
		{testkit.Must(rules.Compile(wide))(t), "chess", "the tuned weights of chess, a game with all its pieces"},
		{testkit.Must(rules.Compile(camels))(t), "", "the tuned weights of chess and, for the camel, those of the mobility prior"},
	} {
		w := Default(c.g)
		from := ""
		if w.Origin != nil {
			from = w.Origin.From
		}
		if from != c.from || Provenance(c.g, w) != c.says {
			t.Errorf("%s: weights of %q, %q; want %q, %q", c.g.Variant.Name, from, Provenance(c.g, w), c.from, c.says)
		}
		for i, name := range w.Names() {
			if c.g.Files() == 10 && placed(name) && (w.MG[i] != 0 || w.EG[i] != 0) {
				t.Errorf("%s is %v, %v on another board", name, w.MG[i], w.EG[i])
			}
		}
	}
	burden := testkit.Must(variant.Find("chess"))(t) // a side wins that has lost its queens
	burden.Rules.Extinction = variant.Extinction{Result: variant.EndWin, Pieces: []string{"queen"}}
	if g := testkit.Must(rules.Compile(burden))(t); !Default(g).Same(Prior(g)) {
		t.Error("a queen to be lost has the weights of one that is of use")
	}
	if w := Strongest(testkit.Must(rules.Compile(wide))(t)); w.Network != nil {
		t.Error("a network plays on another board")
	}
}

// A game left out of the catalogue lends its weights neither to itself nor to others.
func TestForeign(t *testing.T) {
	g := rulestest.Game(t, "capablanca n-move=75")
	for _, c := range []struct {
		without []string
		from    string
	}{{nil, "capablanca"}, {[]string{"chess"}, "capablanca"}, {[]string{"capablanca"}, "seirawan"}} {
		w, from := Foreign(g, c.without...), ""
		if w.Origin != nil {
			from = w.Origin.From
		}
		if from != c.from || (from == "capablanca") != w.Same(Default(g)) {
			t.Errorf("without %v: weights of %q, want %q", c.without, from, c.from)
		}
	}
	if g := rulestest.Game(t, "chess"); Foreign(g, variant.Catalogue()...).Same(Foreign(g, "chess")) || !Foreign(g, variant.Catalogue()...).Same(Prior(g)) {
		t.Error("without a catalogue chess has other weights than the prior")
	}
}

// The list of kinds, by which the nearest game is found, is up to date.
func TestKindsFile(t *testing.T) {
	var text strings.Builder
	for _, name := range variant.Catalogue() {
		for _, k := range kindKeys(testkit.Must(variant.Find(name))(t)) {
			fmt.Fprintf(&text, "%s\t%s\t%s\n", name, k.name, k.key)
		}
	}
	testkit.GoldenFile(t, kindsFile, text.String())
}
