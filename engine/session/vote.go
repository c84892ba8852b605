package session

import (
	"slices"

	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// vote returns the index of the result that counts: the first, or another that finished an iteration.
//
// Each search votes for its move with (score - lowest score + 15) · depth: a deeper search has seen
// more, and a move with a lower score has to be found by more of them. Of the searches for the move
// with the most votes, the one with the largest vote counts. A mate needs no majority, because the
// search that found it has seen every answer: the shortest mate counts, or, if a search is mated
// whatever it plays, the longest defence.
func vote(results []search.Result) int {
	best, lowest := 0, results[0].Score
	for _, r := range results {
		if r.Depth > 0 {
			lowest = min(lowest, r.Score)
		}
	}
	votes := map[rules.Move]int{}
	weight := func(r search.Result) int { return (r.Score - lowest + 15) * r.Depth }
	for _, r := range results {
		votes[r.Move] += weight(r)
	}
	rank := func(r search.Result) []int {
		switch _, mate := search.MatePlies(r.Score); {
		case mate && r.Score > 0:
			return []int{2, r.Score}
		case mate:
			return []int{1, r.Score}
		}
		return []int{0, votes[r.Move], weight(r)}
	}
	for i, r := range results {
		if r.Depth > 0 && slices.Compare(rank(r), rank(results[best])) > 0 {
			best = i
		}
	}
	return best
}
