package match

import "bestiary/engine/rules"

// DrawRule ends games as drawn that both players expect to be.
type DrawRule struct {
	// Move is the first move after which the rule holds. Default 0.
	Move int `json:"move"`
	// Moves of each side in a row with a score within Score, and without a capture
	// or a move of a pawn. 0: there is no rule.
	Moves int `json:"moves"`
	// Score is the largest size of a score, in centipawns.
	Score int `json:"score"`
}

// ResignRule ends games as won that a player expects to lose.
type ResignRule struct {
	// Moves of a side in a row with a score of -Score or worse. 0: there is no
	// rule.
	Moves int `json:"moves"`
	// Score in centipawns.
	Score int `json:"score"`
	// Both demands that the other side expects to win by as much in as many moves.
	Both bool `json:"both"`
}

// expectations remembers what the players expect.
type expectations struct {
	scores [2][]int // of each side's last moves in a row, from White's view
	quiet  int      // plies in a row with scores and no capture or pawn move
}

// note takes the score of a move. A player that gives none breaks every row.
func (e *expectations) note(us rules.Color, score int, has, resets bool) {
	e.quiet++
	if resets || !has {
		e.quiet = 0
	}
	if !has {
		e.scores[us] = e.scores[us][:0]
		return
	}
	e.scores[us] = append(e.scores[us], score)
}

// verdict is the result after a move with a number, Ongoing if there is none.
func (e *expectations) verdict(d DrawRule, r ResignRule, move int) (rules.Result, rules.Reason) {
	if d.Moves > 0 && move >= d.Move && e.quiet >= 2*d.Moves &&
		e.within(rules.White, d.Moves, d.Score) && e.within(rules.Black, d.Moves, d.Score) {
		return rules.Draw, DrawAdjudication
	}
	if r.Moves == 0 {
		return rules.Ongoing, rules.NoReason
	}
	for c, result := range []rules.Result{rules.BlackWins, rules.WhiteWins} {
		loser := rules.Color(c)
		if e.lost(loser, loser, r) && (!r.Both || e.lost(loser, loser.Other(), r)) {
			return result, ResignAdjudication
		}
	}
	return rules.Ongoing, rules.NoReason
}

// last are the scores of a side's last n moves, nil if there are fewer.
func (e *expectations) last(c rules.Color, n int) []int {
	list := e.scores[c]
	if len(list) < n {
		return nil
	}
	return list[len(list)-n:]
}

func (e *expectations) within(c rules.Color, n, most int) bool {
	list := e.last(c, n)
	for _, s := range list {
		if max(s, -s) > most {
			return false
		}
	}
	return list != nil
}

// lost reports whether a side has expected the loss of a loser, be it itself, for
// as long as the rule demands.
func (e *expectations) lost(loser, expects rules.Color, r ResignRule) bool {
	list := e.last(expects, r.Moves)
	for _, s := range list {
		if loser == rules.Black {
			s = -s
		}
		if s > -r.Score {
			return false
		}
	}
	return list != nil
}
