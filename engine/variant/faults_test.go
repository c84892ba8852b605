package variant

import (
	"bestiary/internal/testkit"
	"bestiary/internal/toml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// faultyEdit makes a file invalid. Edits alternates between old and new text.
type faultyEdit struct {
	name  string
	edits []string
}

// readEdits reads a table of edits in testdata.
func readEdits(t *testing.T, file string) (list []faultyEdit) {
	t.Helper()
	for line := range strings.Lines(testkit.Read(t, "testdata", file)) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		for i, cell := range cells {
			cells[i] = strings.ReplaceAll(cell, `\n`, "\n")
		}
		list = append(list, faultyEdit{cells[0], cells[1:]})
	}
	return list
}

func TestFaults(t *testing.T) {
	testkit.Golden(t, "faults.golden", faultMessages(t, "faultless.toml", readEdits(t, "faults.edits")))
	testkit.Golden(t, "option-faults.golden", faultMessages(t, "own-options.toml", readEdits(t, "option-faults.edits")))
}

// faultMessages returns the messages about a file in testdata after each of the edits.
func faultMessages(t *testing.T, file string, edits []faultyEdit) string {
	data := testkit.Must(os.ReadFile(filepath.Join("testdata", file)))(t)
	testkit.Must(Parse(file, data))(t)
	var out strings.Builder
	for _, test := range edits {
		_, err := Parse("game.toml", []byte(test.apply(t, string(data))))
		var faults toml.Errors
		if !errors.As(err, &faults) {
			t.Errorf("%s: got %v, want toml.Errors", test.name, err)
		}
		fmt.Fprintf(&out, "# %s\n%v\n\n", test.name, err)
	}
	return out.String()
}

func (e faultyEdit) apply(t *testing.T, text string) string {
	for i := 0; i < len(e.edits); i += 2 {
		if !strings.Contains(text, e.edits[i]) {
			t.Fatalf("%s: no %q to edit", e.name, e.edits[i])
		}
		n := 1
		if e.edits[i] == "[[piece]]" {
			n = -1
		}
		text = strings.Replace(text, e.edits[i], e.edits[i+1], n)
	}
	return text
}

func TestValidateWithoutFile(t *testing.T) {
	v := mustParse(t, "faultless.toml")
	testkit.OK(t, v.Validate())
	v.Title = "\xff"
	v.Pieces[1].Moves = nil
	v.Pieces[2].Moves = make([]MoveSet, maxMoveSets+1)
	v.Pieces = append(v.Pieces, Piece{Name: "ghost", Symbol: "ä", Moves: []MoveSet{{Betza: "W", FirstRank: 3}}})
	v.Rules.Promotions = append(v.Rules.Promotions, Promotion{Pieces: []string{"rook"}, Choices: []string{"knight"}})
	v.Rules.Explosion.Alone = true
	v.OwnOptions = []OwnOption{{Name: "x", Doc: "\xff", Values: []OwnValue{{Name: "b"}, {Name: "a", Array: "8"}, {Name: "a", Array: "8"}}}}
	testkit.Golden(t, "validate.golden", fmt.Sprintln(v.Validate()))

	v = mustParse(t, "faultless.toml")
	v.Pieces = make([]Piece, MaxPieces+1)
	v.Rules.Promotions = make([]Promotion, MaxPieces+1)
	v.OwnOptions = make([]OwnOption, maxOwnOptions+1)
	for _, want := range []string{"piece: 27 kinds of pieces; expected at most 26", "rules.promotion: 27 promotions; expected at most 26",
		"option: 17 options; expected at most 16"} {
		testkit.Fails(t, v.Validate(), want)
	}
}

// "" means the first constant of each kind.
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
	king := Square{4, 0}
	for _, test := range []struct {
		partners    []Square
		left, right int
	}{
		{nil, 0, 0},
		{[]Square{{4, 1}}, 0, 0},
		{[]Square{{0, 0}}, 4, 0},
		{[]Square{{7, 0}}, 0, 3},
		{[]Square{{0, 0}, {7, 0}}, 4, 3},
		{[]Square{{3, 0}, {0, 0}, {9, 0}, {5, 0}}, 4, 5},
		{[]Square{{0, 1}, {7, 0}}, 0, 3},
	} {
		if left, right := castlingRoom(king, test.partners); left != test.left || right != test.right {
			t.Errorf("castlingRoom(%v) = %d, %d, want %d, %d", test.partners, left, right, test.left, test.right)
		}
	}
}
