package search

import "bestiary/engine/rules"

// stage is the stage that a picker has reached.
type stage uint8

const (
	hashStage stage = iota
	noisyStart
	noisyStage
	quietStart
	quietStage
	badStage
	evasionStart
	evasionStage
	endStage
)

// class is the stage that a move comes from.
type class uint8

const (
	noMove class = iota
	hashClass
	goodNoisy
	quietClass
	badNoisy
)

// picker hands out the moves of a node, most promising first, and generates them only when they are
// needed: the hash move, captures and promotions that lose no material, quiet moves, and captures
// that lose material. In check all moves are generated at once.
type picker struct {
	s        *Searcher
	p        *rules.Position
	l        *list
	hash     rules.Move
	ply      int
	stage    stage
	next     int // index in the list
	bad      int // losing captures, at the front of the list
	score    int // ordering score of the last move
	noQuiets bool
	checks   bool // quiet moves only if they check
	quiesce  bool // only captures and promotions that lose no material
	static   int  // in quiescence, see deltaPrunes
	alpha    int
	screened screening // see givesCheck
}

// screening is whether the screens of a list are known.
type screening uint8

const (
	unscreened screening = iota
	screened
	unscreenable
)

// newPicker starts with a hash move, or 0 for none. It drops the hash move if it
// comes from another position with the same key.
func (s *Searcher) newPicker(p *rules.Position, hash rules.Move, ply int, check bool) picker {
	pk := picker{s: s, p: p, l: s.list(ply), hash: hash, ply: ply}
	pk.l.seen = s.seen[p.Turn()]
	pk.l.danger = rules.Danger{}
	p.FindDanger(&pk.l.danger)
	if hash == 0 || !p.IsLegalWith(hash, &pk.l.danger) {
		pk.hash, pk.stage = 0, noisyStart
	}
	if check || p.Placing() {
		pk.stage = evasionStart
	}
	return pk
}

// pick returns the next move, 0 after the last.
func (k *picker) pick() (rules.Move, class) {
	switch k.stage {
	case hashStage:
		k.stage = noisyStart
		return k.hash, hashClass
	case noisyStart:
		k.makeNoisy()
		fallthrough
	case noisyStage:
		for k.next < len(k.l.keys) {
			m, score := k.l.pick(0, k.next)
			k.next++
			if m == k.hash || k.quiesce && k.s.deltaPrunes(k.p, m, k.static, k.alpha) {
				continue
			}
			if k.s.loses(k.p, m) {
				k.l.keys[k.bad] = k.l.keys[k.next-1]
				k.bad++
				continue
			}
			k.score = score
			return m, goodNoisy
		}
		k.stage = quietStart
		fallthrough
	case quietStart:
		if k.quiesce && !k.checks {
			k.stage = endStage
			return 0, noMove
		}
		k.makeQuiets()
		fallthrough
	case quietStage:
		for k.next < len(k.l.keys) && !k.noQuiets {
			m, score := k.l.pick(k.bad, k.next)
			k.next++
			if m != k.hash {
				k.score = score
				return m, quietClass
			}
		}
		if k.quiesce {
			k.stage = endStage
			return 0, noMove
		}
		k.stage, k.next = badStage, 0
		fallthrough
	case badStage:
		if k.next < k.bad {
			m := k.l.asBlack(rules.Move(uint32(k.l.keys[k.next])))
			k.next++
			return m, badNoisy
		}
		k.stage = endStage
	case evasionStart:
		k.makeEvasions()
		fallthrough
	case evasionStage:
		if k.next < len(k.l.keys) {
			return k.pickEvasion()
		}
		k.stage = endStage
	}
	return 0, noMove
}

func (k *picker) makeNoisy() {
	l := k.l
	l.moves = k.p.CapturesWith(l.moves[:0], &l.danger)
	l.keys = l.keys[:0]
	for _, m := range l.moves {
		l.add(m, k.s.orderNoisy(k.p, m))
	}
	k.stage, k.next = noisyStage, 0
}

// makeQuiets generates the quiet moves after the losing captures.
func (k *picker) makeQuiets() {
	l := k.l
	l.keys = l.keys[:k.bad]
	k.stage, k.next = quietStage, k.bad
	if k.noQuiets {
		return
	}
	if k.checks {
		l.moves = k.p.DirectChecksWith(l.moves[:0], &l.danger)
	} else {
		l.moves = k.p.QuietsWith(l.moves[:0], &l.danger)
	}
	ordered := !k.checks && !k.s.opts.NoThreatOrder
	if ordered {
		k.s.threats.find(k.p, k.s.see.values)
	}
	for _, m := range l.moves {
		score := k.s.orderQuiet(k.p, m, k.ply)
		if ordered && m.Kind() <= rules.Passing {
			score += threatWeight * k.s.threats.relief(k.p, m, k.s.see.values)
		}
		l.add(m, score)
	}
}

func (k *picker) makeEvasions() {
	l := k.l
	l.moves = k.p.MovesWith(l.moves[:0], &l.danger)
	l.keys = l.keys[:0]
	for _, m := range l.moves {
		l.add(m, k.s.order(k.p, m, k.hash, k.ply))
	}
	k.stage, k.next = evasionStage, 0
}

func (k *picker) pickEvasion() (rules.Move, class) {
	m, score := k.l.pick(0, k.next)
	k.next++
	k.score = score
	switch {
	case score == hashMove:
		return m, hashClass
	case !isNoisy(k.p, m):
		return m, quietClass
	case score < badCapture/2:
		return m, badNoisy
	}
	return m, goodNoisy
}

// givesCheck reports whether a quiet move gives check.
func (k *picker) givesCheck(m rules.Move) bool {
	if k.screened == unscreened {
		k.screened = unscreenable
		if screens, ok := k.p.Screens(); ok {
			k.l.screens, k.screened = screens, screened
		}
	}
	if k.screened == screened && m.Kind() <= rules.Passing && !k.l.screens.Has(m.From()) {
		return k.p.ChecksDirectly(m)
	}
	return k.p.GivesCheck(m)
}
