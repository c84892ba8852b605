package rules

import (
	"math/bits"
	"slices"
)

// Moves appends the legal moves of the position to buf.
func (p *Position) Moves(buf []Move) []Move {
	var d Danger
	p.FindDanger(&d)
	return p.MovesWith(buf, &d)
}

// MovesWith is like Moves, for callers that have already found the danger.
func (p *Position) MovesWith(buf []Move, d *Danger) []Move { return p.generate(buf, relAll, d) }

// CapturesWith appends the legal captures and promotions to buf, for callers that have
// already found the danger.
func (p *Position) CapturesWith(buf []Move, d *Danger) []Move {
	if p.inHand > 0 || p.ended != Ongoing {
		return buf
	}
	n := len(buf)
	buf = p.legalMoves(buf, relEnemy|relFriend, d)
	if p.g.entering != nil {
		buf = p.entries(buf, n)
	}
	if p.g.obliges {
		buf = p.obliged(buf, n)
	}
	return buf
}

// QuietsWith appends the legal moves that are neither captures nor promotions to
// buf. Together with those of CapturesWith they are the moves of MovesWith.
func (p *Position) QuietsWith(buf []Move, d *Danger) []Move {
	if !p.Placing() && p.g.MustCapture() && p.canCapture(buf, d) {
		return buf
	}
	return p.generate(buf, relEmpty, d)
}

// DirectChecksWith appends the moves and drops of QuietsWith for which ChecksDirectly holds,
// castlings and passes aside.
func (p *Position) DirectChecksWith(buf []Move, d *Danger) []Move {
	n := len(buf)
	if p.Placing() || p.ended != Ongoing || !p.g.crowned || p.g.drops || p.g.obliges || p.g.entering != nil {
		buf = p.QuietsWith(buf, d)
	} else {
		buf = p.quietsTowards(buf, p.king[p.turn.Other()], d)
	}
	return keep(buf, n, func(m Move) bool {
		return (m.Kind() <= Passing || m.Kind() == Placing) && p.ChecksDirectly(m)
	})
}

// quietsTowards appends the legal quiet moves of all pieces, castlings aside, and may omit those to
// squares from which the piece could not capture on sq on an empty board.
func (p *Position) quietsTowards(buf []Move, sq Square, d *Danger) []Move {
	var a aims
	p.aim(&a, relEmpty, d)
	usual, free := a.usual.quiets, a.any.quiets
	for _, code := range p.g.of[p.turn] {
		near := &p.g.attacks.reachTo[code][sq]
		a.usual.quiets, a.any.quiets = usual.And(near), free.And(near)
		buf = p.codeMoves(buf, code, &a, d)
	}
	return buf
}

// generate appends the legal moves that are wanted, and placings, drops, castlings and
// passes.
func (p *Position) generate(buf []Move, want uint8, d *Danger) []Move {
	if p.inHand > 0 || p.ended != Ongoing {
		return p.placings(buf)
	}
	n := len(buf)
	buf = p.legalMoves(buf, want, d)
	if p.g.entering != nil {
		buf = p.entries(buf, n)
	}
	if p.g.drops {
		buf = p.dropMoves(buf, d)
	}
	buf = p.castlingMoves(buf, d)
	if p.g.obliges {
		buf = p.obliged(buf, n)
	}
	if p.g.passes {
		buf = p.appendPass(buf, n, d)
	}
	return buf
}

// castlingMoves appends the legal castlings.
func (p *Position) castlingMoves(buf []Move, d *Danger) []Move {
	if p.mayCastle(d) {
		return p.appendCastlings(buf)
	}
	return buf
}

func (p *Position) mayCastle(d *Danger) bool {
	return p.rights != 0 && (d.checkers == 0 || p.g.Variant.Rules.Castling.OutOfCheck || !p.g.crowned)
}

// aims limits where the wanted moves may end.
type aims struct {
	want uint8
	// exposed holds the pieces whose moves are all tested for the safety of the king.
	exposed Set
	any     goals // of exposed pieces
	usual   goals // of other pieces: where a move may end a check
}

// goals holds the squares where captures and other moves may end.
type goals struct{ captures, quiets Set }

