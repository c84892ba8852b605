package store

import (
	"context"
	"database/sql"
	"iter"
)

// inTransaction runs statements that take effect together or not at all.
func (s *Store) inTransaction(run func(tx *sql.Tx) error) error {
	if err := s.change(); err != nil {
		return err
	}
	tx, err := s.db.BeginTx(context.Background(), nil)
	if err != nil {
		return s.fault(err)
	}
	defer tx.Rollback() // has no effect after Commit
	if err := run(tx); err != nil {
		return s.fault(err)
	}
	if err := tx.Commit(); err != nil {
		return s.fault(err)
	}
	return nil
}

// change has to precede every change. It stores the texts that wait for one.
func (s *Store) change() error {
	if s.begin == nil {
		return nil
	}
	if err := s.begin(); err != nil {
		return s.fault(err)
	}
	s.mu.Lock()
	later := s.later
	s.later = nil
	s.mu.Unlock()
	if len(later) == 0 {
		return nil
	}
	return s.inTransaction(func(tx *sql.Tx) error { return putTexts(tx, later) })
}

// query reads all rows of a query.
func query[T any](s *Store, scan func(*sql.Rows) (T, error), text string, args ...any) ([]T, error) {
	rows, err := s.db.Query(text, args...)
	if err != nil {
		return nil, s.fault(err)
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		x, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	if err := rows.Err(); err != nil {
		return nil, s.fault(err)
	}
	return list, nil
}

// inChunks iterates over the results of read, size elements at a time, so that no query is
// open while the caller works. Read gets the last element so far, or nil.
func inChunks[T any](size int, read func(last *T) ([]T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var last *T
		for {
			list, err := read(last)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, x := range list {
				if !yield(x, nil) {
					return
				}
			}
			if len(list) < size {
				return
			}
			last = &list[len(list)-1]
		}
	}
}

// KeySet is a set of games of a round. It uses one bit a game, so that a long run takes
// little memory. The zero value is empty.
type KeySet struct {
	bits []uint64     // bit 2*Pair+Index, for pairs below farPair
	far  map[Key]bool // the rest
	n    int
}

// farPair is the first pair without a bit, so that a single large number does not take
// much memory.
const farPair = 1 << 25

// Has reports whether a game is in the set.
func (s *KeySet) Has(k Key) bool {
	if !near(k) {
		return s.far[k]
	}
	word, bit := place(k)
	return word < len(s.bits) && s.bits[word]&bit != 0
}

// Add puts a game into the set and reports whether it is new.
func (s *KeySet) Add(k Key) bool {
	if s.Has(k) {
		return false
	}
	s.n++
	if !near(k) {
		if s.far == nil {
			s.far = map[Key]bool{}
		}
		s.far[k] = true
		return true
	}
	word, bit := place(k)
	if word >= len(s.bits) {
		s.bits = append(s.bits, make([]uint64, word+1-len(s.bits))...)
	}
	s.bits[word] |= bit
	return true
}

// Len returns the number of games in the set.
func (s *KeySet) Len() int { return s.n }

func near(k Key) bool { return k.Pair >= 0 && k.Pair < farPair && k.Index>>1 == 0 }

// place returns the position of the bit of a near game.
func place(k Key) (word int, bit uint64) {
	i := 2*k.Pair + k.Index
	return i / 64, 1 << (i % 64)
}
