package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// fenFields are the fields of a FEN as we write it. Omitted fields are empty.
type fenFields struct {
	board, turn, castling, passed string
	checks                        string // that each side must still give, as in 3+2
	halfmove, fullmove            string
	// rest is the text after them: moves or the operations of EPD.
	rest []string
}

// A fenDialect is a way in which other programs write positions of some games.
type fenDialect struct {
	name string
	// read changes fields of the dialect to ours, and leaves others alone.
	read func(g *Game, words []string) []string
	// write changes our fields to the dialect; nil if others are not written so.
	write func(p *Position, f *fenFields)
}

// fenDialects are tried in this order. testdata/fendialects.tsv has examples.
var fenDialects = []fenDialect{
	// Shogi programs that speak USI.
	{"sfen", (*Game).fromSFEN, (*Position).toSFEN},
	// A blank before the hands.
	{"hand field", (*Game).joinHands, nil},
	// The pieces that have not moved in a field behind the castling rights.
	{"chessv", (*Game).fromChessV, nil},
	// Hands behind a slash, and at the end the checks given.
	{"lichess", (*Game).fromLichess, (*Position).toLichess},
	// Castling rights by the files of the rooks, which are read in any dialect.
	{"shredder", nil, (*Position).toShredder},
}

// FENDialects lists the names of the dialects in which FENIn writes.
func FENDialects() (names []string) {
	for _, d := range fenDialects {
		if d.write != nil {
			names = append(names, d.name)
		}
	}
	return names
}

// FENIn writes the position in the dialect of other programs.
func (p *Position) FENIn(dialect string) (string, error) {
	i := slices.IndexFunc(fenDialects, func(d fenDialect) bool { return d.name == dialect && d.write != nil })
	if i < 0 {
		names := FENDialects()
		return "", fmt.Errorf("unknown dialect %q, expected one of %s%s", dialect, strings.Join(names, ", "), toml.Hint(dialect, names))
	}
	f := cutFEN(strings.Fields(p.FEN()))
	fenDialects[i].write(p, &f)
	var words []string
	for _, word := range []string{f.board, f.turn, f.castling, f.passed, f.checks, f.halfmove, f.fullmove} {
		if word != "" {
			words = append(words, word)
		}
	}
	return strings.Join(append(words, f.rest...), " "), nil
}

// ours returns the words of a FEN of any dialect in our order.
func (g *Game) ours(words []string) fenFields {
	for _, d := range fenDialects {
		if d.read != nil && len(words) > 0 {
			words = d.read(g, words)
		}
	}
	return cutFEN(words)
}

