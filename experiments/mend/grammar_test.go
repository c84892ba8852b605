package mend

import (
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/experiments/balance"
	"bestiary/internal/testkit"
)

// edits returns the edits of a kind, whether they give valid games or not.
func edits(t *testing.T, g *rules.Game, k Kind, change func(*Config)) []Edit {
	t.Helper()
	c := Default()
	if change != nil {
		change(&c)
	}
	return makers[k](testkit.Must(newGrammar(g, c))(t))
}

func original(g *rules.Game) *Candidate {
	return &Candidate{Variant: g.Variant, Hash: g.Variant.Hash()}
}

// edited returns the game with the edit of a text, nil if that is not valid.
func edited(t *testing.T, c *Candidate, list []Edit, text string) *Candidate {
	t.Helper()
	i := slices.IndexFunc(list, func(e Edit) bool { return e.Text == text })
	if i < 0 {
		var texts []string
		for _, e := range list {
			texts = append(texts, e.Text)
		}
		t.Fatalf("no edit %q among\n%s", text, strings.Join(texts, "\n"))
	}
	return c.with(list[i])
}

// movesOf returns the moves of a kind.
func movesOf(c *Candidate, name string) (out []string) {
	for _, p := range c.Variant.Pieces {
		if p.Name == name {
			for _, m := range p.Moves {
				out = append(out, m.Betza)
			}
		}
	}
	return out
}

// designed returns a game of the retrodiction.
func designed(t *testing.T, name string) *rules.Game {
	t.Helper()
	return rulestest.Compile(t, testkit.Must(variant.Load("../study/games/"+name+".toml"))(t))
}

func forDraws(c *Config) { c.Target = Target{Draws, 0.3} }

