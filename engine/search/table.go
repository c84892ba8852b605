package search

import "bestiary/engine/rules"

// bound says what a stored score is.
type bound uint8

const (
	noBound bound = iota
	upper
	lower
	exact
)

// entry is one slot of the transposition table, 16 bytes.
type entry struct {
	key   uint64
	move  rules.Move
	score int16
	depth int8
	bound bound
}

// table is a transposition table of buckets of two: the first slot keeps the
// deeper result, the second the newer one.
type table struct {
	slots []entry
	mask  uint64
}

func newTable(bits int) table {
	return table{make([]entry, 1<<bits), 1<<bits - 2}
}

func (t *table) clear() { clear(t.slots) }

// full is the share of the slots in use, in 1/1000.
func (t *table) full() int {
	n := 0
	for i := range 1000 {
		if t.slots[i].bound != noBound {
			n++
		}
	}
	return n
}

func (t *table) probe(key uint64) *entry {
	i := key & t.mask
	for j := range uint64(2) {
		if e := &t.slots[i+j]; e.key == key && e.bound != noBound {
			return e
		}
	}
	return nil
}

func (t *table) store(key uint64, move rules.Move, score, depth int, b bound) {
	i := key & t.mask
	e := &t.slots[i]
	if e.key != key && e.bound != noBound && int(e.depth) > depth {
		e = &t.slots[i+1]
	}
	if move == 0 && e.key == key {
		move = e.move
	}
	*e = entry{key, move, int16(score), int8(min(depth, 127)), b}
}

// toTable and fromTable turn mate scores from "plies from the root" into "plies
// from here" and back.
func toTable(score, ply int) int {
	switch {
	case score > mateBound:
		return score + ply
	case score < -mateBound:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score > mateBound:
		return score - ply
	case score < -mateBound:
		return score + ply
	}
	return score
}
