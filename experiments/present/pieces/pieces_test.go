package pieces

import (
	"fmt"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// TestCatalogue lists the pictures of all kinds of all games, and no two of a game agree.
func TestCatalogue(t *testing.T) {
	var b strings.Builder
	for _, name := range variant.Catalogue() {
		v := testkit.Must(variant.Find(name))(t)
		seen := map[string]bool{}
		for i, f := range Of(v) {
			shown := strings.TrimSpace(f.Picture + " " + f.Letters[0])
			if seen[shown] {
				t.Errorf("%s: %s has the picture of another piece", name, v.Pieces[i].Name)
			}
			seen[shown] = true
			fmt.Fprintf(&b, "%s: %s: %s\n", name, v.Pieces[i].Name, shown)
		}
	}
	testkit.Golden(t, "catalogue.golden", b.String())
}
