package gamefile

import (
	"bestiary/internal/testkit"
	"slices"
	"strings"
	"testing"
)

// For these games a round trip through variants.ini preserves the rules, apart from names
// and the order of pieces and choices.
func TestGamesThatSectionsKeep(t *testing.T) {
	kept := strings.Fields(`antichess atomic cannon-chess capablanca chess courier crazyhouse minishogi shako short-rooks spartan three-check
		amazon atomiczh breakthrough centaur codrus coregal extinction giveaway kinglet kyotoshogi maharajah2 microshogi
		passing-chess perfect suicide threekings twokings`)
	for _, v := range games(t) {
		i := slices.Index(kept, v.Name)
		if i < 0 {
			continue
		}
		kept = slices.Delete(kept, i, i+1)
		text, warnings, err := Encode(v, INI)
		testkit.OK(t, err)
		for _, w := range warnings {
			if !strings.HasSuffix(w, "[name]") {
				t.Errorf("%s: %s\n%s", v.Name, w, text)
			}
		}
		again, _, err := (&File{Path: v.Name, Format: INI, data: text}).Parse()
		testkit.OK(t, err)
		if lost := losses(v.Canonical(), again); len(lost) > 0 && len(warnings) == 0 {
			t.Errorf("%s: lost %q\n%s", v.Name, lost, text)
		}
	}
	if len(kept) > 0 {
		t.Errorf("no games %q", kept)
	}
}
