package match

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"bestiary/engine/rules"
	"bestiary/internal/check"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// Config specifies which games a run plays: self-play, a match or a tournament. Use SelfPlay or
// Default to make one.
type Config struct {
	// Seed determines all random choices.
	Seed uint64 `json:"seed"`
	// Pairs is the number of pairs of games in a round, or for each pairing of players; 1
	// to 10,000,000. A run can be continued with another number, because the games of a
	// pair do not depend on it.
	Pairs int `json:"pairs"`
	// Nodes is how many positions the engine visits per move in self-play; 1 to
	// 1,000,000,000. The players of a match have limits of their own.
	Nodes int `json:"nodes,omitempty"`
	// MaxPlies is the length at which a game is drawn, in plies including the
	// opening; above RandomPlies, at most 10,000.
	MaxPlies int `json:"max-plies"`
	// The openings of the pairs. Deterministic players need openings that differ.
	// Self-play does not use books.
	opening.Config
	// Tournament says who plays whom.
	Tournament Tournament `json:"tournament,omitempty"`
	// Draw and Resign adjudicate games. Self-play has no adjudication: it would feed the
	// engine's own piece values into the results from which piece values are estimated.
	Draw   DrawRule   `json:"draw,omitzero"`
	Resign ResignRule `json:"resign,omitzero"`
	// SPRT, if not nil, ends a match of two players as soon as it is decided. A run can be
	// continued with another test.
	SPRT *rating.SPRT `json:"sprt,omitempty"`
	// MaxFaults is how many faults of one player end a match, or how many games in a row that it
	// loses on time; 1 to 1,000,000. A run can be
	// continued with another number; each continuation starts counting anew.
	MaxFaults int `json:"max-faults,omitempty"`
}

// freeFields lists the fields that may change when a run is continued.
var freeFields = []string{"pairs", "sprt", "max-faults"}

// SPRTPairs is a number of pairs that suffices for most sequential tests.
const SPRTPairs = 50_000

// Tournament says who plays whom.
type Tournament string

// The tournaments. For two players round-robin and gauntlet are the same.
const (
	Alone      Tournament = ""            // self-play: one player sits on both sides
	RoundRobin Tournament = "round-robin" // everyone plays everyone
	Gauntlet   Tournament = "gauntlet"    // the first plays all others
)

// Default returns the configuration of a match: 500 pairs of at most 600 plies from the
// array of the game, without adjudication or test. It ends after 10 faults of a player.
func Default() Config {
	return Config{Pairs: 500, Config: opening.Default(), Tournament: RoundRobin, MaxPlies: 600, MaxFaults: 10}
}

// SelfPlay returns the configuration of a round of self-play: 500 pairs at 300 nodes a
// move and at most 600 plies. The armies differ by a few pieces, and two random moves
// follow.
func SelfPlay() Config {
	c := Config{Pairs: 500, Nodes: 300, MaxPlies: 600, Config: opening.Default()}
	c.Kind, c.RandomPlies = opening.Armies, 2
	return c
}

// arrayPlies is the number of random plies at the start of FromArray games.
const arrayPlies = 8

// FromArray returns the configuration for games that start from the array with eight
// random plies and so reach positions as they occur in play.
func (c Config) FromArray() Config {
	c.Kind, c.RandomPlies = opening.Standard, arrayPlies
	return c
}

// standardPlies is the number of random plies at the start of Standard games. In chess two
// random plies lead to only 400 positions, so thousands of games would repeat each other;
// four lead to 197,281.
const standardPlies = 4

