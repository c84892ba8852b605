package diagram

import (
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// castling makes the castling rule from the atoms O of the king's move. Castling
// that no rule describes exactly is left out with a warning; the partner is kept,
// so that an option can choose a rule.
func (r *reader) castling(king *piece) variant.Castling {
	none := variant.Castling{Kind: variant.NoCastling}
	if len(king.castlings) == 0 {
		return none
	}
	files, ranks := len(r.board.array[0]), len(r.board.array)
	white := r.room(king, 0, files)
	black := r.room(king, ranks-1, files)
	if white.partner == "" || white != black {
		r.Warn("castling", king.line, king.name, "the pieces that castle are not two of a kind at the ends of the first rank, the same for both sides; castling is left out")
		return none
	}
	castling := variant.Castling{Partner: white.partner}
	if !castlingKind(&castling, king, white) {
		r.Warn("castling", king.line, king.name, "no castling rule of a game file has just the moves of %s; castling is left out", variant.Quote(king.move))
		return variant.Castling{Kind: variant.NoCastling, Partner: white.partner}
	}
	return castling
}

// room is the space for castling on a side: the name of the pieces at the ends
// of the king's rank and their distances from the king, 0 where no piece is.
type room struct {
	partner     string
	left, right int
}

func (r *reader) room(king *piece, rank, files int) room {
	row := strings.ToUpper(string(r.board.array[rank]))
	at := strings.Index(row, king.symbol)
	if at < 0 {
		return room{}
	}
	first := strings.IndexFunc(row, func(c rune) bool { return c != 0 })
	last := strings.LastIndexFunc(row, func(c rune) bool { return c != 0 })
	var symbol byte
	switch {
	case first == at && last == at:
		return room{}
	case first == at:
		symbol = row[last]
	case last == at || row[first] == row[last]:
		symbol = row[first]
	default:
		return room{}
	}
	i := slices.IndexFunc(r.pieces, func(p piece) bool { return p.symbol[0] == symbol })
	return room{r.pieces[i].name, at - first, last - at}
}

// castlingKind chooses the rule that has exactly the given moves. It reports
// whether there is one.
func castlingKind(castling *variant.Castling, king *piece, room room) bool {
	var steps [2][]int // to the left and to the right
	jumps := 0
	for _, c := range king.castlings {
		for side, wanted := range []bool{c.Left, c.Right} {
			if distance := []int{room.left, room.right}[side]; wanted && distance > 0 && !slices.Contains(steps[side], c.Steps) {
				steps[side] = append(steps[side], c.Steps)
			}
		}
		if c.Jumps {
			jumps++
		}
	}
	slices.Sort(steps[0])
	slices.Sort(steps[1])
	longest, list := max(room.left, room.right)-1, steps[0]
	if room.left == 0 {
		list = steps[1]
	}
	if len(list) == 0 || room.left > 0 && room.right > 0 && !slices.Equal(steps[0], steps[1]) || jumps != 0 && jumps != len(king.castlings) {
		return false
	}
	from, to := list[0], list[len(list)-1]
	unbroken := to-from+1 == len(list)
	switch {
	case jumps > 0:
		// The number is the greatest distance.
		castling.Kind, castling.Between = variant.FastCastling, true
		return to >= longest
	case len(list) == 1 && from >= 2:
		castling.Kind, castling.KingSteps = variant.OrthodoxCastling, from
		return from <= 6 && (room.left == 0 || from <= room.left) && (room.right == 0 || from <= room.right)
	case unbroken && from == 1 && to >= longest:
		castling.Kind = variant.FlexibleCastling
		return true
	case unbroken && from == 2 && to >= longest:
		castling.Kind = variant.FreeCastling
		return true
	}
	return false
}
