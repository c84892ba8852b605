package protocol

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// chooseVariant obeys "variant NAME".
func (x *xboard) chooseVariant(name string) error {
	x.abort()
	if err := x.Choose(name); err != nil {
		x.complain("unsupported variant", name)
		x.note("%v", err)
		return nil
	}
	x.over, x.hint = false, 0
	if v := x.Game().Variant; name != "normal" && v.Name != standard {
		x.describe()
	}
	return nil
}

// describe describes a game that XBoard may not support.
func (x *xboard) describe() {
	g := x.Game()
	v := g.Variant
	fen := x.ranks().FENToCECP(boardAlone(g.NewPosition()))
	forms := promotedForms(v)
	held, parent := 0, "fairy"
	if g.Drops() { // kinds of pieces that can be in hand
		held, parent = len(v.Pieces)-1-forms, "crazyhouse"
	}
	if forms > 0 {
		parent = "shogi"
	}
	if v.Rules.Gating.Kind == variant.SeirawanGating {
		held, parent = len(g.Waiting()), "seirawan"
	}
	x.out.Print("setup (%s) %dx%d+%d_%s %s", pictures(v), v.Files, v.Ranks, held, parent, fen)
	for i := range v.Pieces {
		x.out.Print("piece %s& %s", v.Pieces[i].Symbol, moves(v, &v.Pieces[i]))
	}
}

// boardAlone returns a FEN without the pieces outside the board and the counts of checks.
func boardAlone(p *rules.Position) string {
	board, rest, _ := strings.Cut(p.FEN(), " ")
	board, _, _ = strings.Cut(board, "[")
	if rows := strings.Split(board, "/"); len(rows) > p.Game().Ranks() {
		board = strings.Join(rows[1:len(rows)-1], "/")
	}
	if p.Game().CountsChecks() {
		fields := strings.Fields(rest)
		rest = strings.Join(slices.Delete(fields, 3, 4), " ")
	}
	return board + " " + rest
}

// pictureOf maps names of pieces to XBoard's pictures: indexes into the list at the
// start of a setup line. The royal piece is last.
var pictureOf = map[string]int{
	"pawn": 0, "knight": 1, "bishop": 2, "rook": 3, "queen": 4, "ferz": 5, "firzan": 5, "elephant": 6, "alfil": 6,
	"archbishop": 7, "chancellor": 8, "wazir": 9, "man": 10, "cannon": 11, "nightrider": 12, "falcon": 17, "unicorn": 20,
	"soldier": 0, "horse": 1, "chariot": 3, "advisor": 5, "met": 5,
}

// kinds is the number of pictures of a side, without the king.
const kinds = 21

// formAfter is how many places a promoted form comes after its piece.
const formAfter = 11

// promotedForms counts the kinds of pieces that are promoted forms of others.
func promotedForms(v *variant.Variant) (n int) {
	for i := range v.Pieces {
		if v.Pieces[i].PromotedFrom != "" {
			n++
		}
	}
	return n
}

// pictures assigns XBoard's pictures to the pieces: White's letters in the order of
// the pictures, then Black's. A piece without a picture of its own gets one that no
// other piece has. A promoted form is a + as far behind its piece as XBoard expects it.
func pictures(v *variant.Variant) string {
	side := []byte(strings.Repeat(".", max(kinds, len(v.Pieces)-1)+1))
	var rest []byte
	for i := range v.Pieces {
		p := &v.Pieces[i]
		place, ok := pictureOf[p.Name]
		switch {
		case p.PromotedFrom != "":
		case p.Royal:
			side[len(side)-1] = p.Symbol[0]
		case ok && side[place] == '.':
			side[place] = p.Symbol[0]
		default:
			rest = append(rest, p.Symbol[0])
		}
	}
	last := len(side) - 2
	if promotedForms(v) > 0 {
		last = kinds - 1 - formAfter
	}
	for place := last; place >= 0 && len(rest) > 0; place-- {
		if side[place] == '.' {
			side[place], rest = rest[0], rest[1:]
		}
	}
	for i := range v.Pieces {
		if p := &v.Pieces[i]; p.PromotedFrom != "" {
			side[bytes.IndexByte(side, p.Symbol[1])+formAfter] = '+'
		}
	}
	return string(side) + strings.ToLower(string(side))
}

// moves joins the moves of a piece, with marks for first moves and with castling as
// a move of the king. Other limits to parts of the board are left out.
func moves(v *variant.Variant, p *variant.Piece) string {
	var b strings.Builder
	for _, set := range p.Moves {
		switch {
		case set.RoyalOnly:
		case set.Flying:
			b.WriteString("mU") // to any empty square
		case set.Area == "" && firstMove(v, p, set):
			b.WriteString("i" + set.Betza)
		default:
			b.WriteString(set.Betza)
		}
	}
	if p.Royal {
		b.WriteString(v.Rules.Castling.Betza(v.Files))
	}
	return b.String()
}

// firstMove reports whether a set is a single atom for the rank on which all pieces
// of the kind begin and to which they cannot return.
func firstMove(v *variant.Variant, p *variant.Piece, set variant.MoveSet) bool {
	if !p.Pawn || set.FirstRank == 0 || set.FirstRank != set.LastRank || strings.Trim(set.Betza, "abcdefghijklmnopqrstuvwxyz") != set.Betza[len(set.Betza)-1:] {
		return false
	}
	for i, row := range strings.Split(v.Array, "/") {
		if strings.Contains(row, p.Symbol) != (v.Ranks-i == set.FirstRank) {
			return false
		}
	}
	return true
}

// Ranks is the number of ranks of a board. It converts between our names of squares, whose ranks
// count from 1, and those of CECP, whose ranks count from 0 on boards of exactly ten ranks: our a1
// and a10 are its a0 and a9. The zero value leaves squares unchanged.
type Ranks int

// zeroRanks is the number of ranks of boards whose ranks CECP counts from 0.
const zeroRanks = 10

var square = regexp.MustCompile(`[a-p][0-9]+`)

// ToCECP converts all squares in one of our texts, such as a move.
func (r Ranks) ToCECP(text string) string { return r.shift(text, -1) }

// FromCECP converts all squares in a string from CECP.
func (r Ranks) FromCECP(text string) string { return r.shift(text, 1) }

// FENToCECP converts the en-passant squares of one of our FENs.
func (r Ranks) FENToCECP(fen string) string { return r.shiftFEN(fen, -1) }

// FENFromCECP converts the en-passant squares of a FEN from CECP.
func (r Ranks) FENFromCECP(fen string) string { return r.shiftFEN(fen, 1) }

// shift adds to the numbers of all squares.
func (r Ranks) shift(text string, delta int) string {
	if r != zeroRanks {
		return text
	}
	return square.ReplaceAllStringFunc(text, func(name string) string {
		rank, err := strconv.Atoi(name[1:])
		if err != nil {
			return name
		}
		return name[:1] + strconv.Itoa(rank+delta)
	})
}

// enPassant is the index of the en-passant squares among the fields of a FEN.
const enPassant = 3

func (r Ranks) shiftFEN(fen string, delta int) string {
	fields := strings.Fields(fen)
	if len(fields) > enPassant {
		fields[enPassant] = r.shift(fields[enPassant], delta)
	}
	return strings.Join(fields, " ")
}
