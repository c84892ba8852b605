package opening

import (
	"bytes"
	"fmt"
	"iter"

	"bestiary/engine/rules"
	"bestiary/internal/files"
	"bestiary/selfplay/store"
)

// Labels counts the lines of a file of labelled positions.
type Labels struct {
	Positions int `json:"positions"` // that are different
	Repeated  int `json:"repeated"`  // lines whose position is on an earlier line
	Bad       int `json:"bad"`       // lines left out because they cannot be read
}

// Labelled iterates over the positions of a file, each with the result of its game (see
// [rules.Game.ParseLabelled]), as records without moves. A position counts once, with its first label.
// Neighbours that seem to be of one game become one pair; see sameGame. The path of the file and bad
// lines are as in a book. n counts the lines as they are read.
func Labelled(g *rules.Game, cfg *Config, n *Labels) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		data, err := files.Read(cfg.Path, maxBook)
		if err != nil {
			yield(store.Record{}, fmt.Errorf("labelled positions: %w", err))
			return
		}
		seen := map[uint64]bool{}
		rec := store.Record{Round: 1, Pair: -1, Game: g.Variant.Name, Reason: store.Labelled}
		var last *rules.Position
		for number, line := range positionLines(bytes.TrimPrefix(data, []byte("\ufeff"))) {
			p, result, err := g.ParseLabelled(line)
			switch {
			case err != nil:
				n.Bad++
				if err := cfg.bad(fmt.Errorf("%s:%d: %w", cfg.Path, number, err)); err != nil {
					yield(rec, err)
					return
				}
				continue
			case seen[p.Hash()]:
				n.Repeated++
				continue
			}
			seen[p.Hash()] = true
			n.Positions++
			if rec.Index++; last == nil || result != rec.Result || !sameGame(last, p) {
				rec.Pair, rec.Index = rec.Pair+1, 0
			}
			rec.FEN, rec.Result, last = p.FEN(), result, p
			if !yield(rec, nil) {
				return
			}
		}
	}
}

// sameGame reports whether a position may follow another in a game: neither its number of pieces has
// grown nor its number of the move become smaller. Positions of one game have one result, so they are
// not independent. In a shuffled file few neighbours are joined, which does no harm.
func sameGame(p, next *rules.Position) bool {
	before, after := p.Occupied(), next.Occupied()
	return after.Count() <= before.Count() && next.Fullmove() >= p.Fullmove()
}
