package pgn

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// NotRecorded is the reason of games whose text does not say why they ended.
const NotRecorded rules.Reason = "not recorded"

// GameError says what is wrong with one game of a text. The games behind it can
// still be read.
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

// Unwrap is what is wrong.
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

// NewReader reads games of g. The name stands for the text in errors. Records
// refer to players by their places in a list, which begins with the given ones
// and grows with the names that come up.
func NewReader(r io.Reader, name string, g *rules.Game, players ...store.Player) *Reader {
	places := map[string]int{}
	for i := range players {
		places[store.PlayerName(players, i)] = i
	}
	return &Reader{name, g, newScanner(r), 0, slices.Clone(players), places}
}

// Players lists the players of the games so far.
func (r *Reader) Players() []store.Player { return r.players }

// Next is the next game. The error is io.EOF behind the last one, a *GameError
// when the game cannot be read, or that of the reader.
//
// A game of Export has its place in the run, others are game 0 of pairs
// numbered from 0 in round 1. The result of a game without one is
// rules.Ongoing; a store does not take such games.
func (r *Reader) Next() (store.Record, error) {
	rec, _, err := r.next()
	return rec, err
}

// next also reports whether the game is one of Write.
func (r *Reader) next() (rec store.Record, own bool, err error) {
	if r.games == 0 {
		if err := r.scan.skipMark(); err != nil {
			return rec, false, fmt.Errorf("%s: %w", r.name, err)
		}
	}
	raw, err := r.scan.game()
	if err != nil {
		if err != io.EOF {
			err = fmt.Errorf("%s:%d: %w", r.name, r.scan.line, err)
		}
		return rec, false, err
	}
	r.games++
	rec = store.Record{Round: 1, Pair: r.games - 1, Game: r.g.Variant.Name}
	fault := &GameError{Name: r.name, Line: raw.errAt, Game: r.games, Err: raw.err}
	if fault.Err == nil {
		fault.Line, fault.Ply, fault.Err = r.interpret(raw, &rec)
	}
	if fault.Err != nil {
		fault.Who = who(raw)
		return store.Record{}, false, fault
	}
	event, _ := raw.tag("Event")
	return rec, event.value == eventName, nil
}

// Read iterates over the games of a text as Reader.Next does. It goes on behind
// an error of type *GameError, so that the caller can skip a game; any other
// error is the last.
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

// interpret makes a record of a game. The error comes with its line and ply.
func (r *Reader) interpret(raw *rawGame, rec *store.Record) (line, ply int, err error) {
	event, _ := raw.tag("Event")
	own := event.value == eventName
	if t, ok := raw.tag("Variant"); ok && !sameGame(r.g, t.value) {
		return t.line, 0, fmt.Errorf("the variant is %q, expected %s", t.value, r.g.Variant.Name)
	}
	p := r.g.NewPosition()
	if t, ok := raw.tag("FEN"); ok {
		if p, err = r.g.ParseFEN(t.value); err != nil {
			return t.line, 0, err
		}
	}
	rec.FEN = p.FEN()
	if line, err = r.result(raw, rec); err != nil {
		return line, 0, err
	}
	if line, ply, err = readMoves(p, raw, rec); err != nil {
		return line, ply, err
	}
	rec.White, rec.Black = r.player(raw, "White", own), r.player(raw, "Black", own)
	rec.Reason = reason(p, raw, rec.Result, own)
	if own {
		return ownTags(raw, rec)
	}
	return 0, 0, nil
}

// ownTags reads the tags that only this program writes.
func ownTags(raw *rawGame, rec *store.Record) (line, ply int, err error) {
	if t, ok := raw.tag("Round"); ok {
		if _, err := fmt.Sscanf(t.value, "%d.%d.%d", &rec.Round, &rec.Pair, &rec.Index); err != nil || rec.Name() != t.value || rec.Index>>1 != 0 || rec.Pair < 0 || rec.Round < 0 {
			return t.line, 0, fmt.Errorf("the tag Round is %q, expected round, pair and game as in 1.0.1", t.value)
		}
	}
	if t, ok := raw.tag("RandomPlies"); ok {
		if rec.RandomPlies, err = strconv.Atoi(t.value); err != nil || rec.RandomPlies < 0 || rec.RandomPlies > rec.Plies() {
			return t.line, 0, fmt.Errorf("the tag RandomPlies is %q, expected a number up to the %d plies of the game", t.value, rec.Plies())
		}
	}
	if t, ok := raw.tag("Detail"); ok {
		rec.Detail = unquote(t.value)
	}
	return 0, 0, nil
}

