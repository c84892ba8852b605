package endgame

import (
	"context"
	"fmt"

	"bestiary/engine/rules"
)

// part holds what one goroutine finds in a range of positions.
type part struct {
	w       *work
	p       *rules.Position
	moves   []rules.Move
	exits   map[position]int
	sources [256][]rules.Set
	due     map[int][]decision
	missing *Material
	err     error
}

func newPart(w *work) *part {
	s := &part{w: w, p: w.Table.Game.Empty(), exits: map[position]int{}, due: map[int][]decision{}}
	for _, code := range w.codes {
		s.sources[code] = make([]rules.Set, w.Table.Game.Squares())
	}
	return s
}

// run expands the positions of a range until it finds an ending to be solved first.
func (s *part) run(ctx context.Context, from, to int) {
	var list men
	for index := from; index < to && s.missing == nil && s.err == nil; index++ {
		if index&0xffff == 0 && ctx.Err() != nil {
			return
		}
		placed := s.w.place(index, &list)
		for turn := rules.White; turn <= rules.Black; turn++ {
			if !placed || !s.p.Arrange(list[:len(s.w.codes)], turn) {
				s.w.values[turn][index] = illegal
				continue
			}
			s.expand(position{index, turn})
		}
	}
}

// expand looks at the moves of a position.
func (s *part) expand(at position) {
	s.moves = s.p.Moves(s.moves[:0])
	if len(s.moves) == 0 {
		s.ended(at)
		return
	}
	if _, reason := s.p.DrawByRule(); reason == rules.InsufficientMaterial {
		s.w.open[at.turn][at.index] = never
		return
	}
	open, draw, win, loss := 0, false, 0, 0
	for i, m := range s.moves {
		if s.keeps(m) {
			if !s.repeats(i) {
				s.sources[s.p.At(m.From())][m.To()].Add(m.From())
				open++
			}
			continue
		}
		v, ok := s.after(m)
		if !ok {
			return
		}
		plies := 1
		if s.w.NMove == 0 {
			plies = v.Plies() + 1
		}
		switch {
		case v.Lost() && (win == 0 || plies < win):
			win = plies
		case v.Won():
			loss = max(loss, plies)
		case !v.Lost():
			draw = true
		}
	}
	switch {
	case open >= never:
		s.err = fmt.Errorf("%s: a position has %d moves, expected fewer than %d", s.w, open, never)
	case win > 0:
		s.due[win] = append(s.due[win], decision{at, true})
		draw = true // it is never lost
	case loss > 0 && open == 0 && !draw:
		s.due[loss] = append(s.due[loss], decision{at, false})
	case loss > 0:
		s.exits[at] = loss
	}
	if draw {
		open = never
	}
	s.w.open[at.turn][at.index] = uint8(open)
}

// ended notes the outcome of a position without moves.
func (s *part) ended(at position) {
	s.w.open[at.turn][at.index] = never
	switch result, _ := s.p.Outcome(); {
	case result == rules.Draw:
	case (result == rules.WhiteWins) == (at.turn == rules.White):
		s.due[0] = append(s.due[0], decision{at, true})
	default:
		s.due[0] = append(s.due[0], decision{at, false})
	}
}

// keeps reports whether a move leaves all men on the board as they are.
func (s *part) keeps(m rules.Move) bool {
	return (m.Kind() == rules.Ordinary || m.Kind() == rules.Passing) && !m.IsPromotion() && !s.p.IsCapture(m)
}

// repeats reports whether an earlier move has the same squares, as when a pawn can make
// its double step in two ways.
func (s *part) repeats(i int) bool {
	for _, m := range s.moves[:i] {
		if m.From() == s.moves[i].From() && m.To() == s.moves[i].To() && s.keeps(m) {
			return true
		}
	}
	return false
}

// after returns the value of the position after a capture or a promotion. It reports false
// if its ending has not been solved yet.
func (s *part) after(m rules.Move) (Value, bool) {
	s.p.Make(m)
	defer s.p.Unmake()
	left := materialOf(s.p)
	if t := s.w.tables[left.key()]; t != nil {
		return t.Value(s.p), true
	}
	s.missing = &left
	return 0, false
}
