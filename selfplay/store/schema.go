package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/variant"
)

// schemaVersion counts changes to the tables. A program supports one version.
const schemaVersion = 3

// Keys of the meta table. Keys that begin with ownKeys belong to the store.
const (
	ownKeys   = "run."
	keySchema = ownKeys + "schema"
	keyConfig = ownKeys + "config" // resolved, JSON
	keyPlay   = ownKeys + "play"   // revision of the program's play
	keyGame   = ownKeys + "game"   // the variant as a game file
	keySeal   = ownKeys + "seal"   // checksum of all other texts and the players
)

const schema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE players (
	id     INTEGER PRIMARY KEY, -- games refer to it; from 0
	name   TEXT NOT NULL,
	config TEXT NOT NULL        -- JSON
) STRICT;
CREATE TABLE games (
	round        INTEGER NOT NULL,
	pair         INTEGER NOT NULL,
	game         INTEGER NOT NULL, -- 0 or 1
	white        INTEGER NOT NULL, -- players
	black        INTEGER NOT NULL,
	fen          TEXT    NOT NULL,
	random_plies INTEGER NOT NULL,
	plies        INTEGER NOT NULL,
	moves        TEXT    NOT NULL, -- separated by spaces
	scores       BLOB    NOT NULL, -- these three have a zigzag varint for each move
	times        BLOB    NOT NULL, -- milliseconds
	depths       BLOB    NOT NULL, -- nominal
	result       TEXT    NOT NULL, -- 1-0, 0-1 or 1/2-1/2
	reason       TEXT    NOT NULL,
	detail       TEXT    NOT NULL,
	checksum     INTEGER NOT NULL, -- of all other columns
	PRIMARY KEY (round, pair, game)
) STRICT;
-- Counts and lists of results need not read the games.
CREATE INDEX outcomes ON games (round, pair, game, white, black, result, reason, plies);
CREATE INDEX tallies ON games (round, white, black, result, reason, pair, plies);`

// initialise turns an empty database into a new run in one transaction: an interruption
// leaves an empty database or a complete one.
func (s *Store) initialise(g *rules.Game, config map[string]json.RawMessage, statements string) error {
	text, err := json.Marshal(config)
	if err != nil {
		return err
	}
	return s.inTransaction(func(tx *sql.Tx) error {
		if _, err := tx.Exec(statements); err != nil {
			return err
		}
		return putTexts(tx, map[string]string{
			keySchema: strconv.Itoa(schemaVersion),
			keyConfig: string(text),
			keyPlay:   strconv.Itoa(search.Revision),
			keyGame:   string(g.Variant.Encode()),
		})
	})
}

// count counts the rows of a table.
func (s *Store) count(table string) (n int, err error) {
	if err := s.db.QueryRow(`SELECT count(*) FROM ` + table).Scan(&n); err != nil {
		return 0, s.fault(err)
	}
	return n, nil
}

// errWriteFirst means that an interrupted change must be undone before a database can be
// read.
var errWriteFirst = errors.New("the game store cannot be read without writing")

// examine looks for damage in an existing database and then reads it.
func (s *Store) examine(st state) error {
	n, err := s.count("sqlite_schema")
	if err == nil && n == 0 {
		err = s.fail("is empty: its run never started; start it again")
	}
	if err == nil {
		err = s.inspect(st)
	}
	if err != nil {
		return err
	}
	return s.understand()
}

// understand reads the description of the run from the database and compares it with its
// checksum.
func (s *Store) understand() error {
	version, ok, err := s.Meta(keySchema)
	if isStatementError(err) || err == nil && !ok {
		return s.fail("is an SQLite database but holds no self-play run; choose another folder")
	}
	if err != nil {
		return err
	}
	if version != strconv.Itoa(schemaVersion) {
		return s.fail("has schema version %s, but this program supports only version %d; use the program that made it, or choose another folder", version, schemaVersion)
	}
	if err := s.checkSeal(); err != nil {
		return err
	}
	return s.readRun()
}

// readRun reads the configuration and the game of the run.
func (s *Store) readRun() error {
	text, _, err := s.Meta(keyConfig)
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(text), &s.config); err != nil {
		return s.fail("has no readable configuration: %v", err)
	}
	if text, _, err = s.Meta(keyGame); err != nil {
		return err
	}
	if s.variant, err = variant.Parse(s.path, []byte(text)); err != nil {
		return s.fail("has no readable game: %v", err)
	}
	return nil
}

// fail returns an error that names the file.
func (s *Store) fail(format string, args ...any) error {
	return fmt.Errorf("game store %s "+format, append([]any{s.path}, args...)...)
}
