package pgn

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/selfplay/store"
)

// NotRecorded is the reason of games whose text does not state why they ended.
const NotRecorded rules.Reason = "not recorded"

// GameError describes what is wrong with one game of a text. The games after it can still
// be read.
type GameError struct {
	Name string // of the text
	Line int
	Game int    // number of the game, from 1
	Who  string // the players
	Ply  int    // number of the ply, from 1, or 0 when no move is at fault
	Err  error
}

// Error names text, line, game and ply.
func (e *GameError) Error() string {
	where := fmt.Sprintf("%s:%d: game %d", e.Name, e.Line, e.Game)
	if e.Who != "" {
		where += " (" + e.Who + ")"
	}
	if e.Ply > 0 {
		where += fmt.Sprintf(", ply %d", e.Ply)
	}
	return where + ": " + e.Err.Error()
}

// Unwrap returns the underlying error.
func (e *GameError) Unwrap() error { return e.Err }

// Reader reads the games of a text one after the other.
type Reader struct {
	name    string
	g       *rules.Game
	scan    *scanner
	games   int
	players []store.Player
	places  map[string]int // of players, by name
}

// NewReader returns a reader of games of g. Errors refer to the text by name. Records
// refer to players by their index in a list that begins with the given players and grows
// as new names appear.
func NewReader(r io.Reader, name string, g *rules.Game, players ...store.Player) *Reader {
	places := map[string]int{}
	for i := range players {
		places[store.PlayerName(players, i)] = i
	}
	return &Reader{name, g, newScanner(r), 0, slices.Clone(players), places}
}

// Players lists the players of the games read so far.
func (r *Reader) Players() []store.Player { return r.players }

// Next returns the next game. The error is io.EOF after the last game, a *GameError if the
// game cannot be read, or the error of the reader.
//
// A game written by Export has its index in the run; other games are game 0 of pairs numbered from
// 0 in round 1. A game without a result has the result rules.Ongoing, which a store refuses.
func (r *Reader) Next() (store.Record, error) {
	rec, _, err := r.next()
	return rec, err
}

// next also returns the game as written.
func (r *Reader) next() (rec store.Record, raw *rawGame, err error) {
	if r.games == 0 {
		if err := r.scan.skipMark(); err != nil {
			return rec, nil, fmt.Errorf("%s: %w", r.name, err)
		}
	}
	if raw, err = r.scan.game(); err != nil {
		if err != io.EOF {
			err = fmt.Errorf("%s:%d: %w", r.name, r.scan.line, err)
		}
		return rec, nil, err
	}
	r.games++
	rec = store.Record{Round: 1, Pair: r.games - 1, Game: r.g.Variant.Name}
	fault := &GameError{Name: r.name, Line: raw.errAt, Game: r.games, Err: raw.err}
	if fault.Err == nil {
		fault.Line, fault.Ply, fault.Err = r.interpret(raw, &rec)
	}
	if fault.Err != nil {
		fault.Who = who(raw)
		return store.Record{}, nil, fault
	}
	return rec, raw, nil
}

// Read iterates over the games of a text as Reader.Next does. After a *GameError it
// continues, so that the caller can skip the game; any other error ends the iteration.
func Read(r io.Reader, name string, g *rules.Game) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		reader := NewReader(r, name, g)
		for {
			rec, err := reader.Next()
			if err == io.EOF || !yield(rec, err) {
				return
			}
			if _, ok := err.(*GameError); err != nil && !ok {
				return
			}
		}
	}
}

func who(raw *rawGame) string {
	white, ok := raw.tag("White")
	black, also := raw.tag("Black")
	if !ok && !also {
		return ""
	}
	return fmt.Sprintf("%.40s - %.40s", white.value, black.value)
}

// GameName returns the name in the catalogue of the game that the tag Variant names, or the value
// as it is. If there is no tag, it is chess.
func GameName(value string) string {
	if value = strings.TrimSpace(value); value == "" || value == "?" {
		return "chess"
	}
	if known, ok := variant.CatalogueName(value); ok {
		return known
	}
	return value
}

// Variant returns the tag Variant of the first game of a text, or "".
func Variant(r io.Reader) (string, error) {
	s := newScanner(r)
	if err := s.skipMark(); err != nil {
		return "", err
	}
	raw, err := s.game()
	if err == io.EOF {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	t, _ := raw.tag("Variant") // the zero value if it is missing
	return strings.TrimSpace(t.value), nil
}
