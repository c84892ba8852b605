package pgn

import (
	"errors"
	"fmt"
	"io"

	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// Imported counts the games read by Import.
type Imported struct {
	Games      int `json:"games"`      // in the store now
	Unfinished int `json:"unfinished"` // left out for want of a result
	Bad        int `json:"bad"`        // left out because they cannot be read
}

// importBatch is how many games are stored in one transaction.
const importBatch = 256

// Import reads all games into a store and adds their players. Two consecutive games of
// other programs from one position, between the same players with colours exchanged,
// become a pair; any other game is a pair by itself. A game that cannot be read is passed
// to bad; if bad returns an error, Import stops and returns it.
func Import(s *store.Store, r *Reader, bad func(*GameError) error) (Imported, error) {
	in := importer{store: s, reader: r, have: map[int]*store.KeySet{}}
	for {
		err := in.game()
		var fault *GameError
		switch {
		case err == io.EOF:
			return in.done, in.flush()
		case errors.As(err, &fault):
			in.done.Bad++
			if err := bad(fault); err != nil {
				return in.done, err
			}
		case err != nil:
			return in.done, err
		}
	}
}

type importer struct {
	store  *store.Store
	reader *Reader
	batch  []store.Record
	have   map[int]*store.KeySet // by round
	done   Imported
	last   store.Record // the last game of another program
	pairs  int          // of other programs, so far
}

// game reads one game.
func (in *importer) game() error {
	r, raw, err := in.reader.next()
	if err != nil {
		return err
	}
	if r.Result == rules.Ongoing {
		in.done.Unfinished++
		return nil
	}
	if !raw.own() {
		in.place(&r)
	}
	keys := in.have[r.Round]
	if keys == nil {
		keys = &store.KeySet{}
		in.have[r.Round] = keys
	}
	if !keys.Add(r.Key()) {
		return &GameError{Name: in.reader.name, Line: in.reader.scan.line, Game: in.reader.games,
			Err: fmt.Errorf("there is another game %s before", r.Name())}
	}
	in.done.Games++
	if in.batch = append(in.batch, r); len(in.batch) < importBatch {
		return nil
	}
	return in.flush()
}

// place assigns an index to a game of another program.
func (in *importer) place(r *store.Record) {
	last := &in.last
	if in.pairs > 0 && last.Index == 0 && r.FEN == last.FEN && r.White == last.Black && r.Black == last.White && r.White != r.Black {
		r.Pair, r.Index = last.Pair, 1
	} else {
		r.Pair, r.Index = in.pairs, 0
		in.pairs++
	}
	in.last = *r
}

// flush stores games, after adding the players to which they refer.
func (in *importer) flush() error {
	if err := in.store.AddPlayers(in.reader.Players()); err != nil {
		return err
	}
	err := in.store.PutAll(in.batch)
	in.batch = in.batch[:0]
	return err
}
