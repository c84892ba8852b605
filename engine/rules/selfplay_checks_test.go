package rules

import (
	"fmt"
	"slices"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// How often the slower checks are made: at one ply in so many.
const (
	oftenEvery  = 16
	seldomEvery = 64
	rarelyEvery = 100
)

// check tests the current position, whose legal moves are given, and says how
// the game stands.
func (s *selfPlay) check(moves []Move) (Result, error) {
	if err := s.checkAttacks(); err != nil {
		return Ongoing, err
	}
	result, err := s.checkOutcome(moves)
	if err != nil {
		return result, err
	}
	for _, c := range []struct {
		every int
		check func([]Move) error
	}{
		{oftenEvery, s.checkMirror},
		{oftenEvery, s.checkLegality},
		{oftenEvery, s.checkParts},
		{seldomEvery, s.checkAllMoves},
		{seldomEvery, s.checkDrops},
		{seldomEvery, s.checkTexts},
		{seldomEvery, s.checkAttackers},
		{rarelyEvery, s.checkSlowly},
	} {
		if s.rng.IntN(c.every) == 0 {
			if err := c.check(moves); err != nil {
				return result, err
			}
		}
	}
	return result, nil
}

// captures appends the captures that side c could make if it were its turn, its
// king did not matter and its pool had everything: a pawn that may not capture
// on the last rank because there is nothing to promote to still gives check. En
// passant is not among them.
func (s *selfPlay) captures(buf []Move, c Color) []Move {
	turn, pool := s.p.turn, s.p.pool
	for t := range s.p.pool[c] {
		s.p.pool[c][t] = 1
	}
	s.p.setTurn(c)
	buf = pseudoLegal(buf, s.p, relEnemy)
	s.p.setTurn(turn)
	s.p.pool = pool
	return slices.DeleteFunc(buf, func(m Move) bool { return m.Kind() == EnPassant || m.Kind() == Exploding })
}

// checkAttacks tests that what a side attacks is what it could capture, and
// that the side to move cannot capture the king.
func (s *selfPlay) checkAttacks() error {
	p := s.p
	var buf [1024]Move
	for _, c := range []Color{White, Black} {
		var taken Set
		for _, m := range s.captures(buf[:0], c) {
			taken.Add(m.To())
			if m.Kind() == Locust {
				taken.Add(Square(m.Extra()))
			}
		}
		taken = taken.And(&p.side[c.Other()])
		var attacked Set
		p.side[c.Other()].Squares(func(sq Square) {
			if p.Attacked(sq, c) {
				attacked.Add(sq)
			}
		})
		if p.g.sequel != nil && p.passedN > 0 { // en passant without moving looks like any capture
			taken.Remove(p.passer)
			attacked.Remove(p.passer)
		}
		hangs := s.hangs(c.Other(), taken) && !p.Placing()
		switch {
		case attacked != taken:
			return fmt.Errorf("%s attacks %s and captures on %s", c, s.g.squareNames(attacked), s.g.squareNames(taken))
		case p.ended != Ongoing:
		case c == p.turn && hangs:
			return fmt.Errorf("the side to move can capture a king")
		case c != p.turn && p.InCheck() != hangs:
			return fmt.Errorf("InCheck is %v, but a capture of the king says %v", p.InCheck(), hangs)
		}
	}
	return nil
}

func (g *Game) squareNames(set Set) []string {
	names := []string{}
	set.Squares(func(sq Square) { names = append(names, g.SquareName(sq)) })
	return names
}

// checkAttackers tests for each kind of piece that Attacker finds one that can
// capture where there is one.
func (s *selfPlay) checkAttackers([]Move) error {
	p := s.p
	var none Set
	for _, c := range []Color{White, Black} {
		var from [256]Set // that a piece could capture from, by square
		for _, m := range s.captures(nil, c) {
			from[m.To()].Add(m.From())
			if m.Kind() == Locust {
				from[m.Extra()].Add(m.From())
			}
		}
		for _, code := range s.g.of[c] {
			for sq := range s.g.Squares() {
				sq := Square(sq)
				if !p.side[c.Other()].Has(sq) {
					continue
				}
				can := from[sq].And(&p.pieces[code])
				if p.g.sequel != nil && p.passedN > 0 && sq == p.passer {
					continue
				}
				if code.Type() == p.g.shy && p.side[shy].Has(sq) || p.g.spares(code, p.board[sq]) {
					continue // Attacker does not look at what stands there
				}
				if got, ok := p.Attacker(code, sq, &p.all, &none); ok == can.Empty() || ok && !can.Has(got) {
					return fmt.Errorf("Attacker finds %s on %s (%v) to capture on %s, captures start on %s",
						s.g.CodeSymbol(code), s.g.SquareName(got), ok, s.g.SquareName(sq), s.g.squareNames(can))
				}
			}
		}
	}
	return nil
}

// checkLegality tests that the moves, castlings and placings aside, are those of
// the step programs that leave the king safe when each is judged for itself.
func (s *selfPlay) checkLegality(moves []Move) error {
	if s.p.Placing() || s.p.ended != Ongoing {
		return nil
	}
	if s.g.Variant.Rules.ChecksForbidden {
		return s.checkSlowly(moves)
	}
	want := slices.DeleteFunc(pseudoLegal(nil, s.p, relAll), func(m Move) bool {
		return !s.p.keepsKingSafe(m)
	})
	if s.g.MustCapture() && slices.ContainsFunc(want, s.p.IsCapture) {
		want = slices.DeleteFunc(want, s.harmless)
	}
	got := slices.DeleteFunc(slices.Clone(moves), func(m Move) bool {
		t, _ := s.g.Enters(m)
		return t != NoType || m.Kind() == Castling || m.Kind() == Placing || m.Kind() == Pass
	})
	return s.sameMoves("step programs (-), moves (+)", want, got)
}

// checkParts tests that captures and quiet moves are those among the moves, and
// that each move is legal by itself.
func (s *selfPlay) checkParts(moves []Move) error {
	var noisy, quiets []Move
	for _, m := range moves {
		if m.IsPromotion() || s.p.IsCapture(m) {
			noisy = append(noisy, m)
		} else {
			quiets = append(quiets, m)
		}
		if !isLegal(s.p, m) {
			return fmt.Errorf("%s is generated, but IsLegalWith denies it", s.g.MoveText(m))
		}
	}
	if err := s.sameMoves("captures among the moves (-), CapturesWith (+)", noisy, captures(s.p, nil)); err != nil {
		return err
	}
	return s.sameMoves("quiet moves among the moves (-), QuietsWith (+)", quiets, quietMoves(s.p))
}

// sameMoves compares two lists of moves in any order.
func (s *selfPlay) sameMoves(what string, want, got []Move) error {
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		return fmt.Errorf("%s:\n%s", what, cmp.Diff(moveTexts(s.p, want), moveTexts(s.p, got)))
	}
	return nil
}

