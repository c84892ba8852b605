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

// GameName is a value of the tag Variant as a name of the catalogue is written.
func GameName(value string) string {
	switch simple(value) {
	case "", "?", "standard", "normal", "orthodox", "fromposition", "chess":
		return "chess"
	}
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(value)), " ", "-")
}

// simple is a name without what spellings differ in.
func simple(name string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "", "'", "").Replace(strings.ToLower(name))
}

// Variant is the value of the tag Variant of the first game of a text, or none.
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
	t, _ := raw.tag("Variant") // the zero value when there is none
	return strings.TrimSpace(t.value), nil
}
