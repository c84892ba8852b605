package advise

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
func edits(t *testing.T, g *rules.Game, k EditKind, change func(*MendConfig)) []Edit {
	t.Helper()
	c := DefaultMend()
	if change != nil {
		change(&c)
	}
	return testkit.Must(newGrammar(g, c))(t).edits([]EditKind{k})
}

// editedBy returns a game with the edit of a text, nil if that is not valid.
func editedBy(t *testing.T, v *variant.Variant, list []Edit, text string) *Candidate {
	t.Helper()
	i := slices.IndexFunc(list, func(e Edit) bool { return e.Text == text })
	if i < 0 {
		t.Fatalf("no edit %q among %+v", text, list)
	}
	return edited(v, list[i])
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

func forDraws(c *MendConfig) { c.Target = Target{TargetDraws, 0.3} }

func TestTheOtherSideMovesFirst(t *testing.T) {
	chess, spartan := rulestest.Game(t, "chess"), rulestest.Game(t, "spartan")
	c := editedBy(t, spartan.Variant, edits(t, spartan, EditFirst, nil), "let Black move first")
	testkit.Same(t, "turn", variant.BlackMovesFirst, c.Variant.Rules.Turn)
	testkit.Same(t, "where the sides are alike", 0, len(edits(t, chess, EditFirst, nil)))
	testkit.Same(t, "for an army", 0, len(edits(t, spartan, EditFirst, func(c *MendConfig) { c.Balance.Of = balance.Army })))
}

func TestEditsOfTheArray(t *testing.T) {
	const pawns = "/pppppppp/8/8/8/8/PPPPPPPP/"
	for _, test := range []struct {
		game        string
		kind        EditKind
		change      func(*MendConfig)
		text, array string
	}{
		{"chess", EditSwap, nil, "swap White's knight on b1 with the bishop on c1", "rnbqkbnr" + pawns + "RBNQKBNR"},
		{"chess", EditSwap, nil, "swap Black's knight on b8 with the rook on h8", "rrbqkbnn" + pawns + "RNBQKBNR"},
		{"chess", EditSwap, forDraws, "swap each side's knight on b1 with the bishop on c1", "rbnqkbnr" + pawns + "RBNQKBNR"},
		{"chess", EditMove, nil, "move Black's pawn from e7 to d6", "rnbqkbnr/pppp1ppp/3p4/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"chess", EditTempo, nil, "let White begin with e2-e4 already played", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
		{"chess", EditTempo, nil, "let Black begin with g8-f6 already played", "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"chess", EditTempo, forDraws, "let both sides begin with b1-c3 already played", "r1bqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/R1BQKBNR"},
		{"minishogi", EditMove, forDraws, "move each side's silver from c1 to d2", "rb1gk/1s2p/5/P2S1/KG1BR"},
	} {
		g := rulestest.Game(t, test.game)
		c := editedBy(t, g.Variant, edits(t, g, test.kind, test.change), test.text)
		if c == nil {
			t.Errorf("%s: %s: not a valid game", test.game, test.text)
			continue
		}
		testkit.Same(t, test.text, test.array, c.Variant.Array)
	}
}

func TestEditsOfKinds(t *testing.T) {
	chess := rulestest.Game(t, "chess")
	list := edits(t, chess, EditAtom, nil)
	for _, test := range []struct {
		text, kind string
		moves      []string
	}{
		{"give Black's knight the move W", "black-knight", []string{"N", "W"}},
		{"change Q in the moves of White's queen to R", "white-queen", []string{"R"}},
		{"take fmnD from the moves of White's pawn", "white-pawn", []string{"fmWfceF"}},
		{"take fceF from the moves of Black's pawn", "black-pawn", []string{"fmW", "fmnD"}},
	} {
		c := editedBy(t, chess.Variant, list, test.text)
		testkit.Same(t, test.text, test.moves, movesOf(c, test.kind))
		testkit.Same(t, "the other side's", movesOf(unchanged(chess.Variant), test.kind[6:]), movesOf(c, test.kind[6:]))
	}
	// An army's own kind changes in place, and both sides' kind where both are to change.
	spartan := rulestest.Game(t, "spartan")
	c := editedBy(t, spartan.Variant, edits(t, spartan, EditAtom, nil), "take W from the moves of Black's captain")
	testkit.Same(t, "captain", []string{"D"}, movesOf(c, "captain"))
	c = editedBy(t, chess.Variant, edits(t, chess, EditAtom, forDraws), "give each side's rook the move F")
	testkit.Same(t, "rook", []string{"R", "F"}, movesOf(c, "rook"))
	for _, e := range list {
		if strings.Contains(e.Text, "king") || e.Text == "give Black's rook the move W" || e.Text == "give White's queen the move F" {
			t.Errorf("%s: the king is left alone, and no kind gains what it has", e.Text)
		}
	}
}

// Pieces that wait, and what they promote to, belong to a side, too.
func TestEditsOfWaitingKinds(t *testing.T) {
	shinobi := designed(t, "shinobi")
	list := edits(t, shinobi, EditAtom, nil)
	if c := editedBy(t, shinobi.Variant, list, "give White's monk the move W"); c == nil {
		t.Error("White's monk, in hand, cannot be edited")
	}
	c := editedBy(t, shinobi.Variant, list, "give Black's bishop the move W")
	testkit.Same(t, "the bishop that White's monk becomes", []string{"B"}, movesOf(c, "bishop"))
	testkit.Same(t, "Black's bishop", []string{"B", "W"}, movesOf(c, "black-bishop"))
}

func TestLessened(t *testing.T) {
	for group, want := range map[string][]string{"K": {"W", "F"}, "fK": nil, "B4": {"B3", "B5"}, "W1": {"W2"}, "R0": nil, "N": nil, "[F?fsR]": nil} {
		testkit.Same(t, group, want, lessened(group))
	}
}

// Candidates are in order, each with rules of its own.
func TestCandidates(t *testing.T) {
	g := testkit.Must(rules.Compile(testkit.Must(variant.Plain(5, 5))(t)))(t)
	c := DefaultMend()
	c.Edits = []EditKind{EditTempo, EditMove, EditFirst}
	list := testkit.Must(Candidates(g, c))(t)
	seen := map[string]bool{}
	for i, one := range list {
		if i > 0 && one.compare(list[i-1]) < 0 || seen[one.Hash] {
			t.Errorf("%s is out of order, or stands twice", one.Text)
		}
		seen[one.Hash] = true
	}
	testkit.Same(t, "first", "change nothing", list[0].Text)
	c.Edits = []EditKind{EditFirst}
	testkit.Fails(t, testkit.Error(Candidates(g, c)), `no edit of the kinds first gives another valid game than`, `expected further kinds of first, tempo`)
}
