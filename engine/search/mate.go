package search

// MatePlies tells a mate from an evaluation. If score is a mate, ok is true and
// plies is the number of plies until it. The side to move gives the mate if the
// score is above 0.
func MatePlies(score int) (plies int, ok bool) {
	switch {
	case score > mateBound:
		return MateScore - score, true
	case score < -mateBound:
		return MateScore + score, true
	}
	return 0, false
}
