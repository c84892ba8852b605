package estimate

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/files"
	"bestiary/selfplay/opening"
)

// Source holds the values of a game: a model, which has learned from the matches beside it, and the files that
// determine it and the players of its games.
type Source struct {
	*Model
	Files []files.File
	where string
}

// sourceFiles are the files of a Source. All but the first may be missing.
var sourceFiles = []string{ModelFile, WeightsFile, MatchesFile}

// maxSource is the largest size of a file of a source in bytes.
const maxSource = 16 << 20

// ReadSource reads the values in the folder of an estimate of a game.
func ReadSource(folder string, g *rules.Game) (*Source, error) {
	return newSource(folder, g, func(name string) ([]byte, error) { return files.Read(filepath.Join(folder, name), maxSource) })
}

//go:embed bundled
var bundled embed.FS

// Bundled returns the values that come with the program for a game; nil if there are none with these rules.
func Bundled(g *rules.Game) (*Source, error) {
	folder := path.Join("bundled", g.Variant.Name)
	_, missing := bundled.ReadDir(folder)
	if known, err := variant.Find(g.Variant.Name); missing != nil || err != nil || known.Hash() != g.Variant.Hash() {
		return nil, nil
	}
	return newSource(folder, g, func(name string) ([]byte, error) { return bundled.ReadFile(path.Join(folder, name)) })
}

// FindSource reads the values in the first folder that has some, and returns them with the folder. Without such a folder it
// returns "" and the values that come with the program, nil if there are none.
func FindSource(g *rules.Game, folders ...string) (*Source, string, error) {
	for _, folder := range folders {
		if _, err := os.Stat(filepath.Join(folder, ModelFile)); !errors.Is(err, fs.ErrNotExist) {
			m, err := ReadSource(folder, g)
			return m, folder, err
		}
	}
	m, err := Bundled(g)
	return m, "", err
}

func newSource(where string, g *rules.Game, read func(name string) ([]byte, error)) (*Source, error) {
	s := &Source{where: where}
	for _, name := range sourceFiles {
		data, err := read(name)
		if errors.Is(err, fs.ErrNotExist) && name != ModelFile {
			continue
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is missing: expected the folder of a run of bestiary estimate %s, which writes it",
				filepath.Join(where, name), g.Variant.Name)
		}
		if err != nil {
			return nil, err
		}
		s.Files = append(s.Files, files.File{Name: name, Data: data})
	}
	var err error
	if s.Model, err = parseModel(filepath.Join(where, ModelFile), s.file(ModelFile), g); err != nil {
		return nil, err
	}
	list, err := parseMatches(filepath.Join(where, MatchesFile), s.file(MatchesFile), g)
	if err == nil {
		err = s.Learn(g, list)
	}
	return s, err
}

// file returns the content of a file; nil if it is missing.
func (s *Source) file(name string) []byte {
	if i := slices.IndexFunc(s.Files, func(f files.File) bool { return f.Name == name }); i >= 0 {
		return s.Files[i].Data
	}
	return nil
}

// Weights returns the weights with which the values were measured.
func (s *Source) Weights(g *rules.Game) (*eval.Weights, error) {
	name, data := filepath.Join(s.where, WeightsFile), s.file(WeightsFile)
	if data == nil {
		return nil, fmt.Errorf("%s is missing: expected the weights of the players of these values", name)
	}
	return eval.Parse(name, data, g)
}

func parseModel(path string, data []byte, g *rules.Game) (*Model, error) {
	var m Model
	if err := files.ReadJSON(path, data, &m); err != nil {
		return nil, err
	}
	if m.Rules == "" {
		return nil, fmt.Errorf("%s: the file is damaged: found no rules, expected a model as bestiary estimate writes it", path)
	}
	if m.Rules != g.Variant.Hash() {
		return nil, fmt.Errorf("%s is of %s with rules %s, expected %s with rules %s", path, m.Game, m.Rules, g.Variant.Name, g.Variant.Hash())
	}
	if _, err := m.Predictor(g); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m.fitted = m.Model
	return &m, nil
}

// MatchesFile keeps the matches of a game in a folder.
const MatchesFile = "matches.json"

// matches is the content of the file.
type matches struct {
	Game    string   `json:"game"`
	Rules   string   `json:"rules-hash"`
	Matches []Played `json:"matches"`
}

// parseMatches parses the content of a file of matches. It returns none for nil.
func parseMatches(path string, data []byte, g *rules.Game) ([]Played, error) {
	var m matches
	if data == nil {
		return nil, nil
	}
	if err := files.ReadJSON(path, data, &m); err != nil {
		return nil, err
	}
	if m.Rules != g.Variant.Hash() {
		return nil, fmt.Errorf("%s is of %s with rules %s, expected %s with rules %s", path, m.Game, m.Rules, g.Variant.Name, g.Variant.Hash())
	}
	for i, p := range m.Matches {
		x, err := opening.ParseExchange(g, p.Exchange)
		if err == nil && (p.Pairs < 1 || !(p.Score >= 0 && p.Score <= 1) || !(p.Error >= 0)) {
			err = fmt.Errorf("%s has %d pairs, the score %v and the error %v, expected at least one pair, a score from 0 to 1 and an error of at least 0",
				x.Text(g), p.Pairs, p.Score, p.Error)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: match %d: %w", path, i+1, err)
		}
	}
	return m.Matches, nil
}

// ReadMatches reads the matches that AddMatches has written to folders; none if there are no files.
func ReadMatches(g *rules.Game, folders ...string) (all []Played, err error) {
	for _, folder := range folders {
		path := filepath.Join(folder, MatchesFile)
		data, err := files.Read(path, maxSource)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		list, err := parseMatches(path, data, g)
		if err != nil {
			return nil, err
		}
		all = joined(all, list)
	}
	return all, nil
}

// joined adds matches to a list. A match replaces a shorter one that begins with the same games.
func joined(all, list []Played) []Played {
	for _, p := range list {
		same := func(o Played) bool {
			o.Pairs, o.Score, o.Error = p.Pairs, p.Score, p.Error
			return o == p
		}
		switch i := slices.IndexFunc(all, same); {
		case i < 0:
			all = append(all, p)
		case all[i].Pairs < p.Pairs:
			all[i] = p
		}
	}
	return all
}

// AddMatches adds matches to the file of a folder.
func AddMatches(folder string, g *rules.Game, list []Played) error {
	all, err := ReadMatches(g, folder)
	if err != nil {
		return err
	}
	file, err := files.JSON(MatchesFile, matches{g.Variant.Name, g.Variant.Hash(), joined(all, list)})
	if err == nil {
		_, err = files.Write(folder, file)
	}
	return err
}
