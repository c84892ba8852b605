package variant

import (
	"fmt"
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bestiary/engine/betza"
	"bestiary/internal/files"
	"bestiary/internal/picture"
	"bestiary/internal/toml"
)

// Validate checks the game. It returns nil or toml.Errors with every fault found, with
// fields named as in the file format.
func (v *Variant) Validate() error {
	return v.check().OrNil()
}

func (v *Variant) check() toml.Errors {
	// The paths of strings in the game's own options count even while not in use.
	moves := &moveReader{budget: betza.NewBudget(MaxPaths), known: map[string]moveFacts{}}
	c := &checker{v: v, errs: v.checkFields(moves), reader: moves}
	for _, p := range v.Pieces {
		c.addName(p.Name)
	}
	c.ownOptions()
	return c.errs
}

// checkFields checks everything except the game's own options.
func (v *Variant) checkFields(moves *moveReader) toml.Errors {
	c := &checker{v: v, reader: moves}
	c.texts()
	c.pieces()
	c.board()
	c.rules()
	return c.errs
}

// checker collects the faults of a game.
type checker struct {
	v      *Variant
	errs   toml.Errors
	names  []string // distinct names of pieces
	reader *moveReader
	paths  int   // total over the moves of all pieces so far
	array  Array // nil if unreadable or with unknown symbols
}

func (c *checker) report(field, found, expected string) {
	c.errs = append(c.errs, &toml.FieldError{Field: field, Found: found, Expected: expected})
}

// refuse reports a fault if there is one.
func (c *checker) refuse(fault bool, field, found, expected string) {
	if fault {
		c.report(field, found, expected)
	}
}

// boardSide reports an invalid number of files or ranks.
func (c *checker) boardSide(field string, n int) bool {
	if n == 0 {
		c.report(field, "missing", fmt.Sprintf("2 to %d", MaxSide))
		return false
	}
	return c.within(field, n, 2, MaxSide)
}

// onBoard reports whether an area is a part of the board, as far as its size is valid.
func (c *checker) onBoard(a Area) bool {
	return a.LastFile < sideOrMax(c.v.Files) && a.LastRank < sideOrMax(c.v.Ranks)
}

// sideOrMax returns a number of files or ranks, or MaxSide if it is invalid.
func sideOrMax(n int) int {
	if n < 2 || n > MaxSide {
		return MaxSide
	}
	return n
}

// within reports a number outside low..high.
func (c *checker) within(field string, n, low, high int) bool {
	ok := low <= n && n <= high
	if !ok {
		c.report(field, fmt.Sprint(n), fmt.Sprintf("%d to %d", low, high))
	}
	return ok
}

var (
	namePattern  = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	valuePattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
)

// The form of the names of games and pieces.
const nameForm, maxName = "lower-case words joined by hyphens", 40

// name reports a missing or malformed name.
func (c *checker) name(field, name string) {
	switch {
	case name == "":
		c.report(field, "missing", nameForm)
	case len(name) > maxName:
		c.report(field, toml.Quote(name), fmt.Sprintf("at most %d characters", maxName))
	case !namePattern.MatchString(name):
		c.report(field, toml.Quote(name), nameForm)
	}
}

func (c *checker) texts() {
	v := c.v
	c.name("name", v.Name)
	c.utf8("title", v.Title)
	c.utf8("author", v.Author)
	c.utf8("source", v.Source)
	c.utf8("description", v.Description)
	n := len(v.Approximates)
	c.refuse(n > MaxLost, "approximates", fmt.Sprintf("%d rules", n), fmt.Sprintf("at most %d", MaxLost))
	for _, lost := range v.Approximates {
		c.utf8("approximates", lost)
		c.refuse(lost == "" || len(lost) > maxLostText,
			"approximates", toml.Quote(lost), fmt.Sprintf("rules of at most %d bytes", maxLostText))
	}
}

func (c *checker) utf8(field, text string) {
	c.refuse(!utf8.ValidString(text), field, toml.Quote(text), "text in UTF-8")
}

