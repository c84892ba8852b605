package search

// MatePlies tells a mate from an evaluation: ok says that score is a mate, plies
// after how many moves of both sides it is on the board. The side to move gives
// the mate if the score is above 0.
func MatePlies(score int) (plies int, ok bool) {
	switch {
	case score > mateBound:
		return MateScore - score, true
	case score < -mateBound:
		return MateScore + score, true
	}
	return 0, false
}
