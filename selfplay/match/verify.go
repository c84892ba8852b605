package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"bestiary/engine/rules"
	"bestiary/internal/format"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// Check replays a game and returns an error if it does not begin with the opening for its index,
// has illegal moves, or does not end where and how the run requires. Only Play can determine
// whether the players would have chosen these moves.
func (s *Single) Check(ctx context.Context, rec *store.Record) error {
	if rec.Index>>1 != 0 || rec.Pair < 0 || len(rec.Scores) != len(rec.Moves) || rec.Depths != nil && len(rec.Depths) != len(rec.Moves) {
		return fmt.Errorf("game %s: %d moves, %d scores and %d depths", rec.Name(), len(rec.Moves), len(rec.Scores), len(rec.Depths))
	}
	start, err := s.worker.start(rec.Key())
	if err != nil {
		return err
	}
	by := &replayed{rec}
	played, err := s.worker.referee().Play(ctx, start, [2]Seat{{Player: by}, {Player: by}})
	if err != nil {
		return fmt.Errorf("game %s: %w", rec.Name(), err)
	}
	s.worker.place(&played, rec.Key())
	if !reflect.DeepEqual(&played.Record, rec) {
		return fmt.Errorf("game %s: its opening and moves make it a different game: %s by %s after %d plies, not %s by %s after %d",
			rec.Name(), played.Result, played.Reason, played.Plies(), rec.Result, rec.Reason, rec.Plies())
	}
	return nil
}

// Openings returns a check that reports games which do not begin as their places in the run
// require, or are played by others. Book is the file of the openings, if the run has a book.
// A run that was imported has no openings of its own.
func Openings(book string) store.Check {
	return func(s *store.Store) (func(*store.Record) error, error) { return openingsOf(s, book) }
}

func openingsOf(s *store.Store, book string) (func(*store.Record) error, error) {
	var cfg Config
	if s.Config(&cfg) != nil {
		return func(*store.Record) error { return nil }, nil
	}
	g, err := rules.Compile(s.Variant())
	if err != nil {
		return nil, err
	}
	players, err := s.Players()
	if err != nil {
		return nil, err
	}
	if cfg.Kind == opening.Book && book == "" {
		return nil, fmt.Errorf("%s: the openings are those of a book; expected --openings FILE", s.Path())
	}
	runs := map[int]*Run{} // by round
	return func(rec *store.Record) error {
		r := runs[rec.Round]
		if r == nil {
			if r, err = roundOf(s, g, cfg, book, rec.Round); err != nil {
				return err
			}
			r.pairings = cfg.Tournament.pairings(len(players))
			runs[rec.Round] = r
		}
		return r.begins(rec, players)
	}, nil
}

// roundOf prepares the openings of a round of a stored run.
func roundOf(s *store.Store, g *rules.Game, cfg Config, book string, round int) (*Run, error) {
	hash := cfg.Hash
	if cfg.Kind == opening.Book {
		cfg.Path = book
	}
	text, ok, err := s.Meta(store.RoundKey(round, openings))
	if ok {
		cfg.Config = opening.Config{}
		err = json.Unmarshal([]byte(text), &cfg.Config)
	}
	if err != nil {
		return nil, err
	}
	r, err := newRun(g, cfg, round)
	if err == nil && !ok && r.cfg.Hash != hash {
		err = fmt.Errorf("%s has the hash %s, but the book of %s has %s; expected the same file", book, r.cfg.Hash, s.Path(), hash)
	}
	return r, err
}

// begins returns an error unless a game has the players and the opening for its index.
func (r *Run) begins(rec *store.Record, players []store.Player) error {
	if rec.Pair < 0 || rec.Index>>1 != 0 || len(r.pairings) == 0 {
		return fmt.Errorf("game %s: the run has no such place", rec.Name())
	}
	seats := r.seating(rec.Key())
	if r.cfg.alone() {
		seats = [2]int{rec.White, rec.White} // the list of players does not give the player of the round
	}
	if seats != [2]int{rec.White, rec.Black} {
		return fmt.Errorf("game %s: players %d and %d, but in this place %d and %d play", rec.Name(), rec.White+1,
			rec.Black+1, seats[0]+1, seats[1]+1)
	}
	start, err := r.startOf(rec.Key(), !r.cfg.alone() && string(players[seats[0]].Config) == string(players[seats[1]].Config))
	if err != nil {
		return err
	}
	return r.beginsWith(rec, start)
}

// beginsWith returns an error unless a game has an opening.
func (r *Run) beginsWith(rec *store.Record, start opening.Start) error {
	same := rec.FEN == start.FEN && rec.RandomPlies == len(start.Moves) && len(rec.Moves) >= len(start.Moves)
	for i := 0; same && i < len(start.Moves); i++ {
		same = rec.Moves[i] == r.Game.MoveText(start.Moves[i])
	}
	if !same {
		return fmt.Errorf("game %s: it begins with %s and %s, but in this place begins %s", rec.Name(), rec.FEN,
			format.Plural(rec.RandomPlies, "ply"), start.FEN)
	}
	return nil
}

// continues returns an error if this version of the program would begin the stored games of
// the round in another way. It looks at one second game of a pair.
func (r *Run) continues(games *store.Store) error {
	for rec, err := range games.Games(r.round) {
		if err != nil {
			return err
		}
		if rec.Index == 0 {
			continue
		}
		start, err := r.start(rec.Key())
		if err == nil {
			err = r.beginsWith(&rec, start)
		}
		if err != nil {
			return fmt.Errorf("%s was played by a version that began games in another way: %w; choose another folder with --out DIR",
				games.Path(), err)
		}
		return nil
	}
	return nil
}

// replayed is a player that makes the moves of a recorded game.
type replayed struct{ rec *store.Record }

var errScript = errors.New("the game goes on after its last move")

func (s *replayed) NewGame(ctx context.Context, _ uint64) error { return ctx.Err() }

func (s *replayed) Move(ctx context.Context, t *player.Turn) (player.Choice, error) {
	n := len(t.Moves)
	if n >= len(s.rec.Moves) {
		return player.Choice{}, errScript
	}
	m, err := t.Position.ParseMove(s.rec.Moves[n])
	if err != nil {
		return player.Choice{}, fmt.Errorf("ply %d: %w", n+1, err)
	}
	c := player.Choice{Move: m, Score: s.rec.Scores[n], HasScore: s.rec.Scores[n] != store.Unknown}
	if t.Position.Turn() == rules.Black {
		c.Score = -c.Score
	}
	if s.rec.Depths != nil {
		c.Depth = max(s.rec.Depths[n], 0)
	}
	return c, ctx.Err()
}

func (s *replayed) Close() error { return nil }
