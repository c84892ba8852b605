package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// checkOutcome tests the outcome against the moves and the counts of the game.
func (s *selfPlay) checkOutcome(moves []Move) (Result, error) {
	result, why := s.p.Outcome()
	wantResult, wantWhy := s.outcome(moves)
	if result != wantResult || why != wantWhy {
		return result, fmt.Errorf("the outcome is %s (%s), expected %s (%s)", result, why, wantResult, wantWhy)
	}
	if result != Ongoing {
		s.sum.ends[why]++
	}
	return result, nil
}

// outcome is how the game stands by the board, the moves played and those at hand.
func (s *selfPlay) outcome(moves []Move) (Result, Reason) {
	p, rule := s.p, &s.g.Variant.Rules
	if r, why := s.endByRule(); r != Ongoing {
		return r, why
	}
	switch {
	case len(moves) == 0 && s.checked(p.turn) && p.LastMove().Kind() == Placing && slices.Contains(rule.Hand.MateLoses, s.g.TypeName(p.LastMove().Promotion())):
		return win(p.turn), IllegalMate
	case len(moves) == 0 && s.checked(p.turn):
		return s.resultFor(p.turn, string(cmp.Or(rule.Checkmate, variant.CheckmateLoss))), Checkmate
	case len(moves) == 0 && rule.Stalemate == variant.StalemateFewer:
		return scored(p.turn, s.men(p.turn.Other(), "")-s.men(p.turn, "")), Stalemate
	case len(moves) == 0:
		return s.resultFor(p.turn, string(cmp.Or(rule.Stalemate, variant.StalemateDraw))), Stalemate
	case rule.InsufficientMaterial == variant.BareKings && s.material() == 2:
		return Draw, InsufficientMaterial
	case rule.NMove > 0 && s.halfmove >= 2*rule.NMove:
		return Draw, NMoveRule
	case rule.Repetition > 0 && s.seen[p.Hash()] >= rule.Repetition:
		return s.repeated(), Repetition
	}
	return Ongoing, NoReason
}

// resultFor is the result of the game by the word for that of one side.
func (s *selfPlay) resultFor(c Color, word string) Result {
	switch word {
	case "win":
		return win(c)
	case "loss":
		return win(c.Other())
	case "draw":
		return Draw
	}
	panic("the model of the outcome does not know the result " + word)
}

// endByRule is the outcome where a rule ends the game whatever moves there are.
func (s *selfPlay) endByRule() (Result, Reason) {
	p, rule := s.p, &s.g.Variant.Rules
	mover, royals := p.turn.Other(), s.royals(p.turn)
	switch {
	case s.lost:
		return win(p.turn), EmptyPool
	case rule.Blast.OnCapture && royals.Empty():
		return win(mover), BlownUp
	case len(s.line) > 1 && s.line[len(s.line)-1].Kind() == Pass && s.line[len(s.line)-2].Kind() == Pass:
		return Draw, BothPassed
	case p.Placing():
		return Ongoing, NoReason
	}
	for _, c := range []Color{mover, p.turn} {
		if e := &rule.Extinction; s.extinct(c) {
			return s.resultFor(c, string(e.Result)), Extinction
		}
	}
	if r := s.goal(); r != Ongoing {
		return r, GoalReached
	}
	for _, c := range []Color{White, Black} {
		if rule.Checks > 0 && s.checks[c] >= rule.Checks {
			return win(c), ChecksGiven
		}
	}
	return Ongoing, NoReason
}

// extinct reports whether a side has lost pieces so that the game ends.
func (s *selfPlay) extinct(c Color) bool {
	e := s.g.Variant.Rules.Extinction
	if e.Result == "" || e.Result == variant.NoEnd {
		return false
	}
	kinds := e.Pieces
	if len(kinds) == 0 {
		kinds = []string{""}
	}
	return slices.ContainsFunc(kinds, func(name string) bool {
		theirs := s.men(c.Other(), name)
		mayStillClaim := e.Claim && c == s.p.turn && theirs == e.OpponentCount
		return s.men(c, name) <= e.Count && theirs >= e.OpponentCount && !mayStillClaim
	})
}

// men counts the pieces of a kind that a side has on the board and in hand; all with "".
func (s *selfPlay) men(c Color, name string) int {
	n := 0
	for _, code := range s.p.board[:s.g.Squares()] {
		if code != 0 && code.Color() == c && (name == "" || s.g.TypeName(code.Type()) == name) {
			n++
		}
	}
	for _, t := range s.g.Types() {
		if name == "" || s.g.TypeName(t) == name {
			n += int(s.p.hand[c][t])
		}
	}
	return n
}

// goal is the result of a race to squares that win.
func (s *selfPlay) goal() Result {
	rule := &s.g.Variant.Rules.Goal
	if len(rule.White)+len(rule.Black) == 0 {
		return Ongoing
	}
	if rule.Safe {
		panic("the model of the outcome does not know goals that have to be safe")
	}
	turn := s.p.turn
	theirs, ours := s.onGoal(turn.Other()), s.onGoal(turn) // theirs have just moved
	switch {
	case ours && rule.Reply == variant.AnyReply:
		return win(turn)
	case rule.Reply == variant.AnyReply:
		return Ongoing
	case ours && theirs && rule.Reply == variant.BlackReply && turn == White:
		return Draw
	case ours && rule.Reply == variant.BlackReply: // which Black has not followed
		return win(turn)
	case theirs && rule.Reply == variant.BlackReply && turn == Black && s.mayFollow():
		return Ongoing
	case theirs:
		return win(turn.Other())
	}
	return Ongoing
}

