package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
)

// Player is who plays in a run.
type Player struct {
	Name   string
	Config json.RawMessage // everything that its play depends on; an object
}

// HoldPlayers notes the players of a run, to whose places in the list games
// refer, or makes sure that they are those that were noted.
func (s *Store) HoldPlayers(list []Player) error {
	was, err := s.Players()
	if err != nil {
		return err
	}
	if len(was) > 0 && len(was) != len(list) {
		return s.fail("has a run of %d players, now there are %d; choose another folder", len(was), len(list))
	}
	return s.notePlayers(was, list)
}

// AddPlayers notes the players of a run of which more become known as it goes
// on. Of what was noted and the list one begins with the other.
func (s *Store) AddPlayers(list []Player) error {
	was, err := s.Players()
	if err != nil {
		return err
	}
	return s.notePlayers(was, list)
}

// notePlayers notes the players behind those that were noted.
func (s *Store) notePlayers(was, list []Player) error {
	both := min(len(was), len(list))
	if err := s.samePlayers(was[:both], list[:both]); err != nil || both == len(list) {
		return err
	}
	return s.inTransaction(func(tx *sql.Tx) error {
		for i, p := range list[both:] {
			config := p.Config
			if config == nil {
				config = json.RawMessage("{}")
			}
			if _, err := tx.Exec(`INSERT INTO players (id, name, config) VALUES (?, ?, ?)`, both+i, p.Name, string(config)); err != nil {
				return err
			}
		}
		return nil
	})
}

// samePlayers compares two lists of one length.
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
			return s.fail("has a run with another player %d (%s): %s; choose another folder", i+1, was[i].Name, list[0])
		}
	}
	return nil
}

// Players are the players of the run; none before HoldPlayers or AddPlayers.
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

// PlayerName is the name of a player of the run, the program's own where none is
// noted. Of players with the same name all but the first have their number
// behind it.
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
