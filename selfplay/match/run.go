package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"bestiary/engine/external"
	"bestiary/engine/rules"
	"bestiary/internal/format"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// matchRound is the round in which the games of a match are stored.
const matchRound = 1

// maxPlayers is the largest number of players of a tournament.
const maxPlayers = 100

// Run is a match or tournament that is ready to be played.
type Run struct {
	Game    *rules.Game
	Players []*player.Entrant

	cfg      Config
	source   *opening.Source
	round    int
	pairings [][2]int
	seat     int // of the first player in the store's list of players
}

// New prepares a run. It reads weight files and the book.
func New(g *rules.Game, cfg Config, specs []player.Spec) (*Run, error) {
	if cfg.SPRT != nil && len(specs) != 2 {
		return nil, fmt.Errorf("match: a test is of 2 players, found %d", len(specs))
	}
	r, err := newRun(g, cfg, matchRound)
	if err != nil {
		return nil, err
	}
	if len(specs) < 2 || len(specs) > maxPlayers {
		return nil, fmt.Errorf("match: found %s, expected 2 to %d", format.Plural(len(specs), "player"), maxPlayers)
	}
	names := map[string]bool{}
	for _, s := range specs {
		if names[s.Name] {
			return nil, fmt.Errorf("match: two players are called %q; give them different names", s.Name)
		}
		names[s.Name] = true
		e, err := player.Enter(s, g)
		if err != nil {
			return nil, err
		}
		r.seats(e)
	}
	return r, nil
}

// Between prepares a match of two players whose names differ.
func Between(g *rules.Game, cfg Config, a, b *player.Entrant) (*Run, error) {
	return newRun(g, cfg, matchRound, a, b)
}

func newRun(g *rules.Game, cfg Config, round int, players ...*player.Entrant) (*Run, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	source, err := opening.New(g, cfg.Config, cfg.Seed)
	if err != nil {
		return nil, err
	}
	cfg.Config = source.Config()
	if most := source.MostPlies(); most >= cfg.MaxPlies {
		return nil, fmt.Errorf("match: an opening of %s has %s, and games end after %d; expected a shorter opening or more plies", cfg.Path,
			format.Plural(most, "ply"), cfg.MaxPlies)
	}
	r := &Run{Game: g, cfg: cfg, source: source, round: round}
	r.seats(players...)
	return r, nil
}

// seats adds players.
func (r *Run) seats(players ...*player.Entrant) {
	r.Players = append(r.Players, players...)
	r.pairings = r.cfg.Tournament.pairings(len(r.Players))
}

// Introduce starts all programs once, so that one that cannot play is noticed before a
// folder is made, and gives unnamed players the names that their programs report.
func (r *Run) Introduce(ctx context.Context, log io.Writer) error {
	var specs []player.Spec
	for _, e := range r.Players {
		if err := e.Introduce(ctx, log); err != nil {
			return err
		}
		specs = append(specs, e.Spec)
	}
	player.TellApart(specs)
	for i, e := range r.Players {
		e.Name = specs[i].Name
	}
	return nil
}

// Config returns the configuration, with the hash of the book.
func (r *Run) Config() Config { return r.cfg }

// Round returns the round in which the games are stored.
func (r *Run) Round() int { return r.round }

// Total returns the number of games of the run; with a test, the largest possible number.
func (r *Run) Total() int { return 2 * r.pairs() }

func (r *Run) pairs() int { return r.cfg.Pairs * len(r.pairings) }

// Open opens the run in a folder to continue it, or starts one there, as
// store.OpenOrCreate does.
func (r *Run) Open(folder string) (*store.Store, error) {
	games, err := store.OpenOrCreate(folder, r.Game, r.cfg, freeFields...)
	if err != nil {
		return nil, err
	}
	var list []store.Player
	for _, e := range r.Players {
		list = append(list, store.Player{Name: e.Name, Config: e.Config()})
	}
	if err := games.HoldPlayers(list); err != nil {
		return nil, errors.Join(err, games.Close())
	}
	return games, nil
}

