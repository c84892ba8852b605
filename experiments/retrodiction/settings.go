package retrodiction

import (
	"cmp"
	"embed"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/experiments/balance"
	"bestiary/internal/check"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/toml"
	"bestiary/selfplay/opening"
)

//go:embed retrodiction.toml games/*.toml
var own embed.FS

// Name is the name of the retrodiction that comes with the program.
const Name = "retrodiction"

const suffix = ".toml"

// Settings say which games are played, how, and what is asked of them.
type Settings struct {
	Seed      int     `json:"seed"`
	Pairs     int     `json:"pairs"`     // at the lowest strength
	Strengths []int   `json:"strengths"` // nodes a move, ascending
	Margin    float64 `json:"margin"`    // how far from one half a fair score may be
	From      int     `json:"judged-from"`
	// Rounds and RoundPairs say how the players learn games without tuned weights, as in
	// balance.Config.
	Rounds     int `json:"rounds"`
	RoundPairs int `json:"round-pairs"`
	// Goals: at least so many originals flagged, at most so many controls flagged, at least
	// so many edges found, the better side found in at least so many games with a score that people
	// have published of their games, and scores at most so many points from these (root mean
	// square); and the same for scores of engines.
	Originals    int     `json:"originals"`
	Controls     int     `json:"controls"`
	Edges        int     `json:"edges"`
	Sides        int     `json:"sides"`
	Points       float64 `json:"points"`
	EngineSides  int     `json:"engine-sides"`
	EnginePoints float64 `json:"engine-points"`

	Known []Known `json:"games"`

	// ID is the name of the file without its suffix, and data the file.
	ID string `json:"-"`
	// Short reports whether a twentieth of the games is played.
	Short bool `json:"quick"`
	data  []byte
}

// Hash returns the SHA-256 of the file, in hexadecimal.
func (s *Settings) Hash() string { return files.SHA256(s.data) }

func read(arg string) ([]byte, error) {
	if arg == Name {
		return own.ReadFile(Name + suffix)
	}
	return files.Read(arg, toml.MaxFileSize)
}

// Open reads the retrodiction that an argument names.
func Open(arg string) (*Settings, error) {
	data, err := read(arg)
	if err != nil {
		return nil, err
	}
	f, err := toml.Open(arg, data)
	if err != nil {
		return nil, err
	}
	s := &Settings{ID: strings.TrimSuffix(filepath.Base(arg), suffix), data: data}
	root := f.Root()
	s.readPlay(root)
	for _, g := range Groups {
		for _, game := range root.Sections(string(g), maxGames) {
			s.Known = append(s.Known, readGame(game, g, filepath.Dir(arg)))
		}
	}
	root.Close()
	s.checkNames(root)
	return s, f.Err()
}

// readPlay reads how the games are played and judged.
func (s *Settings) readPlay(root *toml.Section) {
	t := root.Section(Name)
	if t == nil {
		t = root.Empty(Name)
		root.Report(Name, "missing", "a table ["+Name+"]", "")
	}
	c := balance.Default()
	s.Pairs, s.Strengths, s.Margin, s.Rounds, s.RoundPairs = c.Play.Pairs, c.Strengths, c.Margin, c.Rounds, c.RoundPairs
	var strengths []float64
	t.ReadFields([]toml.Field{
		toml.Required("seed", &s.Seed), toml.Required("pairs", &s.Pairs), toml.Optional("strengths", &strengths), toml.Optional("margin", &s.Margin),
		toml.Required("judged-from", &s.From), toml.Optional("rounds", &s.Rounds), toml.Optional("round-pairs", &s.RoundPairs),
		toml.Optional("originals", &s.Originals), toml.Optional("controls", &s.Controls), toml.Optional("edges", &s.Edges),
		toml.Optional("sides", &s.Sides), toml.Optional("points", &s.Points),
		toml.Optional("engine-sides", &s.EngineSides), toml.Optional("engine-points", &s.EnginePoints),
	})
	t.Close()
	if strengths != nil {
		s.Strengths = nil
	}
	errs := []error{check.Range("seed", s.Seed, 0, math.MaxInt)}
	for _, n := range strengths {
		s.Strengths = append(s.Strengths, int(n))
		errs = append(errs, check.That(n == math.Trunc(n), "strengths has %v, expected whole numbers of nodes", n))
	}
	if len(s.Strengths) > 0 {
		errs = append(errs, check.Range("judged-from", s.From, 1, slices.Max(s.Strengths)))
	}
	if err := cmp.Or(append(errs, s.config("").Validate())...); err != nil {
		t.Report("", err.Error(), "", "")
	}
}

// checkNames reports that there are no games, games that have the name of another, and revisions that are not there.
func (s *Settings) checkNames(root *toml.Section) {
	if len(s.Known) == 0 {
		root.Report("", "no game", "at least one [[original]], [[control]] or [[edge]]", "")
	}
	var names []string
	for _, k := range s.Known {
		if slices.Contains(names, k.Name) {
			root.Report(string(k.Group), fmt.Sprintf("%q stands twice", k.Name), "each game once, with a name of its own", "")
		}
		names = append(names, k.Name)
	}
	for _, k := range s.Known {
		if k.Revision != "" && !slices.Contains(names, k.Revision) {
			root.Report(string(k.Group), fmt.Sprintf("revision %q of %s", k.Revision, k.Name), "the name of a game of the file", toml.Nearest(k.Revision, names))
		}
	}
}

// config returns how the balance of a game is measured. Games with the same array have different
// openings.
func (s *Settings) config(name string) balance.Config {
	c := balance.Default()
	c.Of, c.Strengths, c.Margin, c.Rounds, c.RoundPairs = balance.First, s.Strengths, s.Margin, s.Rounds, s.RoundPairs
	var place []int
	for _, r := range name {
		place = append(place, int(r))
	}
	c.Play.Pairs, c.Play.Seed = s.Pairs, opening.Seed(uint64(s.Seed), place...)
	return c
}

// Quick returns settings with a twentieth of the games, which show that everything works. They
// have another seed, so that they show nothing of the full run.
func (s *Settings) Quick() *Settings {
	out := *s
	out.ID, out.Short, out.Pairs, out.Seed = s.ID+"-quick", true, max(2, s.Pairs/20), s.Seed^1
	return &out
}

// String says in a sentence what is played.
func (s *Settings) String() string {
	var parts []string
	for _, g := range Groups {
		n, idle := 0, 0
		for _, k := range s.Known {
			if k.Group == g {
				n++
			}
			if k.Group == g && g == Edge && k.Ahead == "" {
				idle++
			}
		}
		text := format.Plural(n, words[g])
		if idle > 0 {
			text += fmt.Sprintf(" (%d not judged)", idle)
		}
		parts = append(parts, text)
	}
	return fmt.Sprintf("%s: %s; %s each at %s nodes a move, half as many for four times the nodes", format.Plural(len(s.Known), "game variant"), format.List(parts, "and"),
		format.Plural(s.Pairs, "pair"), format.Count(s.Strengths[0]))
}
