package server

import (
	"cmp"
	"iter"
	"net/http"
	"slices"

	"bestiary/selfplay/store"
)

// difference compares the games of two runs that have the same opening.
type difference struct {
	Name    string    `json:"name"`
	Results [2]string `json:"results"`
	// Ply is the first ply that differs, from 1, or 0 if the moves are the same.
	Ply int `json:"ply"`
}

// listDifferences compares the games of two runs that have the same place in their round
// and the same opening.
func (s *Server) listDifferences(r *http.Request) (any, error) {
	q := r.URL.Query()
	a, f, err := s.prepare(q, "first")
	if err != nil {
		return nil, err
	}
	defer a.Close()
	b, _, err := s.prepare(q, "second")
	if err != nil {
		return nil, err
	}
	defer b.Close()
	list, found, same := []difference{}, 0, 0
	for pair, err := range together(a.Games(f.round), b.Games(f.round)) {
		if err = cmp.Or(err, r.Context().Err()); err != nil {
			return nil, err
		}
		d := compare(pair)
		if d.Ply == 0 {
			same++
		}
		if !f.takes(pair[0].Result, pair[0].Reason, pair[0].Plies()) && !f.takes(pair[1].Result, pair[1].Reason, pair[1].Plies()) {
			continue
		}
		if found++; found > f.skip && len(list) < f.limit {
			list = append(list, d)
		}
	}
	return map[string]any{"round": f.round, "found": found, "same": same, "games": list}, nil
}

// together yields the games of both runs that have the same place and opening.
func together(first, second iter.Seq2[store.Record, error]) iter.Seq2[[2]store.Record, error] {
	order := func(a, b *store.Record) int {
		return cmp.Or(cmp.Compare(a.Pair, b.Pair), cmp.Compare(a.Index, b.Index))
	}
	return func(yield func([2]store.Record, error) bool) {
		next, stop := iter.Pull2(second)
		defer stop()
		other, err, ok := next()
		for rec, fault := range first {
			if fault != nil {
				yield([2]store.Record{}, fault)
				return
			}
			for ok && err == nil && order(&other, &rec) < 0 {
				other, err, ok = next()
			}
			if !ok {
				return
			}
			if err != nil || order(&other, &rec) == 0 && other.FEN == rec.FEN {
				if !yield([2]store.Record{rec, other}, err) || err != nil {
					return
				}
			}
		}
	}
}

// compare finds the first ply that differs.
func compare(pair [2]store.Record) difference {
	a, b := &pair[0], &pair[1]
	d := difference{Name: a.Name(), Results: [2]string{a.Result.String(), b.Result.String()}}
	if slices.Equal(a.Moves, b.Moves) {
		return d
	}
	for d.Ply < min(len(a.Moves), len(b.Moves)) && a.Moves[d.Ply] == b.Moves[d.Ply] {
		d.Ply++
	}
	d.Ply++
	return d
}
