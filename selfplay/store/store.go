package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// File is the name of the database in the folder of a run.
const File = "games.db"

// LockFile is the name of the empty file with which a playing process keeps others from
// playing into the same folder.
const LockFile = "games.lock"

// Store keeps the games of a run. One process at a time can play a run; its lock ends with
// the process. Any number of other processes can read meanwhile. A Store is safe for
// concurrent use.
type Store struct {
	db      *sql.DB
	lock    io.Closer // nil for a reader
	path    string
	file    os.FileInfo // of the database that a writer has opened
	config  map[string]json.RawMessage
	variant *variant.Variant
	put     *sql.Stmt
	// begin prepares the first change; nil if that is not necessary. Until then, the store
	// is left as it is, since the command may yet be refused.
	begin func() error
	mu    sync.Mutex
	later map[string]string // texts to be stored with the next change, or by Close
}

// OpenOrCreate opens the run in a folder to continue it, or starts a run if the folder
// does not exist or has no games. Config is a struct or map that encodes as a JSON object.
// If the stored games belong to another game or configuration, the error lists the
// differences. The fields in free may change.
func OpenOrCreate(folder string, g *rules.Game, config any, free ...string) (*Store, error) {
	fields, err := fieldsOf(config)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("run folder: %w", err)
	}
	return openToWrite(folder, func(s *Store, st state) error {
		n, err := s.count("sqlite_schema")
		if err != nil {
			return err
		}
		if n == 0 {
			if err := s.initialise(g, fields, schema); err != nil {
				return err
			}
		}
		if err := s.examine(st); err != nil {
			return err
		}
		if n, err = s.count("(SELECT 1 FROM games LIMIT 1)"); err != nil {
			return err
		}
		if n == 0 { // no game depends on the earlier description
			if err := s.initialise(g, fields, `DELETE FROM meta; DELETE FROM players`); err != nil {
				return err
			}
			if err := s.readRun(); err != nil {
				return err
			}
		}
		return s.Hold(g, config, free...)
	})
}

// Open opens the existing run in a folder for reading, even while it is being played. It does not
// write, except that it rolls back a change that a killed process left incomplete.
func Open(folder string) (*Store, error) {
	path := filepath.Join(folder, File)
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("run folder %s has no %s; is it the folder of a run?", folder, File)
	case err != nil:
		return nil, fmt.Errorf("game store: %w", err)
	}
	s, err := openToRead(folder)
	if !errors.Is(err, errWriteFirst) {
		return s, err
	}
	w, failed := openToWrite(folder, (*Store).examine)
	if failed == nil {
		failed = w.Close()
	}
	// Another process may have recovered it meanwhile.
	if s, err = openToRead(folder); errors.Is(err, errWriteFirst) && failed != nil {
		return nil, failed
	}
	return s, err
}

// Find lists the folders of all runs in and below a folder, which may be a link, in lexical order.
func Find(folder string) ([]string, error) {
	var list []string
	if info, err := os.Lstat(folder); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		folder += string(filepath.Separator) + "." // what it leads to
	}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == File && !d.IsDir() {
			list = append(list, filepath.Dir(path))
		}
		return err
	})
	return list, err
}

// openToRead connects to the database of a folder without writing. If its last user could
// not switch it back, the database is in write-ahead mode without a log; SQLite would
// create one unless it is told that the file does not change.
func openToRead(folder string) (*Store, error) {
	path := filepath.Join(folder, File)
	st, err := look(path)
	if err != nil {
		return nil, err
	}
	if st.half {
		return nil, errWriteFirst
	}
	query := "mode=ro&_pragma=busy_timeout(10000)"
	if st.ahead && !st.log {
		query += "&immutable=1"
	}
	s := &Store{path: path}
	if s.db, err = connect(path, query); err != nil {
		return nil, s.fault(err)
	}
	if err := s.examine(st); err != nil {
		s.db.Close()
		return nil, err
	}
	return s, nil
}

