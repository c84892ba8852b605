package search

import "bestiary/engine/rules"

// prover decides by brute force whether a side can force mate. It shares nothing
// with the search but the rules; repetition and the n-move rule play no part.
type prover struct {
	p       *rules.Position
	budget  int              // moves that may still be made
	refutes [16]rules.Move   // by plies left, the defence that worked last
	bufs    [16][]rules.Move // by plies left
}

// newProver is a prover that makes at most budget moves.
func newProver(p *rules.Position, budget int) *prover {
	return &prover{p: p, budget: budget}
}

// mates reports whether the side to move can give mate within an odd number of
// plies. ok is false when the budget ran out.
func (v *prover) mates(plies int) (yes, ok bool) {
	yes = v.attack(plies)
	return yes, v.budget > 0
}

func (v *prover) attack(plies int) bool {
	v.bufs[plies] = v.p.Moves(v.bufs[plies][:0])
	for _, m := range v.bufs[plies] {
		if v.budget--; v.budget <= 0 {
			return false
		}
		v.p.Make(m)
		lost := v.defenceFails(plies - 1)
		v.p.Unmake()
		if lost {
			return true
		}
	}
	return false
}

// defenceFails reports whether every move leads into a mate within plies; no
// move at all has to be mate already.
func (v *prover) defenceFails(plies int) bool {
	check := v.p.InCheck()
	if plies == 0 && !check && v.p.Game().StalemateScore() == 0 {
		return false
	}
	v.bufs[plies] = v.p.Moves(v.bufs[plies][:0])
	moves := v.bufs[plies]
	if len(moves) == 0 {
		return check || v.p.Game().StalemateScore() < 0
	}
	if plies == 0 {
		return false
	}
	for i, m := range moves {
		if m == v.refutes[plies] {
			moves[0], moves[i] = m, moves[0]
		}
	}
	for _, m := range moves {
		if v.budget--; v.budget <= 0 {
			return false
		}
		v.p.Make(m)
		lost := v.attack(plies - 1)
		v.p.Unmake()
		if !lost {
			v.refutes[plies] = m
			return false
		}
	}
	return true
}
