package eval

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"

	"bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/internal/files"
	located "bestiary/internal/toml"

	"github.com/BurntSushi/toml"
)

// Weights are the values of all terms of one game, in centipawns.
type Weights struct {
	layout *layout
	// MG and EG are the middle-game and endgame parts, in the order of Names.
	MG, EG []float64
	// Origin is how the weights were made, if that is known.
	Origin *Origin
	// Chances are what scores are worth, if that is known.
	Chances *Chances
	// Network scores most positions in place of the terms, if it is not nil.
	Network *network.Network
}

// Origin is how weights were made. Every field may be empty.
type Origin struct {
	Command   string `toml:"command,omitempty"`  // makes the same weights again
	Revision  int    `toml:"revision,omitempty"` // of the evaluation, see Revision
	Seed      uint64 `toml:"seed,omitempty"`
	Games     int    `toml:"games,omitempty"`     // played to fit the weights
	Positions int    `toml:"positions,omitempty"` // sampled from them
	Match     string `toml:"match,omitempty"`     // result against the weights before
	// From is the game for which the weights were tuned, if it is another one or has other rules.
	From string `toml:"from,omitempty"`
}

// Names lists the terms in their order.
func (w *Weights) Names() []string { return append([]string(nil), w.layout.names...) }

// Loose returns how far tuning may move each weight, as a multiple of the usual distance.
func (w *Weights) Loose() []float64 { return append([]float64(nil), w.layout.loose...) }

// Clone returns an independent copy, without the origin and with the same chances and network.
func (w *Weights) Clone() *Weights {
	return &Weights{layout: w.layout, MG: slices.Clone(w.MG), EG: slices.Clone(w.EG), Chances: w.Chances, Network: w.Network}
}

// Prior returns the weights that a game starts from before tuning. Material is
// in centipawns by mobility; the positional terms are small and in proportion
// to the value of the piece.
func Prior(g *rules.Game) *Weights {
	l := newLayout(g)
	w := &Weights{layout: l, MG: make([]float64, len(l.names)), EG: make([]float64, len(l.names))}
	for i, at := range l.at {
		for t, k := range l.kinds {
			if at[t] >= 0 {
				w.MG[at[t]], w.EG[at[t]] = terms[i].prior(k)
			}
		}
	}
	return w
}

// Material returns the value of a type in centipawns, middle game and endgame.
func (w *Weights) Material(t rules.Type) (mg, eg float64) {
	if i := w.layout.at[materialTerm][t]; i >= 0 {
		return w.MG[i], w.EG[i]
	}
	return 0, 0
}

// InHand returns the value of a piece in hand beyond Material, in a game with drops.
func (w *Weights) InHand(t rules.Type) (mg, eg float64) {
	if i := w.layout.at[handTerm][t]; i >= 0 {
		return w.MG[i], w.EG[i]
	}
	return 0, 0
}

// SetMaterial changes the value of a type, in centipawns. The royal piece has
// none.
func (w *Weights) SetMaterial(t rules.Type, mg, eg float64) {
	if i := w.layout.at[materialTerm][t]; i >= 0 {
		w.MG[i], w.EG[i] = mg, eg
	}
}

// weightFile is the form of a weight file.
type weightFile struct {
	Variant string                `toml:"variant"`
	Rules   string                `toml:"rules"` // hash of what affects play
	Origin  *Origin               `toml:"origin,omitempty"`
	Chances *Chances              `toml:"chances,omitempty"`
	Weights map[string][2]float64 `toml:"weights"`
}

