package session

import (
	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// voteOffset keeps the vote of the search with the lowest score above 0, in centipawns.
const voteOffset = 15

// vote returns the index of the result that counts. The first is always a candidate, the others if
// they finished an iteration.
//
// Each search votes for its move with (score - lowest score + voteOffset) · depth, since a deeper
// search has seen more, and a move with a lower score has to be found by more of them. Of the searches
// for the move with the most votes, the one with the largest vote counts.
//
// A mate needs no majority, because the search that found it has seen every answer: the shortest mate
// counts, or, if a search is mated whatever it plays, the longest defence.
func vote(results []search.Result) int {
	best, lowest := 0, results[0].Score
	for i, r := range results {
		if r.Depth == 0 {
			continue
		}
		lowest = min(lowest, r.Score)
		if a, b := certainty(r), certainty(results[best]); a > b || a == b && a > 0 && r.Score > results[best].Score {
			best = i
		}
	}
	if certainty(results[best]) > 0 {
		return best
	}
	weight := func(r search.Result) int { return (r.Score - lowest + voteOffset) * r.Depth }
	votes := map[rules.Move]int{}
	for _, r := range results {
		votes[r.Move] += weight(r)
	}
	for i, r := range results {
		a, b := votes[r.Move], votes[results[best].Move]
		if a > b || a == b && weight(r) > weight(results[best]) {
			best = i
		}
	}
	return best
}

// certainty orders results: 0 for an evaluation, 1 for being mated, 2 for a mate.
func certainty(r search.Result) int {
	_, mate := search.MatePlies(r.Score)
	switch {
	case mate && r.Score > 0:
		return 2
	case mate:
		return 1
	}
	return 0
}
