package variant

import (
	"bestiary/internal/testkit"
	"strings"
	"testing"
)

// handGame is a small game with every field of the rules about hands.
const handGame = `name = "hands"

[board]
files = 5
ranks = 5
array = "rs1gk/4p/5/P4/K+S1SR"

[[piece]]
name = "pawn"
symbol = "P"
drop-area = ["a1-e4"]
black-drop-area = ["a1-e3", "b4"]
drop-per-file = 1
move = "fW"

[[piece]]
name = "silver"
symbol = "S"
move = "FfW"

[[piece]]
name = "promoted-silver"
symbol = "+S"
promoted-from = "silver"
move = "WfF"

[[piece]]
name = "gold"
symbol = "G"
drop-area = ["none"]
move = "WfF"

[[piece]]
name = "rook"
symbol = "R"
move = "R"

[[piece]]
name = "king"
symbol = "K"
royal = true
move = "K"

[rules]
immobility-illegal = true

[rules.hand]
captures = true
pieces = ["pawn", "pawn"]
black-pieces = ["silver"]
drop-promoted = true
drop-check = false
mate-loses = ["pawn"]
`

func TestHandFields(t *testing.T) {
	v := testkit.Must(Parse("hands.toml", []byte(handGame)))(t)
	again := testkit.Must(Parse("encoded.toml", v.Encode()))(t)
	testkit.Same(t, "", v, again)
	c := v.Clone()
	c.Rules.Hand.Pieces[0], c.Pieces[0].DropArea[0] = "rook", "a1"
	testkit.Same(t, "a clone shares its lists with the game", v, again)
	hash := v.Hash()
	for _, field := range []string{`drop-area = ["a1-e4"]`, `black-drop-area = ["a1-e3", "b4"]`, "drop-per-file = 1", "immobility-illegal = true",
		`black-pieces = ["silver"]`, "drop-promoted = true", "drop-check = false", `mate-loses = ["pawn"]`} {
		without, err := Parse("without.toml", []byte(strings.Replace(handGame, "\n"+field, "", 1)))
		if err != nil {
			t.Error(err)
		} else if without.Hash() == hash {
			t.Errorf("%s does not count in the hash", field)
		}
	}
}

// A list of the pieces that come into a hand is put in the order of the game, and one of all
// of them is true.
func TestCaptures(t *testing.T) {
	read := func(captures string) (*Variant, error) {
		return Parse("hands.toml", []byte(strings.Replace(handGame, "captures = true", "captures = "+captures, 1)))
	}
	all := testkit.Must(read("true"))(t)
	for captures, want := range map[string]string{
		"true": "captures = true", `["rook", "pawn", "pawn"]`: `captures = ["pawn", "rook"]`,
		`["rook", "gold", "pawn", "silver"]`: "captures = true", "false": "", "[]": "",
	} {
		v, err := read(captures)
		if err != nil && !strings.Contains(err.Error(), "keeps-promotion") {
			t.Fatal(err)
		}
		text := string(v.Encode())
		if got := strings.Contains(text, "captures = "); got != (want != "") || !strings.Contains(text, want) {
			t.Errorf("%s is written as\n%s", captures, text)
		}
		if same := v.Hash() == all.Hash(); same != (want == "captures = true") {
			t.Errorf("%s: the hash of true: %v", captures, same)
		}
	}
	for captures, want := range map[string]string{
		`["pwan"]`:            `hands.toml:48: rules.hand.captures[1]: unknown piece "pwan"; expected pawn, silver, promoted-silver, gold, rook or king; did you mean "pawn"?`,
		`["king"]`:            `rules.hand.captures[1]: "king" is royal`,
		`["promoted-silver"]`: `is a promoted form; expected the piece before it promotes`,
		`"pawn"`:              `rules.hand.captures: text "pawn"; expected true, false or a list of texts, as in ["a", "b"]`,
	} {
		_, err := read(captures)
		testkit.Fails(t, err, want)
	}
	testkit.Fails(t, all.Override("captures-to-hand", "pwan"), `did you mean "pawn"?`)
	testkit.OK(t, all.Override("captures-to-hand", "gold, pawn"))
	if got := testkit.Must(all.Option("captures-to-hand"))(t); got != "pawn,gold" {
		t.Errorf("the option is %q", got)
	}
	const want = "A captured pawn or gold changes sides and comes into the hand of the side that captured it; no other piece does."
	if got := inWords("hand", all); !strings.HasPrefix(got, want) {
		t.Errorf("in words: %s", got)
	}
}

func TestHandFaults(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{`symbol = "+S"`, `symbol = "+G"`, `piece[3].symbol: "+G"; expected "+S", since it is the promoted form of silver`},
		{`symbol = "+S"`, `symbol = "T"`, `piece[3].symbol: "T"; expected a + and one letter, A to Z`},
		{`promoted-from = "silver"`, `promoted-from = "sliver"`, `piece[3].promoted-from: unknown piece "sliver"`},
		{`promoted-from = "silver"`, `promoted-from = "king"`, "a royal piece"},
		{`pieces = ["pawn", "pawn"]`, `pieces = ["king"]`, `rules.hand.pieces[1]: "king" is royal`},
		{`pieces = ["pawn", "pawn"]`, `pieces = ["promoted-silver"]`, `is a promoted form; expected the piece before it promotes`},
		{`["a1-e3", "b4"]`, `["a1-e3", "b6"]`, `piece[1].black-drop-area[2]: "b6"; expected a square or the first and the last square of a rectangle`},
		{`drop-per-file = 1`, `drop-per-file = 17`, "piece[1].drop-per-file: 17; expected 0 to 16"},
		{"drop-promoted = true", "drop-promoted = true\nkeep-promotion = true", `did you mean "keeps-promotion"?`},
		{"+S1SR", "+P1SR", "'+P' is no piece's symbol"},
	} {
		text := strings.Replace(handGame, c.from, c.to, 1)
		if _, err := Parse("hands.toml", []byte(text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: error %v, want %q", c.to, c.from, err, c.want)
		}
	}
}

func TestHandInWords(t *testing.T) {
	v := testkit.Must(Parse("hands.toml", []byte(handGame)))(t)
	for _, e := range v.Explain() {
		if e.Topic == "hand" {
			const want = "A captured piece changes sides and comes into the hand of the side that captured it. At the start White has in hand: pawn and pawn. At the start Black has in hand: silver. Instead of moving, a side may drop a piece from its hand on an empty square. A pawn may be dropped on a1-e4 by White and on a1-e3 or b4 by Black, as its owner sees the board, but not on a file where its side has one already. A gold cannot be dropped. A side that drops a pawn and mates with it loses. A promoted piece that is captured comes into the hand as what it was before. A piece may be dropped as its promoted form. A drop may not give check."
			if e.Text != want {
				t.Errorf("got %s\nwant %s", e.Text, want)
			}
			return
		}
	}
	t.Error("hands are not explained")
}
