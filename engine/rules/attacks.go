package rules

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
)

// attackPath is one way to capture on a square: the squares that must be empty
// and those that must be occupied on the way.
type attackPath struct {
	empty, occupied Set
	// strict holds the conditions that depend on the owner of a piece, seen
	// from the attacker; most games have no such conditions.
	strict []condition
	// shuns holds the squares on which no piece of the attacker's kind may be, if it avoids its own
	// kind.
	shuns Set
	// hops: something must be occupied.
	hops bool
	// royalOnly paths threaten only a royal piece.
	royalOnly bool
	// right is the right of the attacker's square if the attacker must not have moved; otherwise 0.
	right uint64
}

// pathSet numbers a set of alternative attack paths. A piece attacks a square
// when one of the paths is open.
type pathSet uint16

const (
	cannotReach pathSet = iota
	leaps               // pieces on the way do not matter
	firstPaths
)

// paths is a set of alternative attack paths: nearly always a single path, which is open
// while some squares are empty.
type paths struct {
	// empty holds the squares on the way of a path that depends only on them, or all squares, which
	// are never empty at once, if there is no such path.
	empty Set
	more  []attackPath // the other paths
}

var everySquare = Set{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// newPaths takes out the first path that depends only on empty squares.
func newPaths(list []attackPath) paths {
	for i := range list {
		if p := &list[i]; !p.hops && !p.royalOnly && p.right == 0 {
			return paths{p.empty, slices.Concat(list[:i], list[i+1:])}
		}
	}
	return paths{everySquare, list}
}

// attackTable answers which piece attacks which square.
type attackTable struct {
	size int
	// reachTo[code][sq] holds the squares from which the piece could capture
	// on sq if nothing stood in its way.
	reachTo [maxCodes][]Set
	// reachAny[color][sq] joins reachTo of all pieces of a side.
	reachAny [2][256]Set
	// between[to][code*size+from] are the paths; those to one square lie together.
	between [256][]pathSet
	// checks is between without the pieces that may not capture royal pieces.
	checks [256][]pathSet
	paths  []paths            // by pathSet
	known  map[string]pathSet // while the table grows
	key    []byte             // of the set of paths that is looked up
	ways   int                // paths of all sets
	// passTo[code][sq] holds the squares from which the piece could capture
	// en passant on sq if nothing stood in its way.
	passTo [maxCodes][]Set
	shy    Type // the kind that avoids its own
}

func newAttackTable(size, codes int, shy Type) *attackTable {
	t := &attackTable{size: size, shy: shy, known: map[string]pathSet{}}
	t.paths = append(t.paths, paths{empty: everySquare}, paths{}) // cannotReach and leaps
	for to := range size {
		t.between[to] = make([]pathSet, codes*size)
	}
	return t
}

// finish frees the memory that only add needs, and notes which pieces give no check.
func (t *attackTable) finish(types []pieceType) {
	t.known, t.key = nil, nil
	t.checks = t.between
	for i := range types {
		if !types[i].harmless {
			continue
		}
		for to := range t.size {
			t.checks[to] = slices.Clone(t.checks[to])
			clear(t.checks[to][2*i*t.size : 2*(i+1)*t.size])
		}
	}
}

// threats is a step program whose captures are threats: to royal pieces alone if royalOnly is set, and
// only while the attacker has the right, unless that is 0.
type threats struct {
	steps     []step
	royalOnly bool
	right     uint64
}

// add enters the captures of step programs.
func (t *attackTable) add(p Code, from Square, programs ...threats) error {
	if t.reachTo[p] == nil {
		t.reachTo[p] = make([]Set, t.size)
		t.passTo[p] = make([]Set, t.size)
	}
	byTarget := map[Square][]attackPath{}
	var order []Square
	enter := func(sq Square, path []condition, by *threats) {
		if _, ok := byTarget[sq]; !ok {
			order = append(order, sq)
		}
		a := newAttackPath(path, p.Type() == t.shy)
		a.royalOnly, a.right = by.royalOnly, by.right
		byTarget[sq] = append(byTarget[sq], a)
		t.reachTo[p][sq].Add(from)
		t.reachAny[p.Color()][sq].Add(from)
	}
	for _, program := range programs {
		walkTree(program.steps, func(i int, path []condition) {
			s := &program.steps[i]
			switch {
			case s.kind == EnPassant:
				t.passTo[p][s.to].Add(from)
			case s.kind == Locust:
				enter(s.extra, locustPath(path, s, from), &program)
			}
			if s.flags&relEnemy != 0 && s.kind != EnPassant {
				enter(s.to, path, &program)
			}
		})
	}
	for _, sq := range order {
		id, err := t.intern(byTarget[sq])
		if err != nil {
			return err
		}
		t.between[sq][int(p)*t.size+int(from)] = id
	}
	return nil
}

// locustPath returns the path to capture the victim of s in passing. It has no condition for
// the victim's square, since an enemy may come to stand there, and one for the square where
// the capturer lands, unless it is its own.
func locustPath(path []condition, s *step, from Square) []condition {
	var out []condition
	for _, c := range path {
		if c.sq != s.extra {
			out = append(out, c)
		}
	}
	if s.to == from {
		return out
	}
	return append(out, condition{s.to, s.flags & relAll})
}

func newAttackPath(path []condition, isShy bool) attackPath {
	var a attackPath
	for _, c := range path {
		if isShy && c.rel != relEmpty {
			a.shuns.Add(c.sq)
		}
		switch c.rel {
		case relAll:
		case relEmpty:
			a.empty.Add(c.sq)
		case relEnemy | relFriend:
			a.occupied.Add(c.sq)
			a.hops = true
		default:
			a.strict = append(a.strict, c)
			a.hops = true
		}
	}
	return a
}

// intern returns the number of a set of paths, the same for equal sets.
func (t *attackTable) intern(list []attackPath) (pathSet, error) {
	for i := range list {
		if p := &list[i]; p.empty.Empty() && !p.hops && !p.royalOnly && p.right == 0 {
			return leaps, nil
		}
	}
	t.key = t.key[:0]
	for i := range list {
		t.key = list[i].appendKey(t.key)
	}
	if id, ok := t.known[string(t.key)]; ok {
		return id, nil
	}
	if len(t.paths) > maxPathSets {
		return 0, fmt.Errorf("the pieces have more than %d different sets of ways between squares", maxPathSets)
	}
	if t.ways += len(list); t.ways > maxWays {
		return 0, fmt.Errorf("the pieces have more than %d different ways between squares", maxWays)
	}
	id := pathSet(len(t.paths))
	t.paths = append(t.paths, newPaths(list))
	t.known[string(t.key)] = id
	return id, nil
}

// appendKey appends a key that distinguishes the path from all others.
func (p *attackPath) appendKey(key []byte) []byte {
	for _, set := range []*Set{&p.empty, &p.occupied, &p.shuns} {
		for _, word := range set {
			key = binary.LittleEndian.AppendUint64(key, word)
		}
	}
	key = binary.LittleEndian.AppendUint64(key, p.right)
	key = binary.LittleEndian.AppendUint32(key, uint32(len(p.strict)))
	key = strconv.AppendBool(strconv.AppendBool(key, p.hops), p.royalOnly)
	for _, c := range p.strict {
		key = append(key, byte(c.sq), c.rel)
	}
	return key
}

const (
	// maxPathSets is bounded by the width of pathSet.
	maxPathSets = 1<<16 - 1
	// maxWays bounds the paths of all sets, and with them the memory.
	maxWays = 1 << 17
)

// open reports whether a path of an attacker of side c is open when all holds the occupied squares
// and own[side] each side's, with the rights of the position.
func (p *attackPath) open(all *Set, own *sides, c Color, rights uint64) bool {
	if p.right&^rights != 0 || p.empty.Meets(all) || !all.Holds(&p.occupied) || p.shuns.Meets(&own[shy]) {
		return false
	}
	for _, s := range p.strict {
		if !s.holds(all, own, c) {
			return false
		}
	}
	return true
}

// holds reports whether the square meets the condition.
func (s condition) holds(all *Set, own *sides, c Color) bool {
	rel := uint8(relEmpty)
	if all.Has(s.sq) {
		rel = relEnemy
		if own[c].Has(s.sq) {
			rel = relFriend
		}
	}
	return s.rel&rel != 0
}

// open reports whether one of the paths of an attacker of side c is open to a
// royal piece, or to any other.
func (w *paths) open(all *Set, own *sides, c Color, royal bool, rights uint64) bool {
	return !w.empty.Meets(all) || w.more != nil && w.moreOpen(all, own, c, royal, rights)
}

// clear reports whether the squares that must be empty are. Wide boards have more than
// two words.
func (w *paths) clear(all *Set, wide bool) bool {
	return w.empty[0]&all[0]|w.empty[1]&all[1] == 0 && (!wide || w.empty[2]&all[2]|w.empty[3]&all[3] == 0)
}

func (w *paths) moreOpen(all *Set, own *sides, c Color, royal bool, rights uint64) bool {
	for i := range w.more {
		if a := &w.more[i]; (royal || !a.royalOnly) && a.open(all, own, c, rights) {
			return true
		}
	}
	return false
}

// captures reports whether the piece, once it has moved, could capture on sq if nothing stood in
// its way.
func (t *attackTable) captures(code Code, from, sq Square) bool {
	if !t.reachTo[code][sq].Has(from) {
		return false
	}
	way := t.way(code, from, sq)
	return way.empty != everySquare || slices.ContainsFunc(way.more, func(p attackPath) bool { return !p.royalOnly && p.right == 0 })
}

// way returns the capturing paths of a piece from one square to another.
func (t *attackTable) way(code Code, from, to Square) *paths {
	return &t.paths[t.between[to][int(code)*t.size+int(from)]]
}
