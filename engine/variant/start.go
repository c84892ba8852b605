package variant

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bestiary/internal/format"
	"bestiary/internal/toml"
)

// MinPlain is the smallest number of files and of ranks of a plain board.
const MinPlain = 4

// Plain returns chess on a board of another size: rooks in the corners, then knights and bishops in
// turn, queen and king in the middle. Kinds without a square in the array are omitted. Castling
// needs eight files, the double step of pawns eight ranks.
func Plain(files, ranks int) (*Variant, error) {
	if min(files, ranks) < MinPlain || max(files, ranks) > MaxSide {
		return nil, fmt.Errorf("a board of %d x %d squares; expected %d to %d files and as many ranks", files, ranks, MinPlain, MaxSide)
	}
	v, err := Find("chess")
	if err != nil {
		return nil, err
	}
	v.Source, v.OwnOptions = "", nil
	wing := []byte("R" + strings.Repeat("NB", MaxSide/4))
	right := slices.Clone(wing[:(files-2)/2])
	slices.Reverse(right)
	officers := string(wing[:(files-1)/2]) + "QK" + string(right)
	pawns := strings.Repeat("P", files)
	empty := strings.Repeat(fmt.Sprintf("%d/", files), ranks-4)
	v.Files, v.Ranks = files, ranks
	v.Array = strings.ToLower(officers+"/"+pawns) + "/" + empty + pawns + "/" + officers

	v.Pieces = slices.DeleteFunc(v.Pieces, func(p Piece) bool { return !strings.Contains(v.Array, p.Symbol) })
	v.Rules.Promotions[0].Choices = v.present(v.Rules.Promotions[0].Choices)
	switch {
	case files < 8:
		v.Rules.Castling = Castling{Kind: NoCastling}
	case files >= 10:
		v.Rules.Castling.KingSteps = 3
	}
	if ranks < 8 {
		v.Pieces[0].Moves = []MoveSet{{Betza: "fmWfcF"}}
	}
	return v, nil
}

// head begins a new file.
const head = `# %[2]s, begun from %[3]s. Change what you like, then
#
#   bestiary validate %[1]s.toml            lists what is wrong with this file
#   bestiary show %[1]s.toml                shows the board, the moves and the rules
#   bestiary play %[1]s.toml                plays it with you
#   bestiary study %[1]s.toml               says what it is like: values, who wins, faults
#
# docs/game-format.md describes every field, docs/betza.md how moves are written.

`

// comments explain the tables of a new file: each is placed above the first table with its header.
var comments = []struct{ header, text string }{
	{"[board]", `# The rows of the array go from the highest rank to the lowest. Capital letters are White's
# pieces, small letters Black's, and numbers empty squares. holes = ["a1", "h1"] takes
# squares away; they count as empty in the array.`},
	{"[[piece]]", `# Each kind of piece has a table with a letter for the array and a move. In a move W is a step
# along a rank or file, F a diagonal step and N a knight's leap; R, B, Q and K go as in chess. f
# means forward, m only without capturing, c only to capture. more-moves has moves with
# limits, such as the ranks from which they can be made.`},
	{"[rules]", `# n-move and repetition end games in draws; 0 switches them off. stalemate is the result of a side
# that has no legal move and is not in check: "draw", "loss" or "win".`},
	{"[rules.castling]", `# The king goes king-steps squares towards the rook. kind = "none" switches castling off.`},
	{"[[rules.promotion]]", `# Pawns promote on the last ranks, as many as zone says. side = "white" or "black" limits a
# table to one side, so that the other can have its own.`},
}

// Begin returns a commented game file, with the rules of v, from which a game of the given
// name can start. Source is the text of the file of v, whose comments are kept; without
// one the file has comments that explain its tables.
func Begin(name string, v *Variant, source []byte) ([]byte, error) {
	switch {
	case !namePattern.MatchString(name) || len(name) > maxName:
		return nil, fmt.Errorf("the name %s: expected %s, at most %d characters", toml.Quote(name), nameForm, maxName)
	case slices.Contains(Catalogue(), name):
		return nil, fmt.Errorf("the name %s: a game of the catalogue has it; expected another one", toml.Quote(name))
	}
	origin := cmp.Or(v.Title, v.Name)
	if v.Author != "" {
		origin += " by " + v.Author
	}
	begun := &Variant{Name: name, Title: format.Title(strings.ReplaceAll(name, "-", " ")), Approximates: v.Approximates}
	var e encoder
	fmt.Fprintf(&e, head, name, begun.Title, origin)
	e.Fields(begun.headFields())
	if text := append(e.Bytes(), tablesOf(source)...); source != nil {
		if again, err := Parse(name+gameFileSuffix, text); err == nil && again.Hash() == v.Hash() {
			return text, nil
		}
	}
	text := string(tablesOf(v.Encode()))
	for _, c := range comments {
		text = strings.Replace(text, "\n"+c.header+"\n", "\n"+c.text+"\n"+c.header+"\n", 1)
	}
	e.WriteString(text)
	return e.Bytes(), nil
}

// firstTable matches the first header of a game file with the comment and the empty line
// above it.
var firstTable = regexp.MustCompile(`(?m)\n(#.*\n)*\[`)

// tablesOf returns a game file without its fields of the top level.
func tablesOf(text []byte) []byte {
	if at := firstTable.FindIndex(text); at != nil {
		return text[at[0]:]
	}
	return nil
}

// ShuffleRule is whether the array is shuffled before a game.
type ShuffleRule string

// The shuffles.
const (
	NoShuffle ShuffleRule = "none"
	// ShuffleFirstRank: before a game the pieces of the first rank, pawns aside, exchange squares
	// at random, in the same way for both sides. A kind that never changes the colour of its
	// squares and is on both colours stays on both; with the castling of Chess960 the king stays
	// between its partners.
	ShuffleFirstRank ShuffleRule = "first-rank"
)

// isShuffleable is the condition of shuffles: other castlings depend on the squares of king and
// partner, and the shuffle is one for both sides.
var isShuffleable = &condition{func(s scope) bool {
	kind := s.Castling.Kind
	return (kind.Shuffled() || !kind.castles()) && s.v.sameFirstRanks()
}, "without castling none, chess960 or chess480 and the same pieces on the first ranks of both sides",
	fmt.Sprintf("its castling is not %s, %s or %s, or the first ranks of the sides differ", NoCastling, Chess960Castling, Chess480Castling)}

// sameFirstRanks reports whether both sides have the same pieces on the same files of
// their first ranks, and two pieces other than pawns on them.
func (v *Variant) sameFirstRanks() bool {
	array, problems := ReadArray(v.Array, v.Files, v.Ranks)
	if len(problems) > 0 {
		return false
	}
	movable := 0
	for file, letter := range array[0] {
		other := array[v.Ranks-1][file]
		if upper(letter) != letter || upper(other) != letter || letter != 0 && other == letter {
			return false
		}
		for _, p := range v.Pieces {
			if letter != 0 && p.Symbol != "" && letter == LetterOf(p.Symbol, false) && !p.Pawn {
				movable++
			}
		}
	}
	return movable > 1
}
