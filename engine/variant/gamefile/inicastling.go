package gamefile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// castle describes how a side castles to one side of the board.
type castle struct {
	partner string // the key of the piece; "" if it does not castle
	from    int    // its file
	steps   int    // of the king
}

// castling derives the rule from the files where the king starts and lands.
func (r *iniReader) castling(v *variant.Variant) variant.Castling {
	rule := variant.Castling{Kind: variant.NoCastling}
	switch {
	case !r.flag("castling"):
		return rule
	case r.start.rights == "":
		r.idleCastling("castling", "startFen gives no right to castle")
		return rule
	}
	white, _ := r.get("castlingRookPiecesWhite"), r.get("castlingRookPiecesBlack") // which may have no right
	king := r.get("castlingKingPieceWhite").pieces
	if len(king) != 1 || !slices.Equal(r.get("castlingKingPieceBlack").pieces, king) {
		r.lose("castlingKingPieceWhite", "several pieces that castle as the king, or not the same for both sides", "no castling")
		return rule
	}
	wings, rights := map[rune]castle{}, r.rights(king[0])
	for _, right := range variant.AllRights {
		if strings.ContainsRune(rights, right) {
			wings[right] = r.castle(king[0], right)
		}
	}
	h, okH := r.both(&rule, wings['K'], wings['k'], false)
	a, okA := r.both(&rule, wings['Q'], wings['q'], true)
	if h+a == 0 {
		names := strings.Join(white.pieces, ", ")
		why := fmt.Sprintf("no king has a piece to castle with on its rank (castlingRookPiecesWhite: %s)", cmp.Or(names, "none"))
		if !r.idleCastling("castling", why) && !r.is("seirawanGating") { // whose letters are files to enter on
			r.idleCastling("startFen", why)
		}
		return rule
	}
	rule.KingSteps = cmp.Or(h, a)
	if a != h && a != 0 {
		rule.ASideKingSteps = a
	}
	if rule.Partner == "" { // no king castles to the other side
		rule.Partner, rule.ASidePartner = rule.ASidePartner, ""
	}
	agree, have := okA && okH, ""
	for _, right := range variant.AllRights {
		file, stands := r.outermost(rule.Partners(right|0x20 == 'q'), king[0], right)
		switch wing := wings[right]; {
		case wing.partner == "" && stands: // the array has no right
		default:
			agree = agree && (!stands || file == wing.from)
			have += string(right)
		}
	}
	if have != variant.AllRights {
		rule.Rights = have
	}
	switch steps := min(cmp.Or(a, h), rule.KingSteps); {
	case !agree:
		r.lose("castling", "the sides castle in different ways", "no castling")
		return variant.Castling{Kind: variant.NoCastling}
	case r.flag("chess960"):
		return r.shuffled(rule)
	case steps < variant.MinKingSteps || max(a, h) > variant.MaxKingSteps:
		r.lose("castling", fmt.Sprintf("the king goes %d squares to one side and %d to the other", a, h), "no castling")
		return variant.Castling{Kind: variant.NoCastling, Partner: rule.Partner}
	}
	rule.Kind = variant.OrthodoxCastling
	if v.Rules.Royals != variant.OneRoyal && (!r.royals()[king[0]] || king[0] != kingKey) {
		rule.King = r.names[king[0]]
	}
	return rule
}

// idleCastling warns if a key of the file asks for castling, but no side can castle. It reports
// whether the file has the key.
func (r *iniReader) idleCastling(name, why string) bool {
	s := r.peek(name)
	if s.line > 0 {
		r.Warn("castling", s.line, s.key, "%s is read, but %s; there is no castling", toml.Quote(s.value), why)
	}
	return s.line > 0
}

