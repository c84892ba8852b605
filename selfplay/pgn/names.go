package pgn

import (
	"io"
	"strings"

	"bestiary/engine/rules"
)

// sameGame reports whether a value of the tag Variant means a game.
func sameGame(g *rules.Game, value string) bool {
	return simple(GameName(value)) == simple(g.Variant.Name)
}

// GameName writes a value of the tag Variant like a name of the catalogue.
func GameName(value string) string {
	switch simple(value) {
	case "", "?", "standard", "normal", "orthodox", "fromposition", "chess":
		return "chess"
	}
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(value)), " ", "-")
}

// simple returns a name without the characters in which spellings differ.
func simple(name string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "", "'", "").Replace(strings.ToLower(name))
}

// Variant returns the tag Variant of the first game of a text, or "".
func Variant(r io.Reader) (string, error) {
	s := newScanner(r)
	if err := s.skipMark(); err != nil {
		return "", err
	}
	raw, err := s.game()
	if err == io.EOF {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	t, _ := raw.tag("Variant") // the zero value if it is missing
	return strings.TrimSpace(t.value), nil
}
