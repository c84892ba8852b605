package rules

import (
	"fmt"
	"math/bits"
	"slices"

	"bestiary/engine/variant"
)

// handRules holds the compiled rules of pieces in hand.
type handRules struct {
	types     []Type             // that can be in hand
	held      [maxCodes]Code     // what a captured piece becomes in hand
	captured  [maxTypes + 1]bool // comes into the hand when it is captured
	comes     [maxTypes + 1]bool // can be in hand
	reverted  Type               // what a promoted piece that reverts becomes
	to        [maxCodes]Set      // where a piece may be dropped
	form      [maxTypes + 1]Type // as what else it may be dropped
	perFile   [maxTypes + 1]int
	files     []Set
	mateLoses [maxTypes + 1]bool
	noCheck   bool
	onTop     bool // only where the square below is not free
}

// reverting says which pieces of a move revert when they are captured.
type reverting uint8

const (
	moverReverts reverting = 1 << iota
	capturedReverts
	victimReverts
)

func (g *Game) compileHand() error {
	rule := &g.Variant.Rules.Hand
	g.passes = g.Variant.Rules.Pass != variant.NoPass
	g.keepsCaptured = g.pooled
	if !rule.Used() {
		return nil
	}
	if g.pooled {
		return fmt.Errorf("pieces in hand and promotion to captured pieces cannot go together: both stand in brackets in a FEN")
	}
	h := &handRules{noCheck: !rule.DropCheck, onTop: rule.DropOnTop}
	g.hands, g.drops, g.keepsCaptured = h, true, rule.Captures.Any()
	for i := range g.Variant.Pieces {
		piece := &g.Variant.Pieces[i]
		g.compileDrops(Type(i+1), piece)
		h.captured[i+1] = rule.Captures.All || slices.Contains(rule.Captures.List, piece.Name)
		h.comes[i+1] = h.captured[i+1] || slices.Contains(rule.Start(false), piece.Name) || slices.Contains(rule.Start(true), piece.Name)
	}
	for _, name := range rule.MateLoses {
		h.mateLoses[g.TypeNamed(name)] = true
	}
	for f := range g.Files() {
		var file Set
		for r := range g.Ranks() {
			file.Add(g.SquareAt(f, r))
		}
		h.files = append(h.files, file)
	}
	if rule.Captures.Any() && !rule.KeepsPromotion {
		return g.compileReverting()
	}
	return nil
}

// compileDrops determines where a piece may be dropped and what it becomes in hand.
func (g *Game) compileDrops(t Type, piece *variant.Piece) {
	h, keeps := g.hands, g.Variant.Rules.Hand.KeepsPromotion
	base := t
	if piece.PromotedFrom != "" {
		base = g.TypeNamed(piece.PromotedFrom)
		if g.Variant.Rules.Hand.DropPromoted && !keeps {
			h.form[base] = t
		}
	}
	if base == t || keeps {
		h.types = append(h.types, t)
	}
	h.perFile[t] = piece.DropPerFile
	for _, c := range []Color{White, Black} {
		code := CodeOf(t, c)
		h.held[code] = CodeOf(t, c.Other())
		if !keeps {
			h.held[code] = CodeOf(base, c.Other())
		}
		areas, ok := piece.Drops(c == Black)
		for sq := range g.Squares() {
			sq := Square(sq)
			if ok && !g.IsHole(sq) && g.inAreas(areas, sq, c) && !(g.Variant.Rules.ImmobilityIllegal && g.stuck(code, sq)) {
				h.to[code].Add(sq)
			}
		}
	}
}

// inAreas reports whether a square lies in one of the areas of a side; no areas are
// the whole board.
func (g *Game) inAreas(areas []variant.Area, sq Square, c Color) bool {
	file := g.File(sq)
	if c == Black && g.turned {
		file = g.Files() - 1 - file
	}
	return len(areas) == 0 || variant.Areas(areas).Holds(file, g.HomeRank(sq, c))
}

