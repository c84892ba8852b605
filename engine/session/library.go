package session

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/files"
	"bestiary/internal/toml"
)

// Library holds games by name: the catalogue and games that were added.
type Library struct {
	names []string
	added map[string]*variant.Variant
}

// NewLibrary returns a library of the games of the catalogue.
func NewLibrary() *Library {
	return &Library{names: variant.Catalogue(), added: map[string]*variant.Variant{}}
}

// Names lists the games of the catalogue by name, then those that were added.
func (l *Library) Names() []string { return slices.Clone(l.names) }

// Add adds a game, or replaces the one with the same name.
func (l *Library) Add(name string, v *variant.Variant) {
	if !slices.Contains(l.names, name) {
		l.names = append(l.names, name)
	}
	l.added[name] = v
}

// Find returns the game with a name, which may be a name that other programs use. Case does
// not matter. The error for an unknown name suggests the nearest known one.
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
	if known, ok := variant.CatalogueName(name); ok {
		return l.Find(known)
	}
	return nil, fmt.Errorf("unknown game %s%s", toml.Quote(name), toml.Hint(name, l.names))
}

// AddFile adds the games of a file: a game file if its name ends in .toml,
// otherwise the sections of a variants.ini. The notes name sections that could not
// be read; it is an error if there is no other.
func (l *Library) AddFile(path string) (names, notes []string, err error) {
	if err := checkFile(path); err != nil {
		return nil, nil, err
	}
	data, err := files.Read(path, toml.MaxFileSize)
	if err != nil {
		return nil, nil, err
	}
	if strings.EqualFold(filepath.Ext(path), ".toml") {
		v, err := variant.ParseAt(path, data)
		if err != nil {
			return nil, nil, err
		}
		l.Add(v.Name, v)
		return []string{v.Name}, nil, nil
	}
	for _, section := range gamefile.Sections(data) {
		v, warnings, err := gamefile.ParseINI(path, data, section, false)
		switch {
		case err != nil:
			notes = append(notes, fmt.Sprintf("%s is left out: %v", section, err))
			continue
		case strings.ContainsAny(section, " \t,\"'"):
			notes = append(notes, fmt.Sprintf("%s is left out: the protocols cannot write this name", section))
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

// checkFile returns an error unless path is an ordinary file. Others might never
// end.
func checkFile(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", path)
	}
	return err
}
