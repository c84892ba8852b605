package search

import (
	"math"

	"bestiary/engine/rules"
)

// Reductions are in 1/ply plies.
const ply128 = 128

// fillReductions fills the table of reductions by depth and move number.
func (s *Searcher) fillReductions() {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			s.reduce[d][n] = int16(ply128 * (0.15 + math.Log(float64(d))*math.Log(float64(n))/2.2))
		}
	}
}

// reduction is the late-move reduction, in plies, of the i-th move, from 1.
func (s *Searcher) reduction(p *rules.Position, n *nodeState, m rules.Move, i int, quiet bool, kind class) int {
	if s.opts.NoReductions || n.depth < 2 || i < 2 || p.Placing() || kind == goodNoisy || kind == hashClass {
		return 0
	}
	if n.pv && i < 4 {
		return 0
	}
	r := int(s.reduce[min(n.depth, 63)][min(i, 63)])
	if quiet {
		r -= s.quietScore(p, m, n.ply) * ply128 / (maxHistory * 3 / 2)
		if f := s.at(n.ply); m == f.killers[0] || m == f.killers[1] {
			r -= ply128
		}
	} else {
		r -= ply128 / 2
	}
	if n.cut {
		r += ply128
	}
	if n.pv {
		r -= ply128
	}
	if !n.improving {
		r += ply128 / 2
	}
	if n.check {
		r -= ply128
	}
	return max(min(r/ply128, n.depth-1), 0)
}
