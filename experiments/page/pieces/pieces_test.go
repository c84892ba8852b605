package pieces

import (
	"fmt"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/picture"
	"bestiary/internal/testkit"
)

// TestCatalogue lists the pictures of all kinds of all games, and no two of a game agree. Their
// characters are drawn.
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
			for _, character := range v.Pieces[i].Characters {
				if picture.Characters(character, 0, 1) == nil {
					t.Errorf("%s: %s has no strokes, and needs a font: draw it in internal/picture/characters.txt", name, character)
				}
			}
		}
	}
	testkit.Golden(t, "catalogue.golden", b.String())
}

// What a game says comes first; two kinds never share a picture; what is left has a letter.
func TestChoice(t *testing.T) {
	kind := func(name, move string) variant.Piece {
		return variant.Piece{Name: name, Symbol: strings.ToUpper(name[:1]), Moves: []variant.MoveSet{{Betza: move}}}
	}
	v := &variant.Variant{Pieces: []variant.Piece{kind("gryphon", "R"), kind("hare", "N"), kind("unheard-of", "NR"), kind("x-y", "RN"), kind("winged-z", "BN"), kind("griffin", "W"), kind("ruler", "K")}}
	v.Pieces[1].Picture = "gryphon"
	v.Pieces[6].Royal = true
	var got []string
	for _, f := range Of(v) {
		got = append(got, strings.TrimSpace(f.Picture+" "+f.Letters[0]))
	}
	testkit.Same(t, "pictures", []string{"rook", "gryphon", "chancellor", "plain X", "archbishop", "advisor", "plain-royal R"}, got)
	v.Pieces = append(v.Pieces, kind("shogi-knight", "fN"), kind("promoted-knight", "WfF"), kind("man-at-arms", "fmWfcF"), kind("new-knight", "fN"))
	v.Pieces[8].PromotedFrom, v.Pieces[9].Pawn = "shogi-knight", true
	var last []string
	for _, f := range Of(v)[7:] {
		last = append(last, strings.TrimSpace(f.Picture+" "+f.Letters[0]))
	}
	testkit.Same(t, "by the last word", []string{"knight", "knight+promoted", "pawn", "plain N"}, last)
	v.Pieces[0].Characters = []string{"甲", "乙"}
	letters := Letters(v)
	testkit.Same(t, "characters", [2]string{"甲", "乙"}, letters[0].Letters)
	testkit.Same(t, "symbol", [2]string{"H", "H"}, letters[1].Letters)
}

// Tiles point forward, labels of characters alone are strokes, and an own picture is drawn once on a ground of its side.
func TestDraw(t *testing.T) {
	tile := Face{Picture: "rook", Men: variant.Tiles}
	if tile.Shape(false) == tile.Shape(true) || tile.ID(false) == tile.ID(true) {
		t.Error("the tiles of both sides point the same way")
	}
	for letters, element := range map[string]string{"王": `<g data-text="王"`, "王玉": `<g data-text="王玉"`, "k": ">K</text>", "王k": ">王K</text>"} {
		label := Face{Picture: "plain", Letters: [2]string{letters, letters}, Men: variant.Tiles}
		if drawn := label.Strokes(true) != nil; !strings.Contains(label.Shape(true), element) || drawn != strings.HasPrefix(element, "<g") {
			t.Errorf("%s: strokes %t, drawn as %s", letters, drawn, label.Shape(true))
		}
	}
	own := Face{Picture: "data:image/png;base64,AAAA"}
	for _, black := range []bool{false, true} {
		if n := strings.Count(own.Draw(black), own.Picture); n != 1 {
			t.Errorf("an own picture stands %d times in its drawing", n)
		}
	}
	if own.Draw(false) == own.Draw(true) {
		t.Error("an own picture does not show its side")
	}
	if ground := `fill="#ffffff"/><image`; !strings.Contains(own.Draw(true), ground) {
		t.Error("Black's own picture does not lie on white")
	}
}
