package variant

import (
	"bestiary/internal/testkit"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every value of every own option in the catalogue can be chosen, is then reported as the
// current value, yields a different game and can be undone.
func TestOwnOptionsOfTheCatalogue(t *testing.T) {
	for _, name := range Catalogue() {
		before := mustFind(t, name)
		for _, o := range before.OwnOptions {
			original, err := before.Option(o.Name)
			if err != nil || original == CustomValue {
				t.Errorf("%s: %s is %q, %v", name, o.Name, original, err)
			}
			hashes := map[string]bool{}
			for _, value := range o.Values {
				v := before.Clone()
				if err := v.Override(o.Name, value.Name); err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				if got, err := v.Option(o.Name); got != value.Name || err != nil {
					t.Errorf("%s: %s is %q, %v, want %q", name, o.Name, got, err, value.Name)
				}
				checkRoundTrip(t, v)
				hashes[v.Hash()] = true
				if err := v.Override(o.Name, original); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				if diff := cmp.Diff(before, v); diff != "" {
					t.Errorf("%s: %s changed to %s and back (-before +after):\n%s", name, o.Name, value.Name, diff)
				}
			}
			if len(hashes) != len(o.Values) {
				t.Errorf("%s: the %d values of %s make %d games", name, len(o.Values), o.Name, len(hashes))
			}
		}
	}
}

func TestOwnOptionEffects(t *testing.T) {
	for _, test := range []struct {
		game, name, value string
		get               func(*Variant) any
		want              any
	}{
		{"falcon-chess", "falcon-promotion", "qrnbf", func(v *Variant) any { return v.Rules.Promotions[0].Choices },
			[]string{"queen", "rook", "knight", "bishop", "falcon"}},
		{"falcon-chess", "falcon-array", "xboard", func(v *Variant) any { return v.Array[:10] }, "rbnfqkfnbr"},
		{"al-ces", "elephant-promotion", "compulsory", func(v *Variant) any { return v.Rules.Promotions[1].Optional }, false},
		{"al-ces", "elephant-promotion", "none", func(v *Variant) any { return v.Rules.Promotions[1].Zone }, 0},
		{"herculean", "pawn-far-step", "from-fifth", func(v *Variant) any { return v.Pieces[0].Moves[1].LastRank }, 5},
		{"herculean-2", "sorcerer-knight", "dual-path", func(v *Variant) any { return pieceIn(v, "sorcerer-knight").Moves },
			[]MoveSet{{Betza: "afsKafsafWafafsF"}}},
		{"frog-gryphon", "bishop-files", "c-and-h", func(v *Variant) any { return v.Array[:10] }, "rnbzqkzbnr"},
	} {
		v := mustFind(t, test.game)
		if cmp.Equal(test.want, test.get(v)) {
			t.Errorf("%s: %s = %s is there before it is chosen", test.game, test.name, test.value)
		}
		if err := v.Override(test.name, test.value); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(test.want, test.get(v)); diff != "" {
			t.Errorf("%s: %s = %s (-want +got):\n%s", test.game, test.name, test.value, diff)
		}
	}
}

// A general option that changes a part governed by an own option leaves that option with
// the custom value, which survives writing and reading.
func TestOwnOptionOfAnotherKind(t *testing.T) {
	v := mustFind(t, "falcon-chess")
	testkit.OK(t, v.Override("promotion-choices", "queen"))
	if got, err := v.Option("falcon-promotion"); got != CustomValue || err != nil {
		t.Errorf("falcon-promotion is %q, %v, want %q", got, err, CustomValue)
	}
	checkRoundTrip(t, v)
	if err := v.Override("falcon-promotion", CustomValue); err != nil {
		t.Error(err)
	}
	if err := v.Override("falcon-promotion", "rnbf"); err != nil {
		t.Error(err)
	}
	testkit.Same(t, "after choosing the default again", mustFind(t, "falcon-chess"), v)
}

func TestSameGameSameHash(t *testing.T) {
	v, weak := mustFind(t, "herculean-2"), mustFind(t, "herculean-2-weak")
	testkit.OK(t, v.Override("sorcerer-knight", "dual-path"))
	if v.Hash() != weak.Hash() {
		t.Error("herculean-2 with weak sorcerer knights differs from herculean-2-weak")
	}
}

func TestOptionsListOwnOptionsOnce(t *testing.T) {
	list := Options()
	i := slices.IndexFunc(list, func(o Option) bool { return o.Name == "pawn-far-step" })
	if i < len(list)-len(catalogueOptions()) || list[i].Values != "from-fifth or from-fourth" ||
		!strings.HasSuffix(list[i].Doc, " Only in herculean, herculean-2 and herculean-2-weak.") {
		t.Errorf("Options() lists pawn-far-step as %q", fmt.Sprintf("%+v", list[max(i, 0)]))
	}
}

// pieceIn returns the piece of a game with a name.
func pieceIn(v *Variant, name string) Piece {
	for _, p := range v.Pieces {
		if p.Name == name {
			return p
		}
	}
	return Piece{}
}