// stuck reports whether a piece has no move from a square of an empty board, even without
// the areas that limit its moves.
func (g *Game) stuck(code Code, sq Square) bool {
	quiet := func(s step) bool { return s.flags&relEmpty != 0 && s.kind != EnPassant }
	if slices.ContainsFunc(g.programs[code][sq], quiet) {
		return false
	}
	sets := parseMoveSets(g.Variant.Pieces[code.Type()-1])
	for i := range sets {
		sets[i].Area = ""
	}
	walks, _ := g.walkers(code, sq, sets)
	steps, _ := compileProgram(g.geometry, code.Color(), sq, walks, false, &g.effort)
	return !slices.ContainsFunc(steps, quiet)
}

// compileReverting finds the piece that promoted pieces become again when they are
// captured: the one that promotes to others than its own form.
func (g *Game) compileReverting() error {
	h := g.hands
	for _, pr := range g.Variant.Rules.Promotions {
		for _, name := range pr.Pieces {
			for _, choice := range pr.Choices {
				to, from := g.Variant.Pieces[g.TypeNamed(choice)-1], g.TypeNamed(name)
				if to.PromotedFrom == name || g.Variant.Pieces[from-1].PromotedFrom == choice {
					continue
				}
				if h.reverted != NoType && h.reverted != from {
					return fmt.Errorf("%s and %s both promote to pieces that revert when they are captured; one kind can, unless keeps-promotion = true or each has a promoted form of its own",
						g.TypeName(h.reverted), name)
				}
				h.reverted = from
			}
		}
	}
	return nil
}

// Drops reports whether pieces in hand can be dropped in the game.
func (g *Game) Drops() bool { return g.drops }

// drop puts a piece from the hand on the board; undrop takes it back.
func (p *Position) drop(m Move) {
	t := m.Promotion()
	p.put(CodeOf(t, p.turn), m.To())
	p.addHand(CodeOf(p.g.InHandAs(t), p.turn), -1)
}

func (p *Position) undrop(m Move) {
	p.remove(m.To())
	p.addHand(CodeOf(p.g.InHandAs(m.Promotion()), p.turn), 1)
}

// InHandAs returns what a dropped piece was in hand, in a game with drops.
func (g *Game) InHandAs(t Type) Type {
	return g.hands.held[CodeOf(t, White)].Type()
}

// countDropProgress replaces countProgress in games with drops. A drop counts as progress;
// but where captured pieces come back, any position can recur.
func (p *Position) countDropProgress(m Move, r *record) {
	was := p.reversible
	if m.Kind() == Placing {
		p.halfmove, p.reversible = 0, 0
	} else {
		p.countProgress(m, r)
	}
	if p.g.keepsCaptured || p.g.rebirths {
		p.reversible = was
	}
}

// keepCaptured moves what a move captures into a pool or a hand, and follows the
// pieces that revert.
func (p *Position) keepCaptured(m Move, r *record) {
	if p.g.pooled {
		p.movePool(m, r, 1)
		p.loseByEmptyPool(m, r)
		return
	}
	from, to := m.From(), m.To()
	if r.victim != 0 {
		p.capture(r.victim, Square(m.Extra()), victimReverts, r)
	}
	if r.captured != 0 {
		p.capture(r.captured, to, capturedReverts, r)
	}
	reverted := p.g.hands.reverted
	if p.promoted.Has(from) {
		r.reverts |= moverReverts
		p.markPromoted(from)
		p.markPromoted(to)
	} else if m.IsPromotion() && r.mover.Type() == reverted {
		p.markPromoted(to)
	}
}

// giveBackCaptured takes back keepCaptured.
func (p *Position) giveBackCaptured(m Move, r *record) {
	if p.g.pooled {
		p.movePool(m, r, -1)
		return
	}
	from, to := m.From(), m.To()
	if p.promoted.Has(to) {
		p.markPromoted(to)
	}
	if r.reverts&moverReverts != 0 {
		p.markPromoted(from)
	}
	p.uncapture(r.captured, to, capturedReverts, r)
	p.uncapture(r.victim, Square(m.Extra()), victimReverts, r)
}

// capture puts a captured piece into the hand of the other side.
func (p *Position) capture(code Code, sq Square, mark reverting, r *record) {
	reverts := p.promoted.Has(sq)
	if reverts {
		r.reverts |= mark
		p.markPromoted(sq)
	}
	p.holdCaptured(p.g.heldAs(code, reverts), 1)
}

