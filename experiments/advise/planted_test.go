package advise

import (
	"slices"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/internal/toml"
)

// plant is an entry of planted.toml.
type plant struct {
	Name, Game, Says, Side, Piece, Array string
	Moves, Undo                          []string
}

func planted(t *testing.T) (list []plant) {
	t.Helper()
	const name = "planted.toml"
	f := testkit.Must(toml.Open(name, []byte(testkit.Read(t, name))))(t)
	for _, s := range f.Root().Sections("planted", 10) {
		var p plant
		s.ReadFields([]toml.Field{
			toml.Required("name", &p.Name), toml.Required("game", &p.Game), toml.Required("says", &p.Says), toml.Required("undo", &p.Undo),
			toml.Optional("side", &p.Side), toml.Optional("piece", &p.Piece), toml.Optional("moves", &p.Moves), toml.Optional("array", &p.Array),
		})
		s.Close()
		list = append(list, p)
	}
	f.Root().Close()
	testkit.OK(t, f.Err())
	return list
}

// variant returns the uneven game.
func (p *plant) variant(t *testing.T) *variant.Variant {
	t.Helper()
	v := testkit.Must(variant.Find(p.Game))(t)
	if p.Array != "" {
		v.Array = p.Array
		return v
	}
	name := testkit.Must(v.Split(p.Piece, p.Side == "black"))(t)
	i := slices.IndexFunc(v.Pieces, func(piece variant.Piece) bool { return piece.Name == name })
	v.Pieces[i].Moves = nil
	for _, moves := range p.Moves {
		v.Pieces[i].Moves = append(v.Pieces[i].Moves, variant.MoveSet{Betza: moves})
	}
	return v
}

// The planted games have sides that differ, are the files in testdata, and have edits that undo
// them.
func TestPlanted(t *testing.T) {
	list := planted(t)
	testkit.Same(t, "plants", 10, len(list))
	for _, p := range list {
		v := p.variant(t)
		v.Title += ", planted"
		v.Description = p.Says + "."
		g := rulestest.Compile(t, v)
		testkit.Golden(t, "planted/"+p.Name+".toml", v.Encode())
		if alike(g) {
			t.Errorf("%s: both sides begin alike", p.Name)
		}
		var all []Edit
		for _, k := range []EditKind{EditTempo, EditSwap, EditAtom} {
			all = append(all, edits(t, g, k, nil)...)
		}
		for _, text := range p.Undo {
			if editedBy(t, g.Variant, all, text) == nil {
				t.Fatalf("%s: %s: not a valid game", p.Name, text)
			}
		}
	}
}
