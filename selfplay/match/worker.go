package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"bestiary/engine/rules"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// worker plays games of a run, one after the other, with its own instances of the players.
type worker struct {
	*Run
	players []player.Player // by entrant; nil if not started
	log     io.Writer
	wait    time.Duration // between games
}

func (r *Run) newWorker(log io.Writer) *worker {
	return &worker{Run: r, players: make([]player.Player, len(r.Players)), log: log}
}

// report is a finished game, or a fault before a game has begun.
type report struct {
	played  Played
	trouble *Trouble
}

// player returns the worker's instance of an entrant and starts it if necessary.
func (w *worker) player(ctx context.Context, i int) (player.Player, error) {
	if w.players[i] == nil {
		var log io.Writer
		if w.log != nil && w.Players[i].IsProgram() {
			log = &namedLog{w.log, w.Players[i].Name}
		}
		p, err := w.Players[i].Start(ctx, log)
		if err != nil {
			return nil, err
		}
		w.players[i] = p
	}
	return w.players[i], nil
}

// play plays a game. If a player is not ready, it reports that and tries again
// until the context ends.
func (w *worker) play(ctx context.Context, k store.Key, tell func(report)) error {
	for {
		played, err := w.try(ctx, k)
		var late *NotReady
		if errors.As(err, &late) {
			by := w.seating(k)[late.By]
			tell(report{trouble: &Trouble{Player: w.Players[by].Name, Key: k, Fault: late.Fault}})
			if err := ctx.Err(); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		tell(report{played: played})
		return nil
	}
}

// seating returns the players of White and of Black.
func (r *Run) seating(k store.Key) [2]int {
	pairing := r.pairings[k.Pair%len(r.pairings)]
	if k.Index == 1 {
		return [2]int{pairing[1], pairing[0]}
	}
	return pairing
}

// try plays a game unless a player is not ready.
func (w *worker) try(ctx context.Context, k store.Key) (Played, error) {
	seating := w.seating(k)
	start, err := w.start(k)
	if err != nil {
		return Played{}, err
	}
	var seats [2]Seat
	for c, i := range seating {
		p, err := w.player(ctx, i)
		if fault := faultOf(ctx, err); fault != nil {
			return Played{}, &NotReady{fault, rules.Color(c)}
		}
		if err != nil {
			return Played{}, err
		}
		seats[c] = Seat{p, w.Players[i].Limit, opening.Seed(w.cfg.Seed, k.Pair, k.Index, i)}
	}
	played, err := w.referee().Play(ctx, start, seats)
	w.place(&played, k)
	return played, err
}

func (r *Run) referee() Referee {
	return Referee{MaxPlies: r.cfg.MaxPlies, Draw: r.cfg.Draw, Resign: r.cfg.Resign, Depths: !r.cfg.alone()}
}

// place records the place of a game in the run.
func (r *Run) place(p *Played, k store.Key) {
	seating := r.seating(k)
	p.Round, p.Pair, p.Index = r.round, k.Pair, k.Index
	p.White, p.Black = seating[0]+r.seat, seating[1]+r.seat
}

// start returns the opening of a game. All pairings play the same openings. Equal players
// would play the same game twice: in the second they have the mirrored opening or, where
// the sides differ, another one.
func (r *Run) start(k store.Key) (opening.Start, error) {
	pairing := r.pairings[k.Pair%len(r.pairings)]
	return r.startOf(k, r.Players[pairing[0]].Same(r.Players[pairing[1]]))
}

// startOf returns the opening of a game of players that are equal or not.
func (r *Run) startOf(k store.Key, equal bool) (opening.Start, error) {
	if r.cfg.alone() {
		return r.source.Start(r.round, k.Pair, k.Index)
	}
	equal = equal && k.Index == 1
	index := 0
	if equal && (r.Game.ArmiesDiffer() || !r.Game.Mirrors()) {
		index = 1
	}
	s, err := r.source.Start(r.round, k.Pair/len(r.pairings), index)
	if err == nil && equal && index == 0 {
		s = s.Mirrored()
	}
	return s, err
}

// close closes all players.
func (w *worker) close() error {
	var all error
	for i, p := range w.players {
		if p != nil {
			all = errors.Join(all, p.Close())
			w.players[i] = nil
		}
	}
	return all
}

// sharedLog lets several players write to one log.
type sharedLog struct {
	mu  sync.Mutex
	out io.Writer
}

// Write writes a line in one piece.
func (l *sharedLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Write(line)
}

// namedLog puts a name before each line.
type namedLog struct {
	out  io.Writer
	name string
}

func (l *namedLog) Write(line []byte) (int, error) {
	if _, err := fmt.Fprintf(l.out, "%s %s", l.name, line); err != nil {
		return 0, err
	}
	return len(line), nil
}

// maxBatch is the largest number of reports collected at once.
const maxBatch = 64

// pool lets the workers play the games in todo and passes their reports to collect on the
// goroutine that called pool, several at once if they have piled up. The first error, from
// collect or a worker, cancels the context of the others and is returned when all workers
// are done.
func pool(ctx context.Context, crew []*worker, todo iter.Seq[store.Key], collect func([]report) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	tasks, out := make(chan store.Key), make(chan report, maxBatch)
	group.Go(func() error {
		defer close(tasks)
		for k := range todo {
			select {
			case tasks <- k:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for _, w := range crew {
		group.Go(func() error {
			played := false
			for k := range tasks {
				if played && w.wait > 0 {
					select {
					case <-time.After(w.wait):
					case <-ctx.Done():
					}
				}
				played = true
				if err := w.play(ctx, k, func(r report) { out <- r }); err != nil {
					return err
				}
			}
			return nil
		})
	}
	done := make(chan error, 1)
	go func() {
		done <- group.Wait()
		close(out)
	}()
	failed := gather(out, cancel, collect)
	if err := <-done; failed == nil {
		failed = err
	}
	return failed
}

// gather collects reports until the channel is closed. After an error it only drains the
// channel, so that the workers can end.
func gather(out <-chan report, cancel func(), collect func([]report) error) error {
	var failed error
	for r := range out {
		batch := append(make([]report, 0, maxBatch), r)
		for more := true; more && len(batch) < maxBatch; {
			select {
			case r, ok := <-out:
				if more = ok; ok {
					batch = append(batch, r)
				}
			default:
				more = false
			}
		}
		if failed != nil {
			continue
		}
		if failed = collect(batch); failed != nil {
			cancel()
		}
	}
	return failed
}

// missing iterates over the games of a shard's first pairs that are not in the set.
func missing(have *store.KeySet, pairs int, shard Shard) iter.Seq[store.Key] {
	return func(yield func(store.Key) bool) {
		for pair := shard.Index; pair < pairs; pair += max(shard.Of, 1) {
			for index := range 2 {
				if k := (store.Key{Pair: pair, Index: index}); !have.Has(k) && !yield(k) {
					return
				}
			}
		}
	}
}
