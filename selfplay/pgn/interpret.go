package pgn

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/selfplay/store"
)

// interpret converts a game to a record. An error comes with its line and ply.
func (r *Reader) interpret(raw *rawGame, rec *store.Record) (line, ply int, err error) {
	own := raw.own()
	if t, ok := raw.tag("Variant"); ok && !variant.SameName(GameName(t.value), r.g.Variant.Name) {
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
	raw.respell()
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

// plainResult returns a result in our spelling, and any other text as it is.
func plainResult(text string) string {
	if result, ok := rules.ReadResult(text); ok {
		return result.String()
	}
	return text
}

// respell writes moves as this program does where a tag says that they are in other coordinates.
func (g *rawGame) respell() {
	if t, _ := g.tag("Format"); t.value != "ICCS" {
		return
	}
	for i := range g.moves {
		g.moves[i].text = rules.FromICCS(g.moves[i].text)
	}
	for i := range g.tokens {
		g.tokens[i].text = rules.FromICCS(g.tokens[i].text)
	}
}

// readMoves plays the moves of a game. If the game ended with an illegal move, that move
// is left out.
func readMoves(p *rules.Position, raw *rawGame, rec *store.Record) (line, ply int, err error) {
	n := len(raw.moves)
	rec.Moves, rec.Scores = make([]string, 0, n), make([]int, 0, n)
	times, timed := make([]int, 0, n), false
	depths, deep := make([]int, 0, n), false
	for i, move := range raw.moves {
		m, err := p.ReadMove(move.text)
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