// rights returns the rights to castle in startFen, those that name the file of the partner as K or Q.
// Where pieces enter, such letters are of squares behind which one waits.
func (r *iniReader) rights(kingPiece string) string {
	if r.is("seirawanGating") {
		return r.start.rights
	}
	return strings.Map(func(letter rune) rune {
		lower := letter | 0x20
		if lower < 'a' || lower > 'p' || lower == 'k' {
			return letter
		}
		black := letter >= 'a'
		right := 'K'
		file := int(lower - 'a')
		if file < r.castlingKing(kingPiece, r.row(black), black) {
			right = 'Q'
		}
		if black {
			right |= 0x20
		}
		if r.castle(kingPiece, right).from != file {
			r.lose("startFen", fmt.Sprintf("castling with the piece on file %c", lower), "without that")
			return -1
		}
		return right
	}, r.start.rights)
}

// shuffled returns Chess960 castling, which works for any array.
func (r *iniReader) shuffled(rule variant.Castling) variant.Castling {
	if r.file(r.get("castlingKingsideFile")) != r.files-2 || r.file(r.get("castlingQueensideFile")) != 2 {
		r.lose("chess960", "castling from shuffled arrays to other files than the third and the last but one", "from this array")
		rule.Kind = variant.OrthodoxCastling
		return rule
	}
	r.loseIf(rule.Rights != "" || len(rule.MorePartners) > 0 || rule.ASidePartner != "" && rule.ASidePartner != rule.Partner,
		"startFen", "not all rights to castle, or several kinds of partners, with chess960", "all of them, with one")
	return variant.Castling{Kind: variant.Chess960Castling, Partner: rule.Partner}
}

// both adds the partners on one side of the board to a rule, and returns how far the kings
// go there. It reports whether they go equally far.
func (r *iniReader) both(rule *variant.Castling, white, black castle, aSide bool) (steps int, ok bool) {
	first := &rule.Partner
	if aSide {
		first = &rule.ASidePartner
	}
	for _, wing := range []castle{white, black} {
		switch name := r.names[wing.partner]; {
		case wing.partner == "" || name == *first:
		case *first == "":
			*first = name
		case !slices.Contains(rule.MorePartners, name):
			rule.MorePartners = append(rule.MorePartners, name)
		}
	}
	if white.partner != "" && black.partner != "" && white.steps != black.steps {
		return white.steps, false
	}
	return cmp.Or(white.steps, black.steps), true
}

// row returns the rank on which a side castles, or nil if the board lacks it.
func (r *iniReader) row(black bool) []byte {
	rank := r.number("castlingRank", 1, variant.MaxSide) - 1
	switch {
	case rank >= r.ranks:
		return nil
	case black:
		rank = r.ranks - 1 - rank
	}
	return r.start.array[rank]
}

// outermost returns the file of the piece with which the rule lets a side castle, if there
// is one.
func (r *iniReader) outermost(partners []string, kingPiece string, right rune) (file int, ok bool) {
	black, towardsA := right >= 'a', right|0x20 == 'q'
	row := r.row(black)
	king := r.castlingKing(kingPiece, row, black)
	for x, letter := range row {
		piece := r.names[r.model.pieceOf(rune(letter))]
		if letter == 0 || (letter >= 'a') != black || x == king || (x < king) != towardsA || king < 0 || !slices.Contains(partners, piece) {
			continue
		}
		if file, ok = x, true; towardsA {
			break
		}
	}
	return file, ok
}

// castle finds how a side castles, given the piece nearest to the corner.
func (r *iniReader) castle(kingPiece string, right rune) castle {
	black := right >= 'a'
	row := r.row(black)
	king := r.castlingKing(kingPiece, row, black)
	to := r.file(r.get("castlingKingsideFile"))
	from, step := min(r.file(r.get("castlingRookKingsideFile")), r.files-1), -1
	if right|0x20 == 'q' {
		to, from, step = r.file(r.get("castlingQueensideFile")), r.file(r.get("castlingRookQueensideFile")), 1
	}
	for file := from; file >= 0 && file < len(row) && king >= 0; file += step {
		piece := r.model.pieceOf(rune(row[file]))
		if row[file] == 0 || (row[file] >= 'a') != black || !slices.Contains(r.get("castlingRookPieces"+sides[black]).pieces, piece) {
			continue
		}
		if (file-king)*step > 0 { // behind the king
			return castle{}
		}
		return castle{piece, file, (king - to) * step}
	}
	return castle{}
}

