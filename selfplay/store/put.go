package store

import (
	"database/sql"
	"strings"
)

const putGame = `INSERT INTO games (` + columns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`

// Put stores a game in its own transaction. A game already in the store is left as it is.
// Once Put has returned, the game survives the end of the process.
func (s *Store) Put(r Record) error {
	if s.put == nil {
		return s.fail("is open for reading only")
	}
	if err := s.change(); err != nil {
		return err
	}
	if _, err := putWith(s.put, &r); err != nil {
		return s.fault(err)
	}
	return nil
}

// PutAll stores games as Put does, in one transaction: all or none. A transaction costs as
// much as several games, so short games are best stored together.
func (s *Store) PutAll(list []Record) error {
	if len(list) == 1 || s.put == nil && len(list) > 0 {
		return s.Put(list[0])
	}
	return s.inTransaction(func(tx *sql.Tx) error {
		return putList(tx.Stmt(s.put), list)
	})
}

func putList(put *sql.Stmt, list []Record) error {
	defer put.Close()
	for i := range list {
		if _, err := putWith(put, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

func putWith(put *sql.Stmt, r *Record) (sql.Result, error) {
	w := row{
		r.Round, r.Pair, r.Index, r.White, r.Black, r.FEN, r.RandomPlies, r.Plies(), strings.Join(r.Moves, " "),
		pack(r.Scores), pack(r.Times), pack(r.Depths), r.Result.String(), string(r.Reason), r.Detail, 0,
	}
	w.checksum = w.sum()
	return put.Exec(w.fields()...)
}
