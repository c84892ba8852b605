package pgn

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/selfplay/store"
)

// pgnWidth is the largest length of a line of PGN move text, in characters.
const pgnWidth = 80

// Values of the tag Event in games written by Write: one player against itself, and two
// players.
const (
	selfPlayEvent = "bestiary self-play"
	matchEvent    = "bestiary match"
)

// noDate is the value of the tag Date if the date is unknown.
const noDate = "????.??.??"

// Write writes a game in PGN as described in the package comment. The record refers to its
// players by their index in the list.
func Write(w io.Writer, g *rules.Game, r store.Record, players []store.Player) error {
	return write(w, g, r, players, noDate, nil)
}

// write writes the tags of a game and then its moves, by a function unless it is nil.
func write(w io.Writer, g *rules.Game, r store.Record, players []store.Player, date string, moves func(*moveText, *rules.Position) error) error {
	p, err := r.Start(g)
	if err != nil {
		return err
	}
	event := matchEvent
	if r.White == r.Black {
		event = selfPlayEvent
	}
	out := bufio.NewWriter(w)
	tags := [][2]string{
		{"Event", event},
		{"Site", "?"},
		{"Date", date},
		{"Round", r.Name()},
		{"White", store.PlayerName(players, r.White)},
		{"Black", store.PlayerName(players, r.Black)},
		{"Result", r.Result.String()},
		{"Variant", r.Game},
		{"SetUp", "1"},
		{"FEN", r.FEN},
		{"PlyCount", strconv.Itoa(r.Plies())},
		{"RandomPlies", strconv.Itoa(r.RandomPlies)},
		{"Termination", termination(r.Reason)},
		{"Reason", string(r.Reason)},
	}
	tags = append(tags, timeControls(players, r.White, r.Black)...)
	if r.Detail != "" {
		tags = append(tags, [2]string{"Detail", r.Detail})
	}
	for _, tag := range tags {
		fmt.Fprintf(out, "[%s %s]\n", tag[0], quote(tag[1]))
	}
	text := moveText{out: out}
	if moves == nil {
		err = text.moves(p, &r)
	} else {
		err = moves(&text, p)
	}
	if err != nil {
		return err
	}
	text.word(r.Result.String())
	out.WriteString("\n\n")
	return out.Flush()
}

// timeControls returns the time control tags of White's and Black's players, if they have
// time controls.
func timeControls(players []store.Player, white, black int) [][2]string {
	text := func(i int) string {
		var limit struct {
			Control  string  `json:"tc"`
			MoveTime float64 `json:"movetime"`
		}
		if i >= 0 && i < len(players) && json.Unmarshal(players[i].Config, &limit) == nil && limit.MoveTime > 0 {
			return strconv.FormatFloat(limit.MoveTime, 'f', -1, 64) + perMove
		}
		return limit.Control
	}
	w, b := text(white), text(black)
	if w == b {
		return present([2]string{"TimeControl", w})
	}
	return present([2]string{"WhiteTimeControl", w}, [2]string{"BlackTimeControl", b})
}

// perMove ends a time control that allots a time to each move.
const perMove = "/move"

// present returns the tags that have a value.
func present(tags ...[2]string) [][2]string {
	return slices.DeleteFunc(tags, func(tag [2]string) bool { return tag[1] == "" })
}

// Export writes all games of a store by round, pair and game, with positions as in a dialect of
// [rules.FENDialects]; "" is our own.
func Export(w io.Writer, s *store.Store, dialect string) error {
	g, err := rules.Compile(s.Variant())
	if err != nil {
		return fmt.Errorf("the run has a game that cannot be played: %w", err)
	}
	players, err := s.Players()
	if err != nil {
		return err
	}
	for r, err := range s.AllGames() {
		if err != nil {
			return err
		}
		if r.FEN, err = inDialect(g, r.FEN, dialect); err != nil {
			return err
		}
		if err := Write(w, g, r, players); err != nil {
			return err
		}
	}
	return nil
}

// inDialect returns a FEN as other programs write it.
func inDialect(g *rules.Game, fen, dialect string) (string, error) {
	if dialect == "" {
		return fen, nil
	}
	p, err := g.ParseFEN(fen)
	if err != nil {
		return "", err
	}
	return p.FENIn(dialect)
}

// termination translates a reason into the words of other programs.
func termination(reason rules.Reason) string {
	switch r := string(reason); {
	case strings.Contains(r, "adjudicat"), strings.Contains(r, "length limit"):
		return "adjudication"
	case strings.Contains(r, "time forfeit"), strings.Contains(r, "illegal move"):
		return r
	case strings.Contains(r, "false claim"):
		return "rules infraction"
	case strings.Contains(r, "crash"), strings.Contains(r, "refused"), strings.Contains(r, "no answer"), strings.Contains(r, "abandon"):
		return "abandoned"
	}
	return "normal"
}

// moveText writes words in lines of limited length.
type moveText struct {
	out    *bufio.Writer
	column int
	prefix string // of the next word
}

func (t *moveText) word(s string) {
	s, t.prefix = t.prefix+s, ""
	switch {
	case t.column == 0:
		t.out.WriteByte('\n')
	case t.column+1+len(s) > pgnWidth:
		t.out.WriteByte('\n')
		t.column = 0
	default:
		t.out.WriteByte(' ')
		t.column++
	}
	t.out.WriteString(s)
	t.column += len(s)
}

