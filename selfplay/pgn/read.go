package pgn

import (
	"encoding/json"
	"errors"
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
// A game written by Export has its place in the run; other games are game 0 of pairs
// numbered from 0 in round 1. A game without a result has the result rules.Ongoing, which
// a store refuses.
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

// GameName formats a value of the tag Variant like a name of the catalogue.
func GameName(value string) string {
	switch simple(value) {
	case "", "?", "standard", "normal", "orthodox", "fromposition", "chess":
		return "chess"
	case "fischerandom", "fischerrandom", "chess960":
		return "chess960"
	}
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(value)), " ", "-")
}

// simple returns a name without the characters that spellings may vary.
func simple(name string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "", "'", "").Replace(strings.ToLower(name))
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

// interpret converts a game to a record. An error comes with its line and ply.
func (r *Reader) interpret(raw *rawGame, rec *store.Record) (line, ply int, err error) {
	own := raw.own()
	if t, ok := raw.tag("Variant"); ok && simple(GameName(t.value)) != simple(r.g.Variant.Name) {
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

// result returns the result given after the moves or, if that is missing, in the tag.
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
	if result, ok := rules.ParseResult(text); ok {
		rec.Result = result
		return 0, nil
	}
	return t.line, fmt.Errorf("the tag Result is %q, expected 1-0, 0-1, 1/2-1/2 or *", t.value)
}

// plainResult expands the short spellings of a draw.
func plainResult(text string) string {
	if text == "1/2" || text == "½-½" {
		return rules.Draw.String()
	}
	return text
}

// readMoves plays the moves of a game. If the game ended with an illegal move, that move
// is left out.
func readMoves(p *rules.Position, raw *rawGame, rec *store.Record) (line, ply int, err error) {
	n := len(raw.moves)
	rec.Moves, rec.Scores = make([]string, 0, n), make([]int, 0, n)
	times, timed := make([]int, 0, n), false
	depths, deep := make([]int, 0, n), false
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
		if !white && note.score != store.Unknown {
			note.score = -note.score
		}
		rec.Moves = append(rec.Moves, p.Game().MoveText(m))
		rec.Scores = append(rec.Scores, note.score)
		times, timed = append(times, note.time), timed || note.time != store.Unknown
		depths, deep = append(depths, note.depth), deep || note.depth != store.Unknown
		p.Make(m)
	}
	if timed {
		rec.Times = times
	}
	if deep {
		rec.Depths = depths
	}
	return 0, 0, nil
}

// player returns the index of a player in the list, which it may extend.
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
	p := store.Player{Name: name}
	if own {
		p.Config = timeControl(raw, tag)
	}
	r.players = append(r.players, p)
	return len(r.players) - 1
}

// timeControl returns the part of a player's settings that can be read from the tags of a
// game written by Write, or nil.
func timeControl(raw *rawGame, side string) json.RawMessage {
	t, ok := raw.tag(side + "TimeControl")
	if !ok {
		t, _ = raw.tag("TimeControl")
	}
	if t.value == "" {
		return nil
	}
	var setting any = map[string]string{"tc": t.value}
	if text, ok := strings.CutSuffix(t.value, perMove); ok {
		seconds, _ := strconv.ParseFloat(text, 64)
		setting = map[string]float64{"movetime": seconds}
	}
	config, _ := json.Marshal(setting) // nil for an infinite time
	return config
}

// reason returns why a game ended: as recorded by this program, by the rules, or as
// recorded by other programs.
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

// Imported counts the games read by Import.
type Imported struct {
	Games      int `json:"games"`      // in the store now
	Unfinished int `json:"unfinished"` // left out for want of a result
	Bad        int `json:"bad"`        // left out because they cannot be read
}

// importBatch is how many games are stored in one transaction.
const importBatch = 256

// Import reads all games into a store and adds their players. Two consecutive games of
// other programs from one position, between the same players with colours exchanged,
// become a pair; any other game is a pair by itself. A game that cannot be read is passed
// to bad; if bad returns an error, Import stops and returns it.
func Import(s *store.Store, r *Reader, bad func(*GameError) error) (Imported, error) {
	in := importer{store: s, reader: r, have: map[int]*store.KeySet{}}
	for {
		err := in.game()
		var fault *GameError
		switch {
		case err == io.EOF:
			return in.done, in.flush()
		case errors.As(err, &fault):
			in.done.Bad++
			if err := bad(fault); err != nil {
				return in.done, err
			}
		case err != nil:
			return in.done, err
		}
	}
}

type importer struct {
	store  *store.Store
	reader *Reader
	batch  []store.Record
	have   map[int]*store.KeySet // by round
	done   Imported
	last   store.Record // the last game of another program
	pairs  int          // of other programs, so far
}

// game reads one game.
func (in *importer) game() error {
	r, raw, err := in.reader.next()
	if err != nil {
		return err
	}
	if r.Result == rules.Ongoing {
		in.done.Unfinished++
		return nil
	}
	if !raw.own() {
		in.place(&r)
	}
	keys := in.have[r.Round]
	if keys == nil {
		keys = &store.KeySet{}
		in.have[r.Round] = keys
	}
	if !keys.Add(r.Key()) {
		return &GameError{Name: in.reader.name, Line: in.reader.scan.line, Game: in.reader.games,
			Err: fmt.Errorf("there is another game %s before", r.Name())}
	}
	in.done.Games++
	if in.batch = append(in.batch, r); len(in.batch) < importBatch {
		return nil
	}
	return in.flush()
}

// place assigns a place to a game of another program.
func (in *importer) place(r *store.Record) {
	last := &in.last
	if in.pairs > 0 && last.Index == 0 && r.FEN == last.FEN && r.White == last.Black && r.Black == last.White && r.White != r.Black {
		r.Pair, r.Index = last.Pair, 1
	} else {
		r.Pair, r.Index = in.pairs, 0
		in.pairs++
	}
	in.last = *r
}

// flush stores games, after adding the players to which they refer.
func (in *importer) flush() error {
	if err := in.store.AddPlayers(in.reader.Players()); err != nil {
		return err
	}
	err := in.store.PutAll(in.batch)
	in.batch = in.batch[:0]
	return err
}
