package opening

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// withTurn returns the FEN of a position with White to move.
func withTurn(p *rules.Position) string {
	return strings.Replace(p.FEN(), " b ", " w ", 1)
}

// unitsOn counts what a side has, on the board and waiting.
func unitsOn(p *rules.Position, c rules.Color) map[rules.Type]int {
	n := map[rules.Type]int{}
	g := p.Game()
	for sq := range g.Squares() {
		for _, code := range []rules.Code{p.At(rules.Square(sq)), p.Behind(rules.Square(sq))} {
			if code != 0 && code.Color() == c {
				n[code.Type()]++
			}
		}
	}
	return n
}

func TestArmyOpenings(t *testing.T) {
	for _, name := range []string{"chess", "hannibal-manticore"} {
		t.Run(name, func(t *testing.T) {
			g := rulestest.Game(t, name)
			o := testkit.Must(newArmies(g, with(func(c *Config) { c.Kind = Armies }), 3))(t)
			values := eval.PriorValues(g)
			const pairs = 400
			differs := map[rules.Type]int{}
			for i := range pairs {
				games := testkit.Must(o.pair(0, i))(t)
				p, q := games[0], games[1]
				if got, want := withTurn(q.Mirror()), p.FEN(); got != want {
					t.Fatalf("pair %d: game 1 mirrored is %s, game 0 is %s", i, got, want)
				}
				a, b := unitsOn(p, rules.White), unitsOn(p, rules.Black)
				imbalance, equal := 0.0, true
				for _, ty := range g.Types() {
					if d := a[ty] - b[ty]; d != 0 {
						imbalance += float64(d) * values[ty] / 100
						differs[ty]++
						equal = false
					}
				}
				if equal || math.Abs(imbalance) > o.cfg.MaxImbalance+1e-9 {
					t.Errorf("pair %d: imbalance %.2f pawns, equal %v: %s", i, imbalance, equal, p.FEN())
				}
				checkStart(t, p)
				checkStart(t, q)
			}
			for _, ty := range o.units {
				if n := differs[ty]; n < pairs/10 {
					t.Errorf("%s differs in %d of %d pairs", g.TypeName(ty), n, pairs)
				}
			}
		})
	}
}

// Every kind of change to an army occurs.
func TestArmyChanges(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	o := testkit.Must(newArmies(g, with(func(c *Config) { c.Kind, c.Units = Armies, 5 }), 9))(t)
	seen := map[string]int{}
	note := func(what string, holds bool) {
		if seen[what] += 0; holds {
			seen[what]++
		}
	}
	for i := range 600 {
		games := testkit.Must(o.pair(0, i))(t)
		p := games[0]
		waits := [2]map[rules.Type]int{{}, {}}
		gates := p.Gates()
		gates.Squares(func(sq rules.Square) { waits[p.Behind(sq).Color()][p.Behind(sq).Type()]++ })
		manticores, falcons := waits[0][g.TypeNamed("manticore")], waits[0][g.TypeNamed("falcon")]
		front, pawnFront := 0, 0
		for f := range g.Files() {
			switch code := p.At(g.SquareAt(f, 2)); {
			case code != 0 && g.IsPawn(code.Type()):
				pawnFront++
			case code != 0:
				front++
			}
		}
		n := unitsOn(p, rules.White)
		note("a waiting piece removed", manticores+falcons == 1)
		note("only Black has waiting pieces", manticores+falcons == 0 && len(waits[1]) > 0)
		note("a waiting piece exchanged", manticores == 2 || falcons == 2)
		note("an officer in front of the pawns", front > 0)
		if pawnFront > 0 {
			t.Fatalf("pair %d: a pawn in front of the pawns: %s", i, p.FEN())
		}
		note("a pawn less", n[g.TypeNamed("pawn")] == 9)
		note("no queen", n[g.TypeNamed("queen")] == 0)
		note("two queens", n[g.TypeNamed("queen")] == 2)
		note("a manticore on the first rank", p.Pieces(rules.CodeOf(g.TypeNamed("manticore"), rules.White)) != rules.Set{})
		note("as in the array", n[g.TypeNamed("pawn")] == 10 && front == 0 && manticores == 1 && falcons == 1)
	}
	for what, n := range seen {
		if n == 0 {
			t.Errorf("in 600 pairs, never: %s", what)
		}
	}
}

