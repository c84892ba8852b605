package variant

import (
	"bestiary/internal/testkit"
	"encoding/json"
	"reflect"
	"slices"
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