func TestEditsOfTheArray(t *testing.T) {
	const pawns = "/pppppppp/8/8/8/8/PPPPPPPP/"
	for _, test := range []struct {
		game        string
		kind        Kind
		change      func(*Config)
		text, array string
	}{
		{"chess", Swap, nil, "swap White's knight on b1 with the bishop on c1", "rnbqkbnr" + pawns + "RBNQKBNR"},
		{"chess", Swap, nil, "swap Black's knight on b8 with the rook on h8", "rrbqkbnn" + pawns + "RNBQKBNR"},
		{"chess", Swap, forDraws, "swap each side's knight on b1 with the bishop on c1", "rbnqkbnr" + pawns + "RBNQKBNR"},
		{"chess", Move, nil, "move Black's pawn from e7 to d6", "rnbqkbnr/pppp1ppp/3p4/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"chess", Tempo, nil, "let White begin with e2-e4 already played", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
		{"chess", Tempo, nil, "let Black begin with g8-f6 already played", "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"chess", Tempo, forDraws, "let both sides begin with b1-c3 already played", "r1bqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/R1BQKBNR"},
		{"minishogi", Move, forDraws, "move each side's silver from c1 to d2", "rb1gk/1s2p/5/P2S1/KG1BR"},
	} {
		g := rulestest.Game(t, test.game)
		c := edited(t, original(g), edits(t, g, test.kind, test.change), test.text)
		if c == nil {
			t.Errorf("%s: %s: not a valid game", test.game, test.text)
			continue
		}
		testkit.Same(t, test.text, test.array, c.Variant.Array)
	}
}

func TestEditsOfKinds(t *testing.T) {
	chess := rulestest.Game(t, "chess")
	list := edits(t, chess, Atom, nil)
	for _, test := range []struct {
		text, kind string
		moves      []string
	}{
		{"give Black's knight the move W", "black-knight", []string{"N", "W"}},
		{"change Q in the moves of White's queen to R", "white-queen", []string{"R"}},
		{"take fmnD from the moves of White's pawn", "white-pawn", []string{"fmWfceF"}},
		{"take fceF from the moves of Black's pawn", "black-pawn", []string{"fmW", "fmnD"}},
	} {
		c := edited(t, original(chess), list, test.text)
		testkit.Same(t, test.text, test.moves, movesOf(c, test.kind))
		testkit.Same(t, "the other side's", movesOf(original(chess), test.kind[6:]), movesOf(c, test.kind[6:]))
	}
	// An army's own kind changes in place, and both sides' kind where both are to change.
	spartan := rulestest.Game(t, "spartan")
	c := edited(t, original(spartan), edits(t, spartan, Atom, nil), "take W from the moves of Black's captain")
	testkit.Same(t, "captain", []string{"D"}, movesOf(c, "captain"))
	c = edited(t, original(chess), edits(t, chess, Atom, forDraws), "give each side's rook the move F")
	testkit.Same(t, "rook", []string{"R", "F"}, movesOf(c, "rook"))
	for _, e := range list {
		if strings.Contains(e.Text, "king") || e.Text == "give Black's rook the move W" || e.Text == "give White's queen the move F" {
			t.Errorf("%s: the king is left alone, and no kind gains what it has", e.Text)
		}
	}
}

func TestEditsOfRules(t *testing.T) {
	chess, spartan := rulestest.Game(t, "chess"), rulestest.Game(t, "spartan")
	c := edited(t, original(chess), edits(t, chess, Rule, nil), "set stalemate to loss (now draw)")
	testkit.Same(t, "stalemate", variant.StalemateLoss, c.Variant.Rules.Stalemate)
	c = edited(t, original(spartan), edits(t, spartan, First, nil), "let Black move first")
	testkit.Same(t, "turn", variant.BlackMovesFirst, c.Variant.Rules.Turn)
	testkit.Same(t, "first moves where the sides are alike", 0, len(edits(t, chess, First, nil)))
	testkit.Same(t, "first moves for an army", 0, len(edits(t, spartan, First, func(c *Config) { c.Balance.Of = balance.Army })))
}

// Armies play with either colour, so no edit may give Black a reply.
func TestArmiesKeepTheirTurns(t *testing.T) {
	orda := designed(t, "orda")
	const reply = "set goal-reply to black (now none)"
	if c := edited(t, original(orda), edits(t, orda, Rule, nil), reply); c == nil {
		t.Error("White's score: a reply is no valid edit")
	}
	if c := edited(t, original(orda), edits(t, orda, Rule, func(c *Config) { c.Balance.Of = balance.Army }), reply); c != nil {
		t.Error("the army's score: a reply is an edit")
	}
}

// Pieces that wait, and what they promote to, belong to a side, too.
func TestEditsOfWaitingKinds(t *testing.T) {
	shinobi := designed(t, "shinobi")
	list := edits(t, shinobi, Atom, nil)
	if c := edited(t, original(shinobi), list, "give White's monk the move W"); c == nil {
		t.Error("White's monk, in hand, cannot be edited")
	}
	c := edited(t, original(shinobi), list, "give Black's bishop the move W")
	testkit.Same(t, "the bishop that White's monk becomes", []string{"B"}, movesOf(c, "bishop"))
	testkit.Same(t, "Black's bishop", []string{"B", "W"}, movesOf(c, "black-bishop"))
}

// An edit of the array finds a kind that another edit has made the side's own.
func TestEditsOfKindAndArray(t *testing.T) {
	chess := rulestest.Game(t, "chess")
	own := edited(t, original(chess), edits(t, chess, Atom, nil), "give White's knight the move W")
	c := edited(t, own, edits(t, chess, Swap, nil), "swap White's knight on b1 with the bishop on c1")
	if c == nil {
		t.Fatal("a knight of White's own is not found")
	}
	testkit.Same(t, "array", strings.Replace(own.Variant.Array, "RABQKBAR", "RBAQKBAR", 1), c.Variant.Array)
}

func TestGroups(t *testing.T) {
	for text, want := range map[string][]string{
		"WF":       {"W", "F"},
		"NNB4":     {"NN", "B4"},
		"fmWfceF":  {"fmW", "fceF"},
		"yafsF":    {"yafsF"},
		"[F?fsR]N": {"[F?fsR]N"},
	} {
		testkit.Same(t, text, want, groupsOf(text))
	}
	for group, want := range map[string][]string{"K": {"W", "F"}, "fK": nil, "B4": {"B3", "B5"}, "W1": {"W2"}, "R0": nil, "N": nil, "[F?fsR]": nil} {
		testkit.Same(t, group, want, lessened(group))
	}
}

// Candidates are in order, each with rules of its own.
func TestCandidates(t *testing.T) {
	g := testkit.Must(rules.Compile(testkit.Must(variant.Plain(5, 5))(t)))(t)
	c := Default()
	c.Edits = []Kind{Tempo, Move, First}
	list := testkit.Must(Candidates(g, c))(t)
	seen := map[string]bool{}
	for i, one := range list {
		if i > 0 && one.compare(list[i-1]) < 0 || seen[one.Hash] {
			t.Errorf("%s is out of order, or stands twice", one.Text)
		}
		seen[one.Hash] = true
	}
	testkit.Same(t, "first", "change nothing", list[0].Text)
	c.Edits = []Kind{First}
	testkit.Fails(t, testkit.Error(Candidates(g, c)), `no edit of the kinds ["first"] gives another valid game than`, `expected further kinds of ["first" "tempo"`)
}
