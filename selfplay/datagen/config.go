package datagen

import (
	"bestiary/internal/check"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// Config says which games to play. Use Default to make one.
type Config struct {
	// Games is the number of games; rounded up to whole chunks. 1 to 1,000,000,000.
	Games int `json:"-"`
	// Depth of the search for a move, in plies; 1 to 20. A search that is not finished
	// after nodesPerPly positions a ply ends there.
	Depth int `json:"depth"`
	// RandomPlies is the number of random plies that begin a game from the array; games from
	// unequal armies begin with half as many. 0 to 100.
	RandomPlies int `json:"random-plies"`
	// Seed determines all random choices.
	Seed uint64 `json:"seed"`
}

// Default returns 12,000 games at depth 4 after 8 random plies. A limit by positions would
// end most searches in the middle of an iteration, where scores are further from those of a
// long search than the evaluation is.
func Default() Config { return Config{Games: 12_000, Depth: 4, RandomPlies: 8, Seed: 1} }

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	return check.All("training games", check.Range("games", c.Games, 1, 1_000_000_000),
		check.Range("depth", c.Depth, 1, 20), check.Range("random-plies", c.RandomPlies, 0, check.MaxRandomPlies))
}

// Chunks returns the number of files that the games fill.
func (c Config) Chunks() int { return (c.Games + ChunkGames - 1) / ChunkGames }

const (
	// ChunkGames is the number of games of a file.
	ChunkGames = 100
	// One pair in armiesEvery starts from unequal armies.
	armiesEvery = 5
	// One move in varied may be another than the best: one of the best variedLines, at most
	// variedLoss centipawns worse.
	varied, variedLines, variedLoss = 10, 4, 100
	// nodesPerPly limits a search to that many positions for each ply of its depth.
	nodesPerPly = 1500
	// hashBits keeps the transposition table small enough for the cache.
	hashBits = 14
)

// referee ends games that are decided.
var referee = match.Referee{
	MaxPlies: 400,
	Draw:     match.DrawRule{Move: 40, Moves: 6, Score: 8},
	Resign:   match.ResignRule{Moves: 4, Score: 1200},
}

// openings returns the configurations of openings from the array and from unequal armies.
func (c Config) openings() [2]opening.Config {
	array := opening.Default()
	array.Kind, array.RandomPlies = opening.Standard, c.RandomPlies
	armies := opening.Default()
	armies.Kind, armies.RandomPlies = opening.Armies, c.RandomPlies/2
	return [2]opening.Config{array, armies}
}
