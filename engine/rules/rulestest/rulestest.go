package rulestest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/testkit"
)

// games holds the games that Game has compiled; a Game is read-only.
var games sync.Map

// Game returns a game of the catalogue, of the tests of engine/rules or of Fairy-Stockfish,
// with options, as in "chess stalemate=loss".
func Game(t testing.TB, spec string) *rules.Game {
	t.Helper()
	if g, ok := games.Load(spec); ok {
		return g.(*rules.Game)
	}
	words := strings.Fields(spec)
	v, err := variant.Find(words[0])
	if err != nil {
		v, err = variant.Load(filepath.Join(testkit.Root(t), "engine/rules/testdata/games", words[0]+".toml"))
	}
	if errors.Is(err, os.ErrNotExist) {
		v, _, err = gamefile.ParseINI("", nil, words[0], true)
	}
	testkit.OK(t, err)
	for _, option := range words[1:] {
		name, value, _ := strings.Cut(option, "=")
		testkit.OK(t, v.Override(name, value))
	}
	g := Compile(t, v)
	games.Store(spec, g)
	return g
}

// Parse returns the game that a file with the text describes.
func Parse(t testing.TB, text string) *rules.Game {
	t.Helper()
	return Compile(t, testkit.Must(variant.Parse("test.toml", []byte(text)))(t))
}

// Compile returns the compiled game.
func Compile(t testing.TB, v *variant.Variant) *rules.Game {
	t.Helper()
	return testkit.Must(rules.Compile(v))(t)
}

// Position returns the position of a FEN.
func Position(t testing.TB, g *rules.Game, fen string) *rules.Position {
	t.Helper()
	return testkit.Must(g.ParseFEN(fen))(t)
}
