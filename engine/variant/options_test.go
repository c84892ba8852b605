package variant

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/internal/testkit"
)

func TestOptionsAreDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range Options() {
		if o.Name == "" || o.Doc == "" || o.Values == "" || seen[o.Name] {
			t.Errorf("option %+v is not complete or not unique", o)
		}
		seen[o.Name] = true
	}
}

// The golden file lists the options of every game in the catalogue with their defaults.
func TestSettings(t *testing.T) {
	var out strings.Builder
	for _, name := range Catalogue() {
		v := mustFind(t, name)
		fmt.Fprintf(&out, "# %s\n", name)
		for _, s := range v.Settings() {
			fmt.Fprintf(&out, "%s = %s\n", s.Name, s.Value)
			if got, err := v.Option(s.Name); got != s.Value || err != nil {
				t.Errorf("%s: Option(%q) = %q, %v, want %q", name, s.Name, got, err, s.Value)
			}
			before := v.Clone()
			if err := v.Override(s.Name, s.Value); err != nil {
				t.Errorf("%s: giving %s the value it has: %v", name, s.Name, err)
			}
			if diff := cmp.Diff(before, v); diff != "" {
				t.Errorf("%s: giving %s the value it has (-before +after):\n%s", name, s.Name, diff)
			}
		}
		out.WriteByte('\n')
	}
	testkit.Golden(t, "settings.golden", out.String())
}

func TestOverride(t *testing.T) {
	for _, test := range []struct {
		game, name, value string
		get               func(Rules) any
		want              any
	}{
		{"chess", "n-move", "100", func(r Rules) any { return r.NMove }, 100},
		{"chess", "n-move", "off", func(r Rules) any { return r.NMove }, 0},
		{"chess", "repetition", " 2 ", func(r Rules) any { return r.Repetition }, 2},
		{"chess", "repetition", "off", func(r Rules) any { return r.Repetition }, 0},
		{"chess", "stalemate", "loss", func(r Rules) any { return r.Stalemate }, StalemateLoss},
		{"chess", "insufficient-material", "none", func(r Rules) any { return r.InsufficientMaterial }, NoMaterialRule},
		{"chess", "castling", "none", func(r Rules) any { return r.Castling }, Castling{Kind: NoCastling, Partner: "rook"}},
		{"chess", "castling", "fast", func(r Rules) any { return r.Castling }, Castling{Kind: FastCastling, Partner: "rook", Between: true}},
		{"hannibal-manticore", "castling", "orthodox", func(r Rules) any { return r.Castling }, Castling{Kind: OrthodoxCastling, Partner: "rook", KingSteps: 2}},
		{"chess", "castling-king-steps", "3", func(r Rules) any { return r.Castling.KingSteps }, 3},
		{"inner-rooks", "fast-castling-between", "false", func(r Rules) any { return r.Castling.Between }, false},
		{"lopsided", "symmetry", "rotate", func(r Rules) any { return r.Symmetry }, RotateSymmetry},
		{"chess", "promotion-zone", "2", func(r Rules) any { return r.Promotions[0].Zone }, 2},
		{"chess", "promotion-optional", "true", func(r Rules) any { return r.Promotions[0].Optional }, true},
		{"chess", "promotion-choices", "queen, rook", func(r Rules) any { return r.Promotions[0].Choices }, []string{"queen", "rook"}},
		{"chess", "castling", "flexible", func(r Rules) any { return r.Castling }, Castling{Kind: FlexibleCastling, Partner: "rook"}},
		{"falcon-chess", "castling", "orthodox", func(r Rules) any { return r.Castling }, Castling{Kind: OrthodoxCastling, Partner: "rook", KingSteps: 2}},
		{"herculean", "castling", "free", func(r Rules) any { return r.Castling }, Castling{Kind: FreeCastling, Partner: "rook"}},
		{"chess", "castling", "swap", func(r Rules) any { return r.Castling }, Castling{Kind: SwapCastling, Partner: "rook"}},
		{"complete-permutation", "swap-out-of-check", "true", func(r Rules) any { return r.Castling }, Castling{Kind: SwapCastling, OutOfCheck: true}},
		{"chess", "promotion-zone", "0", func(r Rules) any { return r.Promotions[0].Zone }, 0},
		{"grand", "promotion-compulsory", "2", func(r Rules) any { return r.Promotions[0].Compulsory }, 2},
		{"grand", "empty-pool", "loss", func(r Rules) any { return r.Promotions[0].EmptyPool }, EmptyPoolLoss},
		{"complete-permutation", "empty-pool", "forbidden", func(r Rules) any { return r.Promotions[0].EmptyPool }, EmptyPoolForbidden},
		{"chess", "promotion-captured", "true", func(r Rules) any { return r.Promotions[0].EmptyPool }, EmptyPoolLoss},
		{"al-ces", "promotion-captured", "true;false", func(r Rules) any { return r.Promotions[0].Captured && !r.Promotions[1].Captured }, true},
		{"musketeer", "gate-king-and-partner", "true", func(r Rules) any { return r.Gating.KingAndPartner }, true},
		{"al-ces", "explosion-alone", "false", func(r Rules) any { return r.Explosion.Alone }, false},
		{"hannibal-manticore", "placement-order", "alternating", func(r Rules) any { return r.Gating.Order }, Alternating},
		{"hannibal-manticore", "gate-king-file", "true", func(r Rules) any { return r.Gating.KingFile }, true},
		{"hannibal-manticore", "gate-blocks-check", "true", func(r Rules) any { return r.Gating.BlocksCheck }, true},
		{"hannibal-manticore", "gate-resets-n-move", "true", func(r Rules) any { return r.Gating.ResetsNMove }, true},
	} {
		t.Run(test.name+"="+test.value, func(t *testing.T) {
			v := optionGame(t, test.game)
			before, hash := v.Clone(), v.Hash()
			testkit.OK(t, v.Override(test.name, test.value))
			testkit.Same(t, "", test.want, test.get(v.Rules))
			if v.Hash() == hash {
				t.Error("the hash stays the same")
			}
			checkRoundTrip(t, v)
			if value, err := before.Option(test.name); err != nil {
				t.Error(err)
			} else if err := v.Override(test.name, value); err != nil {
				t.Error(err)
			}
			testkit.Same(t, "after changing back", before, v)
		})
	}
}

