package study

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/files"
	"bestiary/internal/toml"
)

//go:embed catalogue/*.toml
var catalogue embed.FS

// ownGames are designs that were revised, which retrodictions play.
//
//go:embed games/*.toml
var ownGames embed.FS

const suffix = ".toml"

// Catalogue lists the experiments that come with the program, sorted: the claims.
func Catalogue() []string {
	// Only a malformed pattern is an error.
	paths, _ := fs.Glob(catalogue, "catalogue/*"+suffix)
	var names []string
	for _, path := range paths {
		names = append(names, fileID(path))
	}
	slices.Sort(names)
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(forms, func(f *Form) bool { return f.Table == name })
	})
}

// fileID returns the name of a file without its suffix.
func fileID(name string) string { return strings.TrimSuffix(filepath.Base(name), suffix) }

// Library reads experiments. It compiles each game once, for all experiments that play it. The
// zero value is ready for use, by one goroutine at a time.
type Library struct {
	// Warnings report what was omitted, guessed or changed in games of other programs.
	Warnings []string
	// Approximate omits rules of these games that cannot be expressed.
	Approximate bool

	games map[string]*rules.Game
}

// Names lists the studies that come with the program: claims, then the others.
func Names() []string {
	names := Catalogue()
	for _, form := range forms[1:] {
		names = append(names, form.Table)
	}
	return names
}

// Overview returns the entries of a list of the studies that come with the program. It reads no games.
func Overview() (list []About, err error) {
	for _, name := range Names() {
		data, err := stored(name)
		if err != nil {
			return nil, err
		}
		f, err := toml.Open(name+suffix, data)
		if err != nil {
			return nil, err
		}
		form, err := formOf(f)
		if err != nil {
			return nil, err
		}
		about := form.about(name)
		if form == &claimForm {
			about = outline(f.Root(), name).About()
		}
		list = append(list, about)
	}
	return list, nil
}

// outline reads the parts of an experiment that a list shows.
func outline(root *toml.Section, id string) *Experiment {
	e := &Experiment{ID: id}
	root.Read("title", &e.Title)
	if source := root.Section("source"); source != nil {
		source.Read("author", &e.Source.Author)
	}
	for _, s := range root.Sections("hypothesis", maxHypotheses) {
		h := Hypothesis{Family: Claimed}
		for _, family := range []Family{Blind, Superseded, Ours} { // the last counts
			is := false
			if s.Read(string(family), &is); is {
				h.Family = family
			}
		}
		e.Hypotheses = append(e.Hypotheses, h)
	}
	return e
}

// stored returns the file of a study of the catalogue. The error for an unknown name gives the nearest
// known one.
func stored(name string) ([]byte, error) {
	data, err := catalogue.ReadFile("catalogue/" + name + suffix)
	if err == nil {
		return data, nil
	}
	names := Names()
	hint := cmp.Or(toml.Hint(name, names), "; expected one of "+strings.Join(names, ", "))
	return nil, fmt.Errorf("unknown experiment %q%s", name, hint)
}

// Find returns an experiment of the catalogue.
func (l *Library) Find(name string) (*Experiment, error) {
	data, err := stored(name)
	if err != nil {
		return nil, err
	}
	return l.Parse(name+suffix, data)
}

// Describes reports whether an argument names a study of the catalogue, or a file with a table that only studies have.
func Describes(arg string) bool {
	if slices.Contains(Names(), arg) {
		return true
	}
	data, err := files.Read(arg, toml.MaxFileSize)
	if err != nil {
		return false
	}
	f, err := toml.Open(arg, data)
	if err != nil {
		return false
	}
	own := []string{"hypothesis", "run", "method", "claim"}
	for _, form := range forms[1:] {
		own = append(own, form.Table)
	}
	return slices.ContainsFunc(own, f.Root().Has)
}

// Open reads the study that an argument of a command names: one of the catalogue by its name,
// otherwise a file by its path. An argument with a path separator or the suffix .toml is
// always a path.
func (l *Library) Open(arg string, o Options) (Study, error) {
	name, get := arg+suffix, stored
	if strings.ContainsAny(arg, `/`+string(filepath.Separator)) || strings.HasSuffix(arg, suffix) {
		name, get = arg, func(path string) ([]byte, error) { return files.Read(path, toml.MaxFileSize) }
	}
	data, err := get(arg)
	if err != nil {
		return nil, err
	}
	f, err := toml.Open(name, data)
	if err != nil {
		return nil, err
	}
	form, err := formOf(f)
	if err == nil {
		err = form.refuse(&o)
	}
	if err != nil {
		return nil, err
	}
	return form.Open(l, name, data, o)
}

// OpenAll reads several studies, whose folders must differ.
func (l *Library) OpenAll(args []string, o Options) (list []Study, err error) {
	taken := map[string]string{}
	for _, arg := range args {
		s, err := l.Open(arg, o)
		if err != nil {
			return nil, err
		}
		id := s.About().ID
		if other, ok := taken[id]; ok {
			return nil, Misuse(fmt.Sprintf("%s and %s are both called %s, expected names that differ", other, arg, id))
		}
		taken[id] = arg
		list = append(list, s)
	}
	return list, nil
}

// game returns the game of a run with its changes. Game files are relative to a folder. If there is
// an error, place is the field at fault, "" for the name of the game.
func (l *Library) game(run *Run, folder string) (g *rules.Game, place string, err error) {
	v, warnings, err := l.variant(run.GameName, folder)
	for _, w := range warnings {
		if !slices.Contains(l.Warnings, w) {
			l.Warnings = append(l.Warnings, w)
		}
	}
	if err != nil {
		return nil, "", err
	}
	for _, rule := range run.Rules {
		if err := v.Override(rule.Name, rule.Value); err != nil {
			return nil, "rules." + rule.Name, err
		}
	}
	if run.Array != "" {
		v.Array = run.Array
		if err := v.Validate(); err != nil {
			return nil, "array", err
		}
	}
	key := v.Name + " " + v.Hash()
	if g := l.games[key]; g != nil {
		return g, "", nil
	}
	if g, err = rules.Compile(v); err != nil {
		return nil, "rules", err
	}
	if l.games == nil {
		l.games = map[string]*rules.Game{}
	}
	l.games[key] = g
	return g, "", nil
}

// variant reads a game that comes with this package, of the catalogue or of a file.
func (l *Library) variant(name, folder string) (*variant.Variant, []string, error) {
	path := "games/" + name + suffix
	if data, err := fs.ReadFile(ownGames, path); err == nil {
		return gamefile.New(path, data).Parse()
	}
	return gamefile.Read(folder, name, l.Approximate)
}

// gameID returns the name that * stands for in a run of a game: the name of the section or
// of the file without its extension.
func gameID(name string) string {
	if _, section, ok := strings.Cut(name, "#"); ok {
		return section
	}
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
