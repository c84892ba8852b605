package rules

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"bestiary/engine/variant"
	"bestiary/internal/format"
)

// maxFEN bounds the length of a FEN in bytes.
const maxFEN = 2048

// fenReader holds the state of reading a FEN.
type fenReader struct {
	fen    string
	g      *Game
	p      *Position
	passed []Square // as written, even if no piece can capture there
}

// fail reports which field of the FEN is wrong, and why.
func (r *fenReader) fail(field, format string, args ...any) error {
	return fmt.Errorf("FEN %q: %s: %s", r.fen, field, fmt.Sprintf(format, args...))
}

// ParseFEN reads a position in our form or in one of those that other programs write (see
// [FENDialects]). Trailing fields may be omitted: castling and en passant default to none, the
// counters to 0 and 1. Moves after the word moves are played. In games with waiting pieces the
// board may have an extra first and last row for them, with * for none, and pieces not placed yet
// are in brackets after the board.
func (g *Game) ParseFEN(fen string) (*Position, error) {
	r := &fenReader{fen: fen, g: g, p: g.emptyPosition()}
	if len(fen) > maxFEN {
		r.fen = fen[:40] + "…"
		return nil, r.fail("length", "longer than %d characters", maxFEN)
	}
	f := g.ours(strings.Fields(fen))
	if n := len(f.rest); (n == 1 || n == 2) && f.halfmove == "" && f.rest[0] != movesWord {
		f.halfmove, f.rest = f.rest[0], nil // the error names it
	}
	if f.board == "" || len(f.rest) > 0 && f.rest[0] != movesWord {
		left := ""
		if len(f.rest) > 0 {
			left = fmt.Sprintf("; %q fits none of them", strings.Join(f.rest, " "))
		}
		return nil, r.fail("fields", "found %d, expected board, turn, castling, en passant, halfmove, fullmove%s", len(strings.Fields(fen)), left)
	}
	return r.read(&f)
}