func (c *checker) pieces() {
	switch n := len(c.v.Pieces); {
	case n == 0:
		c.report("piece", "missing", "a table [[piece]] for every kind of piece")
		return
	case n > MaxPieces:
		c.report("piece", fmt.Sprintf("%d kinds of pieces", n), fmt.Sprintf("at most %d", MaxPieces))
		return
	}
	var names, symbols []string
	royal, shy := 0, 0
	for i, p := range c.v.Pieces {
		path := toml.Item("piece", i+1)
		c.piece(path, p, names, symbols)
		c.addName(p.Name)
		names = append(names, p.Name)
		symbols = append(symbols, p.Symbol)
		switch rule := c.v.Rules.Royals; {
		case !p.Royal:
		case rule == NoRoyals:
			c.report(path+".royal", `true, but rules.royals = "none"`, "false")
		case royal > 0 && rule.one():
			c.report(path+".royal", "true, but "+toml.Item("piece", royal)+" is also royal", "royal = true in one piece")
		default:
			royal = i + 1
		}
		if p.AvoidsOwnKind && shy > 0 {
			c.report(path+".avoids-own-kind", "true, but "+toml.Item("piece", shy)+" does so too", "one such piece")
		} else if p.AvoidsOwnKind {
			shy = i + 1
		}
		c.refuse(p.Royal && p.Explodes, path+".explodes", toml.Quote(p.Name)+" is royal", "a piece that is not")
	}
	for i, p := range c.v.Reserve {
		path := toml.Item("reserve", i+1)
		c.piece(path, p, names, symbols)
		names, symbols = append(names, p.Name), append(symbols, p.Symbol)
	}
	c.pictures()
	c.refuse(royal == 0 && c.v.Rules.Royals != NoRoyals, "piece", "no piece is royal", "royal = true in one piece")
}

// piece checks a piece, and compares its name and symbol with earlier ones.
func (c *checker) piece(path string, p Piece, names, symbols []string) {
	c.name(path+".name", p.Name)
	c.unique(path+".name", p.Name, names, "name")
	c.symbol(path+".symbol", p)
	c.unique(path+".symbol", p.Symbol, symbols, "symbol")
	c.utf8(path+".note", p.Note)
	c.characters(path+".characters", p.Characters)
	c.moves(path, p.Moves)
}

// addName records the name of a piece for pieceNamed.
func (c *checker) addName(name string) {
	if name != "" && !slices.Contains(c.names, name) {
		c.names = append(c.names, name)
	}
}

// unique reports a value that an earlier piece already has.
func (c *checker) unique(field, value string, earlier []string, what string) {
	if i := slices.Index(earlier, value); i >= 0 && value != "" {
		of := toml.Item("piece", i+1)
		if n := len(c.v.Pieces); i >= n {
			of = toml.Item("reserve", i+1-n)
		}
		c.report(field, fmt.Sprintf("%s is also the %s of %s", toml.Quote(value), what, of), "each "+what+" once")
	}
}

func (c *checker) symbol(field string, p Piece) {
	form := "one letter, A to Z"
	if p.PromotedFrom != "" {
		form = "a + and one letter, A to Z"
	}
	if p.Symbol == "" {
		c.report(field, "missing", form)
	} else if !isSymbol(p.Symbol) || (len(p.Symbol) > 1) != (p.PromotedFrom != "") {
		c.report(field, toml.Quote(p.Symbol), form)
	}
}

func isSymbol(symbol string) bool {
	letter := strings.TrimPrefix(symbol, "+")
	return len(letter) == 1 && letter[0] >= 'A' && letter[0] <= 'Z'
}

// sides holds the names of the sides for messages, indexed by 0 for White and 1 for Black.
var sides = [2]string{"White", "Black"}

func (c *checker) board() {
	v := c.v
	sized := c.boardSide("board.files", v.Files)
	sized = c.boardSide("board.ranks", v.Ranks) && sized
	c.refuse(v.Array == "", "board.array", "missing", "the rows of the board, highest rank first, with / between them")
	names := v.Armies
	c.refuse(len(names) > 0 && (len(names) != 2 || names[0] == names[1] || !isArmyName(names[0]) || !isArmyName(names[1])),
		"board.armies", toml.Quote(strings.Join(names, ", ")), fmt.Sprintf("two different names of at most %d characters, White's and Black's", MaxName))
	c.look()
	holes := c.holes()
	if v.Array == "" {
		return
	}
	if !sized {
		c.lettersOf(v.Array)
		return
	}
	array, problems := ReadArray(v.Array, v.Files, v.Ranks)
	for _, problem := range problems {
		c.report("board.array", problem, "")
	}
	if len(problems) > 0 {
		return
	}
	c.emptyHoles(array, holes)
	if c.arraySymbols(array) {
		c.array = array
		c.oneRoyalEach()
	}
}

