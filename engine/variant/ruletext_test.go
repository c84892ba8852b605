package variant

import (
	"bestiary/internal/testkit"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Each limit of a move shows in its words and in JSON.
func TestMoveSetTellsEveryField(t *testing.T) {
	plain := MoveSet{Betza: "Q"}
	for i := range reflect.TypeFor[MoveSet]().NumField() {
		limited := plain
		switch field := reflect.ValueOf(&limited).Elem().Field(i); field.Kind() {
		case reflect.Bool:
			field.SetBool(true)
		case reflect.Int:
			field.SetInt(2)
		default:
			field.SetString("a1-h4")
		}
		one, err1 := json.Marshal(plain)
		other, err2 := json.Marshal(limited)
		if limited.String() == plain.String() || string(one) == string(other) || err1 != nil || err2 != nil {
			t.Errorf("%+v is shown as %s and in JSON as %s", limited, limited, other)
		}
	}
}

// Every option that has a meaning in a game belongs to one of the explanations, and
// no other does.
func TestExplainNamesAllOptions(t *testing.T) {
	for _, name := range Catalogue() {
		v := testkit.Must(Find(name))(t)
		for _, castling := range []string{"", "none", "orthodox", "fast", "flexible", "free", "swap"} {
			if castling != "" && v.Override("castling", castling) != nil {
				continue // there is no partner
			}
			var want, got []string
			for _, s := range v.Settings() {
				want = append(want, s.Name)
			}
			for _, s := range v.Explain() {
				got = append(got, s.Options...)
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s with castling %q: options\n%v, want\n%v", name, castling, got, want)
			}
		}
	}
}

// The words follow the readings that a game chooses.
func TestPromotionInWords(t *testing.T) {
	for _, test := range []struct {
		rule Promotion
		want string
	}{
		{Promotion{Pieces: []string{"elk"}, Zone: 0, Choices: []string{"rook"}}, "An elk does not promote."},
		{Promotion{Pieces: []string{"pawn"}, Zone: 3, Optional: true, Compulsory: 1, Choices: []string{"rook"}},
			"On the last 3 ranks a pawn may promote to rook. On the last rank it must."},
		{Promotion{Pieces: []string{"pawn"}, Zone: 1, Captured: true, EmptyPool: EmptyPoolForbidden, Choices: []string{"rook"}},
			"On the last rank a pawn must promote to a piece of its side that has been captured: rook. When it must and there is nothing to choose from, the move is not legal."},
		{Promotion{Pieces: []string{"pawn"}, Zone: 1, Captured: true, Optional: true, Choices: []string{"rook"}},
			"On the last rank a pawn may promote to a piece of its side that has been captured: rook."},
	} {
		if got := promotionInWords(test.rule); got != test.want {
			t.Errorf("%+v:\n%s\nwant\n%s", test.rule, got, test.want)
		}
	}
}

// What a person reads of a game has no repetitions and no gaps.
func TestRulesInWords(t *testing.T) {
	for _, test := range []struct{ game, topic, want string }{
		{"shogi", "promotion", "With a move into, out of or within the last 3 ranks a pawn may promote to tokin, a lance to promoted-lance, a knight to promoted-knight, a silver to promoted-silver, a bishop to promoted-bishop, a rook to promoted-rook."},
		{"shogi", "hand", "A captured piece changes sides and comes into the hand of the side that captured it. Instead of moving, a side may drop a piece from its hand on an empty square. A pawn may not be dropped on a file where its side has one already. A side that drops a pawn and mates with it loses. A promoted piece that is captured comes into the hand as what it was before."},
		{"gross", "promotion", "On the last 3 ranks a pawn may promote to knight or bishop, unless its side has 6 of that kind on the board, or to wizard or vao, unless its side has 2 of that kind on the board. On the last rank it must."},
		{"racing-kings", "goal", "Checkmate of the king wins. A move that gives check is illegal. A side wins with a king on a8-h8. When White has come there, Black may draw by coming there with the next move."},
		{"horde", "goal", "Checkmate of a king wins. A side may not leave any king of its own attacked."},
		{"horde", "n-move rule", "After 50 moves by each side without a capture or a move of a pawn the game is a draw."},
	} {
		v := testkit.Must(Find(test.game))(t)
		i := slices.IndexFunc(v.Explain(), func(e Explanation) bool { return e.Topic == test.topic })
		if text := v.Explain()[i].Text; !strings.HasPrefix(text, test.want) {
			t.Errorf("%s, %s:\n%s\nwant\n%s", test.game, test.topic, text, test.want)
		}
	}
}

// The words of lines say what is counted.
func TestLinesInWords(t *testing.T) {
	v := testkit.Must(Find("chess"))(t)
	v.Rules.Line = Line{Count: 4, OnLine: 5, Square: 2, Pieces: []string{"knight"}, Horizontal: true, Diagonal: true, Result: EndWin}
	const want = "A side that has put 4 pieces (knight) side by side on a rank or a diagonal, 5 pieces (knight) at any distance on a rank or a diagonal or pieces (knight) on all squares of a square of 2 by 2 wins."
	if got := inWords("rules.line.count", v); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