// result is that behind the moves, or that of the tag when there is none.
func (r *Reader) result(raw *rawGame, rec *store.Record) (line int, err error) {
	t, ok := raw.tag("Result")
	text, tag := plainResult(raw.result), plainResult(strings.TrimSpace(t.value))
	switch {
	case !ok || tag == "*" || tag == "" || tag == "?" || tag == text:
	case text == "" || text == "*":
		text = tag
	default:
		return raw.end, fmt.Errorf("the moves end with %s, but the tag Result is %q", text, t.value)
	}
	if text == "" {
		text = "*"
	}
	for _, result := range []rules.Result{rules.Ongoing, rules.WhiteWins, rules.BlackWins, rules.Draw} {
		if result.String() == text {
			rec.Result = result
			return 0, nil
		}
	}
	return t.line, fmt.Errorf("the tag Result is %q, expected 1-0, 0-1, 1/2-1/2 or *", t.value)
}

// plainResult is a result without the short spellings of a draw.
func plainResult(text string) string {
	if text == "1/2" || text == "½-½" {
		return rules.Draw.String()
	}
	return text
}

// readMoves plays the moves of a game. A last move that cannot be played, of a
// game that it ended, is left out.
func readMoves(p *rules.Position, raw *rawGame, rec *store.Record) (line, ply int, err error) {
	n := len(raw.moves)
	rec.Moves, rec.Scores = make([]string, 0, n), make([]int, 0, n)
	times, timed := make([]int, 0, n), false
	for i, move := range raw.moves {
		m, err := ParseSAN(p, move.text)
		if err != nil {
			if t, _ := raw.tag("Termination"); i == n-1 && (t.value == "illegal move" || t.value == "rules infraction") {
				break
			}
			return move.line, i + 1, err
		}
		white := p.Turn() == rules.White
		note := readComment(move.comment, white)
		if !white {
			note.score = -note.score
		}
		rec.Moves = append(rec.Moves, p.Game().MoveText(m))
		rec.Scores = append(rec.Scores, note.score)
		times, timed = append(times, note.time), timed || note.timed
		p.Make(m)
	}
	if timed {
		rec.Times = times
	}
	return 0, 0, nil
}

// player is the place of a player in the list.
func (r *Reader) player(raw *rawGame, tag string, own bool) int {
	t, _ := raw.tag(tag)
	name := t.value
	if own {
		name = unquote(name)
	}
	if name == "" {
		name = "?"
	}
	if i, ok := r.places[name]; ok {
		return i
	}
	r.places[name] = len(r.players)
	r.players = append(r.players, store.Player{Name: name})
	return len(r.players) - 1
}

// reason is why a game ended: as this program noted it, by the rules, or as
// other programs note it.
func reason(p *rules.Position, raw *rawGame, result rules.Result, own bool) rules.Reason {
	if t, ok := raw.tag("Reason"); ok && own {
		return rules.Reason(unquote(t.value))
	}
	if by, why := p.Outcome(); by == result && by != rules.Ongoing {
		return why
	}
	t, _ := raw.tag("Termination")
	switch text := strings.ToLower(strings.TrimSpace(t.value)); text {
	case "", "?", "-", "normal":
		return NotRecorded
	default:
		return rules.Reason(text)
	}
}

// sameGame reports whether a value of the tag Variant means a game.
func sameGame(g *rules.Game, value string) bool {
	return simple(GameName(value)) == simple(g.Variant.Name)
}

// GameName is a value of the tag Variant as a name of the catalogue is written.
func GameName(value string) string {
	switch simple(value) {
	case "", "?", "standard", "normal", "orthodox", "fromposition", "chess":
		return "chess"
	}
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(value)), " ", "-")
}

// simple is a name without what spellings differ in.
func simple(name string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "", "'", "").Replace(strings.ToLower(name))
}

// Variant is the value of the tag Variant of the first game of a text, or none.
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
	t, _ := raw.tag("Variant") // the zero value when there is none
	return strings.TrimSpace(t.value), nil
}