// Standard returns the configuration for games from the array that are themselves
// measured: after four random plies neither side is ahead by more than
// opening.UsualBalance.
func (c Config) Standard() Config {
	c.Kind, c.RandomPlies = opening.Standard, standardPlies
	c.KeepBalance(opening.UsualBalance)
	return c
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	if c.Tournament == Alone {
		return check.All("self-play",
			check.Range("pairs", c.Pairs, 1, check.MaxPairs),
			check.Range("nodes", c.Nodes, 1, check.MaxNodes),
			check.Range("max-plies", c.MaxPlies, c.RandomPlies+1, check.MaxPlies),
			check.OneOf("openings", c.Kind, opening.Armies, opening.Standard, opening.Array, opening.Odds, opening.Exchanges),
			check.That(c.SPRT == nil && c.Draw == DrawRule{} && c.Resign == ResignRule{},
				"there is a test or an adjudication, expected none in self-play"),
			c.Config.Validate())
	}
	if err := check.All("match",
		c.Config.Validate(),
		check.Range("pairs", c.Pairs, 1, check.MaxPairs),
		check.Range("max-plies", c.MaxPlies, c.RandomPlies+1, check.MaxPlies),
		check.Range("max-faults", c.MaxFaults, 1, 1_000_000),
		check.OneOf("tournament", c.Tournament, RoundRobin, Gauntlet),
		check.Range("draw: move", c.Draw.Move, 0, check.MaxPlies),
		check.Range("draw: moves", c.Draw.Moves, 0, check.MaxPlies),
		check.Range("draw: score", c.Draw.Score, 0, 30_000),
		check.Range("resign: moves", c.Resign.Moves, 0, check.MaxPlies),
		check.Range("resign: score", c.Resign.Score, 0, 30_000),
	); err != nil || c.SPRT == nil {
		return err
	}
	return c.SPRT.Validate()
}

func (c Config) alone() bool { return c.Tournament == Alone }

// pairings lists which players meet. The first player of a pairing has White in the first
// game of each pair.
func (t Tournament) pairings(players int) [][2]int {
	if t == Alone {
		return [][2]int{{0, 0}}
	}
	var list [][2]int
	for a := range players {
		for b := a + 1; b < players; b++ {
			if t == RoundRobin || a == 0 {
				list = append(list, [2]int{a, b})
			}
		}
	}
	return list
}

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

// Events are callbacks that report the progress of games, each called on the goroutine that asked
// for the games. The zero value reports nothing. All functions that play games take them.
type Events struct {
	// PartStarts is called before each part of a run that has several.
	PartStarts func(Part)
	// GameDone is called after a game has been stored.
	GameDone func(Progress)
	// Found is called with the result of a part, in words.
	Found func(text string)
	// Fault is called when a player does something wrong.
	Fault func(Trouble)
}

// Part is a part of a run, such as a round.
type Part struct {
	Label string
	Games int // 0 if it plays none
	// Again is set if this is the previous part, which continues to more games.
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

// Find reports the result of a part.
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

// timeFile holds how many games of a run were timed and how long they took, in the folder of
// the run. It is no part of a result, since it differs from machine to machine.
const timeFile = "time"

// Pace is how long some games took.
type Pace struct {
	Games int
	Time  time.Duration
}

// ReadPace returns the pace of the games of a run so far, zero if it is not known.
func ReadPace(folder string) Pace {
	data, _ := os.ReadFile(filepath.Join(folder, timeFile)) // a run without it is whole
	games, seconds := 0, 0.0
	n, _ := fmt.Sscanf(string(data), "%d games in %f s", &games, &seconds)
	if n < 2 || games < 1 || games > math.MaxInt32 || !(seconds >= 0 && seconds < 1e9) {
		return Pace{}
	}
	return Pace{games, time.Duration(seconds * float64(time.Second))}
}

// Add adds games that have been played since a moment to the pace of a run.
func (p Pace) Add(folder string, games int, since time.Time) {
	p.Games, p.Time = p.Games+games, p.Time+time.Since(since)
	text := fmt.Sprintf("%d games in %.3f s\n", p.Games, p.Time.Seconds())
	_ = os.WriteFile(filepath.Join(folder, timeFile), []byte(text), 0o666) // a run without it is whole
}

// Of returns how long a number of such games take.
func (p Pace) Of(games int) time.Duration {
	return time.Duration(float64(p.Time) * float64(games) / float64(max(p.Games, 1)))
}
