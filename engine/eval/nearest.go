package eval

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"bestiary/engine/betza"
	"bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/files"

	"github.com/BurntSushi/toml"
)

// kin is a game of the catalogue whose tuned weights suit another game, because kinds of that game move
// like its own.
type kin struct {
	game     string            // in the catalogue
	names    map[string]string // of the kinds in the catalogue, by their names in the other game
	distance [distances]int
	weights  map[string][2]float64
	chances  *Chances
	origin   Origin
}

// What makes a game of the catalogue less near to another game, in the order of importance.
const (
	// differences counts other rules, kinds that the other game lacks and, since these have no weights,
	// twice the kinds that the game of the catalogue lacks.
	differences = iota
	otherBoard  // 1 for other squares
	otherArray  // 1 for another array
	otherName   // 1 for another name
	distances
)

// Foreign returns the weights that a game would have if the games without were not in the catalogue.
func Foreign(g *rules.Game, without ...string) *Weights {
	if k := nearest(g, without...); k != nil {
		return k.weightsFor(g)
	}
	return Prior(g)
}

// nearest returns the game of the catalogue whose tuned weights suit a game best, and nil if there
// is none. Games without do not count.
func nearest(g *rules.Game, without ...string) *kin {
	hash := strings.Join(append([]string{g.Variant.Name, g.Variant.Hash()}, without...), " ")
	if known, ok := kins.Load(hash); ok {
		return known.(*kin)
	}
	keys := kindKeys(g.Variant)
	var list []*kin
	for game, kinds := range catalogueKinds() {
		if slices.Contains(without, game) {
			continue
		}
		k := &kin{game: game, names: matchKinds(keys, kinds)}
		k.distance[differences] = 2*len(keys) + len(kinds) - 3*len(k.names)
		list = append(list, k)
	}
	slices.SortFunc(list, nearer)
	var best *kin
	for _, k := range list {
		if best != nil && k.distance[differences] > best.distance[differences] {
			break // before its rules are counted
		}
		if k.compare(g) && (best == nil || nearer(k, best) < 0) && k.read() {
			best = k
		}
	}
	kins.Store(hash, best)
	return best
}

// nearer compares the distances of two games, and their names if they are equally near.
func nearer(a, b *kin) int {
	return cmp.Or(slices.Compare(a.distance[:], b.distance[:]), strings.Compare(a.game, b.game))
}

// kins caches the results of nearest: weights are made several times for a game.
var kins sync.Map // name and hash → *kin

// kindsFile lists the kinds of the catalogue's games, by game, name and key. A test writes it.
const kindsFile = "weights/kinds.tsv"

// catalogueKinds returns the kinds of each game of the catalogue.
func catalogueKinds() map[string][]namedKind {
	text, _ := fs.ReadFile(shipped, kindsFile)
	games := map[string][]namedKind{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		games[fields[0]] = append(games[fields[0]], namedKind{fields[1], fields[2]})
	}
	return games
}

// compare completes the distance, and reports whether the weights suit the other game:
// they do not if pieces that one game is won by losing are of use in the other.
func (k *kin) compare(g *rules.Game) bool {
	v, err := variant.Find(k.game)
	if err != nil {
		return false
	}
	lost := v.Rules.Extinction
	for _, t := range g.Types() {
		if loses(g, t) != (lost.Result == variant.EndWin && (len(lost.Pieces) == 0 || slices.Contains(lost.Pieces, k.names[g.TypeName(t)]))) {
			return false
		}
	}
	back := map[string]string{}
	for mine, its := range k.names {
		back[its] = mine
	}
	v.Rename(back)
	count := func(i int, differs bool) {
		if differs {
			k.distance[i]++
		}
	}
	for _, d := range v.Differences(g.Variant) {
		count(differences, strings.HasPrefix(d.Field, "rules."))
	}
	count(otherBoard, v.Files != g.Variant.Files || v.Ranks != g.Variant.Ranks || !slices.Equal(v.Holes, g.Variant.Holes))
	count(otherArray, v.Array != g.Variant.Array)
	count(otherName, k.game != g.Variant.Name)
	return true
}