// read reads the fields, and plays the moves behind them.
func (r *fenReader) read(f *fenFields) (*Position, error) {
	for _, field := range []struct {
		read           func(string) error
		text, standard string
	}{
		{r.board, f.board, ""}, {r.turn, f.turn, "w"}, {r.castling, f.castling, "-"}, {r.enPassant, f.passed, "-"},
		{r.checks, f.checks, ""}, {r.halfmove, f.halfmove, "0"}, {r.fullmove, f.fullmove, "1"},
	} {
		if err := field.read(cmp.Or(field.text, field.standard)); err != nil {
			return nil, err
		}
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	r.p.loseByStranded()
	r.p.judge()
	r.p.openPassed(r.passed)
	r.p.hash = r.p.hashFromScratch()
	if len(f.rest) > 0 {
		return r.after(f.rest[1:])
	}
	return r.p, nil
}

// after returns the position after moves, without a history, as every FEN gives it.
func (r *fenReader) after(moves []string) (*Position, error) {
	for i, text := range moves {
		m, err := r.p.ReadMove(text)
		if err != nil {
			return nil, r.fail("moves", "move %d: %v", i+1, err)
		}
		r.p.Make(m)
	}
	return r.p.g.ParseFEN(r.p.FEN())
}

// board reads the placement, the waiting pieces and the hands.
func (r *fenReader) board(text string) error {
	i := strings.IndexByte(text, '[')
	pools := i >= 0
	if i >= 0 {
		if err := r.hands(text[i:]); err != nil {
			return err
		}
		text = text[:i]
	}
	rows := strings.Split(text, "/")
	if r.g.gated && len(rows) == r.g.Ranks()+2 {
		if err := r.gates(rows[0], Black); err != nil {
			return err
		}
		if err := r.gates(rows[len(rows)-1], White); err != nil {
			return err
		}
		rows = rows[1 : len(rows)-1]
	}
	if len(rows) != r.g.Ranks() {
		return r.fail("board", "%s, expected %d", format.Plural(len(rows), "row"), r.g.Ranks())
	}
	for i, row := range rows {
		if err := r.row(row, r.g.Ranks()-1-i); err != nil {
			return err
		}
	}
	if r.g.pooled && !pools {
		r.derivePools()
	}
	return nil
}

func (r *fenReader) row(row string, rank int) error {
	file := 0
	for i := 0; i < len(row); i++ {
		c := row[i]
		if c >= '0' && c <= '9' {
			n := int(c - '0')
			if i+1 < len(row) && row[i+1] >= '0' && row[i+1] <= '9' {
				i++
				n = n*10 + int(row[i]-'0')
			}
			file += n
			continue
		}
		if c == '~' && r.mayRevert(file, rank) {
			r.p.promoted.Add(r.g.SquareAt(file-1, rank))
			continue
		}
		if c == variant.Hole && file < r.g.Files() && r.g.IsHole(r.g.SquareAt(file, rank)) {
			file++
			continue
		}
		code, n := r.g.readSymbol(row[i:])
		i += max(n, 1) - 1
		if code == 0 {
			code = r.g.codeByInitial(c)
		}
		switch {
		case code == 0:
			return r.fail("board", "%q on rank %d is no piece of this game; the pieces are %s", c, rank+1, r.g.symbolList())
		case file >= r.g.Files():
			return r.fail("board", "rank %d (%q) has more than %d files", rank+1, row, r.g.Files())
		case r.g.IsHole(r.g.SquareAt(file, rank)):
			return r.fail("board", "%s is not part of the board", r.g.SquareName(r.g.SquareAt(file, rank)))
		}
		r.p.stand(code, r.g.SquareAt(file, rank))
		file++
	}
	if file != r.g.Files() {
		return r.fail("board", "rank %d (%q) has %d files, expected %d", rank+1, row, file, r.g.Files())
	}
	return nil
}

// gates reads the row of a side's waiting pieces. A piece may wait behind an
// empty square, though play never leads there; it enters when a piece of its
// side next leaves that square.
func (r *fenReader) gates(row string, c Color) error {
	if len(row) != r.g.Files() {
		return r.fail("board", "the row %q of %s's waiting pieces has %d files, expected %d", row, c, len(row), r.g.Files())
	}
	for f := range len(row) {
		if row[f] == '*' {
			continue
		}
		code, _ := r.g.readSymbol(row[f : f+1])
		if code == 0 {
			return r.fail("board", "%q in the row of %s's waiting pieces is no piece of this game", row[f], c)
		}
		if code.Color() != c {
			return r.fail("board", "%q in the row of %s's waiting pieces is a piece of the other side", row[f], c)
		}
		if code.Type() == r.g.royal {
			return r.fail("board", "the %s cannot wait outside the board", r.g.TypeName(r.g.royal))
		}
		r.p.wait(code, r.g.firstRank(f, c))
	}
	return nil
}

// hands reads the pieces that are not placed yet, as in "[MFmf]", or, in games
// with pools, those that have been captured.
func (r *fenReader) hands(text string) error {
	if !strings.HasSuffix(text, "]") {
		return r.fail("board", "%q has no closing bracket", text)
	}
	if text = text[1 : len(text)-1]; text == "-" {
		return nil
	}
	for text != "" {
		count, digits := 1, len(text)-len(strings.TrimLeft(text, "0123456789"))
		if digits > 0 {
			count, _ = strconv.Atoi(text[:min(digits, 3)])
		}
		if text = text[digits:]; text == "" {
			return r.fail("board", "the hand ends with a number, expected a piece behind it")
		}
		code, n := r.g.readSymbol(text)
		if code == 0 {
			return r.fail("board", "%q in the hand is no piece of this game; the pieces are %s", text[0], r.g.symbolList())
		}
		text = text[n:]
		for range count {
			if err := r.hold(code); err != nil {
				return err
			}
		}
	}
	return nil
}

// hold puts a piece in hand or, in games with pools, into the pool.
func (r *fenReader) hold(code Code) error {
	if r.g.pooled {
		return r.captured(code)
	}
	if !r.g.CanHold(code.Type()) {
		return r.fail("board", "a %s cannot be in hand in this game", r.g.TypeName(code.Type()))
	}
	held, most := int(r.p.hand[code.Color()][code.Type()]), 15
	if r.g.drops {
		most = variant.MaxHand
	}
	if held >= most {
		return r.fail("board", "too many pieces in hand")
	}
	r.p.setHand(code.Type(), code.Color(), held+1)
	return nil
}

func (g *Game) symbolList() string {
	var b strings.Builder
	for _, code := range g.of[White] {
		b.WriteString(g.CodeSymbol(code))
	}
	return b.String() + " and in lower case"
}
