package eval

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"bestiary/engine/betza"
	"bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/engine/variant"

	"github.com/BurntSushi/toml"
)

// kin is a game of the catalogue whose tuned weights suit another game, because kinds of that game move
// like its own.
type kin struct {
	game     string            // in the catalogue
	names    map[string]string // of the kinds in the catalogue, by their names in the other game
	file     weightFile
	distance [distances]int
}

// What makes a game of the catalogue less near to another game, in the order of importance.
const (
	otherKinds = iota // kinds that only one of the games has
	newTerms          // terms of the rules and of common kinds that the game of the catalogue lacks
	otherRules        // differences between the rules
	otherBoard        // 1 for other squares
	otherArray        // 1 for another array
	otherName         // 1 for another name
	distances
)

// nearest returns the game of the catalogue whose tuned weights suit a game best, and nil if there
// is none.
func nearest(g *rules.Game) *kin {
	key := g.Variant.Name + " " + g.Variant.Hash()
	if known, ok := kins.Load(key); ok {
		return known.(*kin)
	}
	var best *kin
	names := Prior(g).Names()
	for _, name := range append([]string{g.Variant.Name}, variant.Catalogue()...) {
		k := newKin(name, g, names)
		if k != nil && (best == nil || slices.Compare(k.distance[:], best.distance[:]) < 0) {
			best = k
			if k.distance == [distances]int{otherRules: k.distance[otherRules]} {
				break
			}
		}
	}
	kins.Store(key, best)
	return best
}

// kins caches the results of nearest: weights are made several times for a game.
var kins sync.Map // name and hash → *kin

// newKin compares a game of the catalogue with a game that has some terms. It returns nil if the weights
// do not suit the game. A test reads all files of the catalogue and all weights.
func newKin(name string, g *rules.Game, terms []string) *kin {
	v, err := variant.Find(name)
	if err != nil { // the game is not in the catalogue
		return nil
	}
	k := &kin{game: name, names: matchKinds(g.Variant, v)}
	data, _ := fs.ReadFile(shipped, "weights/"+name+".toml")
	if _, err := toml.Decode(string(data), &k.file); err != nil || k.file.Origin == nil {
		return nil
	}
	if of := v.Rules.Extinction; slices.ContainsFunc(g.Types(), func(t rules.Type) bool {
		lost := of.Result == variant.EndWin && (len(of.Pieces) == 0 || slices.Contains(of.Pieces, k.names[g.TypeName(t)]))
		return lost != loses(g, t)
	}) {
		return nil
	}
	back := map[string]string{}
	for mine, its := range k.names {
		back[its] = mine
	}
	v.Rename(back)
	for i := range v.Pieces {
		if p := g.Variant.Piece(v.Pieces[i].Name); p != nil {
			v.Pieces[i].Symbol = p.Symbol
		}
	}
	count := func(i int, differs bool) {
		if differs {
			k.distance[i]++
		}
	}
	for _, term := range terms {
		_, kind, byKind := strings.Cut(term, ".")
		_, known := k.weight(term)
		count(newTerms, !known && !placed(term) && (!byKind || k.names[kind] != ""))
	}
	for _, d := range v.Differences(g.Variant) {
		count(otherRules, strings.HasPrefix(d.Field, "rules."))
	}
	count(otherBoard, v.Files != g.Variant.Files || v.Ranks != g.Variant.Ranks || !slices.Equal(v.Holes, g.Variant.Holes))
	k.distance[otherKinds] = len(g.Variant.Pieces) + len(v.Pieces) - 2*len(k.names)
	count(otherArray, v.Array != g.Variant.Array)
	count(otherName, name != g.Variant.Name)
	return k
}

// placed reports whether a term is about the places of a kind.
func placed(term string) bool {
	return strings.HasPrefix(term, "rank.") || strings.HasPrefix(term, "file.")
}

// matchKinds returns, for the names of the kinds of a game, the names of the kinds of another that move
// the same way: the kind of the same name, if possible. Kinds without a partner are left out.
func matchKinds(v, other *variant.Variant) map[string]string {
	names, used := map[string]string{}, map[string]bool{}
	mine, its := kindKeys(v), kindKeys(other)
	for _, sameName := range []bool{true, false} {
		for i, p := range v.Pieces {
			for j, o := range other.Pieces {
				if names[p.Name] == "" && !used[o.Name] && (p.Name == o.Name || !sameName) && mine[i] == its[j] {
					names[p.Name], used[o.Name] = o.Name, true
				}
			}
		}
	}
	return names
}

// kindKeys returns, for each kind, a string shared by kinds that move the same way, whatever their
// names.
func kindKeys(v *variant.Variant) (keys []string) {
	for _, p := range v.Pieces {
		key := []string{fmt.Sprint(p.Royal, p.Pawn, p.Explodes, p.AvoidsOwnKind, p.MayNotCapture)}
		for _, set := range p.Moves {
			if e, err := betza.Parse(set.Betza); err == nil {
				set.Betza = e.Key()
			}
			key = append(key, fmt.Sprintf("%+v", set))
		}
		slices.Sort(key[1:])
		keys = append(keys, strings.Join(key, "\n"))
	}
	return keys
}

// weight returns the weight of a term of the other game.
func (k *kin) weight(term string) ([2]float64, bool) {
	prefix, rest, byKind := strings.Cut(term, ".")
	if byKind {
		kind, place, atPlace := strings.Cut(rest, ".")
		term = prefix + "." + k.names[kind]
		if atPlace {
			term += "." + place
		}
	}
	w, ok := k.file.Weights[term]
	return w, ok
}

// weights returns the weights for the other game. Terms that the game of the catalogue lacks, such as
// those of new kinds, keep the weights of the prior. On another board, places have no weight. Weights
// have an origin only if no kind is new.
func (k *kin) weights(g *rules.Game) *Weights {
	w := Prior(g)
	for i, term := range w.layout.names {
		if pair, ok := k.weight(term); ok && (k.distance[otherBoard] == 0 || !placed(term)) {
			w.MG[i], w.EG[i] = pair[0], pair[1]
		}
	}
	if len(k.names) == len(g.Variant.Pieces) {
		w.Origin = new(*k.file.Origin)
		w.Origin.From = k.game
	}
	return w
}

// network returns the network of the game of the catalogue for another game with the weights w; nil if
// there is none, or if its inputs mean something else there.
func (k *kin) network(g *rules.Game, w *Weights) *network.Network {
	if d := &k.distance; d[otherKinds]+d[newTerms]+d[otherBoard] > 0 {
		return nil
	}
	data, err := fs.ReadFile(shipped, "weights/"+k.game+".net")
	if err != nil {
		return nil
	}
	v, _ := variant.Find(k.game)
	home, err := rules.Compile(v)
	if err != nil {
		return nil
	}
	n, _ := network.Parse(data, home)
	own, ok := defaultFrom(shipped, home)
	files, ranks := g.Joined()
	if joined, sides := home.Joined(); n == nil || !ok || n.Terms != own.Terms() || joined != files || sides != ranks || home.Crowned() != g.Crowned() {
		return nil
	}
	types := make([]rules.Type, len(g.Types())+1)
	for _, t := range g.Types() {
		types[t] = home.TypeNamed(k.names[g.TypeName(t)])
	}
	moved, _ := n.For(g, types, w.Terms()) // nil if the games have other inputs
	return moved
}
