package eval

import (
	"embed"
	"io/fs"

	"bestiary/engine/rules"
)

// Revision is raised when files of tuned weights should be made again: after new
// terms, or terms that are counted in another way.
const Revision = 2

//go:embed weights
var shipped embed.FS

// Default returns the tuned weights that come with the program if there are any for
// exactly these rules, otherwise Prior.
func Default(g *rules.Game) *Weights {
	if w, ok := defaultFrom(shipped, g); ok {
		return w
	}
	return Prior(g)
}

// defaultFrom is false when there is no file for the game, or it was made for
// other rules or other terms. A test reads all files that come with the program.
func defaultFrom(files fs.FS, g *rules.Game) (*Weights, bool) {
	name := "weights/" + g.Variant.Name + ".toml"
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, false
	}
	w, err := parse(name, data, g)
	return w, err == nil
}
