package selfplay

import "bestiary/selfplay/store"

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
	Record      store.Record
}
