package search

import (
	"sync/atomic"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
)

// sharedSlot is an entry of a table that several searchers use at once. The second of its two
// words contains the key and is scrambled by the first, so a slot whose words come from two
// searchers matches no position, except by chance. No slot has to be locked.
type sharedSlot [2]atomic.Uint64

// scramble returns a word that differs in the bits of the key if a differs anywhere.
func scramble(a uint64) uint64 {
	a *= 0x9E37_79B9_7F4A_7C15
	return a ^ a>>32
}

// load returns the entry of a slot.
func (s *sharedSlot) load() entry {
	a := s[0].Load()
	b := s[1].Load() ^ scramble(a)
	return entry{
		[3]uint16{uint16(b), uint16(b >> 16), uint16(b >> 32)},
		int16(a), rules.Move(a >> 16), int16(a >> 48), int8(b >> 48), uint8(b >> 56),
	}
}

func (s *sharedSlot) store(e *entry) {
	a := uint64(uint16(e.score)) | uint64(e.move)<<16 | uint64(uint16(e.static))<<48
	b := uint64(e.key[0]) | uint64(e.key[1])<<16 | uint64(e.key[2])<<32 | uint64(uint8(e.depth))<<48 | uint64(e.mark)<<56
	s[0].Store(a)
	s[1].Store(b ^ scramble(a))
}

// sharedBucket is a copy of a bucket of a shared table.
type sharedBucket struct {
	slots    []sharedSlot
	was, now [bucket]entry
}

func (b *sharedBucket) load(t *table, key uint64) {
	b.slots = t.shared[key&t.mask:][:bucket]
	for i := range b.slots {
		b.was[i] = b.slots[i].load()
	}
	b.now = b.was
}

// store stores the entries that have changed.
func (b *sharedBucket) store() {
	for i := range b.slots {
		if b.now[i] != b.was[i] {
			b.slots[i].store(&b.now[i])
		}
	}
}

// probeShared and storeShared call probe and store on a copy of a bucket.
func (t *table) probeShared(key uint64, ply int) hit {
	var b sharedBucket
	b.load(t, key)
	local := table{slots: b.now[:], generation: t.generation}
	h := local.probe(key, ply)
	b.store()
	return h
}

func (t *table) storeShared(key uint64, move rules.Move, score, static, depth int, kind bound, pv bool, ply int) {
	var b sharedBucket
	b.load(t, key)
	local := table{slots: b.now[:], generation: t.generation}
	local.store(key, move, score, static, depth, kind, pv, ply)
	b.store()
}

// NewTeam prepares searchers that share a transposition table. All but the first help:
// Help lets them search the position that the first one searches.
func NewTeam(e *eval.Evaluator, o Options, size int) []*Searcher {
	team := []*Searcher{New(e, o)}
	if size < 2 {
		return team
	}
	first := &team[0].table
	first.shared, first.slots = make([]sharedSlot, len(first.slots)), nil
	for i := 1; i < size; i++ {
		s := newSearcher(e, o)
		s.table, s.helper = *first, i
		team = append(team, s)
	}
	return team
}

// Help searches a position of its own until the control stops it, so that the others
// find results in the table. The position is unchanged afterwards.
func (s *Searcher) Help(p *rules.Position, c *Control, moves []rules.Move) {
	s.Search(p, Limits{Depth: MaxDepth, Moves: moves, Control: c})
}

// skips reports whether a helper leaves out an iteration, so that not all search the
// same tree.
func (s *Searcher) skips(depth int) bool {
	return s.helper > 0 && depth > 1 && (depth+s.helper)%3 == 0
}
