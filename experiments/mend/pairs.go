package mend

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// pair is two edits with the measure expected of both together.
type pair struct {
	first, second *Standing
	expected      float64
}

// gameVariance is the variance of the score of a game. That of whether it is drawn, and of its plies
// over their mean, is about the same.
const gameVariance = 0.22

// pairs returns games with two edits that are not in seen: those that should come nearest to the
// target if effects add up, as many as Partners edits have pairs. Each edit is in at most Partners
// of them. Effects are shrunk towards 0 as far as they may be chance.
func (s *Search) pairs() []*Candidate {
	list := slices.DeleteFunc(slices.Clone(s.standings), func(c *Standing) bool {
		return c.original() || c.Round == 0 || c.Out == outDrawn || len(c.Edits) > 1
	})
	slices.SortStableFunc(list, func(a, b *Standing) int { return a.compare(b.Candidate) })
	base, effects := float64(s.standings[0].Mean), s.effects(list)
	var all []pair
	for i, a := range list {
		for j, b := range list[:i] {
			all = append(all, pair{b, a, base + effects[i] + effects[j]})
		}
	}
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(s.Target.off(a.expected), s.Target.off(b.expected)) })
	uses := map[*Standing]int{}
	var out []*Candidate
	for _, p := range all {
		if len(out) == s.Partners*(s.Partners-1)/2 {
			break
		}
		if max(uses[p.first], uses[p.second]) == s.Partners {
			continue
		}
		c := p.first.Candidate.with(p.second.Edits[0])
		if c == nil || s.seen[c.Hash] {
			continue
		}
		s.seen[c.Hash] = true
		uses[p.first]++
		uses[p.second]++
		out = append(out, c)
	}
	slices.SortFunc(out, (*Candidate).compare)
	return out
}

// effects returns how much each edit changes the measure, shrunk by the part of the variance that is
// chance.
func (s *Search) effects(list []*Standing) []float64 {
	base, scale := s.standings[0], 1.0
	if s.Target.Of == Length {
		scale = max(1, float64(base.Mean))
	}
	found, luck := make([]float64, len(list)), 0.0
	for i, c := range list {
		found[i] = float64(c.Mean - base.Mean)
		luck += scale * scale * gameVariance / float64(max(1, c.Games)) / float64(len(list))
	}
	total := 0.0
	if len(list) > 1 {
		total = stat.Variance(found, nil)
	}
	for i, c := range list {
		if own := scale * scale * gameVariance / float64(max(1, c.Games)); c.Games > 0 {
			between := max(0, total-luck)
			found[i] *= between / max(between+own, 1e-12)
		}
	}
	return found
}
