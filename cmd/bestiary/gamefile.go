package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/variant"
	"bestiary/engine/variant/diagram"
	"bestiary/engine/variant/fsfini"
)

// fileFormat is a way to describe a game in a file.
type fileFormat string

const (
	tomlFormat    fileFormat = "toml"    // a game file
	iniFormat     fileFormat = "ini"     // a section of a variants.ini
	diagramFormat fileFormat = "diagram" // an Interactive Diagram, in a page or alone
)

var fileFormats = []fileFormat{tomlFormat, iniFormat, diagramFormat}

// gameFile is a file that describes one or more games.
type gameFile struct {
	path, section string
	data          []byte
	format        fileFormat
}

// mostBytes is the length of the longest file that a reader takes.
const mostBytes = variant.MaxFileSize

// readGame returns the game that an argument means: a game of the catalogue by
// its name, otherwise the one in a file of any format. The section of a
// variants.ini follows a #. Warnings come even with an error.
func readGame(arg string) (*variant.Variant, []string, error) {
	f, err := openGameFile(arg)
	switch {
	case err == nil:
		return f.parse()
	case !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(arg, `/#`+string(os.PathSeparator)) || filepath.Ext(arg) != "":
		return nil, nil, err
	}
	v, err := variant.Find(arg)
	return v, nil, err
}

// openGameFile reads the file that an argument means. That a game of the
// catalogue has the name counts as a file that does not exist.
func openGameFile(arg string) (*gameFile, error) {
	if slices.Contains(variant.Catalogue(), arg) || arg == "" {
		return nil, &fs.PathError{Op: "open", Path: arg, Err: fs.ErrNotExist}
	}
	path, section := arg, ""
	if i := strings.LastIndexByte(arg, '#'); i >= 0 {
		if _, err := os.Stat(arg); err != nil {
			path, section = arg[:i], arg[i+1:]
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > mostBytes:
		return nil, fmt.Errorf("%s: the file is too long; expected at most %d bytes", path, mostBytes)
	}
	file := &gameFile{path, section, data, formatOf(path, string(data))}
	if path != arg && (file.format != iniFormat || section == "") {
		return nil, fmt.Errorf("%s: only a variants.ini has sections, named as in FILE.ini#SECTION", arg)
	}
	return file, nil
}

// formatOf tells the format of a file by the end of its name, otherwise by its
// content.
func formatOf(path, text string) fileFormat {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".toml":
		return tomlFormat
	case ".ini":
		return iniFormat
	case ".html", ".htm", ".txt":
		return diagramFormat
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
			continue
		case line[0] == '[' && line != "[board]" && !strings.HasPrefix(line, "[["):
			return iniFormat
		case line[0] == '<' || strings.HasPrefix(line, "files=") || strings.HasPrefix(line, "ranks=") || strings.Count(line, ":") >= 3:
			return diagramFormat
		}
		break
	}
	if strings.Contains(text, "idiagram") {
		return diagramFormat
	}
	return tomlFormat
}

// parse reads the game of the file, or the section of several.
func (f *gameFile) parse() (*variant.Variant, []string, error) {
	switch f.format {
	case iniFormat:
		section, err := f.theSection()
		if err != nil {
			return nil, nil, err
		}
		v, warnings, err := fsfini.Parse(f.path, f.data, section)
		return v, texts(warnings), err
	case diagramFormat:
		v, warnings, err := diagram.Parse(f.path, f.data)
		return v, texts(warnings), err
	}
	v, err := variant.Parse(f.path, f.data)
	return v, nil, err
}

// isGame reports whether a file that is no other program's is meant as a game
// file, with faults or without.
func (f *gameFile) isGame() bool {
	_, err := variant.Parse(f.path, f.data)
	return err == nil || strings.EqualFold(filepath.Ext(f.path), ".toml")
}

// theSection is the section that was named, or the only one of the file.
func (f *gameFile) theSection() (string, error) {
	sections := fsfini.Sections(f.data)
	switch {
	case f.section != "" || len(sections) == 0:
		return f.section, nil
	case len(sections) == 1:
		return sections[0], nil
	}
	const most = 10
	list := joinWords(sections, "and")
	if len(sections) > most {
		list = fmt.Sprintf("%s and %d more", strings.Join(sections[:most], ", "), len(sections)-most)
	}
	return "", fmt.Errorf("%s: which section? expected %s#SECTION; the file has %s", f.path, f.path, list)
}

func texts[T fmt.Stringer](warnings []T) []string {
	var list []string
	for _, w := range warnings {
		list = append(list, w.String())
	}
	return list
}

// printWarnings prints a line for each warning.
func printWarnings(c *cli.Context, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(c.App.ErrWriter, "warning: %s\n", w)
	}
}
