package store

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

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
		err = s.checkShape()
	}
	if err == nil {
		err = s.inspect(st)
	}
	if err != nil {
		return err
	}
	return s.understand()
}

// checkVersion refuses a database of another version of the schema.
func (s *Store) checkVersion() error {
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
	return nil
}

// understand reads the description of the run from the database and compares it with its
// checksum.
func (s *Store) understand() error {
	if err := s.checkVersion(); err != nil {
		return err
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

// fieldsOf returns the fields of a configuration by name.
func fieldsOf(config any) (map[string]json.RawMessage, error) {
	text, err := json.Marshal(config)
	if err != nil {
		return nil, fmt.Errorf("game store: configuration: %w", err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, fmt.Errorf("game store: configuration is %s, expected an object: %w", text, err)
	}
	return fields, nil
}

// decode is the inverse of fieldsOf. It refuses fields that into does not have.
func decode(fields map[string]json.RawMessage, into any) error {
	text, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}

// Hold checks that the run belongs to a game and a configuration, and stores the new
// values of the fields that may change.
func (s *Store) Hold(g *rules.Game, config any, free ...string) error {
	was, err := s.Revision()
	if err == nil && was != search.Revision { // all games of a run are played by the same revision of the engine
		err = s.refuse("has games played by engine revision %d, but this program has revision %d; choose another folder with --out DIR",
			was, search.Revision)
	}
	if err != nil {
		return err
	}
	var list []string
	if was, now := s.variant, g.Variant; was.Hash() != now.Hash() {
		list = append(list, fmt.Sprintf("game was %s with rules %s and is now %s with rules %s", was.Name, was.Hash(), now.Name, now.Hash()))
	}
	if err := s.holdConfig(keyConfig, config, free, list); err != nil {
		return err
	}
	return s.readRun()
}

// HoldConfig stores a configuration under a key, or checks that it equals the
// configuration stored before, except for the fields in free, whose new values it stores.
// A name in free includes all nested fields.
func (s *Store) HoldConfig(key string, config any, free ...string) error {
	return s.holdConfig(key, config, free, nil)
}

// holdConfig is HoldConfig for a run that also has other differences.
func (s *Store) holdConfig(key string, config any, free, others []string) error {
	now, err := fieldsOf(config)
	if err != nil {
		return err
	}
	text, ok, err := s.Meta(key)
	if err != nil {
		return err
	}
	if ok {
		var was map[string]json.RawMessage
		err := json.Unmarshal([]byte(text), &was)
		// As it would be stored from a value of this type, unless the type lacks any of the fields.
		if like := reflect.New(reflect.TypeOf(config)).Interface(); err == nil && decode(was, like) == nil {
			was, err = fieldsOf(like)
		}
		if err != nil {
			return s.fail("has no readable configuration: %v", err)
		}
		if list := append(differences(was, now, free), others...); len(list) > 0 {
			return s.refuse("has a run with another configuration: %s; choose another folder with --out DIR", strings.Join(list, "; "))
		}
		if len(differences(was, now, nil)) == 0 {
			return nil
		}
	}
	list, err := json.Marshal(now)
	if err != nil {
		return err
	}
	if !ok {
		return s.setMeta(key, string(list))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.later == nil {
		s.later = map[string]string{}
	}
	s.later[key] = string(list) // another check may refuse the command
	return nil
}

// refuse returns an error that names the file, and forgets the texts that wait for a change.
func (s *Store) refuse(format string, args ...any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.later = nil
	return s.fail(format, args...)
}

// HoldRound stores a string about a round, or checks that it equals the string stored before the
// round had games. The argument what describes it in the error, as in "weights".
func (s *Store) HoldRound(round int, what, text string) error {
	key := RoundKey(round, what)
	was, ok, err := s.Meta(key)
	if err != nil || ok && was == text {
		return err
	}
	for _, err := range s.Outcomes(round) {
		if err == nil {
			err = s.refuse("has games of round %d played with other %s (%s, now %s); choose another folder with --out DIR", round, what, was, text)
		}
		return err
	}
	return s.SetMeta(key, text)
}

// Job is a string about a round from which its games can be played again. Stores that are merged may
// differ in it, as in the text of the game.
const Job = "job"

// RoundKey returns the key of a string about a round.
func RoundKey(round int, what string) string { return what + "." + strconv.Itoa(round) }

// differences lists the fields in which two configurations differ, by name, except free
// fields. A nested field has a name such as fit.level.
func differences(was, now map[string]json.RawMessage, free []string) []string {
	names := map[string]json.RawMessage{}
	maps.Copy(names, was)
	maps.Copy(names, now)
	var list []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		a, b := text(was[name]), text(now[name])
		if a == b || slices.Contains(free, name) {
			continue
		}
		var inner, other map[string]json.RawMessage
		if json.Unmarshal(was[name], &inner) != nil || json.Unmarshal(now[name], &other) != nil {
			list = append(list, fmt.Sprintf("%s was %s and is now %s", name, a, b))
			continue
		}
		var freeInside []string
		for _, f := range free {
			if rest, ok := strings.CutPrefix(f, name+"."); ok {
				freeInside = append(freeInside, rest)
			}
		}
		for _, difference := range differences(inner, other, freeInside) {
			list = append(list, name+"."+difference)
		}
	}
	return list
}

// text formats a JSON value as a person would write it.
func text(raw json.RawMessage) string {
	var s string
	switch {
	case raw == nil:
		return "not set"
	case json.Unmarshal(raw, &s) == nil:
		return s
	}
	return string(raw)
}
