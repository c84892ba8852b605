package rules

import (
	"math/bits"

	"bestiary/engine/variant"
)

// zobristKeys are the random numbers that a position's hash is the exclusive or
// of. They depend only on the generator below, so hashes are the same on every
// machine.
type zobristKeys struct {
	piece  [maxCodes][256]uint64
	gate   [maxCodes][256]uint64
	hand   [maxCodes][variant.MaxHand + 1]uint64
	formed [256]uint64 // a promoted piece that reverts when it is captured
	pool   [maxCodes][16]uint64
	checks [2][variant.MaxChecks + 1]uint64
	passed [256]uint64
	rights [64]uint64
	turn   uint64
}

func newZobristKeys(seed uint64) *zobristKeys {
	z := new(zobristKeys)
	next := func() uint64 { // splitmix64
		seed += 0x9e3779b97f4a7c15
		x := seed
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		return x ^ x>>31
	}
	fill := func(keys []uint64) {
		for i := range keys {
			keys[i] = next()
		}
	}
	for c := range z.piece {
		for sq := range z.piece[c] {
			z.piece[c][sq], z.gate[c][sq] = next(), next()
		}
		fill(z.hand[c][1:16]) // an empty hand has key 0
	}
	fill(z.passed[:])
	fill(z.rights[:])
	z.turn = next()
	for c := range z.pool {
		fill(z.pool[c][1:]) // an empty pool has key 0
	}
	for c := range z.hand {
		fill(z.hand[c][16:])
	}
	fill(z.formed[:])
	for c := range z.checks {
		fill(z.checks[c][1:]) // none left has key 0
	}
	return z
}

func (z *zobristKeys) rightsKey(rights uint64) uint64 {
	var h uint64
	for ; rights != 0; rights &= rights - 1 {
		h ^= z.rights[bits.TrailingZeros64(rights)]
	}
	return h
}

// hashFromScratch returns the hash of a position by its definition.
func (p *Position) hashFromScratch() uint64 {
	z := p.g.zobrist
	h := z.rightsKey(p.rights) ^ z.checks[White][p.left[White]] ^ z.checks[Black][p.left[Black]]
	for sq := range p.g.Squares() {
		if code := p.board[sq]; code != 0 {
			h ^= z.piece[code][sq]
		}
		if code := p.behind[sq]; code != 0 {
			h ^= z.gate[code][sq]
		}
		if p.promoted.Has(Square(sq)) {
			h ^= z.formed[sq]
		}
	}
	for _, code := range p.g.codes {
		h ^= z.hand[code][p.hand[code.Color()][code.Type()]&variant.MaxHand]
		h ^= z.pool[code][p.pool[code.Color()][code.Type()]&15]
	}
	for _, sq := range p.passed[:p.passedN] {
		h ^= z.passed[sq]
	}
	if p.turn == Black {
		h ^= z.turn
	}
	return h
}
