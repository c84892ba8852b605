package rules

import (
	"fmt"
	"slices"
)

// checkMirror tests that the mirrored position has the mirrored moves, and that
// they lead to mirrored positions.
func (s *selfPlay) checkMirror(moves []Move) error {
	if !s.g.Mirrors() {
		return nil
	}
	p, q := s.p, s.p.Mirror()
	if err := q.checkInvariants(); err != nil {
		return fmt.Errorf("mirrored: %w", err)
	}
	if back := q.Mirror(); p.why != bothPassed && (back.FEN() != p.FEN() || back.Hash() != p.Hash()) {
		return fmt.Errorf("mirrored twice: %s", back.FEN())
	}
	if p.InCheck() != q.InCheck() {
		return fmt.Errorf("in check: %v; mirrored, %s: %v", p.InCheck(), q.FEN(), q.InCheck())
	}
	want := make([]Move, len(moves))
	for i, m := range moves {
		want[i] = s.g.mirrorMove(m)
	}
	if err := s.sameMoves("moves mirrored (-), moves of the mirror image (+)", slices.Clone(want), q.Moves(nil)); err != nil {
		return err
	}
	if p.Placing() || len(moves) == 0 {
		return nil // White begins after the placements, mirrored or not
	}
	m := s.rng.IntN(len(moves))
	p.Make(moves[m])
	q.Make(want[m])
	image := p.Mirror()
	p.Unmake()
	q.fullmove = image.fullmove // counted up after Black's move
	if q.FEN() != image.FEN() || q.Hash() != image.Hash() {
		return fmt.Errorf("%s leads to %s mirrored, its mirror image to %s", s.g.MoveText(moves[m]), image.FEN(), q.FEN())
	}
	return nil
}

// mirrorMove is the same move of the other side.
func (g *Game) mirrorMove(m Move) Move {
	from, to, extra := g.MirrorSquare(m.From()), g.MirrorSquare(m.To()), m.Extra()
	switch m.Kind() {
	case EnPassant, Locust:
		extra = uint8(g.MirrorSquare(Square(extra)))
	case Castling:
		was := &g.castlings[extra]
		wing, at := g.opposite(g.wings[was.wing]), g.MirrorSquare(was.entersAt)
		extra = uint8(slices.IndexFunc(g.castlings, func(c castling) bool {
			return c.wing == wing && c.kingTo == to && c.enters == was.enters && (c.enters == NoType || c.entersAt == at)
		}))
	}
	return makeMove(from, to, m.Kind(), m.Promotion(), extra)
}