// checkAllMoves makes every move and takes it back.
func (s *selfPlay) checkAllMoves(moves []Move) error {
	before := s.p.Clone()
	for _, m := range moves {
		if err := s.p.makeChecked(m); err != nil {
			return err
		}
		s.p.Unmake()
		if diff := s.p.difference(before); diff != "" {
			return fmt.Errorf("%s is not taken back: %s", s.g.MoveText(m), diff)
		}
	}
	if s.p.Placing() || s.p.InCheck() {
		return nil
	}
	s.p.MakeNull()
	err := s.p.checkInvariants()
	s.p.Unmake()
	if diff := s.p.difference(before); diff != "" {
		return fmt.Errorf("the null move is not taken back: %s", diff)
	}
	return err
}

// checkTexts tests that the texts of the moves and the FEN are read back as
// what they were written for.
func (s *selfPlay) checkTexts(moves []Move) error {
	for _, m := range moves {
		text := s.g.MoveText(m)
		if back, err := s.p.ParseMove(text); err != nil || back != m {
			return fmt.Errorf("move %s is read back as %s: %v", text, s.g.MoveText(back), err)
		}
	}
	if s.p.why == bothPassed {
		return nil // which the FEN does not say
	}
	q, err := s.g.ParseFEN(s.p.FEN())
	if err != nil {
		return err
	}
	if q.FEN() != s.p.FEN() || q.Hash() != s.p.Hash() || !slices.Equal(q.Moves(nil), moves) {
		return fmt.Errorf("the FEN is read back as %s, hash %x instead of %x, or with other moves", q.FEN(), q.Hash(), s.p.Hash())
	}
	return nil
}

// checkDrops compares the drops with those of the second generator.
func (s *selfPlay) checkDrops(moves []Move) error {
	if s.p.Placing() || s.p.ended != Ongoing {
		return nil
	}
	got := slices.DeleteFunc(slices.Clone(moves), func(m Move) bool { return m.Kind() != Placing })
	want := newSlowBoard(s.p).slowDrops()
	slices.Sort(want)
	if diff := cmp.Diff(want, moveTexts(s.p, got), cmpopts.EquateEmpty()); diff != "" {
		return fmt.Errorf("drops by the slow generator (-), by the fast one (+):\n%s", diff)
	}
	return nil
}

// checkSlowly compares the moves with those of the second generator.
func (s *selfPlay) checkSlowly(moves []Move) error {
	if s.p.Placing() {
		return nil
	}
	if diff := cmp.Diff(newSlowBoard(s.p).moves(), moveTexts(s.p, moves)); diff != "" {
		return fmt.Errorf("slow generator (-), step programs (+):\n%s", diff)
	}
	return nil
}
