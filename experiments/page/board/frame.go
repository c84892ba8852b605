package board

import (
	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// Move is a parsed set of moves of a piece. In a flying set, every leg passes over
// anything, and no move captures.
type Move struct {
	variant.MoveSet
	Expression betza.Expression
}

// limited reports whether the moves are limited to some ranks.
func (m Move) limited() bool { return m.FirstRank > 0 }

func parseMoves(p variant.Piece) ([]Move, error) {
	moves := make([]Move, len(p.Moves))
	for i, set := range p.Moves {
		e, err := betza.Parse(set.Betza)
		if err != nil {
			return nil, err
		}
		for i := range e.Paths {
			if set.Flying {
				e.Paths[i] = e.Paths[i].Flying()
			}
		}
		moves[i] = Move{set, e}
	}
	return moves, nil
}

// Panel is one board of a drawing, with the moves on it.
type Panel struct {
	Box
	// Caption distinguishes panels; it is "" if there is only one.
	Caption string
	Targets map[betza.Vec]Target
	// Steps holds the steps of the moves, see Reach; nil in an example.
	Steps map[Step]bool
	// Pieces holds the other pieces in an example: Occupied for a piece of either side,
	// otherwise Enemy or Friend.
	Pieces map[betza.Vec]betza.Occupancy
	// Jump lists the squares of the jump in an example, from the piece's own square to the
	// landing square.
	Jump []betza.Vec
}

// Box is a part of an infinite board, as inclusive offsets from the piece's square.
type Box struct{ Left, Right, Bottom, Top int }

// Has reports whether the box contains a square.
func (b Box) Has(v betza.Vec) bool {
	return v.DX >= b.Left && v.DX <= b.Right && v.DY >= b.Bottom && v.DY <= b.Top
}

// with returns the smallest box that contains b and a square.
func (b Box) with(v betza.Vec) Box {
	return Box{min(b.Left, v.DX), max(b.Right, v.DX), min(b.Bottom, v.DY), max(b.Top, v.DY)}
}

// each calls f for each square of the box, from the upper left.
func (b Box) each(f func(v betza.Vec)) {
	for dy := b.Top; dy >= b.Bottom; dy-- {
		for dx := b.Left; dx <= b.Right; dx++ {
			f(betza.Vec{DX: dx, DY: dy})
		}
	}
}

// Frame describes a drawing of a piece's moves.
type Frame struct {
	Piece variant.Piece
	Moves []Move
	All   *Reach
	// Panels has a panel for all moves or, if some moves are limited to ranks or to an
	// area, a panel for each region with its own moves.
	Panels []Panel
	// Examples shows how the piece jumps over others.
	Examples []Panel
	// Cut reports whether moves continue beyond the panels.
	Cut bool
}

// NewFrame parses the moves of a piece and lays them out for a board with the given number
// of ranks. The error is a *betza.SyntaxError.
func NewFrame(p variant.Piece, ranks int) (*Frame, error) {
	moves, err := parseMoves(p)
	if err != nil {
		return nil, err
	}
	f := &Frame{Piece: p, Moves: moves, All: reachOf(nil, moves...)}
	var box Box
	if p.Explodes {
		box.Bottom, box.Top = -1, 1
	}
	for _, r := range regions(moves, ranks) {
		reach := reachOf(r.at, r.moves...)
		own, cut := reach.box()
		box = Box{min(box.Left, own.Left), max(box.Right, own.Right), min(box.Bottom, own.Bottom), max(box.Top, own.Top)}
		f.Cut = f.Cut || cut
		f.Panels = append(f.Panels, Panel{Caption: r.caption, Targets: reach.Targets, Steps: reach.Steps})
	}
	for i := range f.Panels {
		f.Panels[i].Box = box
	}
	f.Examples = examples(f)
	return f, nil
}

// box returns the part of the board that shows the moves, symmetric about the file of the
// piece. Cut reports whether moves continue beyond it.
func (r *Reach) box() (b Box, cut bool) {
	radius := r.finite // riders whose paths are listed for every length count as endless
	if radius > maxRadius {
		radius = min(max(r.jumps, sliderRadius), maxRadius)
	}
	if r.endless {
		radius = max(radius, sliderRadius)
	}
	b = Box{Left: -1, Right: 1}
	for v := range r.Targets {
		if Distance(v) > radius {
			cut = true
			continue
		}
		b = b.with(v).with(betza.Vec{DX: -v.DX, DY: v.DY})
	}
	return b, cut
}