// moves writes the moves of a game from its first position.
func (t *moveText) moves(p *rules.Position, r *store.Record) error {
	for ply, err := range r.Replay(p) {
		if err != nil {
			return err
		}
		switch {
		case p.Turn() == rules.White:
			t.word(strconv.Itoa(p.Fullmove()) + ".")
		case ply.Number == 0:
			t.word(strconv.Itoa(p.Fullmove()) + "...")
		}
		t.word(p.SAN(ply.Move))
		score := ply.Score
		if p.Turn() == rules.Black && score != store.Unknown {
			score = -score
		}
		text := comment(note{score, ply.Depth, ply.Time})
		if ply.Random {
			text = bookComment
		}
		if text != "" {
			t.word(text)
		}
	}
	return nil
}

// longestMate is the largest distance, in plies, that is written as a mate.
const longestMate = 1000

// bookComment is the comment of a move that no player has chosen.
const bookComment = "{book}"

// comment formats a note as cutechess and fastchess do. A score without a depth gets the depth 0;
// other unknown values are omitted. It returns "" if no value is known.
func comment(n note) string {
	var words []string
	if n.score != store.Unknown {
		words = append(words, scoreText(n.score)+"/"+strconv.Itoa(max(n.depth, 0)))
	}
	if n.time != store.Unknown {
		words = append(words, fmt.Sprintf("%d.%03ds", n.time/1000, n.time%1000))
	}
	if words == nil {
		return ""
	}
	return "{" + strings.Join(words, " ") + "}"
}

// scoreText returns a score in pawns, or the distance of a mate in plies: +M3 or -M4.
func scoreText(score int) string {
	sign := "+"
	if score < 0 {
		sign = "-"
	}
	size := max(score, -score)
	if plies := search.MateScore - size; plies >= 0 && plies < longestMate {
		return sign + "M" + strconv.Itoa(plies)
	}
	return fmt.Sprintf("%s%d.%02d", sign, size/100, size%100)
}

// note is the content of a move's comment; each field may be store.Unknown.
type note struct {
	score int // in centipawns for the side that moved
	depth int
	time  int // milliseconds
}

var (
	// engineNote matches a score, a depth and a time in the form of engine matches;
	// timeNote matches a time alone.
	engineNote = regexp.MustCompile(`^([+-]?)(?:M(\d{1,3})|(\d{1,6})\.(\d\d))(?:/(\d{1,9}))?(?:\s+(\d{1,7})(?:\.(\d{1,6}))?s)?(?:[\s,]|$)`)
	timeNote   = regexp.MustCompile(`^(\d{1,7})\.(\d{3})s$`)
	// evalNote matches a score from White's view, and spentNote a time, in the form of web
	// sites.
	evalNote  = regexp.MustCompile(`\[%eval\s+([+-]?)(?:#(-?)(\d{1,3})|(\d{1,6})(?:\.(\d\d?))?)`)
	spentNote = regexp.MustCompile(`\[%emt\s+(\d{1,3}):(\d\d):(\d\d)(?:\.(\d{1,6}))?\]`)
)

// readComment parses the comment of a move of White or Black.
func readComment(text string, white bool) note {
	n := note{store.Unknown, store.Unknown, store.Unknown}
	if text == "" {
		return n
	}
	if f := engineNote.FindStringSubmatch(text); f != nil && (f[1] != "" || f[5] != "") {
		if f[2] != "" {
			n.score = search.MateScore - number(f[2])
		} else {
			n.score = 100*number(f[3]) + number(f[4])
		}
		if f[1] == "-" {
			n.score = -n.score
		}
		if depth := number(f[5]); depth > 0 {
			n.depth = depth
		}
		if f[6] != "" {
			n.time = 1000*number(f[6]) + thousandths(f[7])
		}
		return n
	}
	if f := timeNote.FindStringSubmatch(text); f != nil {
		n.time = 1000*number(f[1]) + thousandths(f[2])
	}
	if f := evalNote.FindStringSubmatch(text); f != nil {
		n.score = evalScore(f, white)
	}
	if f := spentNote.FindStringSubmatch(text); f != nil {
		n.time = 1000*(3600*number(f[1])+60*number(f[2])+number(f[3])) + thousandths(f[4])
	}
	return n
}

// evalScore returns the score in an evalNote for the side that moved. An evalNote counts
// the distance of a mate in moves.
func evalScore(f []string, white bool) int {
	negative := f[1] == "-" || f[2] == "-"
	mover := negative != white // the side that moved is better
	score := 100*number(f[4]) + number((f[5] + "00")[:2])
	if f[3] != "" {
		plies := 2 * number(f[3])
		if mover {
			plies--
		}
		score = search.MateScore - max(plies, 0)
	}
	if !mover {
		return -score
	}
	return score
}

// number parses a few digits; an empty text is 0.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// thousandths returns the first three decimal places.
func thousandths(digits string) int {
	return number((digits + "000")[:3])
}

// quote formats the value of a tag. Values of this program may contain characters that a
// tag cannot hold; such values are quoted as in Go.
func quote(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == '\\' || r == 0x7f || r == '\ufffd' }) {
		text = strings.ReplaceAll(strconv.Quote(text), `\"`, `"`)
		text = text[1 : len(text)-1]
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// unquote is the inverse of quote for a value that the scanner has read.
func unquote(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	if plain, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`); err == nil {
		return plain
	}
	return text
}
