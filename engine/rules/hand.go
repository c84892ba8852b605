package rules

import (
	"fmt"
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

// reverting is which pieces of a move revert when they are captured.
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
		return bothInBrackets("pieces in hand")
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

// drop puts a piece from the hand on the board.
func (p *Position) drop(m Move) {
	t := m.Promotion()
	p.put(CodeOf(t, p.turn), m.To())
	p.addHand(CodeOf(p.g.InHandAs(t), p.turn), -1)
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

// mayHold reports whether any piece can be in hand or wait to be placed.
func (g *Game) mayHold() bool { return g.drops || len(g.Variant.Rules.Gating.Pieces) > 0 }

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
