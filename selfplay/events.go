package selfplay

import "bestiary/engine/rules"

// Events are callbacks that report what Play does, each called on the goroutine
// that called Play. The zero value reports nothing.
type Events struct {
	// GameDone is called after a game has been stored.
	GameDone func(Progress)
}

// Progress is the state of a round after a game. Games that were in the store
// before count as done.
type Progress struct {
	Done, Total int
	W, D, L     int // White's wins, draws and White's losses so far
	Record      Record
}

// Summary counts the games of a round.
type Summary struct {
	Games   int
	W, D, L int // White's wins, draws and White's losses
	Plies   int // of all games together
	Reasons map[rules.Reason]int
}

func (s *Summary) add(result rules.Result, reason rules.Reason, games, plies int) {
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
