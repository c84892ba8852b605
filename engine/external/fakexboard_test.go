//go:build unix

package external

import (
	"fmt"
	"os"
	"strings"
	"unicode"

	"bestiary/engine/rules"
)

// xboard speaks CECP.
func (f *fake) xboard() {
	for f.in.Scan() {
		word, rest, _ := strings.Cut(f.in.Text(), " ")
		switch word {
		case "protover":
			fmt.Print("White (1) : feature done=0\n")
			fmt.Println(`feature myname="Fake X" memory=1 variants="normal,capablanca,grand,al-ces,falcon" option="Level -combo low /// *high"`)
			fmt.Println("feature " + os.Getenv(featuresVar))
			fmt.Println("feature done=1")
		case "ping":
			fmt.Println("pong " + rest)
		case "force":
			if f.pos == nil {
				f.begin()
			}
		case "new":
			f.choose("chess")
		case "variant":
			f.variant(rest)
		case "setboard":
			f.setBoard(f.read(rest))
		case "edit":
			f.edit()
		case "usermove":
			f.told(rest)
		case "go":
			f.think()
		case "quit":
			return
		default:
			if coordinates.MatchString(word) {
				f.told(word)
			}
		}
	}
}

func (f *fake) variant(name string) {
	if name == "falcon" {
		name = "falcon-chess"
	}
	f.choose(name)
	if f.does("other-start") {
		fmt.Println("setup (PNBRQACKpnbrqack) 10x8+0_normal rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1")
	}
}

// Ten ranks, as CECP and as we count them. The first match counts.
var (
	toCECP   = strings.NewReplacer(rankNames(1, 0)...)
	fromCECP = strings.NewReplacer(rankNames(0, 1)...)
)

// rankNames pairs the squares of ten ranks counted from one number with those
// counted from another.
func rankNames(from, to int) []string {
	var pairs []string
	for rank := 9; rank >= 0; rank-- {
		for _, file := range "abcdefghij" {
			pairs = append(pairs, fmt.Sprintf("%c%d", file, rank+from), fmt.Sprintf("%c%d", file, rank+to))
		}
	}
	return pairs
}

// write converts a move to the squares of the protocol.
func (f *fake) write(move string) string {
	if f.protocol == XBoard && f.game.Ranks() == 10 {
		return toCECP.Replace(move)
	}
	return move
}

// read converts a move or a FEN from the squares of the protocol. The rows of a FEN
// may look like squares.
func (f *fake) read(text string) string {
	if f.game.Ranks() != 10 {
		return text
	}
	board, rest, isFEN := strings.Cut(text, " ")
	if isFEN {
		return board + " " + fromCECP.Replace(rest)
	}
	return fromCECP.Replace(text)
}

// told makes the opponent's move.
func (f *fake) told(text string) {
	if f.does("refuse") {
		fmt.Println("Illegal move (in a bad mood): " + text)
		return
	}
	f.makeMove(f.read(text))
}

func (f *fake) think() {
	fmt.Println("  7.   31   12   1234  e4 e5")
	switch {
	case f.does("resign"):
		fmt.Println("resign")
	case f.does("claim"):
		fmt.Println("1/2-1/2 {Draw by repetition}")
	default:
		if f.does("offer") {
			fmt.Println("offer draw")
		}
		f.answer("move ")
	}
}

// edit reads a position piece by piece.
func (f *fake) edit() {
	board := map[rules.Square]string{}
	letter := unicode.ToUpper
	for f.in.Scan() && f.in.Text() != "." {
		switch text := f.in.Text(); text {
		case "#":
			clear(board)
		case "c":
			letter = unicode.ToLower
		default:
			square := f.read(text[1:])
			file := int(square[0] - 'a')
			var rank int
			if _, err := fmt.Sscan(square[1:], &rank); err != nil {
				panic(err)
			}
			board[f.game.SquareAt(file, rank-1)] = string(letter(rune(text[0])))
		}
	}
	var rows []string
	for rank := f.game.Ranks() - 1; rank >= 0; rank-- {
		row, empty := "", 0
		for file := range f.game.Files() {
			piece := board[f.game.SquareAt(file, rank)]
			if piece == "" {
				empty++
				continue
			}
			row += strings.Trim(fmt.Sprint(empty), "0") + piece
			empty = 0
		}
		if empty > 0 {
			row += fmt.Sprint(empty)
		}
		rows = append(rows, row)
	}
	turn := "w"
	if f.pos.Turn() == rules.Black {
		turn = "b"
	}
	f.setBoard(strings.Join(rows, "/") + " " + turn + " - - 0 1")
}
