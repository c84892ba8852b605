package gamefile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// piece is a line that describes a piece.
type piece struct {
	line int
	// name and symbol are used in the game; id is the ID in the line.
	name, id, symbol string
	move, royalOnly  string // royalOnly: captures of royal pieces alone
	castlings        []betza.Castling
	white, black     string // lists of squares
	listsBlack       bool
	waiting          int // pieces outside the board, per side
}

// hole is the name of a piece that marks squares outside the board.
const hole = "hole"

// readPiece reads name:ID:move:image:squares[:count].
func (r *diagramReader) readPiece(it item) {
	fields := strings.Split(it.text, ":")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	if len(fields) > 6 {
		r.Fault(it.line, fields[0], fmt.Sprintf("%d fields in %s", len(fields), toml.Quote(it.text)), "name:ID:move:image:squares[:count]", "")
		r.garbled = true
		return
	}
	fields = append(fields, "", "")
	p := piece{line: it.line, name: nameFrom(fields[0]), id: fields[1]}
	r.squareLists(&p, fields[4])
	if p.name == hole {
		r.waitingOf(&p, fields[5])
		r.holes = append(r.holes, p)
		return
	}
	r.nameOf(&p, fields[0])
	r.waitingOf(&p, fields[5])
	r.moveOf(&p, fields[2])
	r.pieces = append(r.pieces, p)
}

// squareLists splits the list of squares into White's and Black's.
func (r *diagramReader) squareLists(p *piece, squares string) {
	p.white, p.black, p.listsBlack = strings.Cut(squares, ",,")
	if squares == "," {
		p.white = ""
	}
	if strings.HasPrefix(squares, ",") && !strings.HasPrefix(squares, ",,") {
		p.white, p.black, p.listsBlack = "", squares[1:], true
	}
}

// nameOf converts the name to the form of names in games and makes it unique.
func (r *diagramReader) nameOf(p *piece, text string) {
	var names []string
	for _, other := range r.pieces {
		names = append(names, other.name)
	}
	if p.name == "" {
		p.name = "piece"
	}
	unique := uniqueName(p.name, names)
	if unique != strings.ReplaceAll(strings.ToLower(text), " ", "-") {
		r.Warn("name", p.line, text, "called %s here", unique)
	}
	p.name = unique
}

func (r *diagramReader) waitingOf(p *piece, count string) {
	if count == "" {
		return
	}
	n, err := strconv.ParseUint(count, 10, 8)
	if err != nil || n > variant.MaxSide {
		r.Fault(p.line, p.name, "count "+toml.Quote(count), fmt.Sprintf("a number of pieces from 0 to %d", variant.MaxSide), "")
		return
	}
	p.waiting = int(n)
}

// moveOf checks the move, or uses the move implied by the name.
func (r *diagramReader) moveOf(p *piece, move string) {
	if move == "" {
		var names []string
		for _, row := range knownMoves() {
			names = append(names, row[0])
		}
		i := slices.Index(names, p.name)
		if i < 0 {
			r.Fault(p.line, p.name, "no move, and the name has no known move", "a move in XBetza, or the name of a known piece", toml.Nearest(p.name, names))
			return
		}
		var doubt string
		if move, doubt = knownMoves()[i][1], knownMoves()[i][2]; doubt != "" {
			r.Warn("default-move", p.line, p.name, "no move is given; taken as %s, but %s", move, doubt)
		}
	}
	own, royalOnly := threats(namedLeaps(move))
	if own == "" {
		r.Fault(p.line, p.name, toml.Quote(move)+" only attacks royal pieces", "a move", "")
		return
	}
	for _, text := range []string{royalOnly, own} {
		if text == "" {
			continue
		}
		parsed, err := r.ParseMove(text)
		if r.MoveFault(p.line, p.name, move, err) {
			return
		}
		p.castlings = parsed.Castlings
	}
	p.move, p.royalOnly = tidy(own), tidy(royalOnly)
}

// leap is a leap given by its coordinates, as in (1,2).
var leap = regexp.MustCompile(`\((\d{1,2}),(\d{1,2})\)`)

// namedLeaps replaces leaps given by coordinates by atoms, as far as there are any.
func namedLeaps(move string) string {
	return leap.ReplaceAllStringFunc(move, func(text string) string {
		match := leap.FindStringSubmatch(text)
		a, _ := strconv.Atoi(match[1]) // digits
		b, _ := strconv.Atoi(match[2])
		return cmp.Or(betza.AtomOf(a, b), text)
	})
}

// threats takes the captures of royal pieces alone, which have the modifier k, out of a move.
func threats(move string) (own, royalOnly string) {
	if !strings.Contains(move, "k") {
		return move, ""
	}
	for _, group := range betza.Groups(move) {
		modifiers := modifiersOf(group)
		atom := group[len(modifiers):]
		if !strings.Contains(modifiers, "k") || strings.Contains(modifiers, "a") {
			own += group
			continue
		}
		kept := strings.NewReplacer("k", "", "m", "", "c", "").Replace(modifiers)
		royalOnly += kept + "c" + atom
		if strings.Contains(modifiers, "m") {
			own += kept + "m" + atom
		}
	}
	return own, royalOnly
}

