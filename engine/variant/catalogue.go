package variant

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

//go:embed catalogue/*.toml
var catalogue embed.FS

const gameFileSuffix = ".toml"

// Catalogue lists the names of the games that come with the package, sorted.
func Catalogue() []string {
	// Only a malformed pattern is an error.
	paths, _ := fs.Glob(catalogue, "catalogue/*"+gameFileSuffix)
	for i, path := range paths {
		paths[i] = strings.TrimSuffix(strings.TrimPrefix(path, "catalogue/"), gameFileSuffix)
	}
	slices.Sort(paths) // with the suffix, herculean comes after herculean-2
	return paths
}

// Find returns a game of the catalogue. The error for an unknown name gives the
// nearest known one.
func Find(name string) (*Variant, error) {
	data, err := catalogue.ReadFile("catalogue/" + name + gameFileSuffix)
	if err != nil || strings.ContainsAny(name, `/\`) {
		return nil, unknownGame(name)
	}
	return Parse(name+gameFileSuffix, data)
}

func unknownGame(name string) error {
	names := Catalogue()
	for _, known := range names {
		if len(name) >= 3 && strings.HasPrefix(known, strings.ToLower(name)) {
			return fmt.Errorf("unknown game %s; did you mean %q?", Quote(name), known)
		}
	}
	if near := Nearest(name, names); near != "" {
		return fmt.Errorf("unknown game %s; did you mean %q?", Quote(name), near)
	}
	return fmt.Errorf("unknown game %s; the catalogue has %s", Quote(name), strings.Join(names, ", "))
}