// Play plays the games that the store does not have, and stores each as it ends. Log, which may be
// nil, receives the messages to other programs and their answers.
//
// When the context ends, unfinished games are dropped. The tally covers all games of the run in the
// store, also when there is an error. The error is ErrPartial if the crew has played its shard and
// the run lacks other games.
func (r *Run) Play(ctx context.Context, games *store.Store, crew Crew, log io.Writer, ev Events) (*Tally, error) {
	if err := r.resolve(ctx, games, crew.Hub); err != nil {
		return nil, err
	}
	c, have, err := r.prepare(games, crew, ev)
	if c == nil {
		return nil, err
	}
	if err != nil || c.tally.Decided() || have.Len() >= r.Total() {
		return c.tally.Clone(), err
	}
	if c.done < c.total {
		if err := errors.Join(r.continues(games), r.keepJob(games)); err != nil {
			return nil, err
		}
	}
	switch {
	case c.done >= c.total:
	case crew.Hub == nil:
		err = c.play(ctx, have, crew, log)
	default:
		if err = c.playByHub(ctx, have, crew.Hub); err == nil {
			break
		}
		err = errors.Join(err, doubt(games, crew.Hub)) // the run may continue without a hub
		if errors.Is(err, ErrDistrusted) {
			return r.Play(ctx, games, crew, log, ev)
		}
	}
	if err == nil && !c.tally.Decided() && c.total < r.Total() {
		err = ErrPartial
	}
	return c.tally.Clone(), err
}

// play plays the crew's games that the store lacks.
func (c *collector) play(ctx context.Context, have *store.KeySet, by Crew, log io.Writer) error {
	workers := by.Workers
	if workers < 1 {
		workers = runtime.NumCPU()
	}
	if log != nil {
		log = &sharedLog{out: log}
	}
	crew := make([]*worker, min(workers, c.total-c.done))
	for i := range crew {
		crew[i] = c.newWorker(log)
		crew[i].wait = by.Wait
	}
	var err error
	for i := 0; i < len(c.Players) && err == nil; i++ { // one that cannot start is noticed before the first game
		_, err = crew[0].player(ctx, i)
	}
	if err == nil {
		err = pool(ctx, crew, missing(have, c.pairs(), by.Shard), c.collect)
	}
	if errors.Is(err, errDecided) {
		err = nil
	}
	var group errgroup.Group
	for _, w := range crew {
		group.Go(w.close)
	}
	if err = errors.Join(err, group.Wait()); err != nil {
		err = fmt.Errorf("stopped with %d of %d games: %w", c.done, c.total, err)
	}
	return err
}

// prepare counts the games in the store.
func (r *Run) prepare(games *store.Store, crew Crew, ev Events) (*collector, *store.KeySet, error) {
	if err := crew.Shard.Validate(); err != nil {
		return nil, nil, err
	}
	if crew.Shard.Of > 0 && r.cfg.SPRT != nil {
		return nil, nil, errors.New("match: a test cannot be played in shards, because its number of games is not known in advance")
	}
	var names []string
	for _, e := range r.Players {
		names = append(names, e.Name)
	}
	tally, err := newTally(names, r.pairings, r.cfg.SPRT)
	if err != nil {
		return nil, nil, err
	}
	c := &collector{Run: r, games: games, put: games.PutAll, events: ev, tally: tally, total: crew.Games(r.pairs())}
	if crew.Shard.Of > 0 {
		if err := games.Plan(r.round, r.pairs()); err != nil {
			return c, nil, err
		}
	}
	have := &store.KeySet{}
	for e, err := range r.endings(games) {
		if err != nil {
			return c, have, err
		}
		if e.Pair >= r.pairs() {
			break // played by an earlier call with more pairs
		}
		have.Add(e.Key())
		if crew.Shard.Of == 0 || e.Pair%crew.Shard.Of == crew.Shard.Index {
			c.done++
		}
		if err := c.count(e); err != nil {
			return c, have, err
		}
	}
	return c, have, nil
}