// isArmyName reports whether a text can stand in a sentence.
func isArmyName(name string) bool {
	return strings.TrimSpace(name) == name && name != "" && utf8.RuneCountInString(name) <= MaxName && !strings.ContainsFunc(name, unicode.IsControl)
}

// holes checks the list of holes and returns those that are on the board.
func (c *checker) holes() []Square {
	v := c.v
	files, ranks := sideOrMax(v.Files), sideOrMax(v.Ranks)
	if limit := files * ranks; len(v.Holes) > limit {
		c.report("board.holes", fmt.Sprintf("%d squares", len(v.Holes)), fmt.Sprintf("at most %d", limit))
		return nil
	}
	var holes []Square
	for i, name := range v.Holes {
		path := toml.Item("board.holes", i+1)
		sq, ok := ParseSquare(name)
		switch {
		case !ok || sq.File >= files || sq.Rank >= ranks:
			c.report(path, toml.Quote(name), "a square from a1 to "+Square{files - 1, ranks - 1}.String())
		case slices.Contains(holes, sq):
			c.report(path, toml.Quote(name), "each square once")
		default:
			holes = append(holes, sq)
		}
	}
	return holes
}

func (c *checker) emptyHoles(array Array, holes []Square) {
	for _, sq := range holes {
		if letter := array[sq.Rank][sq.File]; letter != 0 {
			c.report("board.array", fmt.Sprintf("'%s' on %s", AppendSymbol(nil, letter), sq), "nothing, since it is a hole")
		}
	}
}

// arraySymbols reports each letter of the array that is not a piece's symbol. It returns
// whether all letters are symbols.
func (c *checker) arraySymbols(array Array) bool {
	if len(c.v.Pieces) == 0 {
		return false
	}
	var symbols, known, unknown []byte
	for _, p := range c.v.Pieces {
		if !isSymbol(p.Symbol) {
			return false // already reported
		}
		symbols = append(symbols, LetterOf(p.Symbol, false))
		known = append(known, p.Symbol...)
	}
	for _, row := range slices.Backward(array) {
		for _, letter := range row {
			if letter != 0 && !slices.Contains(symbols, upper(letter)) && !slices.Contains(unknown, upper(letter)) {
				unknown = append(unknown, upper(letter))
				c.report("board.array", fmt.Sprintf("'%s' is no piece's symbol", AppendSymbol(nil, letter)), "symbols from "+string(known))
			}
		}
	}
	return len(unknown) == 0
}

// lettersOf checks the letters of an array when the size of the board is invalid.
func (c *checker) lettersOf(array string) {
	var rows Array
	for _, row := range strings.Split(array, "/") {
		squares, problem := readRow(row, false)
		if problem != "" {
			return // the row may be meant for a different size
		}
		rows = append(rows, squares)
		if len(rows) > MaxSide {
			break
		}
	}
	slices.Reverse(rows)
	c.arraySymbols(rows)
}

func (c *checker) oneRoyalEach() {
	royal := c.royal()
	if royal == nil || !c.v.Rules.Royals.one() {
		return
	}
	for side, name := range sides {
		n := len(c.squares(royal.Symbol, side))
		c.refuse(n != 1, "board.array", fmt.Sprintf("%s has %d of the royal %s", name, n, toml.Quote(royal.Name)), "exactly one")
	}
}

// royal returns the royal piece, or nil unless there is exactly one.
func (c *checker) royal() *Piece {
	var royal *Piece
	for i := range c.v.Pieces {
		if c.v.Pieces[i].Royal {
			if royal != nil {
				return nil
			}
			royal = &c.v.Pieces[i]
		}
	}
	return royal
}

// squares returns the squares of a side's pieces with the given symbol. If c.array is set,
// all its symbols are valid.
func (c *checker) squares(symbol string, side int) []Square {
	return c.array.Squares(symbol, side == 1)
}

