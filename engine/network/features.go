package network

import (
	"slices"

	"bestiary/engine/rules"
)

// The features of an input describe it without reference to the game: how the piece moves from its square,
// where the square is, and what the piece is worth by the mobility formula. Each kind of input has features
// of its own, for either side.
const (
	ranges  = 4                       // a target is 1, 2, 3 or more squares away
	courses = 3                       // and ahead, beside or behind
	ways    = 3                       // captures on a full board and on an empty one, quiet moves
	counts  = ways * ranges * courses // of targets

	classes = 4 // pawns, royal pieces, riders, other pieces
	fromEnd = 6 // squares from the home rank, from the last rank
	wings   = 8 // parts of the board from left to right
	inward  = 4 // squares from the edge, from the middle
	spots   = 1 + 2*fromEnd + wings + 2*inward

	worths = 10 // intervals of values
	thirds = 3  // of the board, by ranks
	plain  = classes + worths + 1
	games  = 4 // properties of the game, with a royal piece

	atPlace  = counts + classes*spots + worths*thirds + 1 + games
	inAttack = classes*classes + worths*worths + 3

	firstWaiting = 2 * atPlace
	firstAttack  = firstWaiting + 2*plain
	firstZone    = firstAttack + 4*inAttack
	firstReach   = firstZone + 2*plain
	// FeatureCount is the number of features.
	FeatureCount = firstReach + 2*plain
)

// worthLimits are the upper limits of the intervals of values, in centipawns.
var worthLimits = [worths - 1]int{50, 130, 200, 270, 340, 420, 520, 680, 900}

const (
	quarter      = 25 // centipawns, the unit of values
	mostQuarters = 60 // of a value
)

// features lists the features of the inputs of a game.
type features struct {
	*Inputs
	values []int // by type, in centipawns
	class  []int // by type
	full   rules.Set
}

// Features returns the features of each input, with how often each counts. Values are the values
// of the types by the mobility formula, in centipawns.
func (in *Inputs) Features(values []float64) [][]Change {
	f := features{Inputs: in, values: make([]int, in.kinds+1), class: make([]int, in.kinds+1), full: allSquares(in.g)}
	for _, t := range in.g.Types() {
		f.values[t], f.class[t] = int(values[t]), f.classOf(t)
	}
	list := make([][]Change, in.Rows())
	for row := range list {
		list[row] = f.of(row)
	}
	return list
}

func allSquares(g *rules.Game) (s rules.Set) {
	for sq := range g.Squares() {
		s.Add(rules.Square(sq))
	}
	return s
}

// classOf returns the class of a type. Riders go four squares or more.
func (f *features) classOf(t rules.Type) int {
	switch {
	case f.g.IsPawn(t):
		return 0
	case f.g.IsRoyal(t):
		return 1
	}
	far := 0
	for sq := range f.squares {
		counts := f.targets(rules.CodeOf(t, rules.White), rules.Square(sq))
		for i, n := range counts {
			if i/courses%ranges == ranges-1 {
				far += int(n)
			}
		}
	}
	if far >= f.squares/2 {
		return 2
	}
	return 3
}

// targets counts the squares to which a piece can go, by way, distance and course.
func (f *features) targets(code rules.Code, from rules.Square) (counts [counts]uint8) {
	var empty rules.Set
	_, near := f.g.Reach(code, from, &f.full)
	quiet, captures := f.g.Reach(code, from, &empty)
	for way, set := range [ways]rules.Set{near, captures, quiet} {
		set.Squares(func(to rules.Square) {
			dx, dy := f.g.File(to)-f.g.File(from), f.g.Rank(to)-f.g.Rank(from)
			if code.Color() == rules.Black {
				dy = -dy
			}
			away, course := max(dx, -dx, dy, -dy), 1
			if dy != 0 {
				course = 1 - dy/max(dy, -dy)
			}
			if away > 0 {
				counts[(way*ranges+min(away, ranges)-1)*courses+course]++
			}
		})
	}
	return counts
}

// of returns the features of an input.
func (f *features) of(row int) []Change {
	pieces := 2 * f.kinds * f.squares
	switch {
	case row < pieces:
		return f.place(rules.Code(2+row/f.squares), rules.Square(row%f.squares))
	case row < f.places:
		code := rules.Code(2 + row - pieces)
		return f.plain(nil, firstWaiting+int(code.Color())*plain, code.Type())
	}
	code, target := rules.Code(2+(row-f.places)/f.attacks.stride), (row-f.places)%f.attacks.stride
	side := int(code.Color())
	switch target {
	case f.attacks.codes:
		return f.plain(nil, firstZone+side*plain, code.Type())
	case f.attacks.codes + 1:
		return f.plain(nil, firstReach+side*plain, code.Type())
	}
	to := rules.Code(2 + target)
	a, b, first := code.Type(), to.Type(), firstAttack+(2*side+int(to.Color()))*inAttack
	list := []Change{change(first+f.class[a]*classes+f.class[b], 1)}
	first += classes * classes
	list = append(list, change(first+f.worth(a)*worths+f.worth(b), 1))
	first += worths * worths
	list = weigh(list, first, f.quarters(b))
	list = weigh(list, first+1, f.quarters(b)-f.quarters(a))
	return weigh(list, first+2, f.quarters(a)-f.quarters(b))
}

// weigh appends a feature that counts several times.
func weigh(list []Change, feature, times int) []Change {
	if times > 0 {
		list = append(list, change(feature, times))
	}
	return list
}

// worth returns the interval in which the value of a type is.
func (f *features) worth(t rules.Type) int {
	i, _ := slices.BinarySearch(worthLimits[:], f.values[t])
	return i
}

// quarters returns the value of a type in quarters of a pawn.
func (f *features) quarters(t rules.Type) int { return min(f.values[t]/quarter, mostQuarters) }

// plain appends features of a type.
func (f *features) plain(list []Change, first int, t rules.Type) []Change {
	list = append(list, change(first+f.class[t], 1), change(first+classes+f.worth(t), 1))
	return weigh(list, first+classes+worths, f.quarters(t))
}

// place returns the features of a piece on a square.
func (f *features) place(code rules.Code, sq rules.Square) []Change {
	t, first := code.Type(), int(code.Color())*atPlace
	var list []Change
	for i, n := range f.targets(code, sq) {
		list = weigh(list, first+i, int(n))
	}
	first += counts
	file, rank, files, ranks := f.g.File(sq), f.g.Rank(sq), f.g.Files(), f.g.Ranks()
	if code.Color() == rules.Black {
		rank = ranks - 1 - rank
	}
	edge := min(file, files-1-file, rank, ranks-1-rank)
	middle := max(2*file-files+1, files-1-2*file, 2*rank-ranks+1, ranks-1-2*rank) / 2
	spot := first + f.class[t]*spots
	list = append(list, change(spot, 1))
	for _, part := range [...]struct{ at, size int }{
		{rank, fromEnd}, {ranks - 1 - rank, fromEnd}, {file * wings / files, wings}, {edge, inward}, {middle, inward},
	} {
		list = append(list, change(spot+1+min(part.at, part.size-1), 1))
		spot += part.size
	}
	first += classes * spots
	list = append(list, change(first+f.worth(t)*thirds+rank*thirds/ranks, 1))
	first += worths * thirds
	list = weigh(list, first, f.quarters(t))
	if f.class[t] != 1 {
		return list
	}
	drops := 0
	if f.g.Drops() {
		drops = 1
	}
	for i, n := range [games]int{files, ranks, drops, f.kinds} {
		list = weigh(list, first+1+i, n)
	}
	return list
}
