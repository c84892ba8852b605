package rules

import (
	"math/bits"
	"slices"

	"bestiary/engine/variant"
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

// quietsTowards appends the legal quiet moves of all pieces, castlings aside, and may leave out
// those to squares from which the piece could not capture on sq if nothing stood in its way.
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
	steps := p.g.programs[code][from]
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
				stays = pr.losesEmpty // with nothing to promote to
			}
		}
		if stays && (want == relAll || p.IsCapture(m) == (want&relEnemy != 0)) {
			buf = append(buf, m)
		}
	}
	kept := copy(buf[n:], buf[walked:])
	return buf[:n+kept]
}

// Perft counts the leaves of the tree of legal moves. It counts the moves of the last ply
// without making them, and as sets if they need no test.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	bufs := make([][512]Move, depth)
	return p.perft(depth, bufs)
}

func (p *Position) perft(depth int, bufs [][512]Move) uint64 {
	if depth == 1 {
		return p.countMoves(bufs[0][:0])
	}
	moves := p.Moves(bufs[depth-1][:0])
	var n uint64
	for _, m := range moves {
		p.Make(m)
		n += p.perft(depth-1, bufs)
		p.Unmake()
	}
	return n
}

// countMoves returns the number of legal moves; buf is scratch space.
func (p *Position) countMoves(buf []Move) uint64 {
	if p.inHand > 0 || p.ended != Ongoing {
		return uint64(len(p.placings(buf)))
	}
	var d Danger
	p.FindDanger(&d)
	if p.g.obliges || p.g.entering != nil {
		return uint64(len(p.MovesWith(buf, &d)))
	}
	var a aims
	p.aim(&a, relAll, &d)
	n := 0
	for _, code := range p.g.of[p.turn] {
		have := &p.pieces[code]
		for w := 0; w < p.g.words; w++ {
			for set := have[w&3]; set != 0; set &= set - 1 {
				from := Square(w<<6 + bits.TrailingZeros64(set))
				if p.form(code, from).plain() && d.test == testNone && !a.exposed.Has(from) {
					n += p.reaches(code, from)
				} else {
					n += len(p.pieceMoves(buf, code, from, &a, &d))
				}
			}
		}
	}
	if p.g.drops {
		n += p.countDrops(buf, &d)
	}
	n += len(p.castlingMoves(buf, &d))
	if p.g.passes {
		n += len(p.passMoves(buf, n, &d))
	}
	return uint64(n)
}

// reaches returns the number of squares that a piece reaches.
func (p *Position) reaches(code Code, from Square) (n int) {
	s, enemy := p.Sight(code, from), &p.side[code.Color()^1]
	for w := 0; w < p.g.words; w++ {
		n += bits.OnesCount64(s.Guards[w&3]&enemy[w&3] | s.Quiets[w&3]&^p.all[w&3])
	}
	return n
}

// IsLegalWith reports whether m, which may come from another position, is legal in this
// one. It looks at a single piece, so it is much cheaper than Moves.
func (p *Position) IsLegalWith(m Move, d *Danger) bool {
	return p.isLegal(m, d) && (!p.g.obliges || p.mayPlay(m))
}

// isLegal is like IsLegalWith, but ignores the obligations of the game.
func (p *Position) isLegal(m Move, d *Danger) bool {
	var buf [8]Move
	switch code := p.board[m.From()]; {
	case m == 0 || int(m.From()) >= p.g.Squares() || p.ended != Ongoing:
		return false
	case m.Kind() == Pass:
		return p.mayPass(m, d)
	case m.Kind() == Placing && p.g.drops:
		return p.mayDrop(m, d)
	case m.Kind() == Placing || p.inHand > 0:
		return p.mayPlace(m)
	case code == 0 || code.Color() != p.turn:
		return false
	case m.Kind() == Castling:
		return p.mayCastle(d) && p.isCastling(m)
	case m.Kind() == Exploding:
		return p.g.types[code.Type()].explodes && slices.Contains(p.explosion(buf[:0], m.From()), m) && p.legal(m, d)
	case m.Kind() <= Passing && m.Extra() != 0:
		return !m.IsPromotion() && p.mayEnter(Type(m.Extra()), m.From()) && p.isPieceMove(m&^(0xFF<<16), code) && p.legal(m, d)
	default:
		return p.isPieceMove(m, code) && p.legal(m, d)
	}
}

