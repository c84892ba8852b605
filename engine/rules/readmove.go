package rules

import (
	"fmt"
	"regexp"
	"strings"
)

// ReadMove finds the legal move that a string means, in any spelling that people and programs use:
// the coordinates of MoveText, in lower or upper case and with or without = before the letter of a
// promotion; what SAN writes, with more or less of the square of origin than needed, without marks
// of captures and checks or with marks of quality; castling with zeros, or as the king's capture of
// its partner; and the spellings of moveDialects.
func (p *Position) ReadMove(text string) (Move, error) {
	var buf [512]Move
	moves := p.Moves(buf[:0])
	m, err := p.readPlain(text, text, moves)
	if err == nil {
		return p.withPlus(m, text, moves), nil
	}
	ours := text
	for i := range moveDialects {
		d := &moveDialects[i]
		if !d.text.MatchString(ours) {
			continue
		}
		if d.read == nil {
			ours = d.text.ReplaceAllString(ours, d.ours)
		} else if ours = d.read(p, ours); ours == "" {
			return 0, fmt.Errorf("%q is %s, which is not legal here%s", text, d.what, nearTo(p, &spelling{}, moves))
		}
		if m, err = p.readPlain(ours, text, moves); err == nil {
			return m, nil
		}
	}
	return 0, err
}

// withPlus returns the move by which a piece takes its promoted form in place of one that stays what it
// is, if the text ends with a plus and that cannot be the mark of a check.
func (p *Position) withPlus(m Move, text string, moves []Move) Move {
	if !strings.HasSuffix(text, "+") || m.IsPromotion() || m.Kind() == Placing || !p.g.hasForm(p.At(m.From()).Type()) {
		return m
	}
	for _, other := range moves {
		if other.IsPromotion() && other.From() == m.From() && other.To() == m.To() && strings.TrimRight(p.SAN(m), "+#") == p.SAN(m) {
			return other
		}
	}
	return m
}

// readPlain finds the legal move with a text in coordinates or in algebraic notation. Errors quote
// the text.
func (p *Position) readPlain(text, written string, moves []Move) (Move, error) {
	plain := isCoordinates(text)
	if plain {
		if m, ok := p.readCoordinates(text, moves); ok {
			return m, nil
		}
	}
	s := spell(p.g, text)
	var found []Move
	for _, m := range moves {
		if s.fits(p, m) {
			found = append(found, m)
		}
	}
	if len(found) > 1 {
		found = exactly(p, &s, found)
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return 0, fmt.Errorf("move %q is ambiguous; it can be %s", written, list(p, found))
	case plain || p.Placing() || written == "":
		return 0, p.illegal(written, moves)
	}
	return 0, fmt.Errorf("move %q is not legal here%s", written, nearTo(p, &s, moves))
}

// isCoordinates reports whether a text begins as those that MoveText writes, perhaps in capital
// letters. It is asked of each move of a PGN file.
func isCoordinates(text string) bool {
	if i := strings.IndexByte(text, '@'); i > 0 {
		return i < 3
	}
	rest, ok := afterSquare(text)
	if !ok || rest == "" {
		return false
	}
	if rest[0] == '*' {
		return true
	}
	_, ok = afterSquare(strings.TrimLeft(rest[:1], "-~x") + rest[1:])
	return ok
}

// afterSquare returns what follows the name of a square.
func afterSquare(text string) (rest string, ok bool) {
	if len(text) < 2 || text[0]|0x20 < 'a' || text[0]|0x20 > 'p' || text[1] < '0' || text[1] > '9' {
		return "", false
	}
	if len(text) > 2 && text[2] >= '0' && text[2] <= '9' {
		return text[3:], true
	}
	return text[2:], true
}

// hyphen is the mark between two squares.
var hyphen = regexp.MustCompile(`-([a-p])`)

// readCoordinates finds the legal move with the coordinates of a text.
func (p *Position) readCoordinates(text string, moves []Move) (Move, bool) {
	if m, ok := p.find(text, moves); ok {
		return m, true
	}
	bare := strings.TrimRight(text, "#!?")
	if !strings.Contains(text, "@") {
		bare = hyphen.ReplaceAllString(strings.ToLower(strings.Replace(bare, "=", "", 1)), "$1")
	}
	for _, as := range []string{bare, strings.TrimSuffix(bare, "+")} {
		if m, ok := p.find(as, moves); ok {
			return m, true
		}
	}
	return p.castlingFromTo(bare, moves)
}

// castlingFromTo finds the only castling whose king goes between the squares of a text, or that the
// text writes as the king's capture of its partner.
func (p *Position) castlingFromTo(text string, moves []Move) (found Move, ok bool) {
	for _, m := range moves {
		if m.Kind() != Castling || p.g.castlings[m.Extra()].enters != NoType {
			continue
		}
		c := &p.g.castlings[m.Extra()]
		switch text {
		case p.g.SquareName(c.kingFrom) + p.g.SquareName(c.partnerFrom), p.g.SquareName(c.kingFrom) + p.g.SquareName(c.kingTo):
			if ok {
				return 0, false
			}
			found, ok = m, true
		}
	}
	return found, ok
}

