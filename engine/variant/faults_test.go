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

// faultyEdits are edits of testdata/faultless.toml. The messages are in testdata/faults.golden.
var faultyEdits = []faultyEdit{
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
	{"armies", []string{`holes = [`, `armies = ["Elves"]` + "\n" + `holes = [`}},
	{"equal armies", []string{`holes = [`, `armies = ["Elves", "Elves"]` + "\n" + `holes = [`}},
	{"look", []string{`holes = [`, `palaces = ["d1-f3", "f3-d1", "z9"]` + "\nriver = 6\n" + `men = "disc"` + "\n" + `holes = [`}},
	{"unknown picture", []string{`name = "rook"`, `name = "rook"` + "\n" + `picture = "gryfon"`}},
	{"pictures of files", []string{`name = "rook"`, `name = "rook"` + "\n" + `picture = "../x.svg"`, `name = "pawn"`, `name = "pawn"` + "\n" + `picture = "data:text/html,x"`}},
	{"the same picture twice", []string{`name = "rook"`, `name = "rook"` + "\n" + `picture = "griffin"`, `name = "pawn"`, `name = "pawn"` + "\n" + `picture = "gryphon"`}},
	{"characters", []string{`name = "rook"`, `name = "rook"` + "\n" + `characters = ["a", "long", "c"]`}},
	{"wraps", []string{`holes = [`, `wraps = "ranks"` + "\n" + `holes = [`}},
	{"turn", []string{`holes = [`, `turn = "red"` + "\n" + `holes = [`}},
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

	{"flying captures", []string{`move = "FA"`, `more-moves = [{ move = "Q", flying = true }]`}},
	{"flying leaps", []string{`move = "FA"`, `more-moves = [{ move = "mAmR", flying = true }]`}},
	{"flying in two legs", []string{`move = "FA"`, `more-moves = [{ move = "mafsmR", flying = true }]`}},
	{"area that is no area", []string{`move = "FA"`, `more-moves = [{ move = "F", area = "d0-d1" }]`}},
	{"area upside down", []string{`move = "FA"`, `more-moves = [{ move = "F", area = "d3-f1" }]`}},
	{"area off the board", []string{`move = "FA"`, `more-moves = [{ move = "F", area = "d1-f9" }]`}},
	{"threat without capture", []string{`move = "FA"`, `more-moves = [{ move = "mRcF", royal-only = true }]`}},
	{"flying threat", []string{`move = "FA"`, `more-moves = [{ move = "cF", royal-only = true, flying = true, leaves-en-passant = true }]`}},
	{"flying without a move", []string{`move = "FA"`, `more-moves = [{ flying = true }]`}},
	{"flying and en passant", []string{`move = "FA"`, `more-moves = [{ move = "mR", flying = true, leaves-en-passant = true }]`}},
	{"two kinds that avoid their own", []string{`royal = true`, "royal = true\navoids-own-kind = true", `move = "FA"`, "move = \"FA\"\navoids-own-kind = true"}},
	{"unknown and repeated pieces that may not be captured", []string{`move = "FA"`, "move = \"FA\"\nmay-not-capture = [\"nihgt\", \"rook\", \"rook\"]"}},
	{"some of the royal pieces may not be captured", []string{`[rules]`, "[rules]\nroyals = \"all\"", `move = "FA"`, "move = \"FA\"\nroyal = true\nmay-not-capture = [\"king\"]"}},
	{"unknown sequel of captures", []string{`[rules.castling]`, "[rules.capture]\nthen = \"stays\"\npieces = [\"rok\"]\n[rules.castling]"}},
	{"pieces without a sequel of captures", []string{`[rules.castling]`, "[rules.capture]\nthen = \"none\"\npieces = [\"rook\"]\n[rules.castling]"}},
	{"king that becomes a wall", []string{`[rules.castling]`, "[rules.capture]\nthen = \"petrify\"\npieces = [\"king\"]\n[rules.castling]"}},
	{"walls and pieces that tell the sides apart", []string{`[rules.castling]`, "[rules.capture]\nthen = \"petrify\"\n[rules.castling]", `move = "FA"`, `move = "FAcdW"`}},
	{"staying and captures in passing", []string{`[rules.castling]`, "[rules.capture]\nthen = \"stay\"\n[rules.castling]", `move = "FA"`, `move = "FAcabK"`}},
	{"rebirth without a square of the colour", []string{`[rules.castling]`, "[rules.capture]\nthen = \"reborn\"\n[rules.castling]"}},
	{"rebirth of pieces that come into the hand", []string{`[rules.castling]`, "[rules.capture]\nthen = \"change-sides\"\n[rules.blast]\non-capture = true\n[rules.hand]\ncaptures = true\n[rules.castling]"}},
	{"castling without the royal piece", []string{`[rules.castling]`, "[rules.castling]\nking = \"rook\""}},
	{"king that explodes", []string{`royal = true`, "royal = true\nexplodes = true"}},
	{"explosion without a piece that explodes", []string{`[rules.castling]`, "[rules.explosion]\nalone = true\n[rules.castling]"}},
	{"number for a flag of the explosion", []string{`[rules.castling]`, "[rules.explosion]\nalone = 1\nalways = true\n[rules.castling]", `move = "FA"`, "move = \"FA\"\nexplodes = true"}},

	{"n-move out of range", []string{`n-move = 75`, `n-move = -1`}},
	{"repetition of one", []string{`repetition = 3`, `repetition = 1`}},
	{"unknown stalemate rule", []string{`stalemate = "draw"`, `stalemate = "drawn"`}},
	{"unknown insufficient-material rule", []string{`"bare-kings"`, `"bareking"`}},

	{"castling without a kind", []string{`kind = "orthodox"`, ``, `king-steps = 2`, ``}},
	{"unknown castling", []string{`kind = "orthodox"`, `kind = "ortodox"`}},
	{"castling without a partner", []string{`partner = "rook"`, ``}},
	{"castling with an unknown partner", []string{`partner = "rook"`, `partner = "rok"`}},
	{"castling with the king", []string{`partner = "rook"`, `partner = "king"`}},
	{"castling with unknown pieces and one twice", []string{`partner = "rook"`, "partner = \"rook\"\nmore-partners = [\"rok\", \"rook\", \"king\"]"}},
	{"same colour for a piece that does not castle", []string{`partner = "rook"`, "partner = \"rook\"\nsame-colour = [\"knight\"]"}},
	{"castling with a piece not on the rank of the king", []string{`partner = "rook"`, `partner = "pawn"`}},
	{"castling with a king on a rank without rooks", []string{`rnefkenr/pppppppp`, `rnefpenr/ppppkppp`}},
	{"castling too far", []string{`king-steps = 2`, `king-steps = 5`}},
	{"castling too far to one side", []string{`king-steps = 2`, "king-steps = 2\na-side-king-steps = 5"}},
	{"castling out of range to one side", []string{`king-steps = 2`, "king-steps = 2\na-side-king-steps = 7"}},
	{"castling with another partner that is not there", []string{`king-steps = 2`, "king-steps = 2\na-side-partner = \"pawn\""}},
	{"castling with the king on one side", []string{`king-steps = 2`, "king-steps = 2\na-side-partner = \"king\""}},
	{"another partner without a partner", []string{"kind = \"orthodox\"\npartner = \"rook\"\nking-steps = 2", "kind = \"none\"\na-side-partner = \"rook\""}},
	{"another distance in fast castling", []string{`kind = "orthodox"`, `kind = "fast"`, `king-steps = 2`, `a-side-king-steps = 3`}},
	{"castling out of range", []string{`king-steps = 2`, `king-steps = 0`}},
	{"steps in fast castling", []string{`kind = "orthodox"`, `kind = "fast"`}},
	{"own fields in castling without any", []string{`kind = "orthodox"`, `kind = "none"`, `king-steps = 2`, "between = true\nout-of-check = true\nking-steps = 2"}},
	{"steps in swap castling", []string{`kind = "orthodox"`, `kind = "swap"`}},
	{"steps and out of check in flexible castling", []string{`kind = "orthodox"`, `kind = "flexible"`, `king-steps = 2`, "king-steps = 2\nout-of-check = true"}},
	{"flexible castling without a partner", []string{"kind = \"orthodox\"\npartner = \"rook\"\nking-steps = 2", `kind = "flexible"`}},
	{"flexible castling with a neighbour", []string{"kind = \"orthodox\"\npartner = \"rook\"\nking-steps = 2", "kind = \"flexible\"\npartner = \"falcon\""}},
	{"free castling with a near partner", []string{"kind = \"orthodox\"\npartner = \"rook\"\nking-steps = 2", "kind = \"free\"\npartner = \"knight\"",
		`rnefkenr`, `r1nfknrr`, `RNEFKENR`, `R1NFKNRR`}},
	{"swap castling with a pawn", []string{"kind = \"orthodox\"\npartner = \"rook\"\nking-steps = 2", `kind = "swap"`, `RNEFKENR`, `PPPPK3`}},
	{"swap castling of a king in the middle", []string{"kind = \"orthodox\"\npartner = \"rook\"\nking-steps = 2", `kind = "swap"`, `PPPPPPPP/RNEFKENR`, `PPPPPPPK/RNEF1ENR`}},
	{"between in orthodox castling", []string{`king-steps = 2`, "king-steps = 2\nbetween = true"}},

	{"promotion of nothing to nothing", []string{`pieces = ["pawn"]`, ``, `choices = ["knight", "elephant", "rook", "falcon"]`, `choices = []`}},
	{"promotion of unknown pieces", []string{`["pawn"]`, `["pwan", "soldier"]`}},
	{"promotion of the king", []string{`["pawn"]`, `["pawn", "king"]`}},
	{"promotion of one piece by two rules", []string{`[rules.gating]`, "[[rules.promotion]]\npieces = [\"pawn\"]\nleaving = true\nchoices = [\"rook\"]\n[rules.gating]"}},
	{"promotion zone off the board", []string{`zone = 1`, `zone = 7`}},
	{"compulsory part beyond the zone", []string{`optional = false`, "optional = true\ncompulsory = 2"}},
	{"compulsory part of a compulsory promotion", []string{`optional = false`, "optional = false\ncompulsory = 1"}},
	{"pool of a promotion to anything", []string{`optional = false`, `empty-pool = "loss"`}},
	{"unknown pool rule", []string{`optional = false`, "captured = true\nempty-pool = \"lost\""}},
	{"promotion to captured pieces that cannot be", []string{`optional = false`, `captured = true`, `choices = ["knight", "elephant", "rook", "falcon"]`, ``,
		`pieces = ["pawn"]`, `pieces = ["pawn", "knight", "elephant", "rook", "falcon"]`}},
	{"promotion to unknown piece", []string{`choices = ["knight"`, `choices = ["night"`}},
	{"promotion to royal, pawn, itself and twice", []string{`choices = ["knight"`, `choices = ["king", "rook", "pawn"`,
		`symbol = "E"`, "symbol = \"E\"\npawn = true"}},

	{"gating without a kind", []string{`kind = "musketeer"`, ``}},
	{"unknown gating", []string{`kind = "musketeer"`, `kind = "musketer"`}},
	{"no gating but its rules", []string{`kind = "musketeer"`, `kind = "none"`}},
	{"king and partner without the king's file", []string{`king-file = false`, "king-file = false\nking-and-partner = true"}},
	{"king and partner without gating", []string{`kind = "musketeer"`, `kind = "none"`, `king-file = false`, `king-and-partner = true`}},
	{"gating of nothing", []string{`pieces = ["falcon", "elephant"]`, ``}},
	{"gating of unknown piece", []string{`pieces = ["falcon", "elephant"]`, `pieces = ["falcons", "elephant"]`}},
	{"gating of the king", []string{`pieces = ["falcon", "elephant"]`, `pieces = ["king"]`}},
	{"gating of too many", []string{`RNEFKENR`, `1N1FK3`, `kind = "orthodox"`, `kind = "none"`, `king-steps = 2`, ``,
		`pieces = ["falcon", "elephant"]`, `pieces = ["falcon", "falcon", "falcon"]`}},
	{"unknown placement order", []string{`order = "white-first"`, `order = "whitefirst"`}},
	{"many faults", []string{`files = 8`, `files = 9`, `move = "FA"`, `mvoe = "FA"`, `"draw"`, `"drow"`, `"orthodox"`, `"slow"`,
		`["falcon", "elephant"]`, `["falcon", "elefant"]`}},
}

