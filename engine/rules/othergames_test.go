package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// dialect says how the program of the reference counts writes a game where
// that differs from here.
type dialect struct {
	game    string                  // what is played, "" for the game of that name
	board   func(row string) string // translates the first field of a FEN
	replace map[string]string       // other fields of a FEN
}

var dialects = map[string]dialect{
	// Names begin with a letter here.
	"3check": {game: "three-check"},
	// And have their words joined by hyphens.
	"kingofthehill": {game: "king-of-the-hill"},
	"racingkings":   {game: "racing-kings"},
	// The board is surrounded by walls where it has holes here.
	"gustav3": {board: wallsAsHoles},
	// The array is that of the game without a draw of the first rank; rights are
	// named after the rooks' files.
	"fischerandom": {game: "chess", replace: map[string]string{"HAha": "KQkq"}},
	"caparandom":   {game: "capablanca", replace: map[string]string{"JAja": "KQkq"}},
	// Its count of points and its draw by facing generals do not count here.
	"janggimodern": {game: "janggi"},
	"janggicasual": {game: "janggi"},
	// The pieces that can be dropped come from another board: in one game alone
	// there are none.
	"supply": {game: "xiangqi", board: func(board string) string { return strings.TrimSuffix(board, "[]") }},
	// The two kinds of pawns have different letters here.
	"sortofalmost": {board: func(board string) string { return strings.ReplaceAll(board, "p", "o") }},
	// That program plays it without castling, and pawns may promote a rank earlier.
	"wildebeest": {game: "wildebeest castling=none promotion-zone=2 promotion-optional=true"},
	// Armies that differ are options here. The king goes to the same squares with all
	// partners there, so the armies in which it does not have no castling.
	"cwda-fide-knights":       {game: "different-armies armies=fide-knights"},
	"cwda-knights-rookies":    {game: "different-armies armies=knights-rookies"},
	"cwda-clobberers-knights": {game: "different-armies armies=clobberers-knights castling=none"},
	"cwda-rookies-clobberers": {game: "different-armies armies=rookies-clobberers castling=none"},
	// That program counts the square where a piece lands among those it passed.
	"pawnback": {replace: map[string]string{"f5f6": "f6"}},
	// Joined edges are an option here.
	"cylinder":          {game: "chess wraps=files castling=none"},
	"cylinder-castling": {game: "chess wraps=files"},
	"toroidal-chess":    {game: "torus"},
}

// fen is a FEN as it is written here.
func (d dialect) fen(theirs string) string {
	fields := strings.Fields(theirs)
	if d.board != nil {
		fields[0] = d.board(fields[0])
	}
	for i, text := range fields {
		if ours, ok := d.replace[text]; ok {
			fields[i] = ours
		}
	}
	return strings.Join(fields, " ")
}

var emptyRun = regexp.MustCompile(`[*0-9]+`)

// wallsAsHoles counts walls, written *, among the empty squares of a board with
// less than ten files between them.
func wallsAsHoles(board string) string {
	return emptyRun.ReplaceAllStringFunc(board, func(run string) string {
		n := 0
		for _, c := range run {
			if c == '*' {
				n++
			} else {
				n += int(c - '0')
			}
		}
		return strconv.Itoa(n)
	})
}

// The pieces stand on e5; the squares are the only ones on which an
// enemy king is in check on an otherwise empty board.
func TestGeneralsAndAssassinsGiveCheckOnTheirCaptureSquaresOnly(t *testing.T) {
	g := gameWith(t, "al-ces")
	for name, want := range map[string][]string{
		"gold-general":   {"d5", "d6", "e4", "e6", "f5", "f6"},
		"silver-general": {"d4", "d6", "e6", "f4", "f6"},
		"assassin":       {"d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"},
	} {
		piece, king := CodeOf(g.TypeNamed(name), White), CodeOf(g.Royal(), Black)
		for sq := range g.Squares() {
			sq := Square(sq)
			p := g.emptyPosition()
			if at := g.SquareName(sq); at != "e5" {
				p.put(piece, g.SquareAt(4, 4))
				p.put(king, sq)
				p.king[Black], p.turn = sq, Black
				if p.InCheck() != slices.Contains(want, at) {
					t.Errorf("%s on e5, king on %s: check %v", name, at, p.InCheck())
				}
			}
		}
	}
}