// endings iterates over the stored games. In self-play their moves are not read.
func (r *Run) endings(games *store.Store) iter.Seq2[ending, error] {
	return func(yield func(ending, error) bool) {
		if r.cfg.alone() {
			for o, err := range games.Outcomes(r.round) {
				if !yield(ending{Outcome: o}, err) {
					return
				}
			}
			return
		}
		for rec, err := range games.Games(r.round) {
			if !yield(newEnding(&rec), err) {
				return
			}
		}
	}
}

// errDecided ends the run when the sequential test is decided.
var errDecided = errors.New("the test is decided")

// collector stores games and keeps the tally.
type collector struct {
	*Run
	games  *store.Store
	put    func([]store.Record) error // stores games
	events Events
	tally  *Tally
	done   int // stored games of the shard
	total  int // games in the shard
}

// collect stores and counts the games that workers report. Once the test is decided, games
// that have ended are still stored, but no more are played.
func (c *collector) collect(batch []report) error {
	var records []store.Record
	for i := range batch {
		if batch[i].trouble == nil {
			records = append(records, batch[i].played.Record)
		}
	}
	if len(records) > 0 {
		if err := c.put(records); err != nil {
			return err
		}
	}
	var failed error
	for i := range batch {
		failed = errors.Join(failed, c.note(&batch[i]))
	}
	if failed == nil && c.tally.Decided() {
		return errDecided
	}
	return failed
}

// note counts a report and passes it on to the event callbacks.
func (c *collector) note(r *report) error {
	if r.trouble != nil {
		return c.blame(r.trouble)
	}
	rec := &r.played.Record
	c.done++
	ended := ending{Outcome: outcomeOf(rec)}
	if !c.cfg.alone() { // games of self-play are not compared
		ended = newEnding(rec)
	}
	err := errors.Join(c.count(ended), c.clocks(rec))
	if f := r.played.Fault; f != nil {
		by := []int{rec.White, rec.Black}[r.played.By] - c.seat
		err = errors.Join(err, c.blame(&Trouble{Player: c.Players[by].Name, Key: rec.Key(), Fault: f, Lost: rec.Reason}))
	}
	if c.events.GameDone != nil {
		c.events.GameDone(Progress{c.done, c.total, c.tally.Self.W, c.tally.Self.D, c.tally.Self.L, c.tally, *rec})
	}
	return err
}

// count counts a game that has ended.
func (c *collector) count(o ending) error {
	if c.cfg.alone() {
		c.tally.Self.Add(o.Result, o.Reason, 1, o.Plies)
		return nil
	}
	return c.tally.add(o)
}

// clocks counts the games in a row that each player has lost on time. It returns an error if one of
// them has lost as many as the faults that end a run.
func (c *collector) clocks(r *store.Record) error {
	winner, loser := r.White-c.seat, r.Black-c.seat
	if r.Result == rules.BlackWins {
		winner, loser = loser, winner
	}
	if winner != loser {
		c.tally.forfeits[winner] = 0
	}
	if r.Reason != TimeForfeit {
		c.tally.forfeits[loser] = 0
		return nil
	}
	c.tally.forfeits[loser]++
	if n := c.tally.forfeits[loser]; n >= c.cfg.MaxFaults {
		return fmt.Errorf("player %s: lost %d games in a row on time, the maximum (max-faults)", c.Players[loser].Name, n)
	}
	return nil
}

// blame counts a fault. It returns an error if that was one too many.
func (c *collector) blame(t *Trouble) error {
	i := slices.Index(c.tally.Players, t.Player)
	if t.Fault.Kind != external.TimedOut {
		c.tally.Faults[i]++
	}
	t.Faults, t.Max = c.tally.Faults[i], c.cfg.MaxFaults
	if c.events.Fault != nil {
		c.events.Fault(*t)
	}
	switch {
	case t.Fault.Kind == external.BadOption || t.Fault.Kind == external.WrongGame: // it is pointless to try again
		return t.Fault
	case t.Faults >= t.Max && t.Fault.Kind != external.TimedOut:
		return fmt.Errorf("player %s: %d faults, the maximum (max-faults); the last: %w", t.Player, t.Faults, t.Fault)
	}
	return nil
}
