package store

import (
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"bestiary/engine/rules"
)

// state describes the files of a store before they are opened.
type state struct {
	size    int64
	changed time.Time
	ahead   bool // according to the header, there may be a write-ahead log
	log     bool // there is a write-ahead log
	half    bool // a change without a log was interrupted
}

// look reads the state of a database.
func look(path string) (state, error) {
	var st state
	info, err := os.Stat(path)
	if os.IsNotExist(err) {
		return st, nil // a new store
	}
	if err != nil {
		return st, fmt.Errorf("game store: %w", err)
	}
	if !info.Mode().IsRegular() {
		return st, fmt.Errorf("game store %s is not a file", path)
	}
	st.size, st.changed = info.Size(), info.ModTime()
	_, err = os.Stat(path + "-wal")
	st.log = err == nil
	if journal, err := os.Open(path + "-journal"); err == nil {
		// Like SQLite: a journal whose header was not written yet has nothing to roll back,
		// and stays until the next change.
		var h [1]byte
		_, err = journal.Read(h[:])
		st.half = err == nil && h[0] != 0
		journal.Close()
	}
	f, err := os.Open(path)
	if err != nil {
		return st, nil // SQLite reports the fault, even with an unreadable header
	}
	defer f.Close()
	var h [1]byte
	_, err = f.ReadAt(h[:], 18)
	st.ahead = err == nil && h[0] == 2
	return st, nil
}

// repairHint ends messages about damage.
const repairHint = "repair it (bestiary info FOLDER --repair) or restore it from a copy"

// intact holds, by path, the states in which this process found databases undamaged.
var intact sync.Map

// inspect looks for damage in the structure of the whole database, and for indexes that do not
// match the tables, so that no answer rests on a damaged index. A file is checked again only if it
// has changed.
func (s *Store) inspect(st state) error {
	path, err := filepath.Abs(s.path)
	if was, ok := intact.Load(path); ok && was == st {
		return nil
	}
	began := time.Now()
	if err := s.structure(); err != nil {
		return err
	}
	// A log hides changes, and so does a clock that has not advanced since the last one.
	const coarse = 2 * time.Second
	if err == nil && !st.log && began.Sub(st.changed) > coarse {
		intact.Store(path, st)
	}
	return nil
}

// structure lets SQLite check the whole database.
func (s *Store) structure() error {
	var found string
	if err := s.db.QueryRow(`PRAGMA integrity_check(1)`).Scan(&found); err != nil {
		return s.fault(err)
	}
	if found != "ok" {
		return s.fail("is damaged (%s); "+repairHint, found)
	}
	return nil
}

// Check reads the whole run and returns all damage that it finds: in the structure of the
// database, in the description of the run, and in the games, which it replays.
func (s *Store) Check() []error {
	damage := s.salvage(func(*Record) error { return nil })
	if err := s.checkSeal(); err != nil {
		damage = append(damage, err)
	}
	if err := s.structure(); err != nil && len(damage) == 0 {
		damage = append(damage, err)
	}
	return damage
}

// salvage passes every intact game to use and returns the faults of the others. It queries each row
// separately, so that an unreadable row does not hide the rest.
func (s *Store) salvage(use func(*Record) error) (damage []error) {
	g, err := rules.Compile(s.variant)
	if err != nil {
		return []error{s.fail("has a game that cannot be played: %v", err)}
	}
	find, err := s.db.Prepare(`SELECT ` + columns + ` FROM games WHERE rowid = ?`)
	if err != nil {
		return []error{s.fault(err)}
	}
	defer find.Close()
	for id := range s.rows() {
		var w row
		switch err = find.QueryRow(id + 1).Scan(w.fields()...); {
		case errors.Is(err, sql.ErrNoRows):
			continue
		case err != nil:
			err = s.fail("has a game that cannot be read (%w); "+repairHint, err)
		default:
			var r Record
			if r, err = s.decode(&w); err == nil {
				if err = r.Check(g); err == nil {
					err = use(&r)
				} else {
					err = s.fail("is damaged: %w; "+repairHint, err)
				}
			}
		}
		// All rows of a lost page give the same error.
		if n := len(damage); err != nil && (n == 0 || damage[n-1].Error() != err.Error()) {
			damage = append(damage, err)
		}
	}
	return damage
}

// rows returns an upper bound for the row numbers. If the largest number cannot be read or
// makes no sense, the bound follows from the size of the files.
func (s *Store) rows() int {
	const minBytes = 40 // of a game
	var size int64
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(s.path + suffix); err == nil {
			size += info.Size()
		}
	}
	last, most := sql.NullInt64{}, size/minBytes
	if err := s.db.QueryRow(`SELECT max(rowid) FROM games`).Scan(&last); err != nil || last.Int64 > most {
		return int(most)
	}
	return int(last.Int64)
}

