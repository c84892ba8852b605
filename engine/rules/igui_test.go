package rules

import (
	"slices"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// A lion captures without moving, captures twice, and goes on after a capture; a rook that
// goes back after a capture stops anywhere on its way, also where it stood.
func TestCapturesInPassing(t *testing.T) {
	g := gameWith(t, "lions")
	for fen, want := range map[string]string{
		"4k3/8/8/8/3pp3/3L4/8/8/4K3 w - - 0 1": "d4c4xd5 d4c5xd5 d4c6xd5 d4d4xd5 d4d4xe5 d4d5xe5 d4d6xd5 d4d6xe5 d4e4xd5 d4e4xe5 d4e5xd5 d4e6xd5 d4e6xe5 d4f4xe5 d4f5xe5 d4f6xe5",
		"k7/8/8/8/4p3/8/8/8/K3R3 w - - 0 1":    "e1e1xe5 e1e2xe5 e1e3xe5 e1e4xe5",
		"4k3/8/8/8/8/8/8/3p4/4K3 w - - 0 1":    "e1e1xd2",
		"4k3/8/8/8/8/3r4/8/3p4/4K3 w - - 0 1":  "e1e1xd2",
		"4k3/8/8/8/8/8/8/3p4/r3K3 w - - 0 1":   "", // the king stays in check
	} {
		p := parsed(t, g, fen)
		var got []string
		for _, text := range moveTexts(p, p.Moves(nil)) {
			if !strings.Contains(text, "x") {
				continue
			}
			got = append(got, text)
			p.Make(testkit.Must(p.ParseMove(text))(t))
			p.Unmake()
			if p.FEN() != fen {
				t.Errorf("%s: %s is taken back to %s", fen, text, p.FEN())
			}
		}
		slices.Sort(got)
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %s, want %s", fen, text, want)
		}
	}
}
