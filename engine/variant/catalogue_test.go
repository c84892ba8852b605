package variant

import (
	"bestiary/internal/testkit"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestCatalogue(t *testing.T) {
	names := Catalogue()
	if !slices.IsSorted(names) || !slices.Contains(names, "chess") || !slices.Contains(names, "hannibal-manticore") {
		t.Errorf("Catalogue() = %q", names)
	}
	hashes := map[string]string{}
	for _, name := range names {
		v, err := Find(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if v.Name != name || v.Title == "" || v.Source == "" {
			t.Errorf("%s: name %q, title %q, source %q", name, v.Name, v.Title, v.Source)
		}
		if twin := hashes[v.Hash()]; twin != "" {
			t.Errorf("%s and %s have the same hash", name, twin)
		}
		hashes[v.Hash()] = name
	}
}

func TestHannibalManticoreArray(t *testing.T) {
	v := testkit.Must(Find("hannibal-manticore"))(t)
	board, problems := ReadArray(v.Array, v.Files, v.Ranks)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if got := string(board[0]); got != "RNEBQKBENR" {
		t.Errorf("first rank %s", got)
	}
	for rank := range 2 {
		if mine, theirs := board[rank], board[v.Ranks-1-rank]; strings.ToLower(string(mine)) != string(theirs) {
			t.Errorf("ranks %d and %d are %s and %s, not mirrored", rank+1, v.Ranks-rank, mine, theirs)
		}
	}
}

func TestFindUnknownGame(t *testing.T) {
	for name, want := range map[string]string{
		"ches":          `unknown game "ches"; did you mean "chess"?`,
		"Chss":          `unknown game "Chss"; did you mean "chess"?`,
		"hannibal":      `unknown game "hannibal"; did you mean "hannibal-gryphon"?`,
		"go":            `unknown game "go"; expected the path of a file or a game that bestiary show lists`,
		"../chess":      `unknown game "../chess"`,
		"":              `unknown game ""; expected the path of a file or a game that bestiary show lists`,
		"nested/absent": `unknown game "nested/absent"`,
	} {
		if _, err := Find(name); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("Find(%q): %v, want %s", name, err, want)
		}
	}
}

// Every change of the rules changes the hash; changes of descriptive texts do not.
func TestHash(t *testing.T) {
	base := mustParse(t, "faultless.toml")
	if !regexp.MustCompile(`^[0-9a-f]{12}$`).MatchString(base.Hash()) {
		t.Errorf("Hash() = %q", base.Hash())
	}
	for _, test := range []struct {
		name string
		edit func(*Variant)
		same bool
	}{
		{"name", func(v *Variant) { v.Name = "other" }, true},
		{"title", func(v *Variant) { v.Title = "Other" }, true},
		{"author", func(v *Variant) { v.Author = "Other" }, true},
		{"source", func(v *Variant) { v.Source = "Other" }, true},
		{"description", func(v *Variant) { v.Description = "Other" }, true},
		{"note", func(v *Variant) { v.Pieces[0].Note = "Other" }, true},
		{"look", func(v *Variant) { v.Look = Look{Points: true, River: 4, Men: Discs} }, true},
		{"picture", func(v *Variant) { v.Pieces[0].Picture = "hare" }, true},
		{"characters", func(v *Variant) { v.Pieces[0].Characters = []string{"P"} }, true},
		{"armies", func(v *Variant) { v.Armies = []string{"Elves", "Dwarves"} }, true},
		{"turn", func(v *Variant) { v.Rules.Turn = BlackMovesFirst }, false},
		{"wraps", func(v *Variant) { v.Rules.Wraps = FilesWrap }, false},
		{"partner without castling", func(v *Variant) { v.Rules.Castling = Castling{} }, false},
		{"holes", func(v *Variant) { v.Holes = nil }, false},
		{"array", func(v *Variant) { v.Array = strings.Replace(v.Array, "NE", "EN", 1) }, false},
		{"piece name", func(v *Variant) { v.Pieces[1].Name = "horse" }, false},
		{"pawn", func(v *Variant) { v.Pieces[1].Pawn = true }, false},
		{"move", func(v *Variant) { v.Pieces[1].Moves[0].Betza = "nN" }, false},
		{"ranks", func(v *Variant) { v.Pieces[0].Moves[1].LastRank = 3 }, false},
		{"en passant", func(v *Variant) { v.Pieces[0].Moves[1].LeavesEnPassant = false }, false},
		{"rule", func(v *Variant) { v.Rules.NMove++ }, false},
		{"gating", func(v *Variant) { v.Rules.Gating.KingFile = true }, false},
		{"king and partner", func(v *Variant) { v.Rules.Gating.KingFile, v.Rules.Gating.KingAndPartner = true, true }, false},
		{"king and partner without king file", func(v *Variant) { v.Rules.Gating.KingAndPartner = true }, true},
		{"explodes", func(v *Variant) { v.Pieces[1].Explodes = true }, false},
		{"explosion that nothing can make", func(v *Variant) { v.Rules.Explosion.Alone = true }, true},
		{"avoids own kind", func(v *Variant) { v.Pieces[1].AvoidsOwnKind = true }, false},
		{"may not capture", func(v *Variant) { v.Pieces[1].MayNotCapture = []string{"queen"} }, false},
		{"sequel of captures", func(v *Variant) { v.Rules.Capture.Then = Stays }, false},
		{"no sequel of captures", func(v *Variant) { v.Rules.Capture = Capture{Then: NoSequel, Pieces: []string{"queen"}} }, true},
		{"flying", func(v *Variant) { v.Pieces[1].Moves[0].Flying = true }, false},
		{"compulsory", func(v *Variant) { v.Rules.Promotions[0].Optional, v.Rules.Promotions[0].Compulsory = true, 1 }, false},
		{"compulsory without optional", func(v *Variant) { v.Rules.Promotions[0].Compulsory = 1 }, true},
		{"captured", func(v *Variant) { v.Rules.Promotions[0].Captured = true }, false},
		{"empty pool without captured", func(v *Variant) { v.Rules.Promotions[0].EmptyPool = EmptyPoolForbidden }, true},
		{"out of check without swap", func(v *Variant) { v.Rules.Castling.OutOfCheck = true }, true},
		{"own option", func(v *Variant) { v.OwnOptions = []OwnOption{{Name: "x"}} }, true},
	} {
		v := base.Clone()
		test.edit(v)
		if same := v.Hash() == base.Hash(); same != test.same {
			t.Errorf("after another %s: same hash %v, want %v", test.name, same, test.same)
		}
	}
	with, without := base.Clone(), base.Clone()
	with.Rules.Castling = Castling{Kind: NoCastling, Partner: "rook"}
	without.Rules.Castling = Castling{Kind: NoCastling}
	if with.Hash() != without.Hash() {
		t.Error("a castling partner counts although there is no castling")
	}
	off := base.Clone()
	off.Rules.Promotions[0].Zone = 0
	base.Rules.Promotions = nil
	if off.Hash() != base.Hash() {
		t.Error("a promotion without a zone counts")
	}
}

func TestCloneSharesNothing(t *testing.T) {
	v := mustParse(t, "every-field.toml")
	text := string(v.Encode())
	c := v.Clone()
	c.Holes[0], c.Pieces[0].Name, c.Pieces[0].Moves[0].Betza = "h3", "x", "x"
	c.Rules.Promotions[0].Pieces[0], c.Rules.Promotions[0].Choices[0], c.Rules.Gating.Pieces[0] = "x", "x", "x"
	value := &c.OwnOptions[0].Values[0]
	value.Moves[0].Moves[0].Betza, value.Promotions[0].Pieces[0], value.Promotions[0].Choices[0] = "x", "x", "x"
	value.Moves[0].Piece, value.Promotions[0].Zone, value.Array = "x", 9, "x"
	c.OwnOptions[0].Name = "x"
	if string(v.Encode()) != text {
		t.Error("a change of the copy changes the original")
	}
}
