package retrodiction

import (
	"cmp"
	"fmt"
	"io/fs"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/toml"
)

// Group is what is known of a game.
type Group string

// The groups. Each is the name of its tables in the file.
const (
	Original Group = "original" // revised because it was not even
	Control  Group = "control"  // said to be fair
	Edge     Group = "edge"     // the better side is known
)

// Groups lists the groups in the order of the page.
var Groups = []Group{Original, Control, Edge}

// words names a game of a group.
var words = map[Group]string{Original: "revised original", Control: "fair design", Edge: "known edge"}

const maxGames = 100

// Known is a game with what was published about it.
type Known struct {
	Group Group  `json:"group"`
	Name  string `json:"name"`
	// GameName is that of a file of this package or of the catalogue, or the path of a game file.
	GameName string      `json:"game"`
	Rules    []toml.Pair `json:"rules,omitempty"` // changed options
	// Revision is the game that took the place of an original.
	Revision string `json:"revision,omitempty"`
	// Ahead is the better side, "first" or "second" to move; "" if it is not known.
	Ahead string `json:"ahead,omitempty"`
	// Score is the published score of the side that moves first, 0 to 1; 0 if there is none.
	Score float64 `json:"published-score,omitempty"`
	// By says whose games Score is of: People or Engines; "" if there is none.
	By string `json:"by,omitempty"`
	// Says quotes what was published, and Source is its address.
	Says   string `json:"says"`
	Source string `json:"source"`

	game *rules.Game
}

// readGame reads a game of a group; game files are relative to a folder.
func readGame(t *toml.Section, g Group, folder string) Known {
	k := Known{Group: g}
	t.ReadFields([]toml.Field{
		toml.Required("game", &k.GameName), toml.Optional("name", &k.Name), toml.Optional("rules", &k.Rules), toml.Optional("revision", &k.Revision),
		toml.Optional("ahead", &k.Ahead), toml.Optional("score", &k.Score), toml.Optional("by", &k.By), toml.Required("says", &k.Says), toml.Required("source", &k.Source),
	})
	t.Close()
	for key, text := range map[string]string{"says": k.Says, "source": k.Source} {
		if text == "" {
			t.Report(key, "missing", "a text", "")
		}
	}
	if k.Ahead != "" && k.Ahead != first && k.Ahead != second {
		t.Report("ahead", toml.Quote(k.Ahead), `"first" or "second"`, "")
	}
	if k.Score < 0 || k.Score >= 1 {
		t.Report("score", fmt.Sprint(k.Score), "a share between 0 and 1", "")
	}
	if (k.Score > 0) != (k.By == People || k.By == Engines) {
		t.Report("by", toml.Quote(k.By), `"people" or "engines" beside a score, and nothing without one`, "")
	}
	if leads := map[bool]string{true: first, false: second}[k.Score > 0.5]; g == Edge && k.Score > 0 {
		if k.Score == 0.5 || k.Ahead != "" && k.Ahead != leads {
			t.Report("score", fmt.Sprint(k.Score), "the score of an edge, for the side that is ahead", "")
		}
		k.Ahead = leads
	}
	v, err := gameNamed(k.GameName, folder)
	for _, r := range k.Rules {
		if err == nil {
			err = v.Override(r.Name, r.Value)
		}
	}
	if err == nil {
		k.Name = cmp.Or(k.Name, v.Name)
		k.game, err = rules.Compile(v)
	}
	if err != nil {
		t.Report("game", err.Error(), "", "")
	}
	return k
}

// Whose games a score is of.
const (
	People  = "people"
	Engines = "engines"
)

// The sides, by who moves first in the game as designed.
const (
	first  = "first"
	second = "second"
)

// side names a side: the army, or the player if both have the same.
func (k *Known) side(side string) string {
	c := k.game.First()
	switch {
	case !k.game.ArmiesDiffer():
		return side + " player"
	case side == second:
		c = c.Other()
	}
	return k.game.ArmyName(c)
}

// gameNamed reads a game of this package, of the catalogue or of a file.
func gameNamed(name, folder string) (*variant.Variant, error) {
	path := "games/" + name + suffix
	data, err := fs.ReadFile(own, path)
	if err != nil {
		v, _, err := gamefile.Read(folder, name, false)
		return v, err
	}
	v, _, err := gamefile.New(path, data).Parse()
	return v, err
}