// holdCaptured puts a captured piece into the hand if its kind comes there; by -1 takes it
// back.
func (p *Position) holdCaptured(held Code, by int) {
	if p.g.hands.captured[held.Type()] {
		p.addHand(held, by)
	}
}

func (p *Position) uncapture(code Code, sq Square, mark reverting, r *record) {
	if code == 0 {
		return
	}
	reverts := r.reverts&mark != 0
	if reverts {
		p.markPromoted(sq)
	}
	p.holdCaptured(p.g.heldAs(code, reverts), -1)
}

// heldAs returns the piece that a captured piece becomes in hand.
func (g *Game) heldAs(code Code, reverts bool) Code {
	held := g.hands.held[code]
	if reverts {
		held = CodeOf(g.hands.reverted, held.Color())
	}
	return held
}

// markPromoted toggles the mark of a piece that reverts when it is captured.
func (p *Position) markPromoted(sq Square) {
	p.promoted[sq>>6] ^= 1 << (sq & 63)
	p.hash ^= p.g.zobrist.formed[sq]
}

// CanHold reports whether a piece can be in hand or wait to be placed.
func (g *Game) CanHold(t Type) bool {
	if g.drops {
		return t != NoType && t != g.royal && g.InHandAs(t) == t && g.hands.comes[t]
	}
	return slices.Contains(g.Waiting(), t)
}

// CanDrop reports whether a piece can be in hand and some side can drop it somewhere.
func (g *Game) CanDrop(t Type) bool {
	if !g.drops || !g.CanHold(t) {
		return false
	}
	for _, c := range []Color{White, Black} {
		for _, as := range []Type{t, g.hands.form[t]} {
			if to := &g.hands.to[CodeOf(as, c)]; as != NoType && !to.Empty() {
				return true
			}
		}
	}
	return false
}

// maxHeld returns how many pieces of a kind a side can have in hand.
func (g *Game) maxHeld() int {
	if g.drops {
		return variant.MaxHand
	}
	return 15
}

// startHands returns the hands at the start as a FEN writes them.
func (g *Game) startHands() string {
	text, rules := "[", &g.Variant.Rules
	for _, c := range []Color{White, Black} {
		for _, name := range slices.Concat(rules.Hand.Start(c == Black), rules.Gating.Pieces) {
			text += g.CodeSymbol(CodeOf(g.TypeNamed(name), c))
		}
	}
	return text + "]"
}

// mayRevert reports whether a ~ in a row of a FEN can stand for the piece before it.
func (r *fenReader) mayRevert(file, rank int) bool {
	if file == 0 || !r.g.drops || r.g.hands.reverted == NoType {
		return false
	}
	code := r.p.board[r.g.SquareAt(file-1, rank)]
	return code != 0 && code.Type() != r.g.royal && code.Type() != r.g.hands.reverted
}

// dropMoves appends the legal drops.
func (p *Position) dropMoves(buf []Move, d *Danger) []Move {
	h, us := p.g.hands, p.turn
	open := everySquare.AndNot(&p.all)
	test := d.checkers > 0 || d.verifyAll
	if d.checkers > 0 && !d.hops && !d.verifyAll {
		if open = open.And(&d.evasions); open.Empty() {
			return buf
		}
	}
	for _, t := range h.types {
		if p.hand[us][t] == 0 {
			continue
		}
		buf = p.dropsOf(buf, t, &open, test, d)
		if form := h.form[t]; form != NoType {
			buf = p.dropsOf(buf, form, &open, test, d)
		}
	}
	return buf
}

// dropsOf appends the legal drops of a piece on some of the open squares.
func (p *Position) dropsOf(buf []Move, t Type, open *Set, test bool, d *Danger) []Move {
	h, code := p.g.hands, CodeOf(t, p.turn)
	to := h.to[code].And(open)
	test = test || !p.g.crowned && p.g.types[t].royal
	p.limitDrops(code, &to)
	for w := 0; w < p.g.words; w++ {
		for set := to[w&3]; set != 0; set &= set - 1 {
			sq := Square(w<<6 + bits.TrailingZeros64(set))
			if (test || d.mounts.Has(sq)) && !p.safeAfterDrop(code, sq) || h.noCheck && p.dropChecks(code, sq) {
				continue
			}
			buf = append(buf, makeMove(sq, sq, Placing, t, 0))
		}
	}
	return buf
}

