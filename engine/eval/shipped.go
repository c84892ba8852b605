package eval

import (
	"embed"
	"io/fs"

	"bestiary/engine/rules"
)

// Revision counts the changes by which a file of tuned weights stops being the
// best one for its game: new terms, or terms that mean something else.
const Revision = 2

//go:embed weights
var shipped embed.FS

// Default is what a game is played with when nobody says otherwise: the tuned
// weights that come with the program if they are for just these rules, otherwise
// Prior.
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