// isPieceMove reports whether the piece on m.From() can make the move, whether or not its
// king is safe then.
func (p *Position) isPieceMove(m Move, code Code) bool {
	from, to := m.From(), m.To()
	form := p.form(code, from)
	if !form.plain() {
		var buf [256]Move
		return slices.Contains(p.specialMoves(buf[:0], code, from, relAll, form&^rayExplodes), m)
	}
	kind := Ordinary
	if form&rayPassing != 0 && p.g.rays.passing[code][from].Has(to) {
		kind = Passing
	}
	if m != makeMove(from, to, kind, NoType, 0) {
		return false
	}
	var ends Set
	p.Reached(code, from, &ends)
	return ends.Has(to)
}

// mayPlace reports whether m puts a waiting piece behind another.
func (p *Position) mayPlace(m Move) bool {
	t, sq := m.Promotion(), m.To()
	if p.inHand == 0 || int(t) >= len(p.g.types) || m != makeMove(sq, sq, Placing, t, 0) || p.hand[p.turn][t] == 0 {
		return false
	}
	ok := p.fronts(p.turn)
	return ok.Has(sq)
}

// isCastling reports whether m is a castling that can be made now.
func (p *Position) isCastling(m Move) bool {
	if int(m.Extra()) >= len(p.g.castlings) {
		return false
	}
	c := &p.g.castlings[m.Extra()]
	return m == makeMove(c.kingFrom, c.kingTo, Castling, NoType, m.Extra()) && p.mayMake(c)
}

// promotion is where a piece of one colour promotes and to what.
type promotion struct {
	zone       Set
	must       Set  // where the piece cannot stay what it is
	leaving    bool // moves that start in the zone promote, too
	onCapture  bool // only captures promote
	passing    bool // captures en passant do not
	always     bool // a piece that may promote must do so
	captured   bool // the choice is among captured pieces
	losesEmpty bool // a piece that must promote to none loses the game
	overlaps   bool // several choices are the same type
	choices    []choice
}

// choice is a type that a piece may become.
type choice struct {
	to     Type
	limit  int  // pieces of the type that a side may have; 0 for any number
	zone   Set  // where, which is a part of the promotion's zone
	resets bool // resets the half-move clock
}

func (g *Game) compilePromotions() {
	for i := range g.Variant.Rules.Promotions {
		rule := &g.Variant.Rules.Promotions[i]
		g.pooled = g.pooled || rule.Captured
		for _, name := range rule.Pieces {
			for _, c := range []Color{White, Black} {
				if rule.For(c == Black) {
					g.types[g.TypeNamed(name)].promotes[c].add(g, rule, c)
				}
			}
		}
	}
	if g.Variant.Rules.ImmobilityIllegal {
		g.forbidImmobility()
	}
	for _, code := range g.codes {
		if pr := &g.types[code.Type()].promotes[code.Color()]; !pr.zone.Empty() || !pr.must.Empty() {
			g.markPromoting(code, pr)
		}
	}
}

// add adds a rule to those that the pieces of one colour already have.
func (pr *promotion) add(g *Game, rule *variant.Promotion, c Color) {
	pr.captured, pr.leaving, pr.onCapture = rule.Captured, rule.Leaving, rule.OnCapture
	pr.passing = pr.passing || rule.EnPassantStays
	pr.always = (rule.Leaving || rule.OnCapture) && !rule.Optional
	pr.losesEmpty = rule.Captured && rule.EmptyPool != variant.EmptyPoolForbidden
	squares := g.region(rule.Squares)
	var zone Set
	for sq := range g.Squares() {
		sq := Square(sq)
		depth := g.Ranks() - g.HomeRank(sq, c)
		if depth <= rule.Zone && squares.Empty() || rule.Zone > 0 && squares.Has(sq) {
			zone.Add(sq)
			if !rule.OnCapture && (!rule.Optional || depth <= rule.Compulsory) {
				pr.must.Add(sq)
			}
		}
	}
	pr.zone = pr.zone.Or(&zone)
	for _, name := range rule.Choices {
		to := g.TypeNamed(name)
		pr.overlaps = pr.overlaps || slices.ContainsFunc(pr.choices, func(c choice) bool { return c.to == to })
		pr.choices = append(pr.choices, choice{to: to, limit: rule.Limit, zone: zone, resets: rule.ResetsNMove})
	}
}