// read reads the weights of the catalogue's game. It reports whether there are any.
func (k *kin) read() bool {
	data, err := fs.ReadFile(shipped, "weights/"+k.game+".toml")
	if err != nil {
		return false
	}
	var f weightFile
	if _, err := toml.Decode(string(data), &f); err != nil || f.Origin == nil {
		return false
	}
	k.weights, k.chances, k.origin = f.Weights, f.Chances, *f.Origin
	k.origin.From = k.game
	return true
}

// placed reports whether a term is about the places of a kind.
func placed(term string) bool {
	return strings.HasPrefix(term, "rank.") || strings.HasPrefix(term, "file.")
}

// namedKind is a kind of piece of a game. Kinds that move the same way have the same key.
type namedKind struct{ name, key string }

// matchKinds returns, for the names of kinds, the names of those of another game that move the same way:
// the kind of the same name, if possible. Kinds without a partner are left out.
func matchKinds(kinds, others []namedKind) map[string]string {
	names, used := map[string]string{}, map[string]bool{}
	for _, sameName := range []bool{true, false} {
		for _, mine := range kinds {
			for _, its := range others {
				if names[mine.name] == "" && !used[its.name] && (mine.name == its.name || !sameName) && mine.key == its.key {
					names[mine.name], used[its.name] = its.name, true
				}
			}
		}
	}
	return names
}

// kindKeys returns the kinds of a game.
func kindKeys(v *variant.Variant) (list []namedKind) {
	for _, p := range v.Pieces {
		key := []string{fmt.Sprint(p.Royal, p.Pawn, p.Explodes, p.AvoidsOwnKind, p.MayNotCapture)}
		for _, set := range p.Moves {
			if e, err := betza.Parse(set.Betza); err == nil {
				set.Betza = e.Key()
			}
			key = append(key, fmt.Sprintf("%+v", set))
		}
		slices.Sort(key[1:])
		list = append(list, namedKind{p.Name, files.SHA256([]byte(strings.Join(key, "\n")))[:12]})
	}
	return list
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
	w, ok := k.weights[term]
	return w, ok
}

// weightsFor returns the weights for the other game. Terms that the game of the catalogue lacks, such as
// those of new kinds, keep the weights of the prior. On another board, places have no weight. Weights
// have an origin only if no kind is new.
func (k *kin) weightsFor(g *rules.Game) *Weights {
	w := Prior(g)
	w.Chances = k.chances
	for i, term := range w.layout.names {
		if pair, ok := k.weight(term); ok && (k.distance[otherBoard] == 0 || !placed(term)) {
			w.MG[i], w.EG[i] = pair[0], pair[1]
		}
	}
	if len(k.names) == len(g.Variant.Pieces) {
		w.Origin = new(k.origin)
	}
	return w
}

// network returns the network of the game of the catalogue for another game with the weights w; nil if
// there is none, or if its inputs or terms mean something else there.
func (k *kin) network(g *rules.Game, w *Weights) *network.Network {
	if k.distance[otherBoard] > 0 || len(k.names) != len(g.Variant.Pieces) || len(w.MG) != len(k.weights) {
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
	if n == nil || !ok || n.Terms != own.Terms() || home.Crowned() != g.Crowned() {
		return nil
	}
	files, ranks := g.Joined()
	if homeFiles, homeRanks := home.Joined(); homeFiles != files || homeRanks != ranks {
		return nil
	}
	types := make([]rules.Type, len(g.Types())+1)
	for _, t := range g.Types() {
		types[t] = home.TypeNamed(k.names[g.TypeName(t)])
	}
	moved, _ := n.For(g, types, w.Terms()) // nil if the games have other inputs
	return moved
}