// openToWrite locks a folder and connects to its database, which examine may refuse.
func openToWrite(folder string, examine func(*Store, state) error) (*Store, error) {
	s := &Store{path: filepath.Join(folder, File)}
	var err error
	if s.lock, err = lock(filepath.Join(folder, LockFile)); err != nil {
		return nil, s.fault(err)
	}
	if err := s.prepare(examine); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Lock keeps other processes from locking the same path until the lock is closed or the
// process ends. The file at the path, which is created if necessary, stays empty.
func Lock(path string) (io.Closer, error) {
	c, err := lock(path)
	if err != nil {
		return nil, (&Store{path: path}).fault(err)
	}
	return c, nil
}

func lock(path string) (io.Closer, error) {
	db, err := connect(path, "_pragma=busy_timeout(1000)")
	if err != nil {
		return nil, err
	}
	if _, err := db.Exec(`BEGIN EXCLUSIVE`); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// prepare connects to the database for writing.
func (s *Store) prepare(examine func(*Store, state) error) error {
	st, err := look(s.path)
	if err != nil {
		return err
	}
	// No other process writes, but a reader holds its lock while it reads the whole file.
	if s.db, err = connect(s.path, "_pragma=busy_timeout(60000)"); err != nil {
		return s.fault(err)
	}
	if err := examine(s, st); err != nil {
		return err
	}
	// This makes no change, but fails if SQLite has fallen back to read-only mode.
	if _, err := s.db.Exec(`UPDATE meta SET value = value WHERE false`); err != nil {
		return s.fault(err)
	}
	s.begin = sync.OnceValue(func() error {
		// Commits survive the end of the process at any moment.
		_, err := s.db.Exec(`PRAGMA journal_mode=wal; PRAGMA synchronous=normal`)
		return err
	})
	if s.put, err = s.db.Prepare(putGame); err != nil {
		return s.fault(err)
	}
	if s.file, err = os.Stat(s.path); err != nil {
		return fmt.Errorf("game store: %w", err)
	}
	return nil
}

// whereabouts returns an error if the path no longer leads to the open database, whose games are then
// elsewhere or lost.
func (s *Store) whereabouts() error {
	if now, err := os.Stat(s.path); err == nil && os.SameFile(now, s.file) {
		return nil
	}
	const descriptors = "/proc/self/fd" // where there is one
	list, _ := os.ReadDir(descriptors)
	for _, d := range list {
		link := filepath.Join(descriptors, d.Name())
		if open, err := os.Stat(link); err != nil || !os.SameFile(open, s.file) {
			continue
		}
		if path, err := os.Readlink(link); err == nil {
			if now, err := os.Stat(path); err == nil && os.SameFile(now, s.file) {
				return s.fail("was moved to %s while it was played; the games are there", path)
			}
			return s.fail("was removed while it was played, and its games with it; give the same command again to play them")
		}
	}
	return s.fail("was moved or removed while it was played; look for the games where it was moved to, or give the same command again")
}

// connect opens an SQLite database with one connection.
func connect(path, query string) (*sql.DB, error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("game store: %w", err)
	}
	// A database may come from someone else: its schema must not call functions with side effects.
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(whole), RawQuery: query + "&_pragma=trusted_schema(0)"}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, fmt.Errorf("game store %s: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	if err := limit(db); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// Clear removes all games.
func (s *Store) Clear() error {
	return s.inTransaction(func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM games`)
		return err
	})
}

// Path returns the path of the database.
func (s *Store) Path() string { return s.path }

// Close closes the store.
func (s *Store) Close() error {
	var err, gone error
	if s.db != nil {
		if len(s.later) > 0 {
			err = s.change()
		}
		if s.lock != nil {
			// Readers then need no log. This fails while another process is reading.
			_, _ = s.db.Exec(`PRAGMA busy_timeout=0; PRAGMA journal_mode=delete`)
			if s.file != nil {
				gone = s.whereabouts()
			}
		}
		err = errors.Join(err, s.db.Close())
	}
	if s.lock != nil {
		err = errors.Join(err, s.lock.Close())
	}
	if gone != nil {
		return gone
	}
	if err != nil {
		return s.fault(err)
	}
	return nil
}

// Config decodes the configuration with which the run was last played.
func (s *Store) Config(into any) error {
	if err := decode(s.config, into); err != nil {
		return s.fail("has no readable configuration: %v", err)
	}
	return nil
}

// Revision returns the revision of the engine that plays the run (search.Revision).
func (s *Store) Revision() (int, error) {
	text, _, err := s.Meta(keyPlay)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, s.fail("has the engine revision %q, expected a number; the file is damaged", text)
	}
	return n, nil
}

// Variant returns the game that the run plays.
func (s *Store) Variant() *variant.Variant { return s.variant.Clone() }

const putMeta = `INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`

// Meta returns a string kept with the run; ok is false if there is none.
func (s *Store) Meta(key string) (value string, ok bool, err error) {
	s.mu.Lock()
	value, ok = s.later[key]
	s.mu.Unlock()
	if ok {
		return value, true, nil
	}
	err = s.db.QueryRow(`SELECT value FROM meta WHERE key = ?`, key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, s.fault(err)
	}
	return value, true, nil
}

// SetMeta stores a string with the run. Keys that begin with "run." are reserved for the store.
func (s *Store) SetMeta(key, value string) error {
	if strings.HasPrefix(key, ownKeys) {
		return fmt.Errorf("game store: key %q begins with %q, which is reserved", key, ownKeys)
	}
	return s.setMeta(key, value)
}

func (s *Store) setMeta(key, value string) error {
	return s.inTransaction(func(tx *sql.Tx) error { return putTexts(tx, map[string]string{key: value}) })
}

// putTexts stores texts and the checksum of the description.
func putTexts(tx *sql.Tx, texts map[string]string) error {
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		if _, err := tx.Exec(putMeta, key, texts[key]); err != nil {
			return err
		}
	}
	return seal(tx)
}