// Save writes the weights as a TOML file: the game, the hash of its rules, and
// for each term its middle-game and endgame value in centipawns.
func (w *Weights) Save(path string, g *rules.Game) error {
	for i, name := range w.layout.names {
		if !(math.Abs(w.MG[i]) <= maxWeight && math.Abs(w.EG[i]) <= maxWeight) {
			return fmt.Errorf("weight file %s: weight %s is %v, %v; expected numbers between -%d and %d", path, name, w.MG[i], w.EG[i], maxWeight, maxWeight)
		}
	}
	f := weightFile{Variant: g.Variant.Name, Rules: g.Variant.Hash(), Origin: w.Origin, Chances: w.Chances, Weights: map[string][2]float64{}}
	for i, name := range w.layout.names {
		f.Weights[name] = [2]float64{w.MG[i], w.EG[i]}
	}
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(f); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// maxFile is the largest size of a weight file or network of any game, in bytes.
const maxFile = 4 << 20

// Load reads a weight file of the given game, or of a game with other rules and the same terms. A term
// that is missing from a file of the game keeps its prior value, or has weight 0 if the file states
// how it was made: its weights were tuned without that term. A term that the game does not have is an
// error, and so is a file of other rules that lacks a term. A network file, which must be for exactly
// these rules or for all games, gives the default weights with the network.
func Load(path string, g *rules.Game) (*Weights, error) {
	data, err := files.Read(path, maxFile)
	if err != nil {
		return nil, err
	}
	return Parse(path, data, g)
}

// Parse is like Load, for the content of a file.
func Parse(path string, data []byte, g *rules.Game) (w *Weights, err error) {
	if !network.IsFile(data) {
		return parse(path, data, g, true)
	}
	w = Default(g)
	if network.IsShared(data) {
		if w.Network, err = adapted(data, g, w); err != nil {
			return nil, fmt.Errorf("network file %s: %w", path, err)
		}
		return w, nil
	}
	if w.Network, err = network.Parse(data, g); err != nil {
		return nil, fmt.Errorf("network file %s: %w", path, err)
	}
	if have := w.Terms(); w.Network.Terms != "" && w.Network.Terms != have {
		return nil, fmt.Errorf("network file %s: it adds to the terms %s, but the terms of %s are %s in this program; train it again with tune --network", path, w.Network.Terms, g.Variant.Name, have)
	}
	return w, nil
}

// adapted reads the network for all games and returns the network for a game, which adds to the weights.
func adapted(data []byte, g *rules.Game, w *Weights) (*network.Network, error) {
	s, err := network.ParseShared(data)
	if err != nil {
		return nil, err
	}
	if !g.Variant.OnlyMates() {
		return nil, fmt.Errorf("it is for games won by mate alone, and %s is not", g.Variant.Name)
	}
	return s.For(network.NewInputs(g, s.Attacks), PriorValues(g), w.Terms())
}

// Terms returns a short hash of the weights without their network, and of Revision.
func (w *Weights) Terms() string {
	h := sha256.New()
	for _, list := range [][]float64{w.MG, w.EG, {Revision}} {
		_ = binary.Write(h, binary.LittleEndian, list) // cannot fail
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// parse reads a weight file. Others says whether it may be of a game with other rules and the same terms.
func parse(path string, data []byte, g *rules.Game, others bool) (*Weights, error) {
	var f weightFile
	md, err := toml.Decode(string(data), &f)
	if err != nil {
		return nil, located.Fault("weight file "+path, err)
	}
	if un := md.Undecoded(); len(un) > 0 {
		return nil, fmt.Errorf("weight file %s: unknown key %q; the keys are variant, rules, origin, chances and weights", path, un[0].String())
	}
	if f.Variant == "" || f.Rules == "" {
		return nil, fmt.Errorf("weight file %s: no variant or no rules; expected a file written by tune --weights", path)
	}
	w := Prior(g)
	if have := g.Variant.Hash(); f.Rules != have {
		made := fmt.Sprintf("weight file %s: made for %s with rules %q, but the rules of %s are %q",
			path, f.Variant, f.Rules, g.Variant.Name, have)
		i := slices.IndexFunc(w.layout.names, func(name string) bool { _, ok := f.Weights[name]; return !ok })
		switch {
		case !others:
			return nil, errors.New(made)
		case i >= 0:
			return nil, fmt.Errorf("%s, and the file has no weight for the term %q", made, w.layout.names[i])
		case f.Origin != nil:
			f.Origin.From = f.Variant
		}
	}
	if w.Origin = f.Origin; w.Origin != nil { // terms that are newer than the file
		clear(w.MG)
		clear(w.EG)
	}
	if w.Chances = f.Chances; w.Chances != nil {
		if err := w.Chances.validate(); err != nil {
			return nil, fmt.Errorf("weight file %s: %w", path, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Weights)) {
		if err := w.assign(name, f.Weights[name]); err != nil {
			return nil, fmt.Errorf("weight file %s: %w", path, err)
		}
	}
	return w, nil
}

// maxWeight bounds a weight in centipawns.
const maxWeight = 10000

func (w *Weights) assign(name string, v [2]float64) error {
	i := slices.Index(w.layout.names, name)
	if i < 0 {
		return fmt.Errorf("no term %q in this game", name)
	}
	for _, x := range v {
		if !(math.Abs(x) <= maxWeight) {
			return fmt.Errorf("weight %s is %v, expected a number between -%d and %d", name, x, maxWeight, maxWeight)
		}
	}
	w.MG[i], w.EG[i] = v[0], v[1]
	return nil
}