// seal stores the checksum of the description of the run, which is all texts and players.
func seal(tx *sql.Tx) error {
	sum, _, err := description(tx)
	if err == nil {
		_, err = tx.Exec(putMeta, keySeal, sum)
	}
	return err
}

// checkSeal compares the description with its checksum.
func (s *Store) checkSeal() error {
	now, was, err := description(s.db)
	if err != nil {
		return s.fault(err)
	}
	if was != now {
		return s.fail("is damaged: the description of the run does not match its checksum; restore it from a copy or start a new run")
	}
	return nil
}

// description returns the checksum of all texts and players, and the stored checksum.
func description(db interface {
	Query(string, ...any) (*sql.Rows, error)
}) (now, was string, err error) {
	rows, err := db.Query(`SELECT 0, key, value FROM meta UNION ALL SELECT 1 + id, name, config FROM players ORDER BY 1, 2`)
	if err != nil {
		return "", "", err
	}
	defer rows.Close()
	sum := crc32.New(castagnoli)
	for rows.Next() {
		var n int
		var name, text string
		if err := rows.Scan(&n, &name, &text); err != nil {
			return "", "", err
		}
		if n == 0 && name == keySeal {
			was = text
			continue
		}
		fmt.Fprintf(sum, "%d %q %q\n", n, name, text)
	}
	return fmt.Sprintf("%08x", sum.Sum32()), was, rows.Err()
}

// Repair drops the damaged games of the run in a folder, so that they can be played again. It
// returns the number of games kept and the faults of the others. If there was damage, the old file
// is kept with the suffix ".damaged". The description of the run cannot be repaired.
func Repair(folder string) (kept int, damage []error, err error) {
	s, err := openToWrite(folder, func(s *Store, _ state) error { return s.understand() })
	if err != nil {
		return 0, nil, err
	}
	defer s.Close()
	path := s.path + ".new"
	kept, damage, err = s.rewrite(path)
	if err == nil && len(damage) == 0 {
		if err := s.structure(); err != nil {
			damage = append(damage, err)
		}
	}
	if err != nil || len(damage) == 0 {
		if gone := os.Remove(path); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
		return kept, damage, err
	}
	_ = s.db.Close() // merges the log into the file if it is intact enough
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Rename(s.path+suffix, s.path+".damaged"+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return kept, damage, err
		}
	}
	if err := os.Remove(s.path + ".damaged"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return kept, damage, err
	}
	if os.Link(s.path, s.path+".damaged") != nil { // not every file system has links
		if err := os.Rename(s.path, s.path+".damaged"); err != nil {
			return kept, damage, err
		}
	}
	return kept, damage, os.Rename(path, s.path)
}

// texts returns all texts kept with the run, except their checksum.
func (s *Store) texts() (map[string]string, error) {
	list, err := query(s, func(rows *sql.Rows) (m [2]string, err error) {
		return m, rows.Scan(&m[0], &m[1])
	}, `SELECT key, value FROM meta WHERE key <> ?`, keySeal)
	all := map[string]string{}
	for _, m := range list {
		all[m[0]] = m[1]
	}
	return all, err
}

// writeNew creates a database from a description, authors and games. If it fails, it
// leaves no file.
func writeNew(path string, texts map[string]string, players []Player, authors []Author, games func(put *sql.Stmt) error) error {
	db, err := connect(path, "")
	if err != nil {
		return err
	}
	defer db.Close()
	to := &Store{db: db, path: path}
	return to.inTransaction(func(tx *sql.Tx) error {
		if _, err := tx.Exec(schema); err != nil {
			return err
		}
		if err := errors.Join(addPlayers(tx, 0, players), addAuthors(tx, authors...)); err != nil {
			return err
		}
		if err := putTexts(tx, texts); err != nil {
			return err
		}
		put, err := tx.Prepare(putGame)
		if err != nil {
			return err
		}
		defer put.Close()
		return games(put)
	})
}

// rewrite creates a database from the description and all intact games.
func (s *Store) rewrite(path string) (kept int, damage []error, err error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, nil, err
	}
	texts, err := s.texts()
	if err != nil {
		return 0, nil, err
	}
	players, err := s.Players()
	if err != nil {
		return 0, nil, err
	}
	authors, _ := s.Authors() // without them the games are still right
	err = writeNew(path, texts, players, authors, func(put *sql.Stmt) error {
		damage = s.salvage(func(r *Record) error {
			if err == nil {
				_, err = putWith(put, r)
				kept++
			}
			return nil
		})
		return err
	})
	return kept, damage, err
}