// aim prepares for generating moves.
func (p *Position) aim(a *aims, want uint8, d *Danger) {
	a.want = want
	if want&relEnemy != 0 {
		a.any.captures = p.side[p.turn.Other()]
	}
	if want&relEmpty != 0 {
		a.any.quiets = everySquare.AndNot(&p.all)
	}
	a.usual = a.any
	switch d.test {
	case testEach:
		a.exposed = everySquare
	case testEvasion:
		a.usual = goals{a.any.captures.And(&d.evasions), a.any.quiets.And(&d.evasions)}
	default:
		a.exposed = d.pinned
	}
	a.exposed.Add(p.king[p.turn])
}

// legalMoves appends the legal moves of all pieces that are wanted, castlings
// aside.
func (p *Position) legalMoves(buf []Move, want uint8, d *Danger) []Move {
	var a aims
	p.aim(&a, want, d)
	for _, code := range p.g.of[p.turn] {
		buf = p.codeMoves(buf, code, &a, d)
	}
	return buf
}

// codeMoves appends the wanted legal moves of all pieces of a kind, castlings aside.
func (p *Position) codeMoves(buf []Move, code Code, a *aims, d *Danger) []Move {
	have, words := &p.pieces[code], p.g.words
	for w := 0; w < words; w++ {
		for set := have[w&3]; set != 0; set &= set - 1 {
			buf = p.pieceMoves(buf, code, Square(w<<6+bits.TrailingZeros64(set)), a, d)
		}
	}
	return buf
}

// pieceMoves appends the wanted legal moves of one piece, castlings aside.
func (p *Position) pieceMoves(buf []Move, code Code, from Square, a *aims, d *Danger) []Move {
	n, form := len(buf), p.form(code, from)
	if !form.plain() {
		return p.keepLegal(p.specialMoves(buf, code, from, a.want, form), n, d)
	}
	to, exposed := &a.usual, a.exposed.Has(from)
	if exposed {
		to = &a.any
	}
	s := p.Sight(code, from)
	lo := s.Guards[0]&to.captures[0] | s.Quiets[0]&to.quiets[0]
	hi := s.Guards[1]&to.captures[1] | s.Quiets[1]&to.quiets[1]
	if wide := p.g.words > 2; lo|hi == 0 && !wide {
		return buf
	} else if buf = appendMoves(appendMoves(buf, from, 0, lo), from, 64, hi); wide {
		for w := 2; w < 4; w++ {
			buf = appendMoves(buf, from, w<<6, s.Guards[w]&to.captures[w]|s.Quiets[w]&to.quiets[w])
		}
	}
	if form&rayPassing != 0 {
		passing := &p.g.rays.passing[code][from]
		for i := n; i < len(buf); i++ {
			if passing.Has(buf[i].To()) {
				buf[i] |= Move(Passing) << 24
			}
		}
	}
	if exposed || d.test != testNone {
		return p.keepLegal(buf, n, d)
	}
	return buf
}

// appendMoves appends the moves to a set of squares, one word of which begins at first.
func appendMoves(buf []Move, from Square, first int, word uint64) []Move {
	for ; word != 0; word &= word - 1 {
		buf = append(buf, Move(from)|Move(first+bits.TrailingZeros64(word))<<8)
	}
	return buf
}

// form returns the properties of the piece on a square that matter to the generator.
func (p *Position) form(code Code, from Square) rayForm {
	form := p.g.rays.forms[code%maxCodes][from]
	if p.passedN == 0 {
		form &^= rayEnPassant
	}
	return form
}

// specialMoves appends the wanted pseudo-legal moves of a piece that needs more
// than its sets.
func (p *Position) specialMoves(buf []Move, code Code, from Square, want uint8, form rayForm) []Move {
	n := len(buf)
	if form&rayPromotes != 0 {
		buf = p.walkPromoting(buf, code, from, want)
	} else {
		buf = p.walk(buf, code, from, want)
	}
	if form&rayExplodes != 0 && want&relEnemy != 0 {
		buf = p.explosion(buf, from)
	}
	if form&raySpares != 0 {
		buf = p.withoutSpared(buf, n, code)
	}
	return buf
}