// countDrops returns the number of legal drops, with buf as scratch space.
func (p *Position) countDrops(buf []Move, d *Danger) (n int) {
	h, us := p.g.hands, p.turn
	if d.checkers > 0 || d.verifyAll || !d.mounts.Empty() || h.noCheck || !p.g.crowned {
		return len(p.dropMoves(buf, d))
	}
	count := func(t Type) int {
		code := CodeOf(t, us)
		to := h.to[code].AndNot(&p.all)
		p.limitDrops(code, &to)
		return to.Count()
	}
	for _, t := range h.types {
		if p.hand[us][t] == 0 {
			continue
		}
		if n += count(t); h.form[t] != NoType {
			n += count(h.form[t])
		}
	}
	return n
}

// limitDrops removes the squares on which a piece may not be dropped for what stands on the
// board.
func (p *Position) limitDrops(code Code, to *Set) {
	p.leaveFullFiles(code, to)
	for sq := p.g.files; p.g.hands.onTop && sq < p.g.Squares(); sq++ {
		if below := Square(sq - p.g.files); p.board[below] == 0 && !p.g.IsHole(below) {
			to.Remove(Square(sq))
		}
	}
}

// leaveFullFiles removes the files that already hold the maximum number of such pieces. A
// piece that is dropped as its form counts as what it is in hand.
func (p *Position) leaveFullFiles(code Code, to *Set) {
	held := CodeOf(p.g.InHandAs(code.Type()), code.Color())
	most := p.g.hands.perFile[held.Type()]
	for i := 0; most > 0 && i < len(p.g.hands.files); i++ {
		file := &p.g.hands.files[i]
		if on := file.And(&p.pieces[held]); on.Count() >= most {
			*to = to.AndNot(file)
		}
	}
}

// safeAfterDrop reports whether the king of the side to move is not attacked once it
// has dropped a piece.
func (p *Position) safeAfterDrop(code Code, sq Square) bool {
	us, all, own := p.turn, p.all, p.side
	var none Set
	all.Add(sq)
	own[us].Add(sq)
	p.moveShy(&own, code, sq, sq)
	if p.g.blast != nil {
		royals := p.Royals(us)
		return !p.hitInBlast(&royals, us, &all, &own, &none)
	}
	if !p.g.crowned {
		return p.royalsSafe(makeMove(sq, sq, Placing, code.Type(), 0), &all, &own, &none)
	}
	return !p.attacked(p.king[us], us.Other(), &all, &own, &none)
}

// dropChecks reports whether a drop gives check, either with the dropped piece or by
// giving another one a mount.
func (p *Position) dropChecks(code Code, sq Square) bool {
	us := p.turn
	all, own := p.all, p.side
	all.Add(sq)
	own[us].Add(sq)
	p.moveShy(&own, code, sq, sq)
	var none Set
	royals := p.Royals(us.Other())
	return p.royalsAttacked(&royals, us.Other(), &all, &own, &none, Placed{code, sq}) > 0
}

// mayDrop reports whether m is a legal drop.
func (p *Position) mayDrop(m Move, d *Danger) bool {
	t, sq := m.Promotion(), m.To()
	if t == NoType || int(t) >= len(p.g.types) || m != makeMove(sq, sq, Placing, t, 0) || p.all.Has(sq) {
		return false
	}
	h, base := p.g.hands, p.g.InHandAs(t)
	if base != t && h.form[base] != t || p.hand[p.turn][base] == 0 {
		return false
	}
	var at Set
	at.Add(sq)
	var buf [1]Move
	return len(p.dropsOf(buf[:0], t, &at, d.checkers > 0 || d.verifyAll, d)) > 0
}

// matedByDrop reports whether the last move is a drop that may not mate.
func (p *Position) matedByDrop() bool {
	m := p.LastMove()
	return p.g.drops && m.Kind() == Placing && p.g.hands.mateLoses[m.Promotion()]
}
