package eval

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"weak"

	"bestiary/engine/network"
	"bestiary/engine/rules"
)

// The constants of the mobility prior, see the package comment.
const (
	priorFilling   = 1.0 / 3
	priorFillings  = 200 // random boards
	priorSeed      = 1
	priorLinear    = 50.0
	priorQuadratic = 1.7
	captureShare   = 2.0 / 3
	quietShare     = 1.0 / 3
)

// PawnValue is the value of a pawn before tuning, in centipawns.
const PawnValue = 100

// Mobility returns, by type, the average number of squares that a White piece reaches,
// over all squares of a board filled at random to the given share. A square counts two
// thirds if the piece can capture there and one third if it can go there without
// capturing, so that a piece that does both counts each square once.
func Mobility(g *rules.Game, filling float64) []float64 {
	key := mobilityKey{weak.Make(g), filling}
	if known, ok := mobilities.Load(key); ok {
		return slices.Clone(known.([]float64))
	}
	rng := rand.New(rand.NewPCG(priorSeed, 0))
	fillings := make([]rules.Set, priorFillings)
	for i := range fillings {
		fillings[i] = randomFilling(g, rng, filling)
	}
	out := make([]float64, len(g.Types())+1)
	for _, t := range g.Types() {
		out[t] = averageReach(g, rules.CodeOf(t, rules.White), fillings)
	}
	if _, known := mobilities.LoadOrStore(key, out); !known {
		runtime.AddCleanup(g, func(k mobilityKey) { mobilities.Delete(k) }, key)
	}
	return slices.Clone(out)
}

// mobilities caches the results of Mobility for games that are still in use: weights are
// made several times for each of them.
var mobilities sync.Map // mobilityKey → []float64

type mobilityKey struct {
	g       weak.Pointer[rules.Game]
	filling float64
}

func averageReach(g *rules.Game, code rules.Code, fillings []rules.Set) float64 {
	sum, squares := 0.0, 0
	for sq := range g.Squares() {
		from := rules.Square(sq)
		if g.IsHole(from) {
			continue
		}
		squares++
		for i := range fillings {
			quiet, captures := g.Reach(code, from, &fillings[i])
			// Conversions keep processors from fusing products and sums, which rounds otherwise.
			sum += float64(quietShare*float64(quiet.Count())) + float64(captureShare*float64(captures.Count()))
		}
	}
	return sum / float64(squares*len(fillings))
}

func randomFilling(g *rules.Game, rng *rand.Rand, share float64) rules.Set {
	var s rules.Set
	for sq := range g.Squares() {
		if rng.Float64() < share && !g.IsHole(rules.Square(sq)) {
			s.Add(rules.Square(sq))
		}
	}
	return s
}

// CheckValued returns an error for a game whose pieces have no values to measure: a side
// wins by losing them, or one has no move on the board.
func CheckValued(g *rules.Game) error {
	if Loses(g) {
		return errors.New("a side wins this game by losing its pieces, so they are worth less than nothing and have no values in points; \"bestiary odds\" measures what one more of a kind does to the score")
	}
	for t, value := range PriorValues(g) {
		if t := rules.Type(t); t != rules.NoType && !g.IsRoyal(t) && value == 0 {
			return fmt.Errorf("the piece %s can never move on this board, so it has no value to measure; give it another move or leave it out", g.TypeName(t))
		}
	}
	return nil
}

// PriorValues returns the values of all types by mobility, in centipawns, indexed
// by type. Pawns are worth PawnValue; the royal piece, which is never
// exchanged, has 0.
func PriorValues(g *rules.Game) []float64 { return valuesOf(g, Mobility(g, priorFilling)) }

// PriorInHand returns the values of pieces in hand by mobility, in centipawns, indexed by type: the mean
// of middle game and endgame. Types that cannot be in hand have 0.
func PriorInHand(g *rules.Game) []float64 {
	values := PriorValues(g)
	for t, v := range values {
		if t := rules.Type(t); t == rules.NoType || !held(g, t) {
			values[t] = 0
			continue
		}
		mg, eg := inHand(kind{pawn: g.IsPawn(rules.Type(t)), value: v})
		values[t] += (mg + eg) / 2
	}
	return values
}

