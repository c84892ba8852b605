package external

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bestiary/engine/rules"
)

// reach brings the engine to the position of a search, by the new moves alone if
// possible.
func (x *xboard) reach(ctx context.Context, s *search) error {
	deadline := x.soon()
	moves := s.moves
	if x.depth > 0 && s.limit.Depth == 0 {
		x.known = nil // only the command new lifts the limit
	}
	if k := x.known; k != nil && k.fen == s.fen && len(k.moves) <= len(moves) && slices.Equal(k.moves, moves[:len(k.moves)]) {
		moves = moves[len(k.moves):]
	} else if err := x.setUp(ctx, deadline, s.script); err != nil {
		return err
	}
	x.known = nil
	if err := x.makeMoves(ctx, deadline, moves); err != nil {
		return err
	}
	x.known = &script{from: s.from, fen: s.fen, moves: slices.Clone(s.moves)}
	return nil
}

// setUp begins a game at the start of a script.
func (x *xboard) setUp(ctx context.Context, deadline time.Time, s script) error {
	x.known, x.control, x.depth, x.played = nil, "", 0, true
	begin := []string{"new"}
	if name := x.variant(); name != "normal" {
		begin = append(begin, "variant "+name)
	}
	lines, err := x.do(ctx, deadline, append(begin, "force", "easy", "post")...)
	if err != nil {
		return err
	}
	for _, text := range lines {
		if strings.HasPrefix(text, "setup ") {
			x.own = boardIn(text)
		}
	}
	commands, err := x.placement(s)
	if err != nil || len(commands) == 0 {
		return err
	}
	lines, err = x.do(ctx, deadline, commands...)
	if err != nil {
		return err
	}
	for _, text := range lines {
		if strings.Contains(strings.ToLower(text), "illegal position") {
			return x.fault(Refused, "the position %s: %s", s.fen, text)
		}
	}
	return nil
}

// boardIn returns the board of the FEN in a line.
func boardIn(text string) string {
	for _, field := range strings.Fields(text) {
		if strings.Contains(field, "/") {
			return field
		}
	}
	return ""
}

// placement returns the commands that lead from the engine's own start to a script's.
func (x *xboard) placement(s script) ([]string, error) {
	start := x.game.NewPosition()
	ours, _, _ := strings.Cut(start.FEN(), " ")
	switch {
	case s.from == start.FEN() && (x.own == "" || x.own == ours):
		return nil, nil
	case x.features.setboard:
		return []string{"setboard " + s.fen}, nil
	}
	p, err := x.game.ParseFEN(s.from)
	if err != nil {
		return nil, err
	}
	return x.edit(p)
}

// edit enters a position piece by piece. This does not change the side to move, so
// White first makes a move if Black is to move. Castling rights can only be those
// that the squares of king and partner suggest.
func (x *xboard) edit(p *rules.Position) ([]string, error) {
	g := x.game
	fields := strings.Fields(p.FEN())
	var rights strings.Builder
	for _, w := range g.Wings() {
		partner := p.At(w.Partner)
		if p.King(w.Color) == w.King && partner != 0 && partner == rules.CodeOf(w.Piece, w.Color) {
			rights.WriteByte(w.Letter)
		}
	}
	switch {
	case strings.ContainsAny(fields[0], "[*"):
		return nil, inexpressible("pieces off the board (the engine has no setboard)")
	case fields[3] != "-":
		return nil, inexpressible("a start with an en-passant square (the engine has no setboard)")
	case strings.Trim(fields[2], "-") != rights.String():
		return nil, inexpressible("a start with castling rights %s where the pieces suggest %q (the engine has no setboard)", fields[2], rights.String())
	}
	var commands []string
	if p.Turn() == rules.Black {
		for _, m := range g.NewPosition().Moves(nil) {
			if text, ok := x.moveText(g, m); ok {
				commands = append(commands, x.moveCommand(text))
				break
			}
		}
	}
	commands = append(commands, "edit", "#")
	for _, c := range []rules.Color{rules.White, rules.Black} {
		side := p.Side(c)
		side.Squares(func(sq rules.Square) {
			commands = append(commands, g.Symbol(p.At(sq).Type())+x.squares().ToCECP(g.SquareName(sq)))
		})
		if c == rules.White {
			commands = append(commands, "c")
		}
	}
	return append(commands, "."), nil
}

func (x *xboard) moveCommand(text string) string {
	if x.features.usermove {
		return "usermove " + text
	}
	return text
}

// makeMoves sends moves and waits for objections.
func (x *xboard) makeMoves(ctx context.Context, deadline time.Time, moves []string) error {
	var commands []string
	for _, text := range moves {
		commands = append(commands, x.moveCommand(text))
	}
	lines, err := x.do(ctx, deadline, commands...)
	if err != nil {
		return err
	}
	for _, text := range lines {
		if m, ok := objection(text, moves); ok {
			return x.fault(Refused, "the legal move %s: %s", m, text)
		}
	}
	return nil
}

// objection recognises "Illegal move: e2e4" and similar lines. Other complaints may be about
// commands that the engine neither supports nor needs.
func objection(text string, moves []string) (move string, ok bool) {
	lower := strings.ToLower(text)
	if !strings.HasPrefix(lower, "illegal move") && !strings.HasPrefix(lower, "invalid move") && !strings.HasPrefix(lower, "error") {
		return "", false
	}
	fields := strings.Fields(text)
	last := strings.TrimPrefix(fields[len(fields)-1], "move:")
	return last, slices.Contains(moves, last)
}

// timing returns the commands that limit the engine's time and depth.
func (x *xboard) timing(s *search) []string {
	l, mover := s.limit, s.pos.Turn()
	control, left, other := "", time.Duration(0), time.Duration(0)
	switch {
	case l.MoveTime == 0 && l.Clocks[mover].Left == 0:
		control = fmt.Sprintf("st %d", seconds(x.config.MoveTimeout))
	case l.MoveTime%time.Second == 0 && l.MoveTime > 0:
		control = fmt.Sprintf("st %d", seconds(l.MoveTime))
	case l.MoveTime > 0:
		control, left, other = "level 1 "+clock(l.MoveTime)+" 0", l.MoveTime, l.MoveTime
	default:
		left, other = l.Clocks[mover].Left, l.Clocks[mover.Other()].Left
		control = x.control
		if !strings.HasPrefix(control, "level ") || strings.HasPrefix(control, "level 1 ") {
			increment := strconv.FormatFloat(l.Clocks[mover].Increment.Seconds(), 'f', -1, 64)
			control = fmt.Sprintf("level %d %s %s", l.Clocks[mover].MovesToGo, clock(left), increment)
		}
	}
	var commands []string
	if control != x.control {
		commands = append(commands, control)
		x.control = control
	}
	if l.Depth > 0 && l.Depth != x.depth {
		commands = append(commands, fmt.Sprintf("sd %d", l.Depth))
		x.depth = l.Depth
	}
	if left > 0 && x.features.time {
		commands = append(commands, fmt.Sprintf("time %d", max(left.Milliseconds()/10, 1)),
			fmt.Sprintf("otim %d", max(other.Milliseconds()/10, 1)))
	}
	return commands
}

// seconds rounds up to whole seconds.
func seconds(d time.Duration) int64 {
	return int64((d + time.Second - 1) / time.Second)
}

// clock writes a time for the command level, in minutes and seconds.
func clock(d time.Duration) string {
	n := seconds(d)
	return fmt.Sprintf("%d:%02d", n/60, n%60)
}