// tidy rewrites pairs of directions in later legs with the vertical one first: WyasfW
// becomes WyafsW.
func tidy(move string) string {
	groups := betza.Groups(move)
	for i, group := range groups {
		modifiers := modifiersOf(group)
		legs := strings.Split(modifiers, "a")
		for n := range legs[1:] {
			legs[n+1] = verticalFirst(legs[n+1])
		}
		groups[i] = strings.Join(legs, "a") + group[len(modifiers):]
	}
	return strings.Join(groups, "")
}

// verticalFirst swaps the directions of a leg if a horizontal one precedes a vertical one.
func verticalFirst(leg string) string {
	const vertical, horizontal = "fbv", "lrs"
	first := strings.IndexAny(leg, vertical+horizontal)
	if first < 0 || first+1 == len(leg) || strings.ContainsAny(leg[first+2:], vertical+horizontal) ||
		!strings.Contains(horizontal, leg[first:first+1]) || !strings.Contains(vertical, leg[first+1:first+2]) {
		return leg
	}
	return leg[:first] + leg[first+1:first+2] + leg[first:first+1] + leg[first+2:]
}

// symbols gives every piece its letter: the ID if it is a single letter, otherwise the
// first letter of the name. If the letter is taken, the piece gets another.
func (r *diagramReader) symbols() {
	var taken []string
	for i := range r.pieces {
		p := &r.pieces[i]
		id := strings.ToUpper(p.id)
		if len(id) != 1 || !isLetter(id[0]) {
			continue
		}
		if slices.Contains(taken, id) {
			r.Fault(p.line, p.name, fmt.Sprintf("the ID %s belongs to another piece", toml.Quote(p.id)), "each ID once", "")
		}
		p.symbol = id
		taken = append(taken, id)
	}
	for i := range r.pieces {
		p := &r.pieces[i]
		if p.symbol != "" {
			continue
		}
		p.symbol = variant.FreeLetter(p.name, taken)
		first := strings.ToUpper(p.name[:1])
		switch {
		case p.id != "":
			r.Warn("symbol", p.line, p.name, "the ID %s is not one letter from A to Z; its letter is %s here", toml.Quote(p.id), p.symbol)
		case p.symbol != first:
			r.Warn("symbol", p.line, p.name, "its first letter %s belongs to another piece; its letter is %s here", first, p.symbol)
		}
		if p.id == "" {
			p.id = p.symbol
		}
		taken = append(taken, p.symbol)
	}
}

// royal returns the index of the royal piece: the piece that the parameter gives by ID or
// number, else the king, else the last piece. It returns -1 after a fault.
func (r *diagramReader) royal() int {
	p, ok := r.parameters["royal"]
	if !ok {
		if i := slices.IndexFunc(r.pieces, func(p piece) bool { return p.name == "king" }); i >= 0 {
			return i
		}
		last := len(r.pieces) - 1
		r.Warn("royal", r.pieces[last].line, r.pieces[last].name, "taken as the royal piece, since it is the last and there is no king")
		return last
	}
	for i, piece := range r.pieces {
		if piece.id == p.value || strconv.Itoa(i+1) == p.value {
			return i
		}
	}
	r.Fault(p.line, "royal", toml.Quote(p.value), fmt.Sprintf("the ID of a piece or its number from 1 to %d", len(r.pieces)), "")
	return -1
}

// isPawn reports whether a name contains the word pawn.
func isPawn(name string) bool {
	return slices.Contains(strings.Split(name, "-"), "pawn")
}

// gamePiece makes a piece of the game; royals reports whether any piece is royal. If the
// move or the board is faulty, the piece has no moves.
func (r *diagramReader) gamePiece(p *piece, royal, royals bool) variant.Piece {
	if len(p.castlings) > 0 && !royal && royals {
		r.Fault(p.line, p.name, "castling in the move of a piece that is not royal", "the atom O in the royal piece only", "")
	}
	if p.move == "" || r.board.array == nil { // faults
		return variant.Piece{Name: p.name, Symbol: p.symbol, Royal: royal, Pawn: isPawn(p.name)}
	}
	starts := append(r.board.array.Ranks(p.symbol, false), r.board.array.Ranks(p.symbol, true)...)
	slices.Sort(starts)
	starts = slices.Compact(starts)
	sets := limitFirstMoves(p.move, starts)
	if len(sets) == 0 {
		r.Fault(p.line, p.name, "no move other than castling", "a move", "")
	}
	if p.royalOnly != "" {
		sets = append(sets, variant.MoveSet{Betza: p.royalOnly, RoyalOnly: true})
	}
	return variant.Piece{Name: p.name, Symbol: p.symbol, Moves: sets, Royal: royal, Pawn: isPawn(p.name)}
}
