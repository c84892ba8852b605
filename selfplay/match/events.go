package match

import (
	"bestiary/engine/rules"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// Events are callbacks that report what a run does, each called on the goroutine
// that called Play. The zero value reports nothing.
type Events struct {
	// GameDone is called after a game has been stored.
	GameDone func(Progress)
	// Fault is called when a player does something wrong.
	Fault func(Trouble)
}

// Progress is the state of a run after a game. Games that were in the store
// before count as done.
type Progress struct {
	Done, Total int    // games; with a test, Total is the largest possible number
	Tally       *Tally // valid during the call; Clone keeps it
	Record      store.Record
}

// Trouble is a fault of a player.
type Trouble struct {
	Player string
	Key    store.Key // the game
	Fault  *player.Fault
	// Lost is the reason of the player's loss, or NoReason if the game had not begun
	// and is tried again.
	Lost rules.Reason
	// Faults of the player so far, and how many end the run. Time forfeits do not
	// count.
	Faults, Most int
}
