package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"bestiary/internal/format"
)

// Player is a player of a run.
type Player struct {
	Name   string          `json:"name"`
	Config json.RawMessage `json:"config"` // everything that its play depends on; an object
}

// HoldPlayers stores the players of a run, or checks that they equal the players stored
// before. Games refer to players by their index in the list.
func (s *Store) HoldPlayers(list []Player) error {
	was, err := s.Players()
	if err != nil {
		return err
	}
	if len(was) > 0 && len(was) != len(list) {
		return s.refuse("has a run of %s, expected %d; choose another folder with --out DIR", format.Plural(len(was), "player"), len(list))
	}
	return s.AddPlayers(list)
}

// AddPlayers adds players that become known during a run. One of the two lists, the stored
// one and the new one, must begin with the other.
func (s *Store) AddPlayers(list []Player) error {
	was, err := s.Players()
	if err != nil {
		return err
	}
	both := min(len(was), len(list))
	if err := s.samePlayers(was[:both], list[:both]); err != nil || both == len(list) {
		return err
	}
	return s.inTransaction(func(tx *sql.Tx) error {
		if err := addPlayers(tx, both, list[both:]); err != nil {
			return err
		}
		return seal(tx)
	})
}

// addPlayers stores players, numbered from first.
func addPlayers(tx *sql.Tx, first int, list []Player) error {
	for i, p := range list {
		config := p.Config
		if config == nil {
			config = json.RawMessage("{}")
		}
		if _, err := tx.Exec(`INSERT INTO players (id, name, config) VALUES (?, ?, ?)`, first+i, p.Name, string(config)); err != nil {
			return err
		}
	}
	return nil
}

// samePlayers compares two lists of equal length.
func (s *Store) samePlayers(was, now []Player) error {
	for i := range was {
		a, err := fieldsOf(was[i].Config)
		if err != nil {
			return s.fail("has a damaged player %d: %v", i, err)
		}
		b, err := fieldsOf(now[i].Config)
		if err != nil {
			return err
		}
		list := differences(a, b, nil)
		if was[i].Name != now[i].Name {
			list = append(list, fmt.Sprintf("the name was %s and is now %s", was[i].Name, now[i].Name))
		}
		if len(list) > 0 {
			return s.refuse("has a run with another player %d (%s): %s; choose another folder with --out DIR", i+1, was[i].Name, list[0])
		}
	}
	return nil
}

// Players returns the players of the run, as stored by HoldPlayers or AddPlayers.
func (s *Store) Players() ([]Player, error) {
	return query(s, func(rows *sql.Rows) (p Player, err error) {
		var config string
		if err := rows.Scan(&p.Name, &config); err != nil {
			return p, s.fault(err)
		}
		p.Config = json.RawMessage(config)
		return p, nil
	}, `SELECT name, config FROM players ORDER BY id`)
}

// PlayerName returns the name of a player of the run, or the name of this program if the
// player is not in the list. If several players share a name, all but the first are
// followed by their number.
func PlayerName(players []Player, i int) string {
	if i < 0 || i >= len(players) {
		return "bestiary"
	}
	for j := range i {
		if players[j].Name == players[i].Name {
			return fmt.Sprintf("%s #%d", players[i].Name, i+1)
		}
	}
	return players[i].Name
}

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

// doubted begins the keys of authors that are banned, until their games are removed or played again.
const doubted = "banned "

// Doubted reports whether the author is banned and its games are still to be played again.
func (a *Author) Doubted() bool { return strings.HasPrefix(a.Key, doubted) }

// Doubt records that the authors of ranges are banned.
func (s *Store) Doubt(list []Author) error {
	if len(list) == 0 {
		return nil
	}
	const mark = `UPDATE OR REPLACE authors SET key = ? WHERE round = ? AND key = ?`
	return s.inTransaction(func(tx *sql.Tx) (err error) {
		for _, a := range list {
			_, failed := tx.Exec(mark, doubted+a.Key, a.Round, a.Key)
			err = errors.Join(err, failed)
		}
		return err
	})
}

// Discard removes the games of the ranges of authors, and all games of later rounds than
// the first of these. It vouches for the games of other ranges, which then have no author.
func (s *Store) Discard(list []Author, right ...Author) error {
	if len(list)+len(right) == 0 {
		return nil
	}
	return s.inTransaction(func(tx *sql.Tx) error {
		if _, err := tx.Exec(authorsTable); err != nil {
			return err
		}
		first := math.MaxInt
		for _, a := range list {
			first = min(first, a.Round)
			if _, err := tx.Exec(`DELETE FROM games WHERE round = ? AND pair >= ? AND pair < ?`, a.Round, a.First, a.First+a.Count); err != nil {
				return err
			}
		}
		for _, a := range append(right, list...) {
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
