package league

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant/gamefile"
	"bestiary/experiments/estimate"
	"bestiary/internal/check"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/toml"
)

//go:embed league.toml
var own []byte

// Name is the name of the league that comes with the program.
const Name = "league"

// Settings say which matches are drawn.
type Settings struct {
	// Seed determines all that is drawn, openings included.
	Seed int `json:"seed"`
	// Pairs is the number of pairs of games of a match; 2 to 10,000.
	Pairs int `json:"pairs"`
	// The numbers of matches of each class in a game; 0 to 100.
	Small        int `json:"small"`
	Large        int `json:"large"`
	Replacements int `json:"replacements"`
	// Games lists names of the catalogue or paths of game files.
	Games []string `json:"games"`
	// Players and Unseen list players as bestiary estimate takes them; no fit has games of
	// those that are Unseen.
	Players []string `json:"players"`
	Unseen  []string `json:"unseen"`

	// ID is the name of the league.
	ID    string `json:"-"`
	games []*rules.Game
}

// Class is a kind of match.
type Class string

// The classes.
const (
	Small       Class = "small removal" // of one or two officers of a side, and up to two of the other
	Large       Class = "large removal" // of three to five of a side, and two to five of the other
	Replacement Class = "replacement"   // of one or two by others
)

// Classes lists the classes in the order in which their matches are drawn.
var Classes = []Class{Small, Large, Replacement}

func (s *Settings) number(c Class) int {
	return map[Class]int{Small: s.Small, Large: s.Large, Replacement: s.Replacements}[c]
}

// String says in a sentence what is played.
func (s *Settings) String() string {
	var parts []string
	total := 0
	for _, c := range Classes {
		total += s.number(c)
		parts = append(parts, format.Plural(s.number(c), string(c)))
	}
	out := fmt.Sprintf("%s of %s in each game: %s; by the players %s", format.Plural(total, "match"), format.Plural(s.Pairs, "pair"), format.List(parts, "and"), strings.Join(s.Players, ", "))
	if len(s.Unseen) > 0 {
		out += "; by others, who are in no fit: " + strings.Join(s.Unseen, ", ")
	}
	return out
}

// Open reads the league that an argument names.
func Open(arg string) (*Settings, error) {
	if arg == Name {
		return parse(Name+".toml", own)
	}
	data, err := files.Read(arg, toml.MaxFileSize)
	if err != nil {
		return nil, err
	}
	return parse(arg, data)
}

// maxEach is the largest number of matches of a class in a game.
const maxEach = 100

func parse(name string, data []byte) (*Settings, error) {
	f, err := toml.Open(name, data)
	if err != nil {
		return nil, err
	}
	root := f.Root()
	s := &Settings{ID: strings.TrimSuffix(filepath.Base(name), ".toml"), Seed: 1, Pairs: 200, Small: 15, Large: 8, Replacements: 7, Players: []string{estimate.Learned, estimate.PriorTerms, estimate.Perturbed, estimate.Deep}}
	t := root.Section(Name)
	if t == nil {
		root.Report(Name, "missing", "a table [league]", "")
		return nil, f.Err()
	}
	for key, into := range map[string]*int{"seed": &s.Seed, "pairs": &s.Pairs, "small": &s.Small, "large": &s.Large, "replacements": &s.Replacements} {
		t.Number(key, into)
		lo, hi := 0, maxEach
		switch key {
		case "seed":
			hi = 1 << 53
		case "pairs":
			lo, hi = 2, 10_000
		}
		if err := check.Range("", *into, lo, hi); err != nil {
			t.Report(key, err.Error(), "", "")
		}
	}
	t.Texts("games", &s.Games)
	if t.Has("players") {
		s.Players = nil
	}
	t.Texts("players", &s.Players)
	t.Texts("unseen", &s.Unseen)
	t.Close()
	root.Close()
	s.check(t, filepath.Dir(name))
	return s, f.Err()
}

// check reports games and players that do not exist.
func (s *Settings) check(t *toml.Section, folder string) {
	if len(s.Games) == 0 {
		t.Report("games", "missing", "names of the catalogue or paths of game files", "")
	}
	var names []string
	for _, name := range s.Games {
		v, _, err := gamefile.Read(folder, name, false)
		if err != nil {
			t.Report("games", err.Error(), "", "")
			continue
		}
		g, err := rules.Compile(v)
		switch {
		case err != nil:
			t.Report("games", fmt.Sprintf("%s: %v", name, err), "", "")
		case slices.Contains(names, v.Name):
			t.Report("games", fmt.Sprintf("%q stands twice", v.Name), "each game once", "")
		default:
			s.games, names = append(s.games, g), append(names, v.Name)
		}
	}
	if len(s.Players)+len(s.Unseen) == 0 {
		t.Report("players", "missing", "at least one player", "")
	}
	for key, list := range map[string][]string{"players": s.Players, "unseen": s.Unseen} {
		for _, text := range list {
			if err := estimate.CheckPlayer(text); err != nil {
				t.Report(key, err.Error(), "", "")
			}
		}
	}
	for _, text := range s.Unseen {
		if slices.Contains(s.Players, text) {
			t.Report("unseen", fmt.Sprintf("%q is one of players, too", text), "players of which no fit has games", "")
		}
	}
}
