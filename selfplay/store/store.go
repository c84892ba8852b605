package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// File is the name of the database in the folder of a run.
const File = "games.db"

// Store keeps the games of a run. One process at a time can have it open; the
// lock ends with the process. Its methods may be called from any goroutine.
type Store struct {
	db      *sql.DB
	path    string
	config  map[string]json.RawMessage
	variant *variant.Variant
	put     *sql.Stmt
}

// OpenOrCreate opens the run in a folder to continue it, or starts one when the
// folder does not exist or has none. Config is a struct or map that encodes as a
// JSON object. It is an error when the run there is of another game or another
// configuration; the error lists the differences. The fields in free may change.
func OpenOrCreate(folder string, g *rules.Game, config any, free ...string) (*Store, error) {
	fields, err := fieldsOf(config)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("run folder: %w", err)
	}
	return open(folder, func(s *Store, st state) error {
		empty, err := s.empty()
		if err != nil {
			return err
		}
		if empty {
			if err := s.initialise(g, fields); err != nil {
				return err
			}
		}
		if err := s.examine(st); err != nil {
			return err
		}
		return s.Hold(g, config, free...)
	})
}

// Open opens the existing run in a folder.
func Open(folder string) (*Store, error) {
	path := filepath.Join(folder, File)
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("run folder %s has no %s; is it the folder of a run?", folder, File)
	case err != nil:
		return nil, fmt.Errorf("game store: %w", err)
	}
	return open(folder, func(s *Store, st state) error {
		empty, err := s.empty()
		if err != nil {
			return err
		}
		if empty {
			return s.fail("is empty: its run never started; start it again")
		}
		return s.examine(st)
	})
}

// open connects to the database of a folder, which examine may refuse.
func open(folder string, examine func(*Store, state) error) (*Store, error) {
	path, err := filepath.Abs(filepath.Join(folder, File))
	if err != nil {
		return nil, fmt.Errorf("game store: %w", err)
	}
	st, err := look(path)
	if err != nil {
		return nil, err
	}
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: "_pragma=busy_timeout(1000)&_pragma=locking_mode(exclusive)"}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, fmt.Errorf("game store %s: %w", path, err)
	}
	// A second connection would be locked out like another process.
	db.SetMaxOpenConns(1)
	s := &Store{db: db, path: filepath.Join(folder, File)}
	if err := examine(s, st); err != nil {
		db.Close()
		return nil, err
	}
	// Commits survive the end of the process at any moment. The last statements
	// fail where SQLite has fallen back to reading only.
	if _, err := db.Exec(`PRAGMA journal_mode=wal; PRAGMA synchronous=normal; BEGIN IMMEDIATE; ROLLBACK`); err != nil {
		db.Close()
		return nil, s.fault(err)
	}
	if s.put, err = db.Prepare(putGame); err != nil {
		db.Close()
		return nil, s.fault(err)
	}
	return s, nil
}

// Path returns the path of the database.
func (s *Store) Path() string { return s.path }

// Close closes the store.
func (s *Store) Close() error {
	if err := s.db.Close(); err != nil {
		return s.fault(err)
	}
	return nil
}

// Config decodes the configuration that the run was last played with. If into has
// a method Normalize, it is called afterwards: it reads what earlier versions wrote.
func (s *Store) Config(into any) error {
	if err := decode(s.config, into); err != nil {
		return s.fail("has no configuration that can be read: %v", err)
	}
	return nil
}

// Revision returns the revision of the engine that plays the run (search.Revision).
func (s *Store) Revision() (int, error) {
	text, ok, err := s.Meta(keyPlay)
	if err != nil || !ok {
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

// Meta returns a text that is kept with the run; ok is false if there is no such
// text.
func (s *Store) Meta(key string) (value string, ok bool, err error) {
	err = s.db.QueryRow(`SELECT value FROM meta WHERE key = ?`, key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, s.fault(err)
	}
	return value, true, nil
}

// SetMeta keeps a text with the run. Keys that begin with "run." are the
// store's own.
func (s *Store) SetMeta(key, value string) error {
	if strings.HasPrefix(key, ownKeys) {
		return fmt.Errorf("game store: key %q begins with %q, which is reserved", key, ownKeys)
	}
	return s.setMeta(key, value)
}

// HoldMeta keeps a text with the run if there is none under the key yet, and
// returns the one that is kept.
func (s *Store) HoldMeta(key, value string) (string, error) {
	was, ok, err := s.Meta(key)
	if err != nil || ok {
		return was, err
	}
	return value, s.SetMeta(key, value)
}

func (s *Store) setMeta(key, value string) error {
	if _, err := s.db.Exec(putMeta, key, value); err != nil {
		return s.fault(err)
	}
	return nil
}