// checkStart checks what must hold for every first position of a game.
func checkStart(t *testing.T, p *rules.Position) {
	t.Helper()
	g, fen := p.Game(), p.FEN()
	again := testkit.Must(g.ParseFEN(fen))(t)
	if again.FEN() != fen {
		t.Errorf("%s is read as %s", fen, again.FEN())
	}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if p.Attacked(p.King(c), c.Other()) {
			t.Errorf("%s: %s's king is attacked", fen, c)
		}
	}
	if p.Turn() != rules.White || p.Placing() {
		t.Errorf("%s: White is not ready to move", fen)
	}
	if result, reason := p.Outcome(); result != rules.Ongoing {
		t.Errorf("%s is over: %s", fen, reason)
	}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) {
		front := p.At(sq)
		if front == 0 || front.Color() != p.Behind(sq).Color() || front.Type() == g.Royal() {
			t.Errorf("%s: a piece waits behind %s", fen, g.SquareName(sq))
		}
	})
}

// A king and its partners are not shuffled, so castling rights are lost only if a partner
// has been removed or exchanged.
func TestCastlingRightsFollowTheRooks(t *testing.T) {
	g := rulestest.Game(t, "chess")
	o := testkit.Must(newArmies(g, with(func(c *Config) { c.Kind = Armies }), 0))(t)
	seen := map[string]bool{}
	for i := range 200 {
		games := testkit.Must(o.pair(1, i))(t)
		p := games[0]
		rights := strings.Fields(p.FEN())[2]
		seen[rights] = true
		for letter, square := range map[string]string{"K": "H1", "Q": "A1", "k": "h8", "q": "a8"} {
			want := codeAt(p, square[:1], square[1:]) == rules.CodeOf(g.TypeNamed("rook"), colourOf(letter))
			if has := strings.Contains(rights, letter); has != want {
				t.Errorf("%s: right %s is %v, rook at home %v", p.FEN(), letter, has, want)
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("only the castling rights %v occur", seen)
	}
}

func colourOf(letter string) rules.Color {
	if letter == strings.ToLower(letter) {
		return rules.Black
	}
	return rules.White
}

func codeAt(p *rules.Position, file, rank string) rules.Code {
	return p.At(p.Game().SquareAt(int(strings.ToLower(file)[0]-'a'), int(rank[0]-'1')))
}

func TestPermutation(t *testing.T) {
	// In chess there are six ways to put bishops on both colours, and then three squares
	// for the queen.
	for name, want := range map[string]int{"chess": 18, "hannibal-manticore": 100} {
		g := rulestest.Game(t, name)
		r := newRoster(g)
		orders := map[string]bool{}
		for i := range 300 {
			a := r.arrays[rules.White].clone()
			r.permute(newRand(1, 0, i, 0), &a)
			if a.counts() != r.arrays[rules.White].counts() {
				t.Fatalf("%s: the shuffle changed the army", name)
			}
			row := fmt.Sprint(a.board[:g.Files()])
			orders[row] = true
			for sq, ty := range r.arrays[rules.White].board {
				if (ty == g.Royal() || r.isPartner(ty) || r.g.IsPawn(ty)) && a.board[sq] != ty {
					t.Errorf("%s: %s: the %s has left its square", name, row, g.TypeName(ty))
				}
			}
			if got, want := r.onBothColours(&a), r.onBothColours(&r.arrays[rules.White]); got != want {
				t.Errorf("%s: %s: types on both colours %b, in the array %b", name, row, got, want)
			}
		}
		if len(orders) < want {
			t.Errorf("%s: %d orders in 300 shuffles, want %d", name, len(orders), want)
		}
	}
	if r := newRoster(rulestest.Game(t, "chess")); r.onBothColours(&r.arrays[rules.White]) == 0 {
		t.Error("bishops are not seen on both colours")
	}
}

// The array of the game stays unchanged except for waiting pieces.
func TestArrayOpenings(t *testing.T) {
	chess := rulestest.Game(t, "chess")
	games := testkit.Must(testkit.Must(newArmies(chess, Default(), 0))(t).pair(0, 5))(t)
	for i, p := range games {
		if got, want := p.FEN(), chess.NewPosition().FEN(); got != want {
			t.Errorf("game %d starts from %s, want %s", i, got, want)
		}
	}
	o := testkit.Must(newArmies(rulestest.Game(t, "hannibal-manticore"), Default(), 0))(t)
	behind := map[string]int{}
	for i := range 100 {
		games := testkit.Must(o.pair(0, i))(t)
		p := games[0]
		checkStart(t, p)
		if gates := p.Gates(); gates.Count() != 4 {
			t.Errorf("%s: %d waiting pieces, want 4", p.FEN(), gates.Count())
		}
		rows := strings.Split(strings.Fields(p.FEN())[0], "/")
		behind[rows[len(rows)-1]]++
	}
	if len(behind) < 40 {
		t.Errorf("only %d placements of White's waiting pieces in 100 pairs", len(behind))
	}
}

// NoPermute leaves every piece of the array on its square or replaces it.
func TestNoPermute(t *testing.T) {
	g := rulestest.Game(t, "chess")
	o := testkit.Must(newArmies(g, with(func(c *Config) { c.Kind, c.NoPermute, c.Units, c.MissingPawns = Armies, true, 2, 1 }), 0))(t)
	for i := range 50 {
		games := testkit.Must(o.pair(0, i))(t)
		changed := 0
		for sq, ty := range o.arrays[rules.White].board[:g.Squares()] {
			if games[0].At(rules.Square(sq)) != rules.CodeOf(ty, rules.White) && ty != rules.NoType {
				changed++
			}
		}
		if changed > 3 {
			t.Errorf("%s: %d of White's pieces are not as in the array", games[0].FEN(), changed)
		}
	}
}

// An opening depends only on seed, round and pair.
func TestOpeningsDependOnTheirPlace(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	at := func(seed uint64, round, pair int) string {
		games := testkit.Must(testkit.Must(newArmies(g, with(func(c *Config) { c.Kind = Armies }), seed))(t).pair(round, pair))(t)
		return games[0].FEN()
	}
	first := at(1, 2, 3)
	if again := at(1, 2, 3); again != first {
		t.Errorf("the same place gives %s and %s", first, again)
	}
	for _, other := range []string{at(2, 2, 3), at(1, 3, 3), at(1, 2, 4), at(3, 2, 1)} {
		if other == first {
			t.Errorf("another place gives the same opening %s", other)
		}
	}
}

// Armies of rooks cannot differ by less than a rook.
func TestImpossibleOpening(t *testing.T) {
	g := rulestest.Parse(t, `
name = "tiny"
[board]
files = 2
ranks = 4
array = "kr/2/2/KR"
[[piece]]
name = "rook"
symbol = "R"
move = "R"
[[piece]]
name = "king"
symbol = "K"
royal = true
move = "K"
`)
	_, err := testkit.Must(newArmies(g, with(func(c *Config) { c.Kind, c.MaxImbalance = Armies, 0.5 }), 0))(t).pair(0, 0)
	testkit.Fails(t, err, "max-imbalance", "pair 0")
}

// A pawn is only added where the array has a pawn that the army lacks.
func TestAddedPawnStandsWherePawnsStand(t *testing.T) {
	g := rulestest.Game(t, "chess")
	r := newRoster(g)
	r.units = r.pawns
	a := r.arrays[rules.White].clone()
	rng := newRand(1, 0, 0, 0)
	r.add(rng, &a)
	if a.counts() != r.arrays[rules.White].counts() {
		t.Error("a pawn was added to a full rank of pawns")
	}
	a.take(a.unitsOf(r.pawns[0])[0])
	r.add(rng, &a)
	if a.board != r.arrays[rules.White].board {
		t.Error("a pawn was not put back where one was missing")
	}
}

// If the sides have different numbers of kings, kings have a value, and the armies of both
// sides can be equal.
func TestArmiesWithKings(t *testing.T) {
	s := source(t, rulestest.Game(t, "spartan"), Config{Kind: Armies, Units: 4, MaxImbalance: 5}, 1)
	for pair := range 20 {
		for game := range 2 {
			start := testkit.Must(s.Start(0, pair, game))(t)
			if p := start.Position; len(p.Moves(nil)) == 0 {
				t.Errorf("no moves in %s", p.FEN())
			}
		}
	}
}

// firstRanks returns the letters of both first ranks of a FEN, White's first.
func firstRanks(fen string) (white, black string) {
	rows := strings.Split(strings.Fields(fen)[0], "/")
	return rows[len(rows)-1], rows[0]
}

// Exactly the 960 arrays are drawn: bishops on both colours, the king between the rooks,
// and Black's pieces opposite White's.
func TestChess960DrawsAllArrays(t *testing.T) {
	r := newRoster(rulestest.Game(t, "chess960"))
	rng := newRand(1, 0, 0, openingStream)
	seen := map[string]int{}
	for range 12_000 {
		order := r.drawShuffle(rng)
		row := make([]byte, 8)
		for f, to := range order {
			row[to] = "RNBQKBNR"[f]
		}
		seen[string(row)]++
	}
	for row, n := range seen {
		b, k := strings.IndexByte(row, 'B'), strings.IndexByte(row, 'K')
		if (strings.LastIndexByte(row, 'B')-b)%2 == 0 || k < strings.IndexByte(row, 'R') || k > strings.LastIndexByte(row, 'R') {
			t.Errorf("%s is no array of Chess960", row)
		}
		if n > 40 { // 12.5 are expected
			t.Errorf("%s is drawn %d times", row, n)
		}
	}
	if len(seen) != 960 {
		t.Errorf("%d arrays are drawn, want 960", len(seen))
	}
}

// Both games of a pair have the same array, as have both sides of a game. Other pairs have
// other arrays, with castling rights for their rooks.
func TestShuffledOpenings(t *testing.T) {
	g := rulestest.Game(t, "chess960")
	s := source(t, g, Default(), 7)
	var rows []string
	for pair := range 20 {
		first, second := start(t, s, pair, 0), start(t, s, pair, 1)
		white, black := firstRanks(first.FEN)
		if first.FEN != second.FEN || strings.ToLower(white) != black {
			t.Errorf("pair %d starts from %s and %s", pair, first.FEN, second.FEN)
		}
		rooks := string([]byte{'A' + byte(strings.LastIndexByte(white, 'R')), 'A' + byte(strings.IndexByte(white, 'R'))})
		if rights := strings.Fields(first.FEN)[2]; rights != rooks+strings.ToLower(rooks) {
			t.Errorf("%s: castling rights of %s", first.FEN, rooks)
		}
		if again := start(t, source(t, g, Default(), 7), pair, 0); again.FEN != first.FEN {
			t.Errorf("pair %d starts from %s with the same seed", pair, again.FEN)
		}
		rows = append(rows, white)
	}
	slices.Sort(rows)
	if n := len(slices.Compact(rows)); n < 15 {
		t.Errorf("20 pairs have %d arrays", n)
	}
	if fen := start(t, source(t, g, Default(), 8), 0, 0).FEN; fen == start(t, s, 0, 0).FEN {
		t.Error("another seed has the same first array")
	}
}

// Different armies have the same order, and the king can still castle with its rooks.
func TestShuffledArmies(t *testing.T) {
	g := rulestest.Game(t, "chess960")
	castles := 0
	for _, cfg := range []Config{
		with(func(c *Config) { c.Kind, c.Exchange = Odds, "rook=bishop+pawn" }),
		with(func(c *Config) { c.Kind, c.Exchanges = Exchanges, "queen=rook+bishop 1, knight= 1" }),
		with(func(c *Config) { c.Kind = Armies }),
	} {
		s := source(t, g, cfg, 3)
		for pair := range 20 {
			a, b := start(t, s, pair, 0), start(t, s, pair, 1)
			checkStart(t, a.Position)
			if got, want := withTurn(b.Position.Mirror()), a.FEN; got != want {
				t.Errorf("%s, pair %d: game 1 mirrored is %s, game 0 is %s", cfg.Kind, pair, got, want)
			}
			if strings.IndexByte(strings.ToUpper(strings.Fields(a.FEN)[2]), 'H') < 0 && strings.Fields(a.FEN)[2] != "-" {
				castles++ // with rooks of other files than in the array
			}
		}
	}
	if castles == 0 {
		t.Error("no king castles with shuffled rooks")
	}
}

// A game without castling can be shuffled, too; waiting pieces stay behind the shuffled
// pieces.
func TestShuffleWithWaitingPieces(t *testing.T) {
	v := rulestest.Game(t, "musketeer").Variant.Clone()
	for _, o := range [][2]string{{"castling", "none"}, {"shuffle", "first-rank"}} {
		testkit.OK(t, v.Override(o[0], o[1]))
	}
	s := source(t, rulestest.Compile(t, v), Default(), 5)
	kings := map[rules.Square]bool{}
	for pair := range 20 {
		p := start(t, s, pair, 0).Position
		if gates := p.Gates(); gates.Count() != 4 {
			t.Errorf("%s: %d pieces wait", p.FEN(), gates.Count())
		}
		kings[p.King(rules.White)] = true
	}
	if len(kings) < 4 {
		t.Errorf("the king stands on %d squares in 20 games", len(kings))
	}
}

// Only a game that shuffles its array begins with another. Waiting pieces wait to be placed.
func TestShuffled(t *testing.T) {
	for _, name := range variant.Catalogue() {
		g := rulestest.Game(t, name)
		want, seen := g.NewPosition().FEN(), map[string]bool{}
		for seed := range uint64(3) {
			seen[testkit.Must(Shuffled(g, seed))(t).FEN()] = true
		}
		if shuffles := g.Variant.Rules.Shuffle == variant.ShuffleFirstRank; shuffles && len(seen) != 3 || !shuffles && (len(seen) != 1 || !seen[want]) {
			t.Errorf("%s begins with %v", name, seen)
		}
	}
}
