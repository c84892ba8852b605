package protocol

import (
	"regexp"
	"strconv"
	"strings"
)

// Ranks is the number of ranks of a board. It converts between our names of squares, whose
// ranks count from 1, and those of CECP, whose ranks count from 0 on boards of exactly ten
// ranks: our a1 and a10 are its a0 and a9. The zero value converts nothing.
type Ranks int

// zeroRanks is the number of ranks of boards whose ranks CECP counts from 0.
const zeroRanks = 10

var square = regexp.MustCompile(`[a-p][0-9]+`)

// ToCECP converts all squares in one of our texts, such as a move.
func (r Ranks) ToCECP(text string) string { return r.shift(text, -1) }

// FromCECP converts all squares in a text from CECP.
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
