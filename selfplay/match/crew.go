package match

import (
	"errors"
	"fmt"

	"bestiary/internal/check"
)

// Crew says who plays the games of a run. It changes no game.
type Crew struct {
	// Workers is the number of games at a time in this process; fewer than one means
	// one for each processor.
	Workers int
	// Shard is the part of the pairs that is played. Its zero value is all of them.
	Shard Shard
	// Hub, if it is not nil, plays in place of workers of this process.
	Hub Hub
}

// Workers is a crew of this process that plays n games at a time.
func Workers(n int) Crew { return Crew{Workers: n} }

// Shard is the part of the pairs of a run that one of several machines plays: those
// whose numbers leave the remainder Index when divided by Of.
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

// ErrPartial says that the games of the shard are there, but not those of others.
var ErrPartial = errors.New("the other shards of the run are not there")

// Whole is the crew without its shard, for games on which later ones depend: each
// machine plays them all.
func (c Crew) Whole() Crew {
	if c.Shard.Of > 0 {
		c.Shard = Shard{Of: 1}
	}
	return c
}

// Games is how many games the crew plays of a number of pairs.
func (c Crew) Games(pairs int) int {
	if c.Shard.Of == 0 {
		return 2 * pairs
	}
	return 2 * ((pairs - c.Shard.Index + c.Shard.Of - 1) / c.Shard.Of)
}
