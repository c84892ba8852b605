package search

import (
	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// learnRules adapts the search to the rules of a game.
func (s *Searcher) learnRules(g *rules.Game) {
	rule := &g.Variant.Rules
	s.forces = rule.MustCapture
	// Where captures are compulsory, or a side without moves wins, a move is often worse
	// than none.
	s.zugzwangs = rule.MustCapture || rule.Stalemate == variant.StalemateWin ||
		rule.Stalemate == variant.StalemateFewer || rule.Checkmate != variant.CheckmateLoss
	if eval.Loses(g) { // the loss of a piece is no reason not to look at a move
		s.opts.NoExchangePrune = true
	}
}

// repetitionScore is the score of a position that has occurred before in a game where
// that wins in the end. It is no mate: the other side may still leave the cycle.
const repetitionScore = 3000

// repeatedScore returns the score of such a position for the side c.
func repeatedScore(r rules.Result, c rules.Color) int {
	if (r == rules.WhiteWins) == (c == rules.White) {
		return repetitionScore
	}
	return -repetitionScore
}
