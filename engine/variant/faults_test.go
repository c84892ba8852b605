package variant

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// faultyEdits are edits of testdata/faultless.toml, old text and new in turn,
// that make it invalid. The messages are in testdata/faults.golden.
var faultyEdits = []struct {
	name  string
	edits []string
}{
	{"not TOML", []string{`files = 8`, `files = `}},
	{"key given twice", []string{`files = 8`, "files = 8\nfiles = 8"}},
	{"unknown key at the top", []string{`title =`, `tittle =`}},
	{"unknown table", []string{`[rules.gating]`, `[rules.gatting]`}},
	{"unknown key in a piece", []string{`move = "FA"`, `moves = "FA"`}},
	{"unknown key in a move", []string{`leaves-en-passant`, `leave-en-passant`}},
	{"unknown key like no other", []string{`n-move = 75`, "n-move = 75\ncolour = \"blue\""}},
	{"unknown quoted key", []string{`n-move = 75`, "n-move = 75\n\"n move\" = 75"}},
	{"text for a number", []string{`files = 8`, `files = "8"`}},
	{"fraction for a number", []string{`n-move = 75`, `n-move = 7.5`}},
	{"huge number", []string{`n-move = 75`, `n-move = 75000000000`}},
	{"number for a text", []string{`symbol = "E"`, `symbol = 5`}},
	{"text for a flag", []string{`king-file = false`, `king-file = "no"`}},
	{"text for a list", []string{`pieces = ["pawn"]`, `pieces = "pawn"`}},
	{"number in a list", []string{`pieces = ["pawn"]`, `pieces = ["pawn", 3]`}},
	{"list for a table", []string{`[rules.castling]`, `[[rules.castling]]`}},
	{"table for a list of tables", []string{`[[rules.promotion]]`, `[rules.promotion]`}},
	{"text for a list of tables", []string{`more-moves = [ { move = "fmnD", ranks = "2", leaves-en-passant = true } ]`, `more-moves = ["fmnD"]`}},
	{"date for a text", []string{`title = "A game to put faults into"`, `title = 2001-01-01`}},

	{"no name", []string{`name = "faultless"`, ``}},
	{"name with a space", []string{`name = "faultless"`, `name = "Fault Less"`}},
	{"long name", []string{`name = "faultless"`, `name = "` + strings.Repeat("faultless-", 5) + `x"`}},
	{"board too large", []string{`files = 8`, `files = 17`, `ranks = 6`, `ranks = 1`}},
	{"no board", []string{`[board]`, ``, `files = 8`, ``, `ranks = 6`, ``, `holes = ["a3", "h4"]`, ``, `array = "rnefkenr/pppppppp/8/8/PPPPPPPP/RNEFKENR"`, ``}},
	{"holes", []string{`"a3", "h4"`, `"i1", "a0", "a7", "c3", "c03", "c3", "3c", "", "c3x"`}},
	{"piece on a hole", []string{`"h4"`, `"h1"`}},
	{"array with too few rows", []string{`/8/8/`, `/8/`}},
	{"array with a short and a long row", []string{`/8/8/`, `/7/8p/`}},
	{"array with bad numbers", []string{`/8/8/`, `/44/0p7/`}},
	{"array with a bad character", []string{`/8/8/`, `/8/4 4/`}},
	{"array with unknown symbols", []string{`/8/8/`, `/7x/6xX/`}},
	{"array without a king", []string{`RNEFKENR`, `RNEFFENR`}},
	{"array with three kings", []string{`rnefkenr`, `knefkenk`}},

	{"no pieces", []string{"[[piece]]", "[[peice]]"}},
	{"piece without name, symbol and move", []string{"[[piece]]\nname = \"knight\"\nsymbol = \"N\"\nmove = \"N\"", `[[piece]]`}},
	{"two pieces with one name", []string{`name = "elephant"`, `name = "knight"`}},
	{"two pieces with one symbol", []string{`symbol = "E"`, `symbol = "N"`}},
	{"lower-case symbol", []string{`symbol = "E"`, `symbol = "e"`}},
	{"long symbol", []string{`symbol = "E"`, `symbol = "El"`}},
	{"no royal piece", []string{"royal = true\n", ""}},
	{"two royal pieces", []string{`move = "FA"`, "move = \"FA\"\nroyal = true"}},
	{"bad move", []string{`move = "FA"`, `move = "F?A"`}},
	{"empty move", []string{`move = "FA"`, `move = ""`}},
	{"long move", []string{`move = "FA"`, `move = "` + strings.Repeat("FA", 200) + `"`}},
	{"bad move among more", []string{`"fmnD"`, `"fmn!D"`}},
	{"castling in a move", []string{`move = "K"`, `move = "KisO2"`}},
	{"first move in a move", []string{`move = "fmWfceF"`, `move = "fmWfceFifmnD"`}},
	{"unlimited move among more only", []string{`move = "FA"`, `more-moves = [{ move = "FA" }, { move = "W" }]`}},
	{"ranks outside the board", []string{`ranks = "2"`, `ranks = "2-7"`}},
	{"ranks upside down", []string{`ranks = "2"`, `ranks = "4-2"`}},
	{"ranks from zero", []string{`ranks = "2"`, `ranks = "0-2"`}},
	{"ranks in words", []string{`ranks = "2"`, `ranks = "second"`}},
	{"empty ranks", []string{`ranks = "2"`, `ranks = ""`}},

	{"n-move out of range", []string{`n-move = 75`, `n-move = -1`}},
	{"repetition of one", []string{`repetition = 3`, `repetition = 1`}},
	{"unknown stalemate rule", []string{`stalemate = "draw"`, `stalemate = "drawn"`}},
	{"unknown insufficient-material rule", []string{`"bare-kings"`, `"bareking"`}},

	{"castling without a kind", []string{`kind = "orthodox"`, ``, `king-steps = 2`, ``}},
	{"unknown castling", []string{`kind = "orthodox"`, `kind = "ortodox"`}},
	{"castling without a partner", []string{`partner = "rook"`, ``}},
	{"castling with an unknown partner", []string{`partner = "rook"`, `partner = "rok"`}},
	{"castling with the king", []string{`partner = "rook"`, `partner = "king"`}},
	{"castling with a piece not on the first rank", []string{`partner = "rook"`, `partner = "pawn"`}},
	{"castling with a king not on the first rank", []string{`rnefkenr/pppppppp`, `rnefpenr/ppppkppp`}},
	{"castling too far", []string{`king-steps = 2`, `king-steps = 5`}},
	{"castling out of range", []string{`king-steps = 2`, `king-steps = 1`}},
	{"steps in fast castling", []string{`kind = "orthodox"`, `kind = "fast"`}},
	{"between in orthodox castling", []string{`king-steps = 2`, "king-steps = 2\nbetween = true"}},

	{"promotion of nothing to nothing", []string{`pieces = ["pawn"]`, ``, `choices = ["knight", "elephant", "rook", "falcon"]`, `choices = []`}},
	{"promotion of unknown pieces", []string{`["pawn"]`, `["pwan", "soldier"]`}},
	{"promotion of the king", []string{`["pawn"]`, `["pawn", "king"]`}},
	{"promotion of one piece by two rules", []string{`[rules.gating]`, "[[rules.promotion]]\npieces = [\"pawn\"]\nchoices = [\"rook\"]\n[rules.gating]"}},
	{"promotion zone off the board", []string{`zone = 1`, `zone = 7`}},
	{"promotion to unknown piece", []string{`choices = ["knight"`, `choices = ["night"`}},
	{"promotion to royal, pawn, itself and twice", []string{`choices = ["knight"`, `choices = ["king", "rook", "pawn"`,
		`symbol = "E"`, "symbol = \"E\"\npawn = true"}},

	{"gating without a kind", []string{`kind = "musketeer"`, ``}},
	{"unknown gating", []string{`kind = "musketeer"`, `kind = "musketer"`}},
	{"no gating but its rules", []string{`kind = "musketeer"`, `kind = "none"`}},
	{"gating of nothing", []string{`pieces = ["falcon", "elephant"]`, ``}},
	{"gating of unknown piece", []string{`pieces = ["falcon", "elephant"]`, `pieces = ["falcons", "elephant"]`}},
	{"gating of the king", []string{`pieces = ["falcon", "elephant"]`, `pieces = ["king"]`}},
	{"gating of too many", []string{`RNEFKENR`, `1N1FK3`, `kind = "orthodox"`, `kind = "none"`, `king-steps = 2`, ``,
		`pieces = ["falcon", "elephant"]`, `pieces = ["falcon", "falcon", "falcon"]`}},
	{"unknown placement order", []string{`order = "white-first"`, `order = "whitefirst"`}},
	{"many faults", []string{`files = 8`, `files = 9`, `move = "FA"`, `mvoe = "FA"`, `"draw"`, `"drow"`, `"orthodox"`, `"swap"`,
		`["falcon", "elephant"]`, `["falcon", "elefant"]`}},
}