// markPromoting marks the squares from which a piece has a move that may
// promote it.
func (g *Game) markPromoting(p Code, pr *promotion) {
	for sq, steps := range g.programs[p] {
		for i := range steps {
			to := steps[i].to
			if steps[i].flags&relAll != 0 && (pr.zone.Has(to) || pr.must.Has(to) || pr.leaving && pr.zone.Has(Square(sq))) {
				g.rays.forms[p][sq] |= rayPromotes
			}
		}
	}
}

func (p *Position) clearPassed() {
	for _, sq := range p.passed[:p.passedN] {
		p.hash ^= p.g.zobrist.passed[sq]
	}
	p.passedN = 0
}

// setPassed opens the squares that a passing move has left behind.
func (p *Position) setPassed(m Move) {
	p.passer = m.To()
	var squares [maxPassed]Square
	p.openPassed(p.g.between(squares[:0], m.From(), m.To()))
}

// openPassed opens squares that p.passer has passed to en-passant capture, but only those
// where such a capture is legal: any other square would make positions with the same moves
// look different.
func (p *Position) openPassed(squares []Square) {
	for _, sq := range squares {
		p.addPassed(sq)
		if !p.canTakePassed(sq) {
			p.passedN--
			p.hash ^= p.g.zobrist.passed[sq]
		}
	}
}

func (p *Position) addPassed(sq Square) {
	p.passed[p.passedN] = sq
	p.passedN++
	p.hash ^= p.g.zobrist.passed[sq]
}

// canTakePassed reports whether the side to move has a legal en-passant capture
// on sq, one of the open squares.
func (p *Position) canTakePassed(sq Square) bool {
	for _, code := range p.g.of[p.turn] {
		reach := &p.g.attacks.passTo[code][sq]
		have := &p.pieces[code]
		for w := range have {
			for cand := have[w] & reach[w]; cand != 0; cand &= cand - 1 {
				from := Square(w<<6 + bits.TrailingZeros64(cand))
				if p.takesPassed(code, from, sq) {
					return true
				}
			}
		}
	}
	return false
}

func (p *Position) takesPassed(code Code, from, sq Square) bool {
	var buf [256]Move
	stays := p.g.sequel.stays(code) // where it captures
	for _, m := range p.walk(buf[:0], code, from, 0) {
		takes := m.Kind() == EnPassant && m.To() == sq || stays && m.Kind() == Locust
		if takes && !p.g.spares(code, p.board[p.passer]) && p.keepsKingSafe(m) {
			return true
		}
	}
	return false
}

// Promotes reports whether pieces of a type can become others.
func (g *Game) Promotes(t Type) bool {
	zones := &g.types[t].promotes
	return !zones[White].zone.Empty() || !zones[Black].zone.Empty()
}

// promotes reports whether the rule applies to a move.
func (pr *promotion) promotes(p *Position, m Move) bool {
	if pr.passing && m.Kind() == EnPassant {
		return false
	}
	return (pr.zone.Has(m.To()) || pr.leaving && pr.zone.Has(m.From())) && (!pr.onCapture || p.IsCapture(m))
}

// mayChoose reports whether the side to move may promote to a type with a move to which
// one of the rules applies.
func (pr *promotion) mayChoose(p *Position, m Move, c *choice) bool {
	if pr.captured && p.pool[p.turn][c.to] == 0 || !c.zone.Has(m.To()) && !pr.leaving {
		return false
	}
	have := &p.pieces[CodeOf(c.to, p.turn)]
	return c.limit == 0 || have.Count() < c.limit
}

// resets reports whether a promotion to a type resets the half-move clock.
func (pr *promotion) resets(to Type) bool {
	return slices.ContainsFunc(pr.choices, func(c choice) bool { return c.to == to && c.resets })
}

// forbidImmobility keeps pieces from squares where they could never move again.
func (g *Game) forbidImmobility() {
	for _, code := range g.codes {
		pr := &g.types[code.Type()].promotes[code.Color()]
		for sq := range g.Squares() {
			if sq := Square(sq); !g.IsHole(sq) && g.stuck(code, sq) {
				pr.must.Add(sq)
			}
		}
	}
}

// hasForm reports whether a type has a promoted form.
func (g *Game) hasForm(t Type) bool {
	return slices.ContainsFunc(g.Variant.Pieces, func(p variant.Piece) bool { return p.PromotedFrom == g.types[t].name })
}
