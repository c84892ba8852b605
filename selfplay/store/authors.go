package store

import "database/sql"

// Author is a worker elsewhere that has played a range of pairs.
type Author struct {
	Key          string // which proves who it is
	Name         string // for people
	Round        int
	First, Count int // pairs
}

// The table authors exists only where workers elsewhere have played.
const (
	authorsTable = `CREATE TABLE IF NOT EXISTS authors (
	round INTEGER NOT NULL,
	first INTEGER NOT NULL, -- pair
	count INTEGER NOT NULL,
	key   TEXT    NOT NULL,
	name  TEXT    NOT NULL,
	PRIMARY KEY (round, first, count, key)
) STRICT`
	putAuthor = `INSERT INTO authors VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
)

// PutBy stores games and their author as PutAll does.
func (s *Store) PutBy(by Author, list []Record) error {
	return s.inTransaction(func(tx *sql.Tx) error {
		if err := addAuthors(tx, by); err != nil {
			return err
		}
		return putList(tx.Stmt(s.put), list)
	})
}

func addAuthors(tx *sql.Tx, list ...Author) error {
	if len(list) == 0 {
		return nil
	}
	if _, err := tx.Exec(authorsTable); err != nil {
		return err
	}
	for _, a := range list {
		if _, err := tx.Exec(putAuthor, a.Round, a.First, a.Count, a.Key, a.Name); err != nil {
			return err
		}
	}
	return nil
}

// Authors returns the authors by round and range.
func (s *Store) Authors() ([]Author, error) {
	tables, err := query(s, func(rows *sql.Rows) (name string, err error) {
		return name, rows.Scan(&name)
	}, `SELECT name FROM sqlite_schema WHERE name = 'authors'`)
	if err != nil || len(tables) == 0 {
		return nil, err
	}
	return query(s, func(rows *sql.Rows) (a Author, err error) {
		return a, rows.Scan(&a.Round, &a.First, &a.Count, &a.Key, &a.Name)
	}, `SELECT round, first, count, key, name FROM authors ORDER BY round, first, count, key`)
}

// Discard removes the games of the ranges of authors, and all games of later rounds than
// the first of these.
func (s *Store) Discard(list []Author) error {
	if len(list) == 0 {
		return nil
	}
	return s.inTransaction(func(tx *sql.Tx) error {
		if _, err := tx.Exec(authorsTable); err != nil {
			return err
		}
		first := list[0].Round
		for _, a := range list {
			first = min(first, a.Round)
			if _, err := tx.Exec(`DELETE FROM games WHERE round = ? AND pair >= ? AND pair < ?`, a.Round, a.First, a.First+a.Count); err != nil {
				return err
			}
			if _, err := tx.Exec(`DELETE FROM authors WHERE round = ? AND key = ?`, a.Round, a.Key); err != nil {
				return err
			}
		}
		for _, table := range []string{"games", "authors"} {
			if _, err := tx.Exec(`DELETE FROM `+table+` WHERE round > ?`, first); err != nil {
				return err
			}
		}
		return nil
	})
}