func TestFaults(t *testing.T) {
	data, err := os.ReadFile("testdata/faultless.toml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Parse("faultless.toml", data); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, test := range faultyEdits {
		text := string(data)
		for i := 0; i < len(test.edits); i += 2 {
			if !strings.Contains(text, test.edits[i]) {
				t.Fatalf("%s: no %q to edit", test.name, test.edits[i])
			}
			n := 1
			if test.edits[i] == "[[piece]]" {
				n = -1
			}
			text = strings.Replace(text, test.edits[i], test.edits[i+1], n)
		}
		_, err := Parse("game.toml", []byte(text))
		var faults Errors
		if !errors.As(err, &faults) {
			t.Errorf("%s: got %v, want Errors", test.name, err)
		}
		fmt.Fprintf(&out, "# %s\n%v\n\n", test.name, err)
	}
	golden(t, "faults.golden", out.String())
}

func TestValidateWithoutFile(t *testing.T) {
	v := mustParse(t, "faultless.toml")
	if err := v.Validate(); err != nil {
		t.Fatal(err)
	}
	v.Title = "\xff"
	v.Pieces[1].Moves = nil
	v.Pieces[2].Moves = make([]MoveSet, maxMoveSets+1)
	v.Pieces = append(v.Pieces, Piece{Name: "ghost", Symbol: "ä", Moves: []MoveSet{{Betza: "W", FirstRank: 3}}})
	v.Rules.Promotions = append(v.Rules.Promotions, Promotion{Pieces: []string{"rook"}, Choices: []string{"knight"}})
	golden(t, "validate.golden", fmt.Sprintln(v.Validate()))

	v = mustParse(t, "faultless.toml")
	v.Pieces = make([]Piece, maxPieces+1)
	v.Rules.Promotions = make([]Promotion, maxPieces+1)
	for _, want := range []string{"piece: 27 kinds of pieces; expected at most 26", "rules.promotion: 27 promotions; expected at most 26"} {
		if err := v.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

// The first constant of each kind is what "" means.
func TestUnnamedKindsAreDefaults(t *testing.T) {
	v := mustParse(t, "smallest.toml")
	v.Rules.Stalemate, v.Rules.InsufficientMaterial = "", ""
	v.Rules.Castling, v.Rules.Gating = Castling{KingSteps: 3, Between: true}, Gating{KingFile: true}
	if err := v.Validate(); err != nil {
		t.Error(err)
	}
	named := mustParse(t, "smallest.toml")
	if got, want := string(v.Encode()), string(named.Encode()); got != want {
		t.Errorf("unnamed kinds are written\n%s\nwant\n%s", got, want)
	}
	if v.Hash() != named.Hash() {
		t.Error("the hash tells unnamed kinds from named ones")
	}
}

func TestCastlingRoom(t *testing.T) {
	king := square{4, 0}
	for _, test := range []struct {
		partners []square
		want     int
	}{
		{nil, 0},
		{[]square{{4, 1}}, 0},
		{[]square{{0, 0}}, 4},
		{[]square{{7, 0}}, 3},
		{[]square{{0, 0}, {7, 0}}, 3},
		{[]square{{3, 0}, {0, 0}, {9, 0}, {5, 0}}, 4},
		{[]square{{0, 1}, {7, 0}}, 3},
	} {
		if got := castlingRoom(king, test.partners); got != test.want {
			t.Errorf("castlingRoom(%v) = %d, want %d", test.partners, got, test.want)
		}
	}
}
