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