// castlingKing returns the file of the king on a rank, or -1 if there is none.
func (r *iniReader) castlingKing(piece string, row []byte, black bool) int {
	letter := r.model.letters[piece]
	if letter == "" {
		return -1
	}
	letter = sided(letter, black)
	first, last := strings.Index(string(row), letter), strings.LastIndex(string(row), letter)
	if first != last {
		file := r.file(r.get("castlingKingFile"))
		if file >= len(row) || row[file] != letter[0] {
			return -1
		}
		return file
	}
	r.get("castlingKingFile")
	return first
}

// castling writes the castling rule and returns the rights.
func (w *iniWriter) castling() string {
	c := w.Game.Rules.Castling
	rank, king := w.castlingFrom()
	if c.Kind != variant.OrthodoxCastling && c.Kind != variant.Chess960Castling || rank < 0 {
		w.set("castling", false)
		return "-"
	}
	left := c.TowardsA()
	to, from := king+c.KingSteps, king-left.KingSteps
	if c.Kind == variant.Chess960Castling {
		w.set("chess960", true)
		to, from = w.Game.Files-2, 2
	}
	w.set("castlingRank", rank+1)
	w.set("castlingKingFile", string(rune('a'+king)))
	for _, square := range []struct {
		key  string
		file int
	}{{"castlingKingsideFile", to}, {"castlingQueensideFile", from}} {
		w.setIf(square.file >= 0 && square.file < w.Game.Files, square.key, string(rune('a'+square.file)))
	}
	w.setIf(c.King != "" || w.pseudoRoyal(), "castlingKingPiece", strings.ToLower(w.castler().Symbol))
	partners := w.letters(unique(append(c.Partners(false), left.Partner)))
	w.set("castlingRookPieces", partners)
	return w.rights(rank, partners)
}

// castlingFrom returns the rank, from its own side, and the file of a king that castles,
// or -1 if there is none. A king with a partner on its rank comes before others.
func (w *iniWriter) castlingFrom() (rank, file int) {
	rank, file = -1, -1
	c := w.Game.Rules.Castling
	partners := w.letters(append(c.Partners(false), c.Partners(true)...))
	for _, black := range []bool{false, true} {
		for _, king := range w.Array.Squares(w.castler().Symbol, black) {
			letters := strings.ToUpper(partners)
			if black {
				letters = partners
			}
			castles := strings.ContainsAny(string(w.Array[king.Rank]), letters)
			switch {
			case rank >= 0 && !castles:
				continue
			case black:
				rank, file = w.Game.Ranks-1-king.Rank, king.File
			default:
				rank, file = king.Rank, king.File
			}
			if castles {
				return rank, file
			}
		}
	}
	return rank, file
}

// castler returns the piece that castles as the king.
func (w *iniWriter) castler() *variant.Piece {
	if name := w.Game.Rules.Castling.King; name != "" {
		return w.Game.Piece(name)
	}
	return w.Royal()
}

// rights returns the castling rights at the start: for sides with a partner on the king's
// rank.
func (w *iniWriter) rights(rank int, partners string) string {
	var rights strings.Builder
	for _, black := range []bool{false, true} {
		row, letters := string(w.Array[rank]), strings.ToUpper(partners)
		if black {
			row, letters = string(w.Array[w.Game.Ranks-1-rank]), partners
		}
		if at := strings.IndexAny(row, sided(w.castler().Symbol, black)); at >= 0 {
			for right, part := range []string{row[at:], row[:at]} {
				letter := sided("KQ"[right:right+1], black)
				if own := w.Game.Rules.Castling.Rights; strings.ContainsAny(part, letters) && (own == "" || strings.Contains(own, letter)) {
					rights.WriteString(letter)
				}
			}
		}
	}
	return cmp.Or(rights.String(), "-")
}

// sided returns the letter of a side for an upper-case letter.
func sided(letter string, black bool) string {
	if black {
		return strings.ToLower(letter)
	}
	return letter
}
