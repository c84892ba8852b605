package opening

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

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
