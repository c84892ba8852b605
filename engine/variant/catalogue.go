package variant

import (
	"embed"
	"fmt"
	"io/fs"
	"reflect"
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

// CataloguePiece is a piece that games of the catalogue share.
type CataloguePiece struct {
	Games []string `json:"games"`
	Piece Piece    `json:"piece"` // as the first of the games describes it
	Ranks int      `json:"-"`     // of the board of that game
}

// FindPieces returns the pieces of the catalogue with a name, one for each way to
// move, and the names of all pieces.
func FindPieces(name string) (found []CataloguePiece, names []string, err error) {
	for _, game := range Catalogue() {
		v, err := Find(game)
		if err != nil {
			return nil, nil, err
		}
		for _, p := range v.Pieces {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
			if !strings.EqualFold(p.Name, name) {
				continue
			}
			i := slices.IndexFunc(found, func(c CataloguePiece) bool { return samePiece(c.Piece, p) })
			if i < 0 {
				i, found = len(found), append(found, CataloguePiece{Piece: p, Ranks: v.Ranks})
			}
			found[i].Games = append(found[i].Games, game)
		}
	}
	return found, names, nil
}

// samePiece reports whether two pieces differ at most in their letters and notes.
func samePiece(a, b Piece) bool {
	a.Symbol, a.Note = b.Symbol, b.Note
	return reflect.DeepEqual(a, b)
}
