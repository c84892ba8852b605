package claim

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

//go:embed catalogue/*.toml
var catalogue embed.FS

const suffix = ".toml"

// Catalogue lists the experiments that come with the program, sorted.
func Catalogue() []string {
	// Only a malformed pattern is an error.
	paths, _ := fs.Glob(catalogue, "catalogue/*"+suffix)
	for i, path := range paths {
		paths[i] = strings.TrimSuffix(strings.TrimPrefix(path, "catalogue/"), suffix)
	}
	slices.Sort(paths)
	return paths
}

// Find returns an experiment of the catalogue. The error for an unknown name gives
// the nearest known one.
func Find(name string) (*Experiment, error) {
	data, err := catalogue.ReadFile("catalogue/" + name + suffix)
	if err == nil {
		return Parse(name+suffix, data)
	}
	if near := variant.Nearest(name, Catalogue()); near != "" {
		return nil, fmt.Errorf("unknown experiment %q; did you mean %q?", name, near)
	}
	return nil, fmt.Errorf("unknown experiment %q; the catalogue has %s", name, strings.Join(Catalogue(), ", "))
}

// Resolve returns the experiment that an argument of a command means: one of the
// catalogue by its name, otherwise a file by its path. An argument with a path
// separator or the suffix .toml is always a path.
func Resolve(arg string) (*Experiment, error) {
	if !strings.ContainsAny(arg, `/`+string(os.PathSeparator)) && !strings.HasSuffix(arg, suffix) {
		return Find(arg)
	}
	data, err := os.ReadFile(arg)
	if err != nil {
		return nil, err
	}
	return Parse(arg, data)
}

// idOf is the name of an experiment by that of its file.
func idOf(name string) string { return strings.TrimSuffix(filepath.Base(name), suffix) }
