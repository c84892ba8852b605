package search

import (
	"sync/atomic"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
)

// bound is how a stored score relates to the true one.
type bound uint8

const (
	noBound bound = iota
	upper
	lower
	exact
)

// unknown is the value of a missing static evaluation.
const unknown = -32768

// entry is a slot of the transposition table, 16 bytes. Together with the bits that choose the
// bucket, key distinguishes positions by 62 bits, or by fewer in a table of fewer than 2^16
// entries.
type entry struct {
	key    [3]uint16 // the upper 48 bits
	score  int16
	move   rules.Move
	static int16 // static evaluation, or unknown
	depth  int8
	mark   uint8 // bound and generation
}

const (
	bucket = 4 // entries, one cache line

	pvBit          = 4 // the node was searched with an open window
	generationStep = 8 // the bound and pvBit take the three bits below
	// staleness is the number of plies of depth that an entry loses in replacement
	// for each search since it was stored.
	staleness = 4
)

func (e *entry) bound() bound { return bound(e.mark & 3) }

func (e *entry) holds(key uint64) bool {
	return e.key == [3]uint16{uint16(key >> 16), uint16(key >> 32), uint16(key >> 48)}
}

// table is a transposition table of buckets. Within a bucket the shallowest entry
// is replaced, entries of earlier searches first.
type table struct {
	slots      []entry
	shared     []sharedSlot // in place of slots if several searchers use the table
	mask       uint64
	generation uint8 // of the current search; a multiple of generationStep
}

// hit is the result of a probe.
type hit struct {
	found  bool
	pv     bool // searched with an open window
	bound  bound
	move   rules.Move
	score  int
	static int // or unknown
	depth  int
}

func newTable(bits int) table {
	return table{slots: make([]entry, 1<<bits), mask: 1<<bits - bucket}
}

func (t *table) clear() {
	clear(t.slots)
	for i := range t.shared {
		t.shared[i].store(&entry{})
	}
	t.generation = 0
}

// age begins a new search.
func (t *table) age() { t.generation += generationStep }

// full returns the share of the slots that the current search has written, in 1/1000.
func (t *table) full() int {
	n := 0
	for i := range 1000 {
		var e entry
		if t.shared != nil {
			e = t.shared[i].load()
		} else {
			e = t.slots[i]
		}
		if e.mark&3 != 0 && e.mark&^7 == t.generation {
			n++
		}
	}
	return n
}

// fetch prepares for looking up a position soon.
func (t *table) fetch(key uint64) {
	if t.shared == nil {
		prefetch(&t.slots[key&t.mask])
	}
}

// probe looks up a position. Mate scores count from the root, which is ply plies
// away.
func (t *table) probe(key uint64, ply int) hit {
	if t.shared != nil {
		return t.probeShared(key, ply)
	}
	i := key & t.mask
	slots := t.slots[i : i+bucket : i+bucket]
	for j := range slots {
		if e := &slots[j]; e.holds(key) && e.mark&3 != 0 {
			e.mark = e.mark&7 | t.generation
			return hit{true, e.mark&pvBit != 0, e.bound(), e.move, toTable(int(e.score), -ply), int(e.static), int(e.depth)}
		}
	}
	return hit{static: unknown}
}

// store stores a result. A move of 0 keeps the move of an earlier result.
func (t *table) store(key uint64, move rules.Move, score, static, depth int, b bound, pv bool, ply int) {
	if t.shared != nil {
		t.storeShared(key, move, score, static, depth, b, pv, ply)
		return
	}
	i := key & t.mask
	slots := t.slots[i : i+bucket : i+bucket]
	victim, least := &slots[0], 1<<30
	for j := range slots {
		e := &slots[j]
		if e.holds(key) {
			if move == 0 {
				move = e.move
			}
			if b != exact && depth < int(e.depth)-3 && e.mark&^7 == t.generation && e.mark&3 != 0 {
				e.move = move // the deeper bound is worth more
				return
			}
			victim = e
			break
		}
		if worth := t.replaceValue(e); worth < least {
			victim, least = e, worth
		}
	}
	mark := uint8(b) | t.generation
	if pv {
		mark |= pvBit
	}
	*victim = entry{
		[3]uint16{uint16(key >> 16), uint16(key >> 32), uint16(key >> 48)},
		int16(toTable(score, ply)), move, int16(static), int8(min(max(depth, -1), 127)), mark,
	}
}

// replaceValue orders the entries of a bucket; the lowest is replaced.
func (t *table) replaceValue(e *entry) int {
	if e.mark&3 == 0 {
		return -1 << 20
	}
	age := int((t.generation - e.mark&^7) / generationStep)
	return int(e.depth) - staleness*age
}

// toTable turns mate scores from "plies from the root" into "plies from here", and with -ply back.
func toTable(score, ply int) int {
	switch {
	case score > mateBound:
		return score + ply
	case score < -mateBound:
		return score - ply
	}
	return score
}

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
func (s *Searcher) Help(p *rules.Position, c *Control, moves []rules.Move) Result {
	return s.Search(p, Limits{Depth: MaxDepth, Moves: moves, Control: c})
}

// skips reports whether a helper skips an iteration, so that not all search the same tree.
func (s *Searcher) skips(depth int) bool {
	return s.helper > 0 && depth > 1 && (depth+s.helper)%3 == 0
}
