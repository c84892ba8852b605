package board

import (
	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// Move is a set of moves of a piece, parsed. In a flying set every leg passes
// over anything.
type Move struct {
	variant.MoveSet
	Expression betza.Expression
}

// Limited reports whether the moves can be made only from some ranks.
func (m Move) Limited() bool { return m.FirstRank > 0 }

func parseMoves(p variant.Piece) ([]Move, error) {
	moves := make([]Move, len(p.Moves))
	for i, set := range p.Moves {
		e, err := betza.Parse(set.Betza)
		if err != nil {
			return nil, err
		}
		if set.Flying {
			fly(e)
		}
		moves[i] = Move{set, e}
	}
	return moves, nil
}

func fly(e betza.Expression) {
	for _, path := range e.Paths {
		for i := range path.Legs {
			path.Legs[i].Through = betza.Anything
		}
	}
}

// Frame is the part of a board without edges that a drawing of a piece's moves
// shows, with the moves.
type Frame struct {
	Moves []Move
	All   *Reach
	// Left is the number of files on either side of the piece, Bottom and Top
	// are the lowest and highest rank, counted from the piece's.
	Left, Bottom, Top int
	// Cut says that the moves go on beyond the frame.
	Cut bool

	everywhere *Reach
	limited    []*Reach // by the order of the limited moves
}

// NewFrame parses the moves of a piece and finds the frame that they need. The
// error is a *betza.SyntaxError.
func NewFrame(p variant.Piece) (*Frame, error) {
	moves, err := parseMoves(p)
	if err != nil {
		return nil, err
	}
	f := &Frame{Moves: moves, Left: 1}
	var all, everywhere []betza.Expression
	for _, m := range moves {
		all = append(all, m.Expression)
		if m.Limited() {
			f.limited = append(f.limited, NewReach(m.Expression))
		} else {
			everywhere = append(everywhere, m.Expression)
		}
	}
	f.All, f.everywhere = NewReach(all...), NewReach(everywhere...)
	radius := f.All.radius()
	for v := range f.All.Targets {
		if Distance(v) > radius {
			f.Cut = true
			continue
		}
		f.Left, f.Bottom, f.Top = max(f.Left, v.DX, -v.DX), min(f.Bottom, v.DY), max(f.Top, v.DY)
	}
	if p.Explodes {
		f.Bottom, f.Top = min(f.Bottom, -1), max(f.Top, 1)
	}
	return f, nil
}

// Has reports whether the frame contains a square.
func (f *Frame) Has(v betza.Vec) bool {
	return v.DX >= -f.Left && v.DX <= f.Left && v.DY >= f.Bottom && v.DY <= f.Top
}

// LimitOf returns the first of the limited moves, counted from 0, that lets the
// piece do more on a square than its moves from everywhere do; -1 if none does.
func (f *Frame) LimitOf(v betza.Vec) int {
	free := f.everywhere.Targets[v]
	for i, r := range f.limited {
		if free.Better(r.Targets[v]) != free {
			return i
		}
	}
	return -1
}
