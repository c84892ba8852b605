package opening

import (
	"math/rand/v2"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// shuffle is an order of the first rank: it maps the file of a piece in the array to its
// new file. nil is the order of the array.
type shuffle []int

// shuffles reports whether the game shuffles the first rank.
func (r *roster) shuffles() bool {
	return r.g.Variant.Rules.Shuffle == variant.ShuffleFirstRank
}

// drawShuffle draws one of the orders that the game allows, all equally likely, or returns
// nil if there is only one.
func (r *roster) drawShuffle(rng *rand.Rand) shuffle {
	if !r.shuffles() {
		return nil
	}
	array := &r.arrays[rules.White]
	var files []int // of pieces that may change places
	order := make(shuffle, r.g.Files())
	for f := range order {
		order[f] = f
		if t := array.board[r.g.SquareAt(f, 0)]; t != rules.NoType && !r.g.IsPawn(t) {
			files = append(files, f)
		}
	}
	for range maxDraws {
		rng.Shuffle(len(files), func(i, j int) {
			a, b := files[i], files[j]
			order[a], order[b] = order[b], order[a]
		})
		if r.allows(order) {
			return order
		}
	}
	return nil // the order of the array is always allowed
}

// Shuffled returns a first position of a game that shuffles the first rank, or the array of
// another. Waiting pieces are not placed yet.
func Shuffled(g *rules.Game, seed uint64) (p *rules.Position, err error) {
	o, rng := newArmies(g, Default(), seed), newRand(seed, 0, 0, openingStream)
	white, black, _ := o.armies(rng, 0, 0)
	for range maxDraws {
		if p, err = o.setUp(&white, &black, o.drawShuffle(rng)); err == nil {
			break
		}
	}
	return p, err
}

// allows reports whether an order keeps kings between their partners and colour-bound
// pieces on both colours.
func (r *roster) allows(order shuffle) bool {
	for _, w := range r.wings[rules.White] {
		king, partner := r.g.File(w.King), r.g.File(w.Partner)
		if (king < partner) != (order[king] < order[partner]) {
			return false
		}
	}
	array := &r.arrays[rules.White]
	moved := army{}
	for sq, t := range array.board[:r.g.Squares()] {
		moved.board[r.shuffled(order, rules.Square(sq))] = t
	}
	both := r.onBothColours(array)
	return r.onBothColours(&moved)&both == both
}

// shuffled returns the square to which an order moves a piece of the array.
func (r *roster) shuffled(order shuffle, sq rules.Square) rules.Square {
	if order == nil || r.g.Rank(sq) != 0 {
		return sq
	}
	return r.g.SquareAt(order[r.g.File(sq)], 0)
}

// unshuffled is the inverse of shuffled.
func (r *roster) unshuffled(order shuffle, sq rules.Square) rules.Square {
	for f := range order {
		if from := r.g.SquareAt(f, 0); r.shuffled(order, from) == sq {
			return from
		}
	}
	return sq
}
