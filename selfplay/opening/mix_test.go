package opening

import (
	"math"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/internal/toml"
)

// mixOf returns a source of openings with exchanges, on the squares of the array.
func mixOf(t *testing.T, g *rules.Game, text string) *Source {
	t.Helper()
	return source(t, g, with(func(c *Config) { c.Kind, c.Exchanges, c.NoPermute = Exchanges, text, true }), 7)
}

// Pairs get the exchange dealt to them, in proportion to the shares over any stretch of
// pairs, with either side first; the second game is the mirrored first game.
func TestExchangesOpenings(t *testing.T) {
	for game, text := range map[string]string{
		"chess":              "rook=knight+pawn 2, pawn= 1, knight+knight=rook+pawn 5",
		"falcon-chess":       "falcon=rook 1, falcon+falcon=rook+rook 3",
		"hannibal-manticore": "manticore=falcon 1, elephant=knight 1",
		"grand":              "archbishop+chancellor=queen+rook+pawn 1",
	} {
		g := rulestest.Game(t, game)
		list := testkit.Must(ParseMix(g, text))(t)
		s := mixOf(t, g, text)
		const pairs = 100
		count, total, first := make([]float64, len(list)), 0.0, 0
		for _, x := range list {
			total += x.Weight
		}
		for pair := range pairs {
			p, q := start(t, s, pair, 0).Position, start(t, s, pair, 1).Position
			if got, want := withTurn(q.Mirror()), p.FEN(); got != want {
				t.Fatalf("%s: game 1 mirrored is %s, game 0 is %s", game, got, want)
			}
			i := s.Exchange(pair)
			count[i]++
			a, b := unitsOn(p, rules.White), unitsOn(p, rules.Black)
			sign := 1
			if u := append(list[i].Left, list[i].Right...)[0]; (a[u] > b[u]) != (len(list[i].Left) > 0) {
				sign = -1
			} else {
				first++
			}
			want := map[rules.Type]int{}
			for _, u := range list[i].Left {
				want[u] += sign
			}
			for _, u := range list[i].Right {
				want[u] -= sign
			}
			for _, u := range g.Types() {
				if d := a[u] - b[u]; d != want[u] {
					t.Errorf("%s %s: White has %+d of %s, want %+d: %s", game, list[i].Text(g), d, g.TypeName(u), want[u], p.FEN())
				}
			}
			checkStart(t, p)
			checkStart(t, q)
		}
		for i, n := range count {
			if want := pairs * list[i].Weight / total; math.Abs(n-want) > 2.5 {
				t.Errorf("%s: %v of %d pairs with %s, want %.1f", game, n, pairs, list[i].Text(g), want)
			}
		}
		if first < pairs/4 || first > 3*pairs/4 {
			t.Errorf("%s: White has the left side in %d of %d pairs", game, first, pairs)
		}
	}
}

// Both sides give up what the array has, and everything else stays in place; if the array
// lacks the pieces, one side makes an exchange. The removed piece may stand on either
// wing.
func TestExchangesPlacement(t *testing.T) {
	g := rulestest.Game(t, "chess")
	seen := map[string]bool{}
	s := mixOf(t, g, "rook=knight+pawn 1")
	for pair := range 60 {
		p := start(t, s, pair, 0).Position
		fen := strings.Fields(p.FEN())
		ranks := strings.Split(fen[0], "/")
		seen[ranks[0]], seen[ranks[7]] = true, true
		if wings := len(strings.Trim(fen[2], "-")); wings != 3 {
			t.Errorf("%d castling rights in %s, want all but that of the rook", wings, p.FEN())
		}
	}
	for _, rank := range []string{"1nbqkbnr", "rnbqkbn1", "r1bqkbnr", "rnbqkb1r", "1NBQKBNR", "RNBQKBN1", "R1BQKBNR", "RNBQKB1R"} {
		if !seen[rank] {
			t.Errorf("no army with the first rank %s", rank)
		}
		delete(seen, rank)
	}
	for _, rank := range []string{"rnbqkbnr", "RNBQKBNR"} { // with the lack of a pawn alone
		if delete(seen, rank); len(seen) > 8 {
			t.Errorf("other first ranks: %v", seen)
		}
	}
	queens := map[int]int{}
	for pair := range 40 {
		p := start(t, mixOf(t, g, "queen=rook+rook traded 1"), pair, 0).Position
		n, rook := unitsOn(p, rules.White)[g.TypeNamed("queen")]+unitsOn(p, rules.Black)[g.TypeNamed("queen")], g.TypeNamed("rook")
		if queens[n]++; n+(unitsOn(p, rules.White)[rook]+unitsOn(p, rules.Black)[rook])/2 != 4 {
			t.Errorf("pieces are missing from both armies: %s", p.FEN())
		}
	}
	if queens[3] == 0 || queens[1]+queens[3] != 40 {
		t.Errorf("numbers of queens in traded exchanges: %v", queens)
	}
	p := start(t, mixOf(t, g, "queen+queen=rook+rook 1"), 0, 0).Position
	if n := unitsOn(p, rules.White)[g.TypeNamed("queen")] + unitsOn(p, rules.Black)[g.TypeNamed("queen")]; n != 4 && n != 2 {
		t.Errorf("%d queens in %s", n, p.FEN())
	}
}

