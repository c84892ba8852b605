package store

import "bestiary/engine/rules"

// Summary counts the games of a round.
type Summary struct {
	Games   int
	W, D, L int // White's wins, draws and White's losses
	Plies   int // of all games together
	Reasons map[rules.Reason]int
}

// Add counts games with the same end; plies is their length together.
func (s *Summary) Add(result rules.Result, reason rules.Reason, games, plies int) {
	s.Games += games
	s.Plies += plies
	switch result {
	case rules.WhiteWins:
		s.W += games
	case rules.BlackWins:
		s.L += games
	default:
		s.D += games
	}
	if s.Reasons == nil {
		s.Reasons = map[rules.Reason]int{}
	}
	s.Reasons[reason] += games
}
