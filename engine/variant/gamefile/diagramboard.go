package gamefile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// board is the board of a diagram.
type board struct {
	files, ranks int
	base         int // number of the lowest rank
	isHole       [][]bool
	// offset is 1 if pieces wait on the first and last rank, which are then not part of
	// array, otherwise 0.
	offset int
	array  variant.Array
}

// layout reads the size of the board, its holes and the array. It reports whether the size
// is known.
func (r *diagramReader) layout(v *variant.Variant) bool {
	before := len(r.Errors)
	b := &r.board
	b.files = r.number("files", 8, 2, variant.MaxSide)
	b.ranks = r.number("ranks", 8, 2, variant.MaxSide+2)
	b.base = r.number("firstRank", 1, 0, 1)
	if b.base == 0 {
		r.Warn("first-rank", r.parameters["firstRank"].line, "firstRank", "the names of squares are read with 0 for the lowest rank; here it is 1")
	}
	if len(r.Errors) > before {
		return false
	}
	b.isHole = make([][]bool, b.ranks)
	for rank := range b.isHole {
		b.isHole[rank] = make([]bool, b.files)
	}
	for _, h := range r.holes {
		for _, list := range []string{h.white, h.black} {
			for _, sq := range r.squares(h, list) {
				b.isHole[sq.Rank][sq.File] = true
			}
		}
	}
	r.findGates()
	v.Files, v.Ranks = b.files, b.ranks-2*b.offset
	b.array = variant.NewArray(v.Files, v.Ranks)
	v.Holes = b.holes()
	r.placePieces()
	v.Array = b.array.String()
	return true
}

// findGates decides whether pieces wait on the outer ranks.
func (r *diagramReader) findGates() {
	b := &r.board
	full := func(rank int) bool { return !slices.Contains(b.isHole[rank], false) }
	auto := r.number("autoGate", 0, 0, 1) == 1
	if auto && b.ranks >= 4 && full(0) && full(b.ranks-1) {
		b.offset = 1
	} else if auto {
		r.Lose(r.parameters["autoGate"].line, "autoGate", "1", "the first and the last rank are not all holes, so pieces have no place to wait", "no gating")
	}
}

// holes lists the holes of the board, without the ranks for waiting pieces.
func (b *board) holes() []string {
	var names []string
	for rank := range b.array {
		for file := range b.files {
			if b.isHole[rank+b.offset][file] {
				names = append(names, variant.Square{File: file, Rank: rank}.String())
			}
		}
	}
	return names
}

// squares reads a list of squares and ranges of squares.
func (r *diagramReader) squares(p piece, list string) []variant.Square {
	var squares []variant.Square
	if list == "" {
		return nil
	}
	for _, entry := range strings.Split(list, ",") {
		entry = strings.TrimSpace(entry)
		from, to, _ := strings.Cut(entry, "-")
		if !strings.Contains(entry, "-") {
			to = from
		}
		a, okA := r.board.square(from)
		z, okZ := r.board.square(to)
		if !okA || !okZ || a.File > z.File || a.Rank > z.Rank {
			r.Fault(p.line, p.name, toml.Quote(entry), fmt.Sprintf("a square from %s to %s or a range, as in a2-h2",
				r.board.name(0, 0), r.board.name(r.board.files-1, r.board.ranks-1)), "")
			return nil
		}
		for rank := a.Rank; rank <= z.Rank; rank++ {
			for file := a.File; file <= z.File; file++ {
				squares = append(squares, variant.Square{File: file, Rank: rank})
			}
		}
		if len(squares) > r.board.files*r.board.ranks {
			r.Fault(p.line, p.name, "more squares than the board has", "each square once", "")
			return nil
		}
	}
	return squares
}

// square reads the name of a square.
func (b *board) square(name string) (variant.Square, bool) {
	if len(name) < 2 || name[0] < 'a' || name[0] > 'z' {
		return variant.Square{}, false
	}
	n, err := strconv.ParseUint(name[1:], 10, 8)
	sq := variant.Square{File: int(name[0] - 'a'), Rank: int(n) - b.base}
	return sq, err == nil && sq.File < b.files && sq.Rank >= 0 && sq.Rank < b.ranks
}

func (b *board) name(file, rank int) string {
	return variant.Square{File: file, Rank: rank + b.base - 1}.String()
}

// placePieces fills the array. Black's pieces are placed by their list or, if there is
// none, by symmetry.
func (r *diagramReader) placePieces() {
	symmetry, listed := r.symmetry()
	for _, p := range r.pieces {
		white := r.squares(p, p.white)
		for _, sq := range white {
			r.place(p, sq, p.symbol[0])
		}
		black := r.squares(p, p.black)
		if !p.listsBlack && symmetry != "none" {
			black = r.board.reflect(white, symmetry)
		} else if p.listsBlack && listed {
			r.Warn("symmetry", p.line, p.name, "Black's squares are listed although symmetry=%s; the list was taken", symmetry)
		}
		for _, sq := range black {
			r.place(p, sq, p.symbol[0]+'a'-'A')
		}
	}
}

// symmetry returns how Black's array follows from White's, and whether a parameter determines it.
// If there is no parameter it is the mirror image unless some piece lists Black's squares.
func (r *diagramReader) symmetry() (kind string, given bool) {
	p, ok := r.parameters["symmetry"]
	if !ok {
		if slices.ContainsFunc(r.pieces, func(p piece) bool { return p.listsBlack }) {
			return "none", false
		}
		return "mirror", false
	}
	kind = r.Choice(p.line, "symmetry", p.value, "none", "mirror", "rotate", "none")
	return kind, kind != "none"
}

func (b *board) reflect(squares []variant.Square, symmetry string) []variant.Square {
	var reflected []variant.Square
	for _, sq := range squares {
		sq.Rank = b.ranks - 1 - sq.Rank
		if symmetry == "rotate" {
			sq.File = b.files - 1 - sq.File
		}
		reflected = append(reflected, sq)
	}
	return reflected
}

func (r *diagramReader) place(p piece, sq variant.Square, letter byte) {
	b := &r.board
	rank := sq.Rank - b.offset
	name := b.name(sq.File, sq.Rank)
	switch {
	case b.isHole[sq.Rank][sq.File]:
		r.Fault(p.line, p.name, "stands on "+name+", which is a hole", "a square of the board", "")
	case b.array[rank][sq.File] != 0:
		r.Fault(p.line, p.name, fmt.Sprintf("stands on %s, where %q stands already", name, b.array[rank][sq.File]), "each square once", "")
	default:
		b.array[rank][sq.File] = letter
	}
}
