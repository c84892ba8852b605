package gamefile

import (
	"bestiary/internal/toml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bestiary/engine/variant"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// Format is a file format for games.
type Format string

// The formats.
const (
	TOML    Format = "toml"    // a game file
	INI     Format = "ini"     // a section of a variants.ini
	Diagram Format = "diagram" // an Interactive Diagram, in a page or alone
)

// Formats lists the names of the formats.
func Formats() []string { return []string{string(TOML), string(INI), string(Diagram)} }

// File is a file that describes one or more games.
type File struct {
	Path    string
	Section string // section of a variants.ini; "" means the only one
	Format  Format
	// Approximate omits rules that a game file cannot express, instead of reporting
	// errors. The game lists them.
	Approximate bool
	data        []byte
	opened      bool // from a disk, where pictures may be in the same folder
}

// Read returns the game with a name: a game of the catalogue, or else a file in any
// format, with the section of a variants.ini after a #. A relative path is relative to
// folder, or to the working directory if folder is "". Approximate is as in File. Warnings
// are returned even with an error.
func Read(folder, name string, approximate bool) (*variant.Variant, []string, error) {
	path := name
	if folder != "" && name != "" && !filepath.IsAbs(name) && !slices.Contains(variant.Catalogue(), name) {
		path = filepath.Join(folder, name)
	}
	f, err := Open(path)
	switch {
	case err == nil:
		f.Approximate = approximate
		return f.Parse()
	case !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(name, `/#`+string(os.PathSeparator)) || filepath.Ext(name) != "":
		return nil, nil, err
	}
	v, err := variant.Find(name)
	return v, nil, err
}

// Open opens the file with a name, which may include a section. The name of a game of the
// catalogue is never taken as the name of a file.
func Open(name string) (*File, error) {
	if slices.Contains(variant.Catalogue(), name) || name == "" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	path, section := name, ""
	if i := strings.LastIndexByte(name, '#'); i >= 0 {
		if _, err := os.Stat(name); err != nil {
			path, section = name[:i], name[i+1:]
		}
	}
	data, err := files.Read(path, toml.MaxFileSize)
	if errors.Is(err, fs.ErrNotExist) {
		if _, fault := os.Stat(path + ".toml"); fault == nil {
			return nil, fmt.Errorf("no game or file %s; did you mean the file %s.toml?", toml.Quote(path), path)
		}
	}
	if err != nil {
		return nil, err
	}
	f := New(path, data)
	f.Section, f.opened = section, true
	if path != name && (f.Format != INI || section == "") {
		return nil, fmt.Errorf("%s: only a variants.ini has sections, named as in FILE.ini#SECTION", name)
	}
	return f, nil
}

// New returns a file with the given text. Its format is detected from the path, which may
// be "", or else from the text.
func New(path string, data []byte) *File {
	return &File{Path: path, Format: formatOf(path, data), data: data}
}

// sizeOfDiagram matches the board size of a diagram anywhere in the text of a page.
var sizeOfDiagram = regexp.MustCompile(`(?m)(^|\s)(files|ranks)=\d`)

// tableOfGame matches a table that only our game files have.
var tableOfGame = regexp.MustCompile(`(?m)^\s*\[(board\]|\[\s*piece\s*\]\])`)

// formatOf returns the format of a file, based on the extension of its name or else on its
// text. A game file may have been saved as a text.
func formatOf(path string, data []byte) Format {
	switch ext := strings.ToLower(filepath.Ext(path)); {
	case ext == ".toml":
		return TOML
	case ext == ".ini":
		return INI
	case ext == ".html" || ext == ".htm":
		return Diagram
	case tableOfGame.Match(data):
		return TOML
	case ext == ".txt":
		return Diagram
	}
	text := string(data)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
			continue
		case line[0] == '[' && line != "[board]" && !strings.HasPrefix(line, "[["):
			return INI
		case line[0] == '<' || strings.HasPrefix(line, "files=") || strings.HasPrefix(line, "ranks=") || strings.Count(line, ":") >= 3:
			return Diagram
		}
		break
	}
	if strings.Contains(text, "idiagram") || sizeOfDiagram.MatchString(text) {
		return Diagram
	}
	return TOML
}

// Parse parses the game in the file, or in the selected section.
func (f *File) Parse() (*variant.Variant, []string, error) {
	switch f.Format {
	case INI:
		section, err := f.section()
		if err != nil {
			return nil, nil, err
		}
		v, warnings, err := ParseINI(f.Path, f.data, section, f.Approximate)
		return v, texts(warnings), err
	case Diagram:
		v, warnings, err := parseDiagram(f.Path, f.data, f.Approximate)
		return v, texts(warnings), err
	}
	if f.opened {
		v, err := variant.ParseAt(f.Path, f.data)
		return v, nil, err
	}
	v, err := variant.Parse(f.Path, f.data)
	return v, nil, err
}

// IsGameFile reports whether the file is a game file or has the name of one.
func (f *File) IsGameFile() bool {
	if f.Format != TOML {
		return false
	}
	_, err := variant.Parse(f.Path, f.data)
	return err == nil || strings.EqualFold(filepath.Ext(f.Path), ".toml")
}

// Sections lists the sections to read: the selected one, or all sections of a
// variants.ini. For other formats it returns a single empty name.
func (f *File) Sections() []string {
	if f.Format == INI && f.Section == "" {
		if all := Sections(f.data); len(all) > 0 { // if empty, Parse reports why
			return all
		}
	}
	return []string{f.Section}
}

// section returns the selected section, or the only one of the file.
func (f *File) section() (string, error) {
	sections := f.Sections()
	if len(sections) == 1 {
		return sections[0], nil
	}
	const maxListed = 10
	list := format.List(sections, "and")
	if len(sections) > maxListed {
		list = fmt.Sprintf("%s and %d more", strings.Join(sections[:maxListed], ", "), len(sections)-maxListed)
	}
	return "", fmt.Errorf("%s: which section? expected %s#SECTION; the file has %s", f.Path, f.Path, list)
}

// Lost counts the warnings of Encode about lost rules, pieces or parts of the board.
// Warnings about names, the order of lists and notations limited to some programs do not
// count.
func Lost(warnings []string) int {
	n := 0
	for _, w := range warnings {
		kept := []string{Renamed, Reordered, TooLarge, Dialect}
		if !slices.ContainsFunc(kept, func(kind string) bool { return strings.HasSuffix(w, "["+kind+"]") }) {
			n++
		}
	}
	return n
}

// Encode writes a game in a format. The warnings list what the format cannot express.
func Encode(v *variant.Variant, format Format) ([]byte, []string, error) {
	switch format {
	case INI:
		text, warnings, err := WriteINI(v)
		return text, texts(warnings), err
	case Diagram:
		text, warnings, err := writeDiagram(v)
		return text, texts(warnings), err
	}
	return v.Encode(), nil, nil
}

func texts[T fmt.Stringer](warnings []T) []string {
	var list []string
	for _, w := range warnings {
		list = append(list, w.String())
	}
	return list
}
