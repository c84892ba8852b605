package eval

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"bestiary/engine/network"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// Every shipped file is for a game of the catalogue, as that game is now.
func TestShippedWeightsAreForTheCatalogue(t *testing.T) {
	files := testkit.Must(fs.Glob(shipped, "weights/*.toml"))(t)
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".toml")
		if !slices.Contains(variant.Catalogue(), name) {
			t.Errorf("%s: the catalogue has no such game", path)
			continue
		}
		g := rulestest.Game(t, name)
		data := testkit.Must(fs.ReadFile(shipped, path))(t)
		w, err := parse(path, data, g, false)
		if err != nil {
			t.Errorf("%v; make weights makes it again", err)
			continue
		}
		if w.Origin == nil || w.Origin.Command == "" || w.Origin.Games == 0 {
			t.Errorf("%s does not say how it was made", path)
		}
		if got := Default(g); !slices.Equal(got.MG, w.MG) || !slices.Equal(got.EG, w.EG) {
			t.Errorf("%s is not what %s plays with", path, name)
		}
	}
}

// Every network that comes with the program is for a game of the catalogue and adds to the
// weights that it has now.
func TestShippedNetworksAreForTheCatalogue(t *testing.T) {
	for _, path := range testkit.Must(fs.Glob(shipped, "weights/*.net"))(t) {
		g := rulestest.Game(t, strings.TrimSuffix(filepath.Base(path), ".net"))
		n, err := network.Parse(testkit.Must(fs.ReadFile(shipped, path))(t), g)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if w := Strongest(g); w.Network == nil || w.Network.Hash() != n.Hash() {
			t.Errorf("%s is not what %s plays with; it was trained for the terms %s, which are %s now", path, g.Variant.Name, n.Terms, w.Terms())
		}
	}
	if w := Strongest(rulestest.Game(t, "racing-kings")); w.Network != nil || !slices.Equal(w.MG, Default(rulestest.Game(t, "racing-kings")).MG) {
		t.Error("a game without a network is not played with its weights alone")
	}
}

func TestDefaultNeedsTheSameRules(t *testing.T) {
	g := rulestest.Game(t, "chess")
	w := Prior(g)
	w.SetMaterial(g.TypeNamed("rook"), 555, 566)
	w.Origin = &Origin{Command: "bestiary tune --playing chess", Revision: Revision, Games: 12}
	path := filepath.Join(t.TempDir(), "chess.toml")
	testkit.OK(t, w.Save(path, g))
	read := testkit.Must(Load(path, g))(t)
	if *read.Origin != *w.Origin {
		t.Errorf("origin %+v reads back as %+v", *w.Origin, *read.Origin)
	}
	files := fstest.MapFS{"weights/chess.toml": {Data: []byte(contents(t, path))}}
	if d, ok := defaultFrom(files, g); !ok || !slices.Equal(d.MG, w.MG) {
		t.Error("the file of the game is not used")
	}
	changed := rulestest.Game(t, "chess n-move=30")
	if _, ok := defaultFrom(files, changed); ok {
		t.Error("the file of chess is used for chess with another rule")
	}
}

func contents(t *testing.T, path string) string {
	t.Helper()
	data := testkit.Must(os.ReadFile(path))(t)
	return string(data)
}

// What is remembered belongs to its game alone, and a caller cannot change it.
func TestMobilityIsRemembered(t *testing.T) {
	g := rulestest.Game(t, "chess")
	first := Mobility(g, priorFilling)
	want := slices.Clone(first)
	first[1] = -1
	if got := Mobility(g, priorFilling); !slices.Equal(got, want) {
		t.Errorf("mobility %v, then %v", want, got)
	}
	if slices.Equal(Mobility(g, 0), want) || slices.Equal(Mobility(rulestest.Game(t, "capablanca"), priorFilling), want) {
		t.Error("another filling or game has the same mobility")
	}
}