// onGoal reports whether a side has what it needs on its goal.
func (s *selfPlay) onGoal(c Color) bool {
	rule := &s.g.Variant.Rules.Goal
	n, free := 0, 0
	for sq := range s.g.Squares() {
		if !s.isGoal(c, s.g.File(Square(sq)), s.g.Rank(Square(sq))) {
			continue
		}
		switch code := s.p.board[sq]; {
		case code == 0:
			free++
		case code.Color() == c && s.counts(code):
			n++
		}
	}
	return n >= max(rule.Count, 1) || rule.Blocked && n > 0 && free == 0
}

// isGoal reports whether a square is one of those that win for a side.
func (s *selfPlay) isGoal(c Color, file, rank int) bool {
	parts := s.g.Variant.Rules.Goal.White
	if c == Black {
		parts = s.g.Variant.Rules.Goal.Black
	}
	return slices.ContainsFunc(parts, func(part string) bool {
		a, _ := variant.ParseArea(part)
		return a.Holds(file, rank)
	})
}

// counts reports whether a piece is of a kind that wins on the goal.
func (s *selfPlay) counts(code Code) bool {
	kinds := s.g.Variant.Rules.Goal.Pieces
	return len(kinds) == 0 || slices.Contains(kinds, s.g.TypeName(code.Type()))
}

// mayFollow reports by the second generator whether the side to move has a move to
// its goal, as if nothing had ended the game.
func (s *selfPlay) mayFollow() bool {
	b := newSlowBoard(s.p)
	b.lost = false
	return slices.ContainsFunc(b.moves(), func(text string) bool {
		for from, code := range b.pieces {
			if rest, ok := strings.CutPrefix(text, b.name(from)); ok && s.counts(code) {
				to, _ := variant.ParseSquare(rest)
				return s.isGoal(s.p.turn, to.File, to.Rank)
			}
		}
		return false
	})
}

// repeated is the result of the repetition that the last move has brought about.
func (s *selfPlay) repeated() Result {
	rule, turn := &s.g.Variant.Rules, s.p.turn
	if rule.PerpetualCheck == variant.PerpetualLoss {
		first := slices.Index(s.hashes, s.p.Hash())
		always := [2]bool{true, true}
		for ply := first; ply < len(s.line); ply++ {
			c := turn
			if (len(s.line)-ply)%2 == 1 {
				c = turn.Other()
			}
			always[c] = always[c] && s.gave[ply]
		}
		switch {
		case always[White] && always[Black]:
			return Draw
		case always[White]:
			return BlackWins
		case always[Black]:
			return WhiteWins
		}
	}
	switch word := string(rule.RepetitionResult); word {
	case "white-wins":
		return WhiteWins
	case "black-wins":
		return BlackWins
	default:
		return s.resultFor(turn, cmp.Or(word, "draw"))
	}
}

// royals are the squares of the pieces of a side that must be safe, by the board alone.
func (s *selfPlay) royals(c Color) (all Set) {
	rule := s.g.Variant.Rules.Royals
	for i, piece := range s.g.Variant.Pieces {
		var on Set
		for sq := range s.g.Squares() {
			if piece.Royal && rule != variant.NoRoyals && s.p.board[sq] == CodeOf(Type(i+1), c) {
				on.Add(Square(sq))
			}
		}
		if rule != variant.LastRoyal || on.Count() == 1 {
			all = all.Or(&on)
		}
	}
	return all
}

// checked reports whether the other side could capture a royal piece of c or, where
// that is the rule, any of them.
func (s *selfPlay) checked(c Color) bool {
	var taken Set
	for _, m := range s.captures(nil, c.Other()) {
		taken.Add(m.To())
		if m.Kind() == Locust {
			taken.Add(Square(m.Extra()))
		}
	}
	return s.hangs(c, taken)
}

// hangs reports whether c is in check when the other side captures on some squares.
func (s *selfPlay) hangs(c Color, taken Set) bool {
	royals := s.royals(c)
	var touched Set // where a capture would remove the capturing side's own royal piece
	if s.g.Variant.Rules.Blast.OnCapture {
		touched = s.around(s.royals(c.Other()))
	}
	hit := royals.And(&taken)
	hit = hit.AndNot(&touched)
	if s.g.Variant.Rules.Royals == variant.AnyRoyal {
		return !royals.Empty() && hit == royals
	}
	return !hit.Empty()
}

// around is the set of squares next to some others.
func (s *selfPlay) around(set Set) (out Set) {
	set.Squares(func(sq Square) {
		for near := range s.g.Squares() {
			if Square(near) != sq && s.g.adjacent(sq, Square(near)) {
				out.Add(Square(near))
			}
		}
	})
	return out
}
