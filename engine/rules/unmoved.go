package rules

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// unmoved is the rule of moves that are only for a piece that has not moved. Each square of the
// array with a piece that has such moves is a right, as castling is: a bit of a position's rights,
// counted from the highest down. The right goes when the piece leaves or is captured, so whatever
// stands there with the right is the piece of the array.
type unmoved struct {
	right [256]uint64
	// programs by code and square hold all moves of a piece that has not moved; nil elsewhere.
	programs [maxCodes][][]step
	count    int
}

// findUnmoved gives a right to each square of the array whose piece has moves for its first move
// only. If the first ranks are shuffled, all of their squares get one.
func (g *Game) findUnmoved() {
	starts := map[Code]bool{}
	for i, p := range g.Variant.Pieces {
		if slices.ContainsFunc(parseMoveSets(p), moveSet.hasInitial) {
			starts[CodeOf(Type(i+1), White)], starts[CodeOf(Type(i+1), Black)] = true, true
		}
	}
	if len(starts) == 0 {
		return
	}
	array, _ := variant.ReadArray(g.Variant.Array, g.Files(), g.Ranks())
	u := &unmoved{}
	var squares Set
	for rank, row := range array {
		for file := range row {
			for _, letter := range row {
				sq, code := g.SquareAt(file, rank), g.bySym[letter]
				here := letter == row[file] || g.Variant.Rules.Shuffle == variant.ShuffleFirstRank && (rank == 0 || rank == g.Ranks()-1)
				if letter == 0 || !here || !starts[code] || g.IsHole(sq) {
					continue
				}
				if !squares.Has(sq) {
					squares.Add(sq)
					u.right[sq] = 1 << 63 >> u.count // 0 beyond the last bit, which checkRights refuses
					u.count++
				}
				if u.programs[code] == nil {
					u.programs[code] = make([][]step, g.Squares())
				}
				u.programs[code][sq] = []step{}
			}
		}
	}
	g.unmoved = u
}

// hasInitial reports whether a set has moves for pieces that have not moved.
func (s moveSet) hasInitial() bool {
	return slices.ContainsFunc(s.expr.Paths, func(p betza.Path) bool { return p.Initial })
}

// startsOn reports whether a piece of the array starts on a square and has moves for its first move
// only.
func (g *Game) startsOn(code Code, sq Square) bool {
	return g.unmoved != nil && g.unmoved.programs[code] != nil && g.unmoved.programs[code][sq] != nil
}

// Unmoved reports whether the piece on a square has not moved and has moves for its first move only.
func (p *Position) Unmoved(sq Square) bool {
	return p.g.startsOn(p.board[sq], sq) && p.rights&p.g.unmoved.right[sq] != 0
}

// steps returns the program of a piece from a square, whether or not it stands there.
func (p *Position) steps(code Code, from Square) []step {
	if p.g.unmoved != nil && p.board[from] == code && p.Unmoved(from) {
		return p.g.unmoved.programs[code][from]
	}
	return p.g.programs[code][from]
}

// everyStep returns the program of a piece from a square with all moves that it can ever have there.
func (g *Game) everyStep(code Code, from Square) []step {
	if g.startsOn(code, from) {
		return g.unmoved.programs[code][from]
	}
	return g.programs[code][from]
}

// cutInitial divides walks into those of any piece and those of a piece that has not moved.
func cutInitial(walks []walker) (usual, initial []walker) {
	for _, w := range walks {
		if w.path.Initial {
			initial = append(initial, w)
		} else {
			usual = append(usual, w)
		}
	}
	return usual, initial
}

// resetKeeps makes every square keep all rights except the right of the piece that starts there.
func (g *Game) resetKeeps() {
	for sq := range g.keeps {
		g.keeps[sq] = ^uint64(0)
		if g.unmoved != nil {
			g.keeps[sq] &^= g.unmoved.right[sq]
		}
	}
}

