package opening

import (
	"math"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
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
}

// By an exchange between the armies only one side can be ahead; the other game of the pair begins from the arrays.
func TestExchangeBetweenArmies(t *testing.T) {
	g := rulestest.Game(t, "spartan")
	for text, side := range map[string]int{"rook=captain": 1, "hoplite+hoplite=knight": 0} {
		x := testkit.Must(ParseExchange(g, text))(t)
		if got := Ahead(g, x); len(got) != 1 || int(got[0]) != side {
			t.Errorf("%s: %v can be ahead, want side %d", text, got, side)
		}
		s := source(t, g, with(func(c *Config) { c.Kind, c.Exchange = Odds, text }), 5)
		for pair := range 20 {
			with, without := start(t, s, pair, side).Position, start(t, s, pair, 1-side).Position
			for _, p := range []*rules.Position{with, without} {
				checkStart(t, p)
			}
			for i, u := range slices.Concat(x.Left, x.Right) {
				c := rules.Color(side) // gave Right
				if i < len(x.Left) {
					c = c.Other()
				}
				gone := 1
				if text != "rook=captain" && i < 2 {
					gone = 2
				}
				if had := g.NewPosition().Owned(u, c); with.Owned(u, c) != had-gone || without.Owned(u, c) != had {
					t.Fatalf("%s: %s of %d are in %s, and in %s", text, NameOf(g, u), had, with.FEN(), without.FEN())
				}
			}
		}
	}
	testkit.Fails(t, testkit.Error(New(g, with(func(c *Config) { c.Kind, c.Exchanges = Exchanges, "rook=captain 1" }), 1)),
		`exchange "rook=captain": White cannot be ahead by it`)
	testkit.Fails(t, testkit.Error(New(g, with(func(c *Config) { c.Kind, c.Exchange = Odds, "queen+queen=captain+captain+captain" }), 1)),
		`exchange "queen+queen=captain+captain+captain": no side can be ahead by it`)
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

// guested returns chess with two kinds of guests: a hopper, and a leaper that never leaves its colour.
func guested(t *testing.T) *rules.Game {
	v := testkit.Must(variant.Find("chess"))(t)
	v.Name = "guested"
	v.Pieces = append(v.Pieces, variant.Piece{Name: "hopper", Symbol: "H", Moves: []variant.MoveSet{{Betza: "gQ"}}},
		variant.Piece{Name: "leaper", Symbol: "L", Moves: []variant.MoveSet{{Betza: "FA"}}})
	return rulestest.Compile(t, v)
}

// Only pieces that an exchange alone brings to the board are guests: none of the catalogue, but for
// two games that are chess with pieces to measure.
func TestGuest(t *testing.T) {
	g := guested(t)
	for _, u := range g.Types() {
		if name := g.TypeName(u); Guest(g, u) != (name == "hopper" || name == "leaper") {
			t.Errorf("guest %v: %s", Guest(g, u), name)
		}
	}
	one := g.Variant.Clone()
	one.Array = strings.Replace(one.Array, "n", "h", 1)
	if one := rulestest.Compile(t, one); Guest(one, one.TypeNamed("hopper")) {
		t.Error("a piece that Black has is a guest")
	}
	for _, name := range variant.Catalogue() {
		g := rulestest.Game(t, name)
		if list := newRoster(g).guests; len(list) > 0 != (name == "bent-riders" || name == "short-rooks") {
			t.Errorf("%s has %d guests", name, len(list))
		}
	}
}

// Guests stand for as many officers or fewer, alone or in twos, with pawns on either side, and once
// in the list.
func TestCandidatesOfGuests(t *testing.T) {
	g := guested(t)
	values := PriorValues(g)
	values[g.TypeNamed("hopper")], values[g.TypeNamed("leaper")] = 2.1*values[g.TypeNamed("pawn")], 5.5*values[g.TypeNamed("pawn")]
	found := map[string]bool{}
	for _, s := range Candidates(g, values, 1.5*values[g.TypeNamed("pawn")]) {
		found[s.Text(g)] = true
		if text := s.Text(g); strings.Contains(text, "pper") || strings.Contains(text, "leap") {
			if officers := strings.ReplaceAll(text, "pawn", ""); s.Traded || strings.HasPrefix(officers, "=") || strings.HasSuffix(strings.TrimRight(officers, "+"), "=") {
				t.Errorf("%s", text)
			}
		}
	}
	for text, want := range map[string]bool{
		"knight=hopper": true, "knight=pawn+hopper": true, "leaper=rook": true, "rook=leaper": false, "leaper=pawn+rook": true, "leaper=bishop+knight": false,
		"bishop+knight=leaper": true, "leaper+leaper=rook+rook": true, "leaper+leaper=pawn+rook+rook": true, "leaper+hopper=rook+knight": false, "queen=leaper+leaper": false, "leaper=hopper": false,
	} {
		x := testkit.Must(ParseExchange(g, text))(t)
		if canonical := x.Text(g); found[canonical] != want {
			t.Errorf("%s: listed %v, want %v", canonical, found[canonical], want)
		}
	}
}

// Guests take the squares of officers, pawns that one side keeps are missing from the other, and all
// else stands as in the array. Two of a colour-bound kind stand on both colours.
func TestGuestsOpenings(t *testing.T) {
	g := guested(t)
	pawn := g.TypeNamed("pawn")
	s := mixOf(t, g, "leaper=pawn+rook 1, knight=pawn+pawn+hopper 1, leaper+leaper=rook+rook 1, leaper+leaper=bishop+knight 1, queen=leaper 1")
	array := g.NewPosition()
	met := map[int]bool{}
	for pair := range 60 {
		p := start(t, s, pair, 0).Position
		x := s.first.mix[s.Exchange(pair)].Exchange
		met[s.Exchange(pair)] = true
		guest := slices.MaxFunc(slices.Concat(x.Left, x.Right), func(a, b rules.Type) int { return int(a) - int(b) })
		colours := map[int]int{}
		for sq := range g.Squares() {
			sq := rules.Square(sq)
			is, was := p.At(sq), array.At(sq)
			switch {
			case is == was || is == 0 && was.Type() == pawn:
			case is == 0 && len(x.Right) < 2:
				t.Errorf("%s: %s is empty", p.FEN(), g.SquareName(sq))
			case is != 0 && (is.Type() != guest || was == 0 || was.Type() == pawn):
				t.Errorf("%s: %s has a %s", p.FEN(), g.SquareName(sq), g.TypeName(is.Type()))
			case is != 0:
				colours[(g.File(sq)+g.Rank(sq))&1]++
			}
		}
		want := 1
		if len(x.Left) == 2 {
			want = 2
		}
		if colours[0]+colours[1] != want || math.Abs(float64(colours[0]-colours[1])) != float64(2-want) {
			t.Errorf("%s: guests on %v", p.FEN(), colours)
		}
		a, b := unitsOn(p, rules.White), unitsOn(p, rules.Black)
		if !slices.Contains(x.Left, guest) { // the side with the guest is that of the left
			x = x.reversed()
		}
		if b[guest] > 0 {
			a, b = b, a
		}
		_, pawns := newRoster(g).parted(slices.Concat(x.Left, x.Right))
		if pawns := len(pawns); pawns != 16-a[pawn]-b[pawn] || pawns > 0 && (a[pawn] == 8) != slices.Contains(x.Left, pawn) {
			t.Errorf("%s: %d and %d pawns", p.FEN(), a[pawn], b[pawn])
		}
	}
	if len(met) != 5 {
		t.Errorf("%d exchanges were dealt", len(met))
	}
}

// A placement of guests that does not do, such as two colour-bound ones on one colour, is drawn again.
func TestGuestsAreDrawnAgain(t *testing.T) {
	s := mixOf(t, guested(t), "leaper+leaper=bishop+knight 1")
	for draw := range 40 {
		if _, err := s.Draw(0, draw); err != nil {
			t.Errorf("draw %d: %v", draw, err)
		}
	}
}