func TestOverrideOfSeveralPromotions(t *testing.T) {
	v := mustParse(t, "every-field.toml")
	for _, step := range []struct{ name, value, want string }{
		{"promotion-zone", "", "2;1"},
		{"promotion-zone", "3", "3"},
		{"promotion-zone", "1; 2", "1;2"},
		{"promotion-compulsory", "", "1;0"},
		{"promotion-compulsory", "0", "0"},
		{"empty-pool", "", "forbidden;loss"},
		{"promotion-captured", "", "true;false"},
		{"promotion-captured", "false;true", "false;true"},
		{"empty-pool", "", "loss"},
		{"empty-pool", "forbidden", "loss;forbidden"},
		{"promotion-optional", "false", "false"},
		{"promotion-choices", "queen", "queen"},
		{"promotion-choices", "rook;queen", "rook;queen"},
	} {
		if step.value != "" {
			if err := v.Override(step.name, step.value); err != nil {
				t.Error(err)
			}
		}
		if got, err := v.Option(step.name); got != step.want || err != nil {
			t.Errorf("%s is %q, %v, want %q", step.name, got, err, step.want)
		}
	}
}

// optionGame returns a game of the catalogue, the smallest possible game, a game whose
// rooks leave squares beyond them, or a game with a piece that moves differently to the
// left and right.
func optionGame(t *testing.T, name string) *Variant {
	t.Helper()
	switch name {
	case "smallest":
		return mustParse(t, "smallest.toml")
	case "inner-rooks":
		v := mustFind(t, "hannibal-manticore")
		v.Array = "1rebqkber1/pppppppppp/10/10/10/10/10/PPPPPPPPPP/1REBQKBER1"
		return v
	case "lopsided":
		v := mustFind(t, "chess")
		v.Pieces[1].Moves[0].Betza = "frN"
		return v.Canonical()
	}
	return mustFind(t, name)
}

func TestOverrideErrors(t *testing.T) {
	var out strings.Builder
	for _, row := range testkit.TSV(t, "testdata", "overrides.tsv") {
		game, name, value := row["game"], row["option"], row["value"]
		v := optionGame(t, game)
		before := v.Clone()
		err := v.Override(name, value)
		if err == nil {
			t.Errorf("%s: %s = %s is accepted", game, name, value)
		}
		fmt.Fprintf(&out, "# %s: %s = %s\n%v\n\n", game, name, value, err)
		if diff := cmp.Diff(before, v); diff != "" {
			t.Errorf("%s: %s = %s is refused but changes the game:\n%s", game, name, value, diff)
		}
	}
	testkit.Golden(t, "overrides.golden", out.String())
}

func TestOptionErrors(t *testing.T) {
	v := mustParse(t, "smallest.toml")
	for name, want := range map[string]string{
		"stale-mate":      `unknown option "stale-mate"; did you mean "stalemate"?`,
		"placement-order": "option placement-order has no meaning in smallest: no pieces wait to enter the board in it",
	} {
		if _, err := v.Option(name); err == nil || err.Error() != want {
			t.Errorf("Option(%q): %v, want %s", name, err, want)
		}
	}
}

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

// Option returns the value of an option in a game, in the form that Override takes, or
// CustomValue. It is an error if the option has no meaning in the game.
func (v *Variant) Option(name string) (value string, err error) {
	if own := v.ownOption(name); own != nil {
		return own.valueIn(v.Canonical()), nil
	}
	f, err := v.findOption(name)
	if err != nil {
		return "", err
	}
	return f.get(v.Canonical()), nil
}