// checkRights makes sure that there is a bit for every right.
func (g *Game) checkRights() error {
	n := len(g.wings)
	if g.entering != nil {
		n += 2 * g.Files()
	}
	if g.unmoved != nil && n+g.unmoved.count > 64 {
		return fmt.Errorf("%d pieces have moves with the modifier i; at most %d may, beside the rights to castle", g.unmoved.count, 64-n)
	}
	return nil
}

// impliedUnmoved returns the rights of kings and partners that may castle.
func (p *Position) impliedUnmoved() (rights uint64) {
	for i, w := range p.g.wings {
		if p.rights>>i&1 != 0 {
			for _, sq := range []Square{w.King, w.Partner} {
				if p.g.startsOn(p.board[sq], sq) {
					rights |= p.g.unmoved.right[sq]
				}
			}
		}
	}
	return rights
}

// unmovedText names a side's pieces that have not moved, except kings and partners that may
// castle: by the letters of their files, as XBoard does, or by their squares where the letters
// could mean something else.
func (p *Position) unmovedText(c Color) string {
	if p.g.unmoved == nil {
		return ""
	}
	var files, squares strings.Builder
	implied := p.impliedUnmoved()
	for i := range p.g.Squares() {
		switch sq := Square(i); {
		case !p.Unmoved(sq) || implied&p.g.unmoved.right[sq] != 0 || p.board[sq].Color() != c:
		case p.g.namesByFile(sq, c):
			files.WriteByte(fileLetter(p.g.File(sq), c))
		default:
			squares.WriteString(p.g.SquareName(sq))
		}
	}
	return files.String() + squares.String()
}

// namesByFile reports whether the letter of a file names the piece that starts on a square.
func (g *Game) namesByFile(sq Square, c Color) bool {
	letter := fileLetter(g.File(sq), c)
	return g.entering == nil && !g.castlesChess960() && g.homeRow[c].Has(sq) && !slices.ContainsFunc(g.wings, func(w Wing) bool {
		return w.Letter == letter || fileLetter(g.File(w.Partner), w.Color) == letter
	})
}

// unmovedSquares reads the squares of pieces that have not moved, and returns the rest of the field.
func (r *fenReader) unmovedSquares(text string) (rest string, err error) {
	for r.g.unmoved != nil && text != "" {
		if len(text) == 1 || text[1] < '0' || text[1] > '9' {
			rest, text = rest+text[:1], text[1:]
			continue
		}
		sq, after, err := r.g.parseSquare(strings.ToLower(text[:1]) + text[1:])
		if err != nil {
			return "", r.fail("castling", "%v", err)
		}
		if err := r.standUnmoved(text[:len(text)-len(after)], sq); err != nil {
			return "", err
		}
		text = after
	}
	return rest + text, nil
}

// unmovedFile reads the letter of the file of a piece that has not moved. It reports false for
// any other letter.
func (r *fenReader) unmovedFile(letter byte) (bool, error) {
	for _, c := range []Color{White, Black} {
		for f := range r.g.Files() {
			if fileLetter(f, c) == letter && r.g.unmoved != nil {
				return true, r.standUnmoved(string(letter), r.g.firstRank(f, c))
			}
		}
	}
	return false, nil
}

// standUnmoved gives the right of a square to the piece there.
func (r *fenReader) standUnmoved(text string, sq Square) error {
	if !r.g.startsOn(r.p.board[sq], sq) {
		return r.fail("castling", "%q needs a piece on %s that starts there and has moves with the modifier i", text, r.g.SquareName(sq))
	}
	r.p.rights |= r.g.unmoved.right[sq]
	return nil
}

// allUnmoved gives rights to all pieces that stand where they start.
func (p *Position) allUnmoved() {
	for i := range p.g.Squares() {
		if sq := Square(i); p.g.startsOn(p.board[sq], sq) {
			p.rights |= p.g.unmoved.right[sq]
		}
	}
}

// startUnmoved names the squares of all pieces with moves for their first move only.
func (g *Game) startUnmoved() (squares string) {
	array := g.arrayBoard()
	for sq, code := range array {
		if g.startsOn(code, Square(sq)) {
			squares += g.SquareName(Square(sq))
		}
	}
	return squares
}
