package opening

import (
	"math"
	"slices"
	"strconv"
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

func TestParseExchange(t *testing.T) {
	g := rulestest.Game(t, "falcon-chess")
	for text, want := range map[string]string{
		"falcon=rook":              "falcon=rook",
		"rook=pawn+knight":         "rook=pawn+knight",
		" rook = knight + pawn ":   "rook=pawn+knight",
		"pawn=":                    "pawn=",
		"=pawn+pawn":               "=pawn+pawn",
		"=":                        "=",
		"queen+knight+pawn=rook":   "pawn+knight+queen=rook",
		"bishop+bishop=pawn+queen": "bishop+bishop=pawn+queen",
	} {
		x, err := ParseExchange(g, text)
		if err != nil || x.Text(g) != want {
			t.Errorf("%q: %q, error %v; want %q", text, x.Text(g), err, want)
		}
	}
	for text, want := range map[string]string{
		"":             `exchange "": expected pieces on two sides of one "="`,
		"rook":         `expected pieces on two sides of one "="`,
		"rook=rook=":   `expected pieces on two sides of one "="`,
		"rok=knight":   `exchange "rok=knight": falcon-chess has no piece "rok"; did you mean "rook"?`,
		"zzzzzzzzz=":   `expected one of pawn, knight, bishop, rook, queen, falcon`,
		"rook+=knight": `has no piece ""`,
		"king=rook":    `king is the royal piece`,
		"rook=rook":    `rook is on both sides, expected it on one`,
	} {
		testkit.Fails(t, testkit.Error(ParseExchange(g, text)), want)
	}
}

// The armies differ only by the exchange, in all games, and the second game of a pair is
// the mirrored first game.
func TestOddsOpenings(t *testing.T) {
	for game, exchanges := range map[string][]string{
		"falcon-chess":       {"falcon=rook", "rook=knight+pawn", "pawn=", "=pawn", "=", "queen=rook+bishop", "knight=pawn+pawn+pawn", "rook+pawn=queen"},
		"hannibal-manticore": {"manticore=falcon", "falcon=rook", "elephant=knight", "manticore=", "=falcon+falcon"},
		"chess":              {"queen=rook+rook", "bishop=knight", "queen+queen=rook"},
		"shatranj":           {"knight=alfil", "ferz="},
		"al-ces":             {"cannon=elephant"},
	} {
		g := rulestest.Game(t, game)
		for _, text := range exchanges {
			x := testkit.Must(ParseExchange(g, text))(t)
			s := source(t, g, with(func(c *Config) { c.Kind, c.Exchange = Odds, text }), 5)
			seen := map[string]bool{}
			for pair := range 40 {
				p, q := start(t, s, pair, 0).Position, start(t, s, pair, 1).Position
				if got, want := withTurn(q.Mirror()), p.FEN(); got != want {
					t.Fatalf("%s %s: game 1 mirrored is %s, game 0 is %s", game, text, got, want)
				}
				seen[p.FEN()] = true
				want := map[rules.Type]int{}
				for _, u := range x.Left {
					want[u]++
				}
				for _, u := range x.Right {
					want[u]--
				}
				a, b := unitsOn(p, rules.White), unitsOn(p, rules.Black)
				for _, u := range g.Types() {
					if d := a[u] - b[u]; d != want[u] {
						t.Errorf("%s %s: White has %+d of %s, want %+d: %s", game, text, d, g.TypeName(u), want[u], p.FEN())
					}
				}
				checkStart(t, p)
				checkStart(t, q)
			}
			if len(seen) < 10 {
				t.Errorf("%s %s: %d different openings of 40", game, text, len(seen))
			}
		}
	}
}

// Known placements: what a form of an exchange leaves on the board.
func TestOddsPlacement(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for text, want := range map[string][]string{
		// Both forms only use vacated squares, so both occur.
		"bishop=knight": {"white more", "black more"},
		// A pawn is missing rather than added in front.
		"pawn=": {"no front"},
		// An officer for an officer and a pawn; the reverse would need an extra square.
		"rook=knight+pawn": {"no front"},
	} {
		s := source(t, g, with(func(c *Config) { c.Kind, c.Exchange = Odds, text }), 1)
		seen := map[string]int{}
		for pair := range 60 {
			p := start(t, s, pair, 0).Position
			white, black := unitsOn(p, rules.White), unitsOn(p, rules.Black)
			bishop := g.TypeNamed("bishop")
			if white[bishop] == 3 {
				seen["white more"]++
			}
			if black[bishop] == 1 {
				seen["black more"]++
			}
			front := 0
			for f := range g.Files() {
				for _, rank := range []int{2, 5} {
					if p.At(g.SquareAt(f, rank)) != 0 {
						front++
					}
				}
			}
			if front == 0 {
				seen["no front"]++
			}
		}
		for _, what := range want {
			if n := seen[what]; n == 0 || what == "no front" && n != 60 {
				t.Errorf("%s: %s in %d of 60 openings", text, what, n)
			}
		}
	}
}

// Apart from the exchange both armies have the same placement, whatever the shuffle.
func TestOddsShareThePlacement(t *testing.T) {
	g := rulestest.Game(t, "falcon-chess")
	s := source(t, g, with(func(c *Config) { c.Kind, c.Exchange = Odds, "=" }), 2)
	array := 0
	for pair := range 30 {
		p := start(t, s, pair, 0).Position
		if withTurn(p.Mirror()) != p.FEN() {
			t.Errorf("pair %d: %s is not its own mirror image", pair, p.FEN())
		}
		if p.FEN() == g.NewPosition().FEN() {
			array++
		}
	}
	if array == 30 {
		t.Error("the first rank was never shuffled")
	}
	s = source(t, g, with(func(c *Config) { c.Kind, c.Exchange, c.NoPermute = Odds, "=", true }), 2)
	if got, want := start(t, s, 0, 0).FEN, g.NewPosition().FEN(); got != want {
		t.Errorf("not permuted: %s, want %s", got, want)
	}
}

// With GiveUp each army lacks what only the other is to have; without it one army trades. A
// gryphon, which the array lacks, takes the place of what is given up for it. A second queen, which
// no array has, is traded for in any case.
func TestOddsGiveUp(t *testing.T) {
	for _, c := range []struct {
		game, exchange string
		giveUp         bool
		want           []string // numbers of R, N, Q, G, P, r, n, q, g and p
	}{
		{"chess", "rook=knight", true, []string{"2110812108"}},
		{"chess", "rook=knight", false, []string{"3110822108", "2210813108"}},
		{"chess", "queen=rook", true, []string{"1210822008"}},
		{"chess", "queen+queen=rook+rook", true, []string{"0230822108"}},
		{"bent-riders", "queen=gryphon+pawn", true, []string{"2210722018"}},
		{"bent-riders", "gryphon+pawn=queen", true, []string{"2201822107"}},
		{"bent-riders", "gryphon+knight=queen+pawn", true, []string{"2201721108"}},
		{"bent-riders", "gryphon=queen", true, []string{"2201822108"}},
	} {
		g := rulestest.Game(t, c.game)
		s := source(t, g, with(func(cfg *Config) {
			cfg.Kind, cfg.Exchange, cfg.GiveUp, cfg.NoPermute = Odds, c.exchange, c.giveUp, true
		}), 3)
		for pair := range 20 {
			fen, got := start(t, s, pair, 0).FEN, ""
			fen, _, _ = strings.Cut(fen, " ")
			for _, piece := range strings.Split("RNQGPrnqgp", "") {
				got += strconv.Itoa(strings.Count(fen, piece))
			}
			if !slices.Contains(c.want, got) {
				t.Errorf("%s, give up %v: %s has %s, want %q", c.exchange, c.giveUp, fen, got, c.want)
			}
		}
	}
	testkit.Fails(t, with(func(c *Config) { c.Kind, c.GiveUp = Armies, true }).Validate(), `kind is "armies" and give-up is set, expected that with the kind "odds" only`)
}

func TestOddsThatCannotBe(t *testing.T) {
	chess := rulestest.Game(t, "chess")
	for text, want := range map[string]string{
		"queen+queen=rook+rook+rook": `exchange "queen+queen=rook+rook+rook": the army of chess has the pieces of neither side, expected those of one`,
		"quen=":                      `did you mean "queen"?`,
	} {
		testkit.Fails(t, testkit.Error(New(chess, with(func(c *Config) { c.Kind, c.Exchange = Odds, text }), 1)), want)
	}
	full := source(t, chess, with(func(c *Config) {
		c.Kind, c.Exchange = Odds, "="+strings.Join(slices.Repeat([]string{"knight"}, 30), "+")
	}), 1)
	testkit.Fails(t, testkit.Error(full.Start(0, 0, 0)), "none of 1000 draws will do with the exchange =knight+knight")
}