// keepLegal filters buf[n:] in place.
func (p *Position) keepLegal(buf []Move, n int, d *Danger) []Move {
	out := n
	for _, m := range buf[n:] {
		if p.legal(m, d) {
			buf[out] = m
			out++
		}
	}
	return buf[:out]
}

// IsCapture reports whether m captures something.
func (p *Position) IsCapture(m Move) bool {
	k := m.Kind()
	return k == EnPassant || k == Locust || k == Exploding || k <= Passing && p.board[m.To()] != 0
}

// walk runs the step program of one piece that does not promote.
func (p *Position) walk(buf []Move, code Code, from Square, want uint8) []Move {
	steps := p.steps(code, from)
	rel := p.g.relation[code]
	var seen Set
	for i := 0; i < len(steps); {
		s := &steps[i]
		r := rel[p.board[s.to]]
		if s.flags&r != 0 {
			if s.flags&(stepMarked|stepSpecial) == 0 {
				if r&want != 0 {
					buf = append(buf, Move(from)|Move(s.to)<<8)
				}
			} else {
				buf = p.endSpecial(buf, from, s, r, want, &seen)
			}
		}
		if s.flags>>passShift&r != 0 {
			i++
		} else {
			i = int(s.skip)
		}
	}
	return buf
}

// endSpecial appends the endings that need more than from and to.
func (p *Position) endSpecial(buf []Move, from Square, s *step, r, want uint8, seen *Set) []Move {
	wanted := r&want != 0
	if s.flags&stepSpecial == 0 { // marked
		if wanted && !seen.Has(s.to) {
			seen.Add(s.to)
			buf = append(buf, Move(from)|Move(s.to)<<8)
		}
		return buf
	}
	m := makeMove(from, s.to, s.kind, NoType, 0)
	switch s.kind {
	case EnPassant:
		if want == relEmpty || !slices.Contains(p.passed[:p.passedN], s.to) {
			return buf
		}
		m |= Move(p.passer) << 16
		if p.g.sequel.stays(p.board[from]) {
			m = makeMove(from, from, Locust, NoType, uint8(p.passer))
		}
	case Locust:
		if want == relEmpty {
			return buf
		}
		m |= Move(s.extra) << 16
	case staying:
		if !wanted {
			return buf
		}
		m = makeMove(from, from, Locust, NoType, uint8(s.to))
	case Passing:
		if !wanted {
			return buf
		}
	}
	if (s.flags&stepMarked != 0 || m.From() == m.To() && p.passedN > 0) && repeats(buf, m) {
		return buf
	}
	return append(buf, m)
}

// repeats reports whether buf already ends with the moves of a piece that has m among them,
// which happens only when several paths lead to one square.
func repeats(buf []Move, m Move) bool {
	for i := len(buf) - 1; i >= 0 && buf[i].From() == m.From(); i-- {
		if buf[i] == m {
			return true
		}
	}
	return false
}

// walkPromoting runs the step program of a piece that may promote this move.
func (p *Position) walkPromoting(buf []Move, code Code, from Square, want uint8) []Move {
	pr := &p.g.types[code.Type()].promotes[p.turn]
	n := len(buf)
	buf = p.walk(buf, code, from, relAll)
	walked := len(buf)
	for i := n; i < walked; i++ {
		m := buf[i]
		stays := !pr.must.Has(m.To()) || pr.passing && m.Kind() == EnPassant
		if pr.promotes(p, m) {
			chosen := 0
			for j := range pr.choices {
				if c := &pr.choices[j]; pr.mayChoose(p, m, c) {
					chosen++
					if become := m | Move(c.to)<<27; want&relEnemy != 0 && !(pr.overlaps && slices.Contains(buf[walked:], become)) {
						buf = append(buf, become)
					}
				}
			}
			stays = stays && !pr.always
			if !stays && chosen == 0 {
				stays = pr.losesEmpty // with no piece to promote to
			}
		}
		if stays && (want == relAll || p.IsCapture(m) == (want&relEnemy != 0)) {
			buf = append(buf, m)
		}
	}
	kept := copy(buf[n:], buf[walked:])
	return buf[:n+kept]
}
