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
		if pawns := len(x.Left) + len(x.Right) - len(newRoster(g).withoutPawns(x.Left)) - len(newRoster(g).withoutPawns(x.Right)); pawns != 16-a[pawn]-b[pawn] || pawns > 0 && (a[pawn] == 8) != slices.Contains(x.Left, pawn) {
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
