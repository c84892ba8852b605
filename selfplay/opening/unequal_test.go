package opening

import (
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// Where the armies differ, both games of a pair start as designed, with random moves of
// their own.
func TestUnequalArraysAreNeverExchanged(t *testing.T) {
	for _, name := range []string{"horde", "spartan", "different-armies", "racing-kings", "unequal"} {
		g := rulestest.Game(t, name)
		for _, kind := range []Kind{Array, Standard} {
			s := source(t, g, with(func(c *Config) { c.Kind, c.RandomPlies = kind, 4 }), 1)
			other := 0
			for pair := range 10 {
				first, second := start(t, s, pair, 0), start(t, s, pair, 1)
				for _, st := range []Start{first, second} {
					if want := g.NewPosition().FEN(); st.FEN != want {
						t.Fatalf("%s: pair %d starts from %s, want %s", name, pair, st.FEN, want)
					}
				}
				if first.Position.FEN() != second.Position.FEN() {
					other++
				}
			}
			if other < 8 {
				t.Errorf("%s: the random moves of both games differ in %d of 10 pairs", name, other)
			}
		}
	}
}

// ArmiesDiffer compares what each side sees, apart from left and right.
func TestArmiesThatDiffer(t *testing.T) {
	for name, want := range map[string]bool{
		"horde": true, "spartan": true, "different-armies": true, "racing-kings": true, "unequal": true,
		"chess": false, "makruk": false, "minishogi": false, "wildebeest": false, "janggi": false, "crazyhouse": false,
	} {
		if got := rulestest.Game(t, name).ArmiesDiffer(); got != want {
			t.Errorf("%s: the armies differ: %v, want %v", name, got, want)
		}
	}
	if crazyhouse := rulestest.Game(t, "crazyhouse"); !rulestest.Parse(t, strings.Replace(string(crazyhouse.Variant.Encode()),
		"[rules.hand]", "[rules.hand]\npieces = [\"pawn\"]\nblack-pieces = [\"none\"]", 1)).ArmiesDiffer() {
		t.Error("different hands do not count")
	}
}

// ahead returns how many units of each type White has more than in the array, compared with
// Black.
func ahead(p *rules.Position) (n [Kinds]int) {
	start := p.Game().NewPosition()
	for _, t := range p.Game().Types() {
		n[t] = unitsOn(p, rules.White)[t] - unitsOn(p, rules.Black)[t] - unitsOn(start, rules.White)[t] + unitsOn(start, rules.Black)[t]
	}
	return n
}

// White is ahead by the exchange in the first game of a pair and Black in the second, each
// side from its own array.
func TestExchangesOfUnequalArmies(t *testing.T) {
	for name, texts := range map[string][]string{
		"unequal":          {"knight=bishop", "pawn=", "=bishop", "rook=knight+pawn"},
		"spartan":          {"hoplite=", "rook=knight+pawn", "captain=lieutenant"},
		"different-armies": {"knight=bishop", "archbishop=bede+fad", "queen=rook+knight"},
		"horde":            {"knight=bishop", "rook=pawn+pawn+pawn"},
	} {
		g := rulestest.Game(t, name)
		for _, text := range texts {
			x := testkit.Must(ParseExchange(g, text))(t)
			var want [Kinds]int
			for _, u := range x.Left {
				want[u]++
			}
			for _, u := range x.Right {
				want[u]--
			}
			for _, s := range []*Source{
				source(t, g, with(func(c *Config) { c.Kind, c.Exchange = Odds, text }), 5),
				mixOf(t, g, text+" 1"),
			} {
				for pair := range 20 {
					p, q := start(t, s, pair, 0).Position, start(t, s, pair, 1).Position
					white, black := ahead(p), ahead(q)
					for u := range want {
						if white[u] != want[u] || black[u] != -want[u] {
							t.Fatalf("%s %s: pair %d is %s and %s", name, text, pair, p.FEN(), q.FEN())
						}
					}
					if g.Crowned() { // with two kings, one may be attacked
						checkStart(t, p)
						checkStart(t, q)
					}
				}
			}
		}
	}
	g := rulestest.Game(t, "spartan")
	testkit.Fails(t, testkit.Error(New(g, with(func(c *Config) { c.Kind, c.Exchange = Odds, "rook=captain" }), 1)),
		`exchange "rook=captain": White cannot be ahead by it`)
}

// Random armies change the armies of both games apart, by at most MaxImbalance beyond what
// the array gives.
func TestRandomUnequalArmies(t *testing.T) {
	for _, name := range []string{"horde", "spartan", "different-armies", "unequal"} {
		g := rulestest.Game(t, name)
		s := source(t, g, with(func(c *Config) { c.Kind, c.MaxImbalance = Armies, 4 }), 2)
		values, apart := PriorValues(g), 0
		for pair := range 60 {
			p, q := start(t, s, pair, 0).Position, start(t, s, pair, 1).Position
			if p.FEN() != q.FEN() {
				apart++
			}
			for _, p := range []*rules.Position{p, q} {
				n, worth := ahead(p), 0.0
				for u, k := range n {
					worth += float64(k) * values[u] / 100
				}
				if n == [Kinds]int{} || worth > 4.001 || worth < -4.001 {
					t.Errorf("%s: White is ahead by %.2f pawns in %s", name, worth, p.FEN())
				}
				if g.Crowned() {
					checkStart(t, p)
				}
			}
		}
		if apart < 55 {
			t.Errorf("%s: the games of %d of 60 pairs differ", name, apart)
		}
	}
}

// A side keeps the castling rights that the other does not have.
func TestUnequalCastling(t *testing.T) {
	s := mixOf(t, rulestest.Game(t, "unequal"), "knight=bishop 1")
	for pair := range 10 {
		for index := range 2 {
			if p := start(t, s, pair, index).Position; strings.Fields(p.FEN())[2] != "Q" {
				t.Errorf("the castling rights of %s, want Q", p.FEN())
			}
		}
	}
	horde := source(t, rulestest.Game(t, "horde"), with(func(c *Config) { c.Kind, c.Exchange, c.NoPermute = Odds, "knight=bishop", true }), 1)
	if p := start(t, horde, 0, 0).Position; strings.Fields(p.FEN())[2] != "kq" {
		t.Errorf("the castling rights of %s, want kq", p.FEN())
	}
}

// A piece that promotes for one side alone is not given to the other.
func TestPiecesBoundToASide(t *testing.T) {
	text := strings.Replace(string(rulestest.Game(t, "unequal").Variant.Encode()), `pieces = ["pawn"]`, `pieces = ["pawn", "knight"]`, 1)
	text = strings.Replace(text, "R2KN1", "RN1KN1", 1)
	text = strings.Replace(text, "nbkbn1", "bbkbb1", 1)
	g := rulestest.Parse(t, text)
	s := source(t, g, with(func(c *Config) { c.Kind = Armies }), 3)
	knights := 0
	for pair := range 100 {
		p := start(t, s, pair, 0).Position
		knights += unitsOn(p, rules.Black)[g.TypeNamed("knight")]
	}
	if knights > 0 {
		t.Errorf("Black has %d knights, which promote for White alone", knights)
	}
	if err := testkit.Error(New(g, with(func(c *Config) { c.Kind, c.Exchange = Odds, "knight=" }), 1)); err != nil {
		t.Errorf("White can give up a knight or get one: %v", err)
	}
}

// In a game that Black begins, Black is to move in all openings.
func TestBlackMovesFirst(t *testing.T) {
	for _, name := range []string{"chess", "different-armies", "musketeer", "unequal"} {
		g := rulestest.Game(t, name+" turn=black")
		for kind, cfg := range map[Kind]Config{
			Array: Default(), Armies: with(func(c *Config) { c.Kind = Armies }),
			Odds: with(func(c *Config) { c.Kind, c.Exchange = Odds, "knight=" }),
		} {
			s := source(t, g, cfg, 1)
			for pair := range 10 {
				for index := range 2 {
					if p := start(t, s, pair, index).Position; p.Turn() != rules.Black || p.Placing() || p.InCheck() {
						t.Errorf("%s: %s begins with %s", name, kind, p.FEN())
					}
				}
			}
		}
	}
}
