package store

// block is how many pairs Have asks about at once.
const block = 4096

// Have is the set of games of a round that the store has. Where a block of
// pairs is complete, it only counts them.
func (s *Store) Have(round int) (*KeySet, error) {
	have := &KeySet{}
	for next := 0; ; {
		var first *int
		if err := s.db.QueryRow(`SELECT min(pair) FROM games WHERE round = ? AND pair >= ?`, round, next).Scan(&first); err != nil {
			return nil, s.fault(err)
		}
		if first == nil {
			return have, nil
		}
		start := *first / block * block
		next = start + block
		var games int
		if err := s.db.QueryRow(`SELECT count(*) FROM games WHERE round = ? AND pair >= ? AND pair < ? AND game < 2`, round, start, next).Scan(&games); err != nil {
			return nil, s.fault(err)
		}
		if games == 2*block {
			have.addPairs(start, next)
			continue
		}
		if err := s.addKeys(have, round, start, next); err != nil {
			return nil, err
		}
	}
}

// addKeys reads the keys of the games of some pairs.
func (s *Store) addKeys(have *KeySet, round, start, end int) error {
	rows, err := s.db.Query(`SELECT pair, game FROM games WHERE round = ? AND pair >= ? AND pair < ?`, round, start, end)
	if err != nil {
		return s.fault(err)
	}
	defer rows.Close()
	for rows.Next() {
		var k Key
		if err := rows.Scan(&k.Pair, &k.Index); err != nil {
			return s.fault(err)
		}
		have.Add(k)
	}
	if err := rows.Err(); err != nil {
		return s.fault(err)
	}
	return nil
}
