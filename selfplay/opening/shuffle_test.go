package opening

import (
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

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
