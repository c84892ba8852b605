package endgame

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"sync"

	"bestiary/engine/rules"
)

// Solver solves endings of a game. It keeps their tables, because larger endings need
// those of smaller ones.
type Solver struct {
	Game *rules.Game
	// NMove is the number of moves after which a win without a capture or promotion
	// becomes a draw; 0 if there is no such rule.
	NMove  int
	tables map[string]*Table
	// solving holds the endings that wait for others.
	solving map[string]bool
}

// New makes a solver.
func New(g *rules.Game) *Solver {
	return &Solver{Game: g, tables: map[string]*Table{}, solving: map[string]bool{}}
}

// bytesPerPosition is the size of the values and counters of an index, with either side to
// move.
const bytesPerPosition = 2 * (2 + 1)

// Memory returns the number of bytes needed to solve an ending, not counting smaller ones.
func (s *Solver) Memory(m Material) int64 {
	n := int64(bytesPerPosition)
	for range m.men() {
		n *= int64(len(boardSquares(s.Game)))
	}
	return n
}

// Solve solves an ending and those that its captures and promotions lead to. If the
// context is cancelled, it returns early with the error of the context.
func (s *Solver) Solve(ctx context.Context, m Material) (*Table, error) {
	if t := s.tables[m.key()]; t != nil {
		return t, nil
	}
	if err := m.check(s.Game); err != nil {
		return nil, err
	}
	if s.solving[m.key()] {
		return nil, fmt.Errorf("%s leads to itself, by promotions that go round; expected an ending that does not", m.Text(s.Game))
	}
	s.solving[m.key()] = true
	defer delete(s.solving, m.key())
	for {
		w := &work{Solver: s, Table: newTable(s.Game, m)}
		missing, err := w.expandAll(ctx)
		if err != nil {
			return nil, err
		}
		if missing == nil {
			if err := w.retreat(ctx); err != nil {
				return nil, err
			}
			s.tables[m.key()] = w.Table
			return w.Table, nil
		}
		if _, err := s.Solve(ctx, *missing); err != nil {
			return nil, err
		}
	}
}

// position is an index with the side to move.
type position struct {
	index int
	turn  rules.Color
}

// never is the counter of a position that cannot be lost.
const never = 255

// work is the state of solving one ending.
type work struct {
	*Solver
	*Table
	open [2][]uint8 // moves that keep the material and are not known to lose
	// exits are the plies of the longest loss that begins with a capture or a
	// promotion.
	exits map[position]int
	// sources holds, by code and square, the squares from which a move there was found.
	sources [256][]rules.Set
	// due holds positions by the distance to mate at which they are decided.
	due [][]decision
}

type decision struct {
	position
	won bool
}

// expandAll visits every position once. It returns an ending that has to be solved first,
// or nil.
func (w *work) expandAll(ctx context.Context) (*Material, error) {
	n := w.positions()
	for c := range w.values {
		w.values[c], w.open[c] = make([]Value, n), make([]uint8, n)
	}
	w.exits = map[position]int{}
	workers := runtime.GOMAXPROCS(0)
	parts := make([]*part, workers)
	var group sync.WaitGroup
	for i := range parts {
		parts[i] = newPart(w)
		group.Go(func() { parts[i].run(ctx, i*n/workers, (i+1)*n/workers) })
	}
	group.Wait()
	for _, p := range parts {
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case p.err != nil:
			return nil, p.err
		case p.missing != nil:
			return p.missing, nil
		}
		w.merge(p)
	}
	return nil, nil
}

func (w *work) merge(p *part) {
	maps.Copy(w.exits, p.exits)
	for plies, list := range p.due {
		for _, d := range list {
			w.decide(plies, d)
		}
	}
	for code := range p.sources {
		if w.sources[code] == nil {
			w.sources[code] = p.sources[code]
			continue
		}
		for sq := range p.sources[code] {
			w.sources[code][sq] = w.sources[code][sq].Or(&p.sources[code][sq])
		}
	}
}

// decide queues a solved position by its distance to mate.
func (w *work) decide(plies int, d decision) {
	for len(w.due) <= plies {
		w.due = append(w.due, nil)
	}
	w.due[plies] = append(w.due[plies], d)
}

// retreat works back from the decided positions, nearest first.
func (w *work) retreat(ctx context.Context) error {
	limit := 2 * w.NMove
	for plies := 0; plies < len(w.due); plies++ {
		if w.NMove > 0 && plies > limit {
			break
		}
		for i, d := range w.due[plies] {
			if i&0xffff == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			value := &w.values[d.turn][d.index]
			if *value != 0 {
				continue
			}
			if *value = lost(plies); d.won {
				*value = won(plies)
			}
			w.takeBack(d, plies)
		}
		w.due[plies] = nil
	}
	w.open, w.exits, w.due = [2][]uint8{}, nil, nil
	return nil
}

// takeBack finds the positions with a move to a decided one.
func (w *work) takeBack(d decision, plies int) {
	var list men
	w.place(d.index, &list)
	var occupied rules.Set
	for i := range w.codes {
		occupied.Add(list[i].Square)
	}
	mover := d.turn.Other()
	for i, code := range w.codes {
		if code.Color() != mover {
			continue
		}
		to := list[i].Square
		without := occupied
		without.Remove(to)
		from := w.sources[code][to].AndNot(&occupied)
		from.Squares(func(sq rules.Square) {
			if quiet, _ := w.Table.Game.Reach(code, sq, &without); quiet.Has(to) {
				before := list
				before[i].Square = sq
				w.reached(position{w.index(&before), mover}, d.won, plies+1)
			}
		})
	}
}

// reached notes that a move leads from a position to one that is won or lost for the
// opponent.
func (w *work) reached(p position, wonThere bool, plies int) {
	if w.values[p.turn][p.index] != 0 {
		return
	}
	if !wonThere {
		w.decide(plies, decision{p, true})
		return
	}
	open := &w.open[p.turn][p.index]
	if *open == never {
		return
	}
	if *open--; *open == 0 {
		w.decide(max(plies, w.exits[p]), decision{p, false})
	}
}

func (w *work) String() string { return fmt.Sprintf("ending %s", w.Material.Text(w.Table.Game)) }

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