// isCount reports whether a word is a number.
func isCount(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isChecks reports whether a word is meant as a pair of numbers, as in 3+2.
func isChecks(s string) bool { return s[0] >= '0' && s[0] <= '9' && strings.Contains(s, "+") }

// cutFEN divides the words of a FEN into fields. Games without castling and captures in passing
// may leave out these two.
func cutFEN(words []string) (f fenFields) {
	next := func(is func(string) bool) (word string) {
		if len(words) > 0 && is(words[0]) {
			word, words = words[0], words[1:]
		}
		return word
	}
	anything := func(string) bool { return true }
	letters := func(s string) bool { return !isCount(s) && !isChecks(s) && s != movesWord }
	f.board, f.turn = next(anything), next(anything)
	f.castling, f.passed = next(letters), next(letters)
	f.checks = next(isChecks)
	counter := func(s string) bool { return s[0] < 'A' && s[0] != '[' && s[0] != '"' } // no operation of EPD
	if f.halfmove = next(counter); f.halfmove != "" {
		f.fullmove = next(counter)
	}
	f.rest = words
	return f
}

// movesWord comes before the moves that follow a FEN, as in UCI.
const movesWord = "moves"

// joinHands moves hands in a word of their own to the board.
func (g *Game) joinHands(words []string) []string {
	if len(words) > 1 && strings.HasPrefix(words[1], "[") {
		return append([]string{words[0] + words[1]}, words[2:]...)
	}
	return words
}

var chessVUnmoved = regexp.MustCompile(`^(-|[A-Za-z]+)$`)

// fromChessV joins the field of pieces that have not moved to the castling rights. There a king may
// be called K although it starts on another file.
func (g *Game) fromChessV(words []string) []string {
	if g.unmoved == nil || len(words) < 5 || !chessVUnmoved.MatchString(words[3]) || isCount(words[4]) || words[4] == movesWord {
		return words
	}
	rights := strings.Trim(words[2], "-")
	for _, letter := range strings.Trim(words[3], "-") {
		king, c := Square(0), White
		if letter == 'k' {
			c = Black
		}
		ok := letter == 'K' || letter == 'k'
		if ok {
			king, ok = findPiece(g.arrayBoard(), CodeOf(g.royal, c))
		}
		if ok && g.startsOn(CodeOf(g.royal, c), king) {
			rights += g.SquareName(king)
		} else {
			rights += string(letter)
		}
	}
	return append([]string{words[0], words[1], cmp.Or(rights, "-")}, words[4:]...)
}

var givenChecks = regexp.MustCompile(`^\+([0-9])\+([0-9])$`)

// fromLichess reads hands behind a slash, and at the end the checks that each side has given.
func (g *Game) fromLichess(words []string) []string {
	board := words[0]
	if at := strings.LastIndexByte(board, '/'); g.mayHold() && !strings.Contains(board, "[") &&
		strings.Count(board, "/") == g.Ranks() {
		words = append([]string{board[:at] + "[" + board[at+1:] + "]"}, words[1:]...)
	}
	if !g.CountsChecks() {
		return words
	}
	for i, word := range words {
		given := givenChecks.FindStringSubmatch(word)
		if given == nil {
			continue
		}
		var left [2]int
		for c := range left {
			n, _ := strconv.Atoi(given[c+1])
			left[c] = g.Variant.Rules.Checks - n // below 0 is an error of the count
		}
		return withChecks(append(words[:i:i], words[i+1:]...), fmt.Sprintf("%d+%d", left[0], left[1]))
	}
	if last := len(words) - 1; last > 4 && isChecks(words[last]) {
		return withChecks(words[:last:last], words[last])
	}
	return words
}

// withChecks inserts the checks before the counters of a FEN.
func withChecks(words []string, checks string) []string {
	f := cutFEN(words)
	at := len(words) - len(f.rest)
	for _, counter := range []string{f.halfmove, f.fullmove} {
		if counter != "" {
			at--
		}
	}
	return slices.Insert(slices.Clone(words), at, checks)
}

func (p *Position) toLichess(f *fenFields) {
	if board, hands, ok := strings.Cut(f.board, "["); ok && p.g.drops {
		f.board = board + "/" + strings.TrimSuffix(hands, "]")
	}
	if f.checks != "" {
		n := p.g.Variant.Rules.Checks
		f.checks, f.rest = "", []string{fmt.Sprintf("+%d+%d", n-int(p.left[White]), n-int(p.left[Black]))}
	}
}

// toShredder names rights by files.
func (p *Position) toShredder(f *fenFields) {
	if p.g.entering != nil { // whose rights of pieces that enter are files already
		return
	}
	var b strings.Builder
	for i, w := range p.g.wings {
		if p.rights>>i&1 != 0 {
			b.WriteByte(fileLetter(p.g.File(w.Partner), w.Color))
		}
	}
	if b.Len() > 0 {
		f.castling = b.String() + p.unmovedText(White) + p.unmovedText(Black)
	}
}

// sfenHands matches the pieces in hand in SFEN, with their numbers before them.
var sfenHands = regexp.MustCompile(`^(-|([0-9]*[A-Za-z])+)$`)

// shogiLike reports whether SFEN can express positions of the game.
func (g *Game) shogiLike() bool {
	return g.drops && len(g.wings) == 0 && slices.ContainsFunc(g.codes, func(c Code) bool { return g.symbols[c]&variant.PromotedForm != 0 })
}

// fromSFEN reads board, turn, hands and the number of the move. The side that moves first, called
// black there, has the capital letters.
func (g *Game) fromSFEN(words []string) []string {
	if !g.shogiLike() || len(words) < 3 || strings.Contains(words[0], "[") || !sfenHands.MatchString(words[2]) {
		return words
	}
	if len(words) > 3 && !isCount(words[3]) {
		return words
	}
	turn, ok := map[string]string{"b": "w", "w": "b"}[words[1]]
	if !ok {
		return words
	}
	ply := 1
	rest := words[3:]
	if len(rest) > 0 {
		ply, _ = strconv.Atoi(rest[0])
		rest = rest[1:]
	}
	return append([]string{words[0] + "[" + words[2] + "]", turn, "-", "-", "0", strconv.Itoa((ply + 1) / 2)}, rest...)
}

// toSFEN writes the pieces in hand from the strongest on, as programs expect.
func (p *Position) toSFEN(f *fenFields) {
	if !p.g.shogiLike() {
		return
	}
	var hands strings.Builder
	for _, c := range []Color{White, Black} {
		for t := maxTypes; t > 0; t-- {
			n := p.hand[c][t]
			if n > 1 {
				hands.WriteString(strconv.Itoa(int(n)))
			}
			if n > 0 {
				hands.WriteString(p.g.CodeSymbol(CodeOf(Type(t), c)))
			}
		}
	}
	board, _, _ := strings.Cut(f.board, "[")
	ply := 2*p.fullmove - 1 + int(p.turn)
	*f = fenFields{board: board, turn: "bw"[p.turn : p.turn+1], castling: cmp.Or(hands.String(), "-"), passed: strconv.Itoa(ply)}
}
