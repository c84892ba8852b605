package selfplay

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// StoreFile is the name of the database in the folder of a run.
const StoreFile = "games.db"

// Store keeps the games of a run. One process at a time can have it open; the
// lock ends with the process. Its methods may be called from any goroutine.
type Store struct {
	db      *sql.DB
	path    string
	config  Config
	variant *variant.Variant
}

// OpenOrCreate opens the run in a folder to continue it, or starts one when the
// folder does not exist or has none. It is an error when the run there is of
// another game or another configuration; the error lists the differences.
func OpenOrCreate(folder string, g *rules.Game, cfg Config) (*Store, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("run folder: %w", err)
	}
	return open(folder, func(s *Store) error {
		empty, err := s.empty()
		if err != nil {
			return err
		}
		if empty {
			if err := s.initialise(g, cfg); err != nil {
				return err
			}
		}
		if err := s.examine(); err != nil {
			return err
		}
		return s.check(g, cfg)
	})
}

// Open opens the existing run in a folder.
func Open(folder string) (*Store, error) {
	path := filepath.Join(folder, StoreFile)
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("run folder %s has no %s; is it the folder of a run?", folder, StoreFile)
	case err != nil:
		return nil, fmt.Errorf("game store: %w", err)
	}
	return open(folder, func(s *Store) error {
		empty, err := s.empty()
		if err != nil {
			return err
		}
		if empty {
			return s.fail("is empty: its run never started; start it again")
		}
		return s.examine()
	})
}

// open connects to the database of a folder and lets examine decide whether it
// will do.
func open(folder string, examine func(*Store) error) (*Store, error) {
	path, err := filepath.Abs(filepath.Join(folder, StoreFile))
	if err != nil {
		return nil, fmt.Errorf("game store: %w", err)
	}
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: "_pragma=busy_timeout(1000)&_pragma=locking_mode(exclusive)"}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, fmt.Errorf("game store %s: %w", path, err)
	}
	// A second connection would be locked out like another process.
	db.SetMaxOpenConns(1)
	s := &Store{db: db, path: filepath.Join(folder, StoreFile)}
	if err := examine(s); err != nil {
		db.Close()
		return nil, err
	}
	// Commits survive the end of the process at any moment. The last statements
	// fail where SQLite has fallen back to reading only.
	if _, err := db.Exec(`PRAGMA journal_mode=wal; PRAGMA synchronous=normal; BEGIN IMMEDIATE; ROLLBACK`); err != nil {
		db.Close()
		return nil, s.fault(err)
	}
	return s, nil
}

// Close ends the use of the store.
func (s *Store) Close() error {
	if err := s.db.Close(); err != nil {
		return s.fault(err)
	}
	return nil
}

// Config is the resolved configuration that the run was last played with.
func (s *Store) Config() Config { return s.config }

// Variant is the game that the run plays.
func (s *Store) Variant() *variant.Variant { return s.variant.Clone() }

// check makes sure that the run is of a game and a configuration, and notes the
// number of pairs when it has changed.
func (s *Store) check(g *rules.Game, cfg Config) error {
	list := s.config.differences(cfg)
	if was, now := s.variant, g.Variant; was.Hash() != now.Hash() {
		list = append(list, fmt.Sprintf("game was %s with rules %s and is now %s with rules %s", was.Name, was.Hash(), now.Name, now.Hash()))
	}
	if len(list) > 0 {
		return s.fail("has a run with another configuration: %s; choose another folder", strings.Join(list, "; "))
	}
	if cfg = cfg.Resolved(); cfg == s.config {
		return nil
	}
	text, err := json.Marshal(cfg)
	if err != nil {
		return err
	}
	if err := s.setMeta(keyConfig, string(text)); err != nil {
		return err
	}
	s.config = cfg
	return nil
}

// holdWeights notes the weights of a round, or makes sure that they are those
// that were noted.
func (s *Store) holdWeights(round int, w *eval.Weights) error {
	var b []byte
	for _, list := range [][]float64{w.MG, w.EG} {
		for _, x := range list {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
	}
	sum := sha256.Sum256(b)
	key, now := keyWeights+strconv.Itoa(round), hex.EncodeToString(sum[:6])
	was, ok, err := s.Meta(key)
	switch {
	case err != nil:
		return err
	case !ok:
		return s.setMeta(key, now)
	case was != now:
		return s.fail("has games of round %d played with other weights (hash %s, now %s); choose another folder", round, was, now)
	}
	return nil
}

const putMeta = `INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`

// Meta is a text that is kept with the run; ok is false when there is none.
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

func (s *Store) setMeta(key, value string) error {
	if _, err := s.db.Exec(putMeta, key, value); err != nil {
		return s.fault(err)
	}
	return nil
}
