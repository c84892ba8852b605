package rules

import (
	"errors"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"

	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/testkit"
)

// games holds what gameWith has compiled; a Game is read-only.
var games sync.Map

// gameWith compiles a game with options, as in "chess stalemate=loss".
func gameWith(t testing.TB, spec string) *Game {
	t.Helper()
	if g, ok := games.Load(spec); ok {
		return g.(*Game)
	}
	words := strings.Fields(spec)
	v := loaded(t, words[0])
	override(t, v, words[1:])
	g := compiled(t, v)
	games.Store(spec, g)
	return g
}

// override sets options written as name=value.
func override(t testing.TB, v *variant.Variant, options []string) {
	t.Helper()
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		testkit.OK(t, v.Override(name, value))
	}
}

// loaded is a game of the catalogue, of testdata/games, or of Fairy-Stockfish, less the
// rules that a game file cannot express.
func loaded(t testing.TB, name string) *variant.Variant {
	t.Helper()
	v, err := variant.Find(name)
	if err != nil {
		v, err = variant.Load(filepath.Join("testdata", "games", name+".toml"))
	}
	if errors.Is(err, os.ErrNotExist) {
		v, _, err = gamefile.ParseINI("", nil, name, true)
	}
	return testkit.Must(v, err)(t)
}

func compiled(t testing.TB, v *variant.Variant) *Game {
	t.Helper()
	return testkit.Must(Compile(v))(t)
}

func parsed(t testing.TB, g *Game, fen string) *Position {
	t.Helper()
	return testkit.Must(g.ParseFEN(fen))(t)
}

// play makes moves given as text, separated by spaces.
func play(t testing.TB, p *Position, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatalf("%s: %v", p.FEN(), err)
		}
		p.Make(m)
		if err := p.checkInvariants(); err != nil {
			t.Fatalf("after %s: %v", text, err)
		}
	}
}

// from lists the legal moves that begin with a text, such as the square of a
// piece, without that text.
func from(p *Position, start string) string {
	var out []string
	for _, m := range p.Moves(nil) {
		if rest, ok := strings.CutPrefix(p.g.MoveText(m), start); ok {
			out = append(out, rest)
		}
	}
	sort.Strings(out)
	return strings.Join(out, " ")
}

// isLegal is IsLegalWith with the danger of the position.
func isLegal(p *Position, m Move) bool {
	var d Danger
	p.FindDanger(&d)
	return p.IsLegalWith(m, &d)
}

// captures is CapturesWith with the danger of the position.
func captures(p *Position, buf []Move) []Move {
	var d Danger
	p.FindDanger(&d)
	return p.CapturesWith(buf, &d)
}

// quietMoves is QuietsWith with the danger of the position.
func quietMoves(p *Position) []Move {
	var d Danger
	p.FindDanger(&d)
	return p.QuietsWith(nil, &d)
}

// imageOf returns the square at a vector from e5 in one of the eight turned and reflected
// images of the board.
func imageOf(g *Game, image int, v [2]int) Square {
	x, y := v[0], v[1]
	if image&1 != 0 {
		x, y = y, x
	}
	if image&2 != 0 {
		x = -x
	}
	if image&4 != 0 {
		y = -y
	}
	return g.SquareAt(4+x, 4+y)
}
