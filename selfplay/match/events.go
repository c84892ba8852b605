package match

import (
	"fmt"

	"bestiary/engine/rules"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// Events are callbacks that report what is played, each called on the goroutine that
// asked for the games. The zero value reports nothing. All that plays games takes them.
type Events struct {
	// PartStarts is called before each part of a run that has several.
	PartStarts func(Part)
	// GameDone is called after a game has been stored.
	GameDone func(Progress)
	// Found is called with what a part has found, in words.
	Found func(text string)
	// Fault is called when a player does something wrong.
	Fault func(Trouble)
}

// Part is a part of a run, such as a round.
type Part struct {
	Label string
	Games int // 0 if it plays none
	// Again is set if this is the part before, which goes on to more games.
	Again bool
	// Skipped counts the games of parts that were to come before this one and are not played.
	Skipped int
	// Last is set if no later part is certain.
	Last bool
}

// Progress is the state of a part after a game. Games that were in the store
// before count as done.
type Progress struct {
	Done, Total int    // games of the shard; with a test, Total is the largest possible number
	W, D, L     int    // White's wins, draws and White's losses so far; self-play only
	Tally       *Tally // valid during the call; Clone keeps it
	Record      store.Record
}

// Start reports the beginning of a part.
func (ev Events) Start(p Part) {
	if ev.PartStarts != nil {
		ev.PartStarts(p)
	}
}

// Find reports what a part has found.
func (ev Events) Find(format string, args ...any) {
	if ev.Found != nil {
		ev.Found(fmt.Sprintf(format, args...))
	}
}

// Parts returns events that change each part before they report it.
func (ev Events) Parts(change func(*Part)) Events {
	starts := ev.PartStarts
	if starts != nil {
		ev.PartStarts = func(p Part) {
			change(&p)
			starts(p)
		}
	}
	return ev
}

// After returns events that count games after those of a summary, out of a total.
func (ev Events) After(sum store.Summary, total int) Events {
	done := ev.GameDone
	if done != nil {
		ev.GameDone = func(p Progress) {
			p.Done, p.Total, p.W, p.D, p.L = p.Done+sum.Games, total, p.W+sum.W, p.D+sum.D, p.L+sum.L
			done(p)
		}
	}
	return ev
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
	Faults, Max int
}