func valuesOf(g *rules.Game, mobility []float64) []float64 {
	values := make([]float64, len(mobility))
	for _, t := range g.Types() {
		switch m := mobility[t]; {
		case g.IsRoyal(t):
		case g.IsPawn(t):
			values[t] = PawnValue
		default:
			values[t] = m * (priorLinear + float64(priorQuadratic*m))
		}
	}
	return values
}

// Revision is raised when files of tuned weights should be made again: after a new term,
// or when a term is counted differently.
const Revision = 4

//go:embed weights
var shipped embed.FS

// Default returns the tuned weights that come with the program: those for exactly these rules,
// otherwise those of the nearest game of the catalogue that has all kinds of pieces of this game, by
// their moves. If there are none, it returns Prior.
func Default(g *rules.Game) *Weights {
	if w, ok := defaultFrom(shipped, g); ok {
		return w
	}
	if k := nearest(g); k != nil {
		return k.weightsFor(g)
	}
	return Prior(g)
}

// Strongest returns Default together with the network that comes with the program, if there
// is one for these weights and for the same board and kinds.
func Strongest(g *rules.Game) *Weights {
	w := Default(g)
	if w.Origin != nil && w.Origin.From != "" {
		w.Network = nearest(g).network(g, w)
	} else if n := shippedNetwork(g); n != nil && n.Terms == w.Terms() {
		w.Network = n
	}
	return w
}

// shippedNetwork returns nil if there is no network for the game or for its rules. A test
// reads all that come with the program.
func shippedNetwork(g *rules.Game) *network.Network {
	data, _ := fs.ReadFile(shipped, "weights/"+g.Variant.Name+".net")
	n, _ := network.Parse(data, g) // nil for no file, or one of other rules
	return n
}

// defaultFrom reports false if there is no file for the game, or if the file was made for
// other rules or terms. A test reads all files that come with the program.
func defaultFrom(files fs.FS, g *rules.Game) (*Weights, bool) {
	name := "weights/" + g.Variant.Name + ".toml"
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, false
	}
	w, err := parse(name, data, g, false)
	return w, err == nil
}

// uncheckedFillings is the number of random boards by which Unchecked finds out where a piece
// can go; they also hold what hopping pieces need.
const uncheckedFillings = 12

// Unchecked returns what sets a piece apart from all those by which the mobility prior was checked,
// to complete a sentence such as "the ghost never captures"; "" if it is not set apart. Those
// capture, go to empty squares, and come to at least half of the board from some square. The value
// of a pawn is not derived from where it goes.
func Unchecked(g *rules.Game, t rules.Type) string {
	rng := rand.New(rand.NewPCG(priorSeed, 1))
	fillings := make([]rules.Set, 1, 1+uncheckedFillings)
	for range uncheckedFillings {
		fillings = append(fillings, randomFilling(g, rng, priorFilling))
	}
	code := rules.CodeOf(t, rules.White)
	moves, captures, squares := false, false, 0
	to := make([]rules.Set, g.Squares())
	for sq := range to {
		if g.IsHole(rules.Square(sq)) {
			continue
		}
		squares++
		for i := range fillings {
			quiet, capture := g.Reach(code, rules.Square(sq), &fillings[i])
			moves, captures = moves || !quiet.Empty(), captures || !capture.Empty()
			quiet = quiet.Or(&capture)
			to[sq] = to[sq].Or(&quiet)
		}
	}
	switch {
	case !captures && g.TakesInPassing(t):
		return "captures only in passing"
	case !captures:
		return "never captures"
	case !moves:
		return "moves only by captures"
	case !g.IsPawn(t) && 2*farthest(to) < squares:
		return "never comes to half of the board"
	}
	return ""
}

// farthest returns the largest number of squares to which a piece can come from a square in
// any number of moves, that square included. To holds where it goes in one move, by square.
func farthest(to []rules.Set) (most int) {
	for sq := range to {
		var seen, next rules.Set
		next.Add(rules.Square(sq))
		for !next.Empty() {
			seen = seen.Or(&next)
			var more rules.Set
			next.Squares(func(at rules.Square) { more = more.Or(&to[at]) })
			next = more.AndNot(&seen)
		}
		most = max(most, seen.Count())
	}
	return most
}
