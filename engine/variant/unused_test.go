package variant

import (
	"slices"
	"testing"
)

// In the catalogue only short-rooks and bent-riders keep kinds that stand nowhere, to be valued beside the
// others.
func TestUnused(t *testing.T) {
	for _, name := range Catalogue() {
		v, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		notes := v.Unused()
		if want := map[string]int{"short-rooks": 4, "bent-riders": 3}[name]; len(notes) != want {
			t.Errorf("%s: %q, want %d", name, notes, want)
		}
		v.Pieces = append(v.Pieces, Piece{Name: "ghost", Symbol: "+@"})
		if want := "ghost: stands nowhere in the array, and nothing promotes to it"; !slices.Contains(v.Unused(), want) {
			t.Errorf("%s: %q, want %s", name, v.Unused(), want)
		}
	}
}