// firstRank returns the rank nearest to a side, counted from 0.
func (c *checker) firstRank(side int) int {
	if side == 0 {
		return 0
	}
	return c.v.Ranks - 1
}

// look checks how the board is drawn.
func (c *checker) look() {
	l := c.v.Look
	for i, text := range l.Palaces {
		a, ok := ParseArea(text)
		c.refuse(!ok || !c.onBoard(a), toml.Item("board.palaces", i+1), toml.Quote(text), `a rectangle of the board, as in "d1-f3"`)
	}
	if l.River != 0 {
		c.within("board.river", l.River, 1, sideOrMax(c.v.Ranks)-1)
	}
	if l.Men != "" && l.Men != Discs && l.Men != Tiles {
		c.errs = append(c.errs, &toml.FieldError{Field: "board.men", Found: toml.Quote(l.Men), Expected: fmt.Sprintf("%q or %q", Discs, Tiles),
			Nearest: toml.Nearest(l.Men, []string{Discs, Tiles})})
	}
}

// pictures checks that each kind has a picture that exists, and none that of another.
func (c *checker) pictures() {
	taken := map[string]string{}
	for path, p := range c.v.kinds() {
		field, name := path+".picture", picture.Find(p.Picture)
		switch {
		case p.Picture == "":
		case picture.IsData(p.Picture):
			if err := picture.CheckData(p.Picture); err != nil {
				c.report(field, err.Error(), onlyDraws)
			}
		case picture.IsFile(p.Picture):
			c.refuse(!filepath.IsLocal(p.Picture), field, toml.Quote(p.Picture), "a file beside the game file or in a folder there")
		case name == "":
			c.errs = append(c.errs, &toml.FieldError{Field: field, Found: "unknown picture " + toml.Quote(p.Picture),
				Expected: "a name that bestiary pieces lists, or a file with the suffix .svg or .png", Nearest: nearestPicture(p.Picture)})
		case taken[name] != "":
			c.report(field, fmt.Sprintf("%s is also the picture of %s", toml.Quote(p.Picture), taken[name]), "each picture once")
		default:
			taken[name] = path
		}
	}
}

// nearestPicture returns the picture most like a name, or "".
func nearestPicture(name string) string {
	known := picture.Words()
	if end := strings.LastIndexByte(name, '+') + 1; end > 0 && picture.Find(name[:end-1]) != "" {
		known = picture.Marks()
		for i := range known {
			known[i] = name[:end] + known[i]
		}
	}
	return toml.Nearest(name, known)
}

const onlyDraws = "a PNG, or an SVG that only draws"

// kinds returns the pieces and the reserve with their paths in the file.
func (v *Variant) kinds() iter.Seq2[string, *Piece] {
	return func(yield func(string, *Piece) bool) {
		for i := range v.Pieces {
			if !yield(toml.Item("piece", i+1), &v.Pieces[i]) {
				return
			}
		}
		for i := range v.Reserve {
			if !yield(toml.Item("reserve", i+1), &v.Reserve[i]) {
				return
			}
		}
	}
}

// characters checks what is written on a piece.
func (c *checker) characters(field string, list []string) {
	bad := func(s string) bool {
		n := utf8.RuneCountInString(s)
		unseen := func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }
		return n < 1 || n > 3 || !utf8.ValidString(s) || strings.ContainsFunc(s, unseen)
	}
	c.refuse(len(list) > 2 || slices.ContainsFunc(list, bad),
		field, toml.Quote(fmt.Sprint(list)), "White's and Black's, or one for both, of at most 3 characters")
}

// embedPictures puts the pictures that pieces name by their files into the game.
func (v *Variant) embedPictures(folder string) (errs toml.Errors) {
	for path, p := range v.kinds() {
		if !picture.IsFile(p.Picture) || !filepath.IsLocal(p.Picture) {
			continue
		}
		file := filepath.Join(folder, p.Picture)
		data, err := files.Read(file, picture.MaxFile)
		if err == nil {
			var uri string
			if uri, err = picture.Embed(data); err == nil {
				p.Picture = uri
				continue
			}
			err = fmt.Errorf("%s: %w", file, err)
		}
		errs = append(errs, &toml.FieldError{Field: path + ".picture", Found: err.Error(), Expected: onlyDraws})
	}
	return errs
}
