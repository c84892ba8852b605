package match

import (
	"errors"
	"fmt"
	"time"

	"bestiary/internal/check"
)

// Crew says who plays the games of a run. It does not affect the games.
type Crew struct {
	// Workers is the number of games played at a time in this process; if it is less than
	// 1, one for each processor.
	Workers int
	// Shard is the part of the pairs to play. The zero value means all of them.
	Shard Shard
	// Wait is the pause of a worker between two games.
	Wait time.Duration
	// Hub, if not nil, plays the games instead of workers of this process.
	Hub Hub
}

// Workers returns a crew that plays n games at a time in this process.
func Workers(n int) Crew { return Crew{Workers: n} }

// Shard selects the pairs that one of several machines plays: those whose number modulo Of
// is Index.
type Shard struct{ Index, Of int }

// MaxShards is the largest number of shards of a run.
const MaxShards = 100_000

// Validate reports the first field that is out of range.
func (s Shard) Validate() error {
	if s == (Shard{}) {
		return nil
	}
	return check.All("shard", check.Range("number of shards", s.Of, 1, MaxShards), check.Range("index", s.Index, 0, s.Of-1))
}

// String returns a shard such as "3/8".
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

func (s Shard) has(pair int) bool { return s.Of == 0 || pair%s.Of == s.Index }

// ErrPartial means that all games of the shard have been played, but not those of other
// shards.
var ErrPartial = errors.New("the other shards of the run are missing")

// Whole returns the crew without its shard, for games on which later games depend: each
// machine plays them all.
func (c Crew) Whole() Crew {
	if c.Shard.Of > 0 {
		c.Shard = Shard{Of: 1}
	}
	return c
}

// Games returns how many games of a number of pairs the crew plays.
func (c Crew) Games(pairs int) int {
	if c.Shard.Of == 0 {
		return 2 * pairs
	}
	return 2 * ((pairs - c.Shard.Index + c.Shard.Of - 1) / c.Shard.Of)
}
