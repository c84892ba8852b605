package datagen

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
)

// Config specifies which games to play. Use Default to make one.
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

// Default returns 12,000 games at depth 4 after 8 random plies. A limit by positions would end most
// searches in the middle of an iteration, where scores are further from a long search's than the
// evaluation is.
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

// Play plays the chunks of a crew's shard that the folder lacks. Done is called for each
// chunk of the shard with the number of its games and how many of them were played now: all
// or none. Files of another configuration, game or player are an error.
func Play(ctx context.Context, g *rules.Game, w *eval.Weights, cfg Config, folder string, crew match.Crew, done func(games, played int)) error {
	if err := errors.Join(cfg.Validate(), crew.Shard.Validate()); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	run := &run{eval: eval.New(g, w), array: g.NewPosition().FEN()}
	run.header = Header{Game: g.Variant.Name, Rules: g.Variant.Hash(), Revision: search.Revision, Player: player.HashWeights(w), Config: cfg}
	array, armies := opening.Default(), opening.Default()
	array.Kind, array.RandomPlies = opening.Standard, cfg.RandomPlies
	armies.Kind, armies.RandomPlies = opening.Armies, cfg.RandomPlies/2
	for i, openings := range []opening.Config{array, armies} {
		var err error
		if run.starts[i], err = opening.New(g, openings, cfg.Seed); err != nil {
			return err
		}
	}
	workers := crew.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, ctx := errgroup.WithContext(ctx)
	var begun atomic.Int64 // chunks of the shard
	var told sync.Mutex
	for range workers {
		group.Go(func() error {
			p := &examiner{search: search.New(run.eval, search.Options{HashBits: hashBits}), depth: cfg.Depth}
			for {
				chunk := crew.Shard.Index + int(begun.Add(1)-1)*max(crew.Shard.Of, 1)
				if chunk >= cfg.Chunks() {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				played, err := run.play(ctx, p, folder, chunk)
				if err != nil {
					return err
				}
				told.Lock()
				done(ChunkGames, played)
				told.Unlock()
			}
		})
	}
	return group.Wait()
}

// run holds the data shared by the chunks of a run.
type run struct {
	eval   *eval.Evaluator
	header Header
	starts [2]*opening.Source
	array  string // the FEN of the array
}

// play plays a chunk unless the folder has it, and returns the number of games played.
func (r *run) play(ctx context.Context, p *examiner, folder string, chunk int) (int, error) {
	header := r.header
	header.Chunk = chunk
	path := Path(folder, chunk)
	if h, err := ReadHeader(path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = header.same(path, h)
		}
		return 0, err
	}
	var games []byte
	for i := range ChunkGames {
		game := chunk*ChunkGames + i
		pair := game / 2
		kind := 0
		if pair%armiesEvery == armiesEvery-1 {
			kind = 1
		}
		start, err := r.starts[kind].Start(0, pair, game%2)
		if err != nil {
			return 0, err
		}
		p.begin(start)
		seat := match.Seat{Player: p, Seed: opening.Seed(r.header.Config.Seed, pair, game%2)}
		played, err := referee.Play(ctx, start, [2]match.Seat{seat, seat})
		if err != nil {
			return 0, err
		}
		if start.FEN == r.array {
			played.FEN = ""
		}
		games = appendGame(games, played.FEN, played.Result, p.plies)
	}
	return ChunkGames, write(path, header, games)
}

// examiner is a player that records the examples of its games.
type examiner struct {
	search *search.Searcher
	depth  int
	source rand.PCG
	plies  []ply
	lines  []line
}

// line is one of the best moves.
type line struct {
	move  rules.Move
	score int
}

// begin records the random moves of an opening.
func (e *examiner) begin(start opening.Start) {
	e.plies = e.plies[:0]
	p := start.Position
	for range start.Moves {
		p.Unmake()
	}
	for _, m := range start.Moves {
		e.plies = append(e.plies, ply{move: slices.Index(p.Moves(nil), m)})
		p.Make(m)
	}
}

// NewGame forgets the game before.
func (e *examiner) NewGame(ctx context.Context, seed uint64) error {
	e.source.Seed(seed, seed)
	e.search.Reset()
	return ctx.Err()
}

// Move chooses a move, mostly the best.
func (e *examiner) Move(ctx context.Context, t *player.Turn) (player.Choice, error) {
	p, limits := t.Position, search.Limits{Depth: e.depth, Nodes: uint64(e.depth * nodesPerPly)}
	rng := rand.New(&e.source)
	if e.lines = e.lines[:0]; rng.IntN(varied) == 0 {
		limits.Nodes *= variedLines
		limits.Lines, limits.Report = variedLines, e.report
	}
	found := e.search.Search(p, limits)
	move := found.Move
	if i := rng.IntN(variedLines); i > 0 && i < len(e.lines) && e.lines[i].score >= found.Score-variedLoss {
		move = e.lines[i].move
	}
	_, mate := search.MatePlies(found.Score)
	e.plies = append(e.plies, ply{
		move: slices.Index(t.Legal, move), score: found.Score,
		example: !mate && found.Depth == e.depth && p.Occurrences(2) == 1 && !p.InCheck() &&
			!p.IsCapture(found.Move) && !found.Move.IsPromotion() && found.Move.Kind() != rules.Placing,
	})
	return player.Choice{Move: move, Score: found.Score, HasScore: true}, ctx.Err()
}

// report keeps the lines of the last iteration.
func (e *examiner) report(r search.Report) {
	if r.Line == 1 {
		e.lines = e.lines[:0]
	}
	if len(r.PV) > 0 {
		e.lines = append(e.lines, line{r.PV[0], r.Score})
	}
}

// Close has no effect.
func (e *examiner) Close() error { return nil }