// faultyOptionEdits are edits of testdata/own-options.toml. The messages are in
// testdata/option-faults.golden.
var faultyOptionEdits = []faultyEdit{
	{"option without anything", []string{`[[option]]`, "[[option]]\n[[option]]"}},
	{"option with the name of a general one", []string{`name = "knight-move"`, `name = "stalemate"`}},
	{"option with a bad name and without words", []string{`name = "knight-move"`, `name = "Knight"`, `doc = "How the knight moves."`, ``}},
	{"two options with one name", []string{`name = "line"`, `name = "knight-move"`}},
	{"unknown key in an option", []string{`doc = "How the knight moves."`, `docs = "How the knight moves."`}},
	{"unknown key in a value", []string{`[option.values.king-first]`, "[option.values.king-first]\nname = \"king-first\""}},
	{"unknown key in a piece", []string{`name = "knight"
move = "nN"`, "name = \"knight\"\nmove = \"nN\"\nsymbol = \"N\""}},
	{"no default", []string{`default = "leaping"`, ``}},
	{"default that the fields do not have", []string{`default = "leaping"`, `default = "lame"`}},
	{"default that is no value", []string{`default = "leaping"`, `default = "leap"`}},
	{"custom although the fields have a value", []string{`default = "leaping"`, `default = "custom"`}},
	{"fields that no value has", []string{"symbol = \"N\"\nmove = \"N\"", "symbol = \"N\"\nmove = \"NW\""}},
	{"one value", []string{"[[option.values.lame.piece]]\nname = \"knight\"\nmove = \"nN\"", ``}},
	{"value with a bad name", []string{`[[option.values.lame.piece]]`, `[[option.values."Not Leaping".piece]]`}},
	{"value called custom", []string{`[[option.values.lame.piece]]`, `[[option.values.custom.piece]]`}},
	{"value as text", []string{"[option.values.king-first]\narray =", "[option.values]\nking-first ="}},
	{"value that changes nothing", []string{"[option.values.king-first]\narray =", "[option.values.king-first]\n#"}},
	{"values that change different things", []string{"name = \"knight\"\nmove = \"nN\"", "name = \"rook\"\nmove = \"R\""}},
	{"value that changes a thing twice", []string{`[[option.values.lame.piece]]`, "[[option.values.lame.piece]]\nname = \"knight\"\nmove = \"N\"\n[[option.values.lame.piece]]"}},
	{"options that change the same thing", []string{`[option.values.king-first]`, "[[option.values.king-first.piece]]\nname = \"knight\"\nmove = \"N\"\n[option.values.king-first]",
		`[option.values.rook-first]`, "[[option.values.rook-first.piece]]\nname = \"knight\"\nmove = \"N\"\n[option.values.rook-first]"}},
	{"values that are the same", []string{`move = "nN"`, `move = "N"`}},
	{"unknown piece", []string{"name = \"knight\"\nmove = \"nN\"", "name = \"night\"\nmove = \"nN\""}},
	{"bad move", []string{`move = "nN"`, `move = "xN"`}},
	{"no move", []string{`move = "nN"`, ``}},
	{"ranks off the board", []string{`move = "nN"`, `more-moves = [{ move = "nN", ranks = "5-9" }]`}},
	{"bad array", []string{`array = "kr2/4/4/KR2"`, `array = "kr2/4/4/KR"`}},
	{"unknown piece in a list", []string{"[option.values.king-first]", "[option.values.king-first]\npieces = [\"king\", \"night\", \"rook\"]"}},
	{"list without a piece of the array", []string{"[option.values.king-first]", "[option.values.king-first]\npieces = [\"king\", \"knight\"]",
		"[option.values.rook-first]", "[option.values.rook-first]\npieces = [\"king\", \"knight\", \"rook\"]"}},
	{"reserve with the letter and the name of a piece", []string{"[[rules.promotion]]", "[[reserve]]\nname = \"rook\"\nsymbol = \"N\"\nmove = \"xN\"\n[[rules.promotion]]"}},
	{"array without a king", []string{`array = "kr2/4/4/KR2"`, `array = "kr2/4/4/1R2"`}},
	{"unknown promotion", []string{`pieces = ["rook"]
zone = 0`, "pieces = [\"rook\", \"knight\"]\nzone = 0"}},
	{"promotion off the board", []string{`zone = 0`, `zone = 5`}},
	{"promotion to nothing", []string{`zone = 0
choices = ["knight"]`, `zone = 0`}},
	{"faults of the game and of a value", []string{"symbol = \"N\"\nmove = \"N\"", "symbol = \"N\"\nmove = \"xN\"", `name = "knight"
move = "nN"`, "name = \"night\"\nmove = \"nN\""}},
}

func TestFaults(t *testing.T) {
	testkit.Golden(t, "faults.golden", faultMessages(t, "faultless.toml", faultyEdits))
	testkit.Golden(t, "option-faults.golden", faultMessages(t, "own-options.toml", faultyOptionEdits))
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