func TestParseMix(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for text, want := range map[string]string{
		"pawn = 125 , knight+rook=pawn 0.5": "pawn= 125, knight+rook=pawn 0.5",
		"queen = rook+rook traded 3":        "queen=rook+rook traded 3",
		"pawn=":                             `exchanges: "pawn=": expected an exchange and its weight`,
		"pawn= 0":                           `the weight is "0", expected a number above 0`,
		"pawn= x":                           `the weight is "x", expected a number above 0`,
		"prawn= 1":                          `chess has no piece "prawn"; did you mean "pawn"?`,
	} {
		m, err := ParseMix(g, text)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = m.Text(g)
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	testkit.Fails(t, testkit.Error(New(g, with(func(c *Config) { c.Kind = Exchanges }), 1)), `kind is "exchanges" without a list`)
	if _, err := New(g, with(func(c *Config) { c.Kind, c.Exchanges = Exchanges, "queen+queen=rook+rook+rook 1" }), 1); err == nil {
		t.Error("pieces that no array has are accepted")
	}
}

// A piece that never comes into a hand, or is never dropped from it, is no kind of its own.
func TestKindsInHand(t *testing.T) {
	g := rulestest.Game(t, "crazyhouse captures-to-hand=pawn")
	var names []string
	for _, kind := range Valued(g) {
		names = append(names, NameOf(g, kind))
	}
	testkit.Same(t, "", strings.Fields("pawn knight bishop rook queen pawn-in-hand"), names)
	if x := PriorValues(g)[g.TypeNamed("queen")|InHand]; x != 0 {
		t.Errorf("a queen in hand has the prior %g", x)
	}
	_, err := ParseExchange(g, "queen-in-hand=")
	testkit.Fails(t, err, "a queen is never in hand in crazyhouse, so it has no value in hand")
	v := g.Variant.Clone()
	v.Rules.Hand.Captures, v.Pieces[4].DropArea = toml.Names{All: true}, []string{"none"}
	_, err = ParseExchange(rulestest.Compile(t, v), "queen-in-hand=")
	testkit.Fails(t, err, "a queen can never be dropped in crazyhouse, so it has no value in hand")
}

// A piece in hand that only one side has is put into its hand; the board changes only by
// the other side of the exchange.
func TestExchangesOfPiecesInHand(t *testing.T) {
	g := rulestest.Game(t, "crazyhouse")
	const text = "pawn-in-hand= 1, rook-in-hand=rook 1, knight=pawn-in-hand+pawn-in-hand 1"
	if list, err := ParseMix(g, text); err != nil || list.Text(g) != text {
		t.Fatalf("read as %q (%v), want %q", list.Text(g), err, text)
	}
	s := mixOf(t, g, text)
	for pair := range 60 {
		p, q := start(t, s, pair, 0).Position, start(t, s, pair, 1).Position
		if got, want := withTurn(q.Mirror()), p.FEN(); got != want {
			t.Fatalf("game 1 mirrored is %s, game 0 is %s", got, want)
		}
		diff := func(name string, inHand bool) int {
			of := func(side rules.Color) int {
				if inHand {
					return p.InHand(g.TypeNamed(name), side)
				}
				set := p.Pieces(rules.CodeOf(g.TypeNamed(name), side))
				return set.Count()
			}
			return of(rules.White) - of(rules.Black)
		}
		hand, rooks, knights := diff("pawn", true), diff("rook", false), diff("knight", false)
		ok := false
		switch s.Exchange(pair) {
		case 0:
			ok = max(hand, -hand) == 1 && rooks == 0
		case 1:
			ok = hand == 0 && rooks*diff("rook", true) == -1
		case 2:
			ok = hand*knights == -2
		}
		if !ok || diff("pawn", false) != 0 || diff("queen", false) != 0 {
			t.Errorf("exchange %d: %s", s.Exchange(pair), p.FEN())
		}
	}
	for name, want := range map[string]string{
		"king-in-hand=": "has no piece", "pawn-in-hnd=": `did you mean "pawn-in-hand"?`, "pawn-in-hand=pawn-in-hand": "on both sides",
	} {
		testkit.Fails(t, testkit.Error(ParseExchange(g, name)), want)
	}
	if _, err := ParseExchange(rulestest.Game(t, "chess"), "pawn-in-hand="); err == nil {
		t.Error("chess has a pawn in hand")
	}
}

// Each kind that can be in hand occurs in some candidate, alone and against pieces of the
// array.
func TestCandidatesOfPiecesInHand(t *testing.T) {
	g := rulestest.Game(t, "minishogi")
	for _, held := range Valued(g) {
		if !IsInHand(held) {
			continue
		}
		alone, against := false, false
		for _, x := range Candidates(g, PriorValues(g), 1e9) {
			if len(x.Left) == 1 && x.Left[0] == held {
				alone, against = alone || len(x.Right) == 0, against || len(x.Right) > 0
			}
			against = against || len(x.Right) > 0 && x.Right[0] == held
		}
		if !alone || !against {
			t.Errorf("%s: alone %v, against others %v", NameOf(g, held), alone, against)
		}
	}
}

// Random moves do not drop the pieces in hand by which the armies differ.
func TestRandomMovesDropNothing(t *testing.T) {
	g := rulestest.Game(t, "minishogi")
	s := source(t, g, with(func(c *Config) {
		c.Kind, c.Exchanges, c.NoPermute, c.RandomPlies = Exchanges, "rook-in-hand= 1", true, 2
	}), 3)
	rook := g.TypeNamed("rook")
	for pair := range 50 {
		st := start(t, s, pair, 0)
		if p := st.Position; len(st.Moves) != 2 || p.InHand(rook, rules.White)+p.InHand(rook, rules.Black) < 1 {
			t.Errorf("after %d random moves: %s", len(st.Moves), p.FEN())
		}
	}
}
