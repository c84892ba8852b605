package session

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/engine/variant"
	"bestiary/engine/variant/fsfini"
)

// Library is the games that an engine offers, by name: the catalogue and what
// was added to it.
type Library struct {
	names []string
	added map[string]*variant.Variant
}

// NewLibrary holds the catalogue.
func NewLibrary() *Library {
	return &Library{names: variant.Catalogue(), added: map[string]*variant.Variant{}}
}

// Names lists the games: the catalogue by name, then what was added.
func (l *Library) Names() []string { return slices.Clone(l.names) }

// Add adds a game, in the place of another one of that name.
func (l *Library) Add(name string, v *variant.Variant) {
	if !slices.Contains(l.names, name) {
		l.names = append(l.names, name)
	}
	l.added[name] = v
}

// otherNames are what other programs call games of the catalogue.
var otherNames = map[string]string{"normal": "chess", "falcon": "falcon-chess"}

// Find returns the game with a name, or with a name that other programs use for
// it. Case does not matter. An unknown name is an error with the nearest known
// one.
func (l *Library) Find(name string) (*variant.Variant, error) {
	name = strings.ToLower(name)
	for _, have := range l.names {
		if strings.ToLower(have) != name {
			continue
		}
		if v, ok := l.added[have]; ok {
			return v.Clone(), nil
		}
		return variant.Find(have)
	}
	if other, ok := otherNames[name]; ok {
		return l.Find(other)
	}
	if near := variant.Nearest(name, l.names); near != "" {
		return nil, fmt.Errorf("unknown game %s; did you mean %q?", variant.Quote(name), near)
	}
	return nil, fmt.Errorf("unknown game %s", variant.Quote(name))
}

// maxFile is the length of the longest file of games, in bytes.
const maxFile = 1 << 20

// AddFile adds the games of a file: a game file if its name ends in .toml,
// otherwise the sections of a variants.ini. Sections that cannot be read are
// left out and named in the notes; a file without any game is an error.
func (l *Library) AddFile(path string) (names, notes []string, err error) {
	data, err := readFile(path)
	if err != nil {
		return nil, nil, err
	}
	if strings.EqualFold(filepath.Ext(path), ".toml") {
		v, err := variant.Parse(path, data)
		if err != nil {
			return nil, nil, err
		}
		l.Add(v.Name, v)
		return []string{v.Name}, nil, nil
	}
	for _, section := range fsfini.Sections(data) {
		v, warnings, err := fsfini.Parse(path, data, section)
		switch {
		case err != nil:
			notes = append(notes, fmt.Sprintf("%s is left out: %v", section, err))
			continue
		case strings.ContainsAny(section, " \t,\"'"):
			notes = append(notes, fmt.Sprintf("%s is left out: protocols have no way to write this name", section))
			continue
		}
		for _, w := range warnings {
			notes = append(notes, w.String())
		}
		l.Add(section, v)
		names = append(names, section)
	}
	if len(names) == 0 {
		return nil, notes, fmt.Errorf("%s: no game; %s", path, cmp.Or(strings.Join(notes, "; "), "expected sections of a variants.ini, or a game file with a name that ends in .toml"))
	}
	return names, notes, nil
}

func readFile(path string) ([]byte, error) {
	if err := checkFile(path); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = errors.New(path + ": the file is too long; expected at most 1 MB")
	}
	return data, err
}

// checkFile reports a path that is not an ordinary file, which might never end.
func checkFile(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", path)
	}
	return err
}