// A moveDialect is a spelling of moves that differs from ours.
type moveDialect struct {
	what string
	text *regexp.Regexp
	ours string // replaces the text
	// read returns our spelling where that depends on the position.
	read func(p *Position, text string) string
}

// moveDialects are tried in this order, each on what those before have left.
// testdata/movedialects.tsv has examples.
var moveDialects = []moveDialect{
	{what: "a figurine", text: regexp.MustCompile(`[♔-♟]`), read: (*Position).readFigurines},
	{what: "a note that a capture is en passant", text: regexp.MustCompile(`^(.*\d) ?e\.?p\.?$`), ours: "$1"},
	{what: "a promoted bishop of pychess", text: regexp.MustCompile(`^B(.*)=H$`), ours: "B$1=+B"},
	{what: "a promoted rook of pychess", text: regexp.MustCompile(`^R(.*)=D$`), ours: "R$1=+R"},
	{what: "a form that moves as a gold", text: regexp.MustCompile(`^([PLNS])(.*)=G$`), ours: "$1$2=+$1"},
	{what: "files alone of a pawn's capture", text: regexp.MustCompile(`^([a-p])[x:]?([a-p])$`), read: (*Position).readFiles},
	{what: "a promotion in brackets", text: regexp.MustCompile(`^(.*\d)\(=?(\+?[A-Za-z])\)$`), ours: "$1=$2"},
	{what: "a promotion behind a slash", text: regexp.MustCompile(`^([^A-Z].*\d)/(\+?[A-Za-z])$`), ours: "$1=$2"},
	{what: "a drop of a pawn without its letter", text: regexp.MustCompile(`^@([a-p]\d+)$`), read: (*Position).readPawnDrop},
	{what: "a drop with a small letter or an asterisk", text: regexp.MustCompile(`^\+?[A-Za-z][@*][a-p]\d+$`), read: (*Position).readDrop},
	{what: "a move of the World Xiangqi Federation", text: wxfMove, read: (*Position).readWXF},
	{what: "a null move", text: regexp.MustCompile(`^(--|Z0|0000|@@@@|(?i:null|pass))$`), read: (*Position).readNull},
	{what: "a letter of a name", text: regexp.MustCompile(`^[A-Z]`), read: (*Position).readInitial},
}

// figurines of both colours become letters, and lose the mark that they are text and no picture.
var figurines = strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P",
	"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "P", "\ufe0e", "", "\ufe0f", "")

func (p *Position) readFigurines(text string) string { return figurines.Replace(text) }

func (p *Position) readPawnDrop(text string) string {
	for t := range p.g.types {
		if t := Type(t); p.g.IsPawn(t) && p.g.CanHold(t) {
			return p.g.Symbol(t) + text
		}
	}
	return text
}

func (p *Position) readDrop(text string) string {
	at := strings.IndexAny(text, "@*")
	return strings.ToUpper(text[:at]) + "@" + text[at+1:]
}

// readFiles returns the only capture of a pawn from one file to another, as in ed.
func (p *Position) readFiles(text string) string {
	found := text
	for _, m := range p.Moves(nil) {
		san := p.SAN(m)
		if !p.g.IsPawn(p.At(m.From()).Type()) || san[0] != text[0] || !strings.HasPrefix(san[1:], "x"+text[len(text)-1:]) {
			continue
		}
		if found != text {
			return text // two of them
		}
		found = san
	}
	return found
}

// readNull returns the pass, or "" if a side may not pass here.
func (p *Position) readNull(string) string {
	for _, m := range p.Moves(nil) {
		if m.Kind() == Pass {
			return p.g.MoveText(m)
		}
	}
	return ""
}

// readInitial takes a letter that is no symbol of the game for the first letter of a piece's name,
// as in H for a horse with the symbol N.
func (p *Position) readInitial(text string) string {
	if t := p.g.typeByInitial(text[0]); t != 0 {
		return p.g.Symbol(t) + text[1:]
	}
	return text
}

// codeByInitial returns the piece of a FEN whose kind has a name that begins with a letter, or 0.
func (g *Game) codeByInitial(letter byte) Code {
	switch t := g.typeByInitial(letter); {
	case t == 0:
		return 0
	case letter >= 'a':
		return CodeOf(t, Black)
	default:
		return CodeOf(t, White)
	}
}

// typeByInitial returns the only kind whose name begins with a letter, or 0 if there are several or the
// letter is a symbol of the game.
func (g *Game) typeByInitial(letter byte) (found Type) {
	for i := range g.types {
		t := Type(i)
		name := g.TypeName(t)
		switch {
		case t == 0:
		case strings.EqualFold(g.Symbol(t), string(letter)):
			return 0
		case strings.EqualFold(name[:min(1, len(name))], string(letter)):
			if found != 0 {
				return 0 // two kinds begin with it
			}
			found = t
		}
	}
	return found
}
