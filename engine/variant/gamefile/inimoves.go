package gamefile

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/betza"
	"bestiary/internal/toml"
)

// Moves with their own notation in Fairy-Stockfish-X.
const (
	gryphonMove   = "FyafsF"
	manticoreMove = "WyafsW"
	falconMove    = "afafsKafsafzfK"
	anyPathFalcon = "n{path:anypath}Cn{path:anypath}Z"
)

// flying is a slider without capture that may also pass over any number of
// pieces: m Q m{hurdles:1,n;pre:1,n;post:1,n}Q.
var flying = regexp.MustCompile(`m([QRB])m\{hurdles:1,(\d{1,2});pre:1,(\d{1,2});post:1,(\d{1,2})\}([QRB])`)

// parts holds the moves of a piece.
type parts struct {
	always  string   // moves available everywhere, in XBetza
	initial string   // moves available in the region of double steps
	flights []string // flying sliders
}

// moves translates a move string. If enPassant is set, captures that are never plain moves
// can also be en passant.
func (r *iniReader) moves(move string, enPassant bool) (parts, error) {
	var p parts
	if len(move) > betza.MaxLength {
		return p, fmt.Errorf("%d bytes, expected at most %d", len(move), betza.MaxLength)
	}
	for {
		match := flying.FindStringSubmatchIndex(move)
		if match == nil {
			break
		}
		slider, ok := r.flight(move, match)
		if !ok {
			return p, errors.New("only hops over any number of pieces (hurdles, pre and post from 1 to the size of the board) that go with the same slider are known")
		}
		p.flights = append(p.flights, "m"+slider)
		move = move[:match[0]] + move[match[1]:]
	}
	if err := p.translate(move, enPassant); err != nil {
		return p, err
	}
	for _, own := range []string{p.always, p.initial} {
		if own == "" {
			continue
		}
		if _, err := r.ParseMove(own); err != nil {
			return p, err
		}
	}
	if p.always == "" && p.initial == "" && len(p.flights) == 0 {
		return p, errors.New("no move")
	}
	return p, nil
}

// flight checks that the numbers of a match reach across the board, and returns
// the slider.
func (r *iniReader) flight(move string, match []int) (slider string, ok bool) {
	group := func(n int) string { return move[match[2*n]:match[2*n+1]] }
	side := max(r.files, r.ranks)
	// A line has at most side-1 squares beyond the start, of which the last is
	// where the move ends.
	for n, minReach := range map[int]int{2: side - 2, 3: side - 1, 4: side - 1} {
		if reach, err := strconv.Atoi(group(n)); err != nil || reach < minReach {
			return "", false
		}
	}
	return group(1), group(1) == group(5)
}

// translate reads the groups of a move string, including the bent riders O and M of
// Fairy-Stockfish-X and its falcon.
func (p *parts) translate(move string, enPassant bool) error {
	for i, part := range strings.Split(move, anyPathFalcon) {
		if i > 0 {
			p.always += falconMove
		}
		if at := strings.IndexAny(part, "{}"); at >= 0 {
			return fmt.Errorf("%s is not known; of the notes in braces only falcons (%s) and flying sliders are", toml.Quote(part[at:]), anyPathFalcon)
		}
		for _, text := range betza.Groups(part) {
			if err := p.group(text, enPassant); err != nil {
				return err
			}
		}
	}
	return nil
}

// group adds a group.
func (p *parts) group(text string, enPassant bool) error {
	modifiers := modifiersOf(text)
	atom := text[len(modifiers):]
	switch {
	case text == "O":
		p.always += gryphonMove
		return nil
	case text == "M":
		p.always += manticoreMove
		return nil
	case strings.HasPrefix(atom, "O"), strings.HasPrefix(atom, "M"):
		return fmt.Errorf("%s: a bent rider with modifiers or a range is not known", toml.Quote(text))
	case strings.HasPrefix(atom, "["):
		return fmt.Errorf("%s: brackets are not known to Fairy-Stockfish", toml.Quote(text))
	case len(atom) > 2 && atom[1] >= '0' && atom[1] <= '9':
		return fmt.Errorf("%s: a range of two digits is not known to Fairy-Stockfish", toml.Quote(text))
	case atom == "" || !strings.ContainsAny(atom[:1], knownAtoms):
		p.always += text // the parser of moves reports the error
		return nil
	}
	g, err := readModifiers(modifiers, text)
	if err != nil {
		return err
	}
	if g.initial {
		g.mode = "m" // first moves do not capture
		p.initial += asWritten(strings.ReplaceAll(text, "i", ""), g.write(atom, false))
		return nil
	}
	if !enPassant {
		text = strings.ReplaceAll(text, "e", "")
	}
	p.always += asWritten(text, g.write(atom, enPassant))
	return nil
}

// asWritten returns the text of a group if it is equivalent to own, otherwise own.
func asWritten(text, own string) string {
	if text == own || samePaths(text, own) {
		return text
	}
	return own
}

// group holds the modifiers before an atom.
type group struct {
	mode          string // m, c, or "" for both
	hop           string // p, g or ""
	lame, initial bool
	directions    []string // pairs of letters; a single letter is doubled
}

// The atoms and the letters of directions that the program knows.
const (
	knownAtoms             = "WFDNAHLCJZGKRBQ"
	verticals, horizontals = "fbvh", "rlsh"
)

// readModifiers reads modifiers as the program does: a vertical and a horizontal letter
// form a pair, as do two equal letters.
func readModifiers(modifiers, text string) (group, error) {
	var g group
	modes := ""
	for i := 0; i < len(modifiers); i++ {
		switch c := modifiers[i]; {
		case c == 'm' || c == 'c':
			modes += string(c)
		case c == 'p' || c == 'g':
			g.hop = string(c)
		case c == 'n':
			g.lame = true
		case c == 'i':
			g.initial = true
		case c == 'e': // en-passant captures are handled elsewhere
		case strings.IndexByte(verticals+horizontals, c) >= 0:
			pair := string([]byte{c, c})
			if i+1 < len(modifiers) {
				d := modifiers[i+1]
				in := func(letter byte, letters string) bool { return strings.IndexByte(letters, letter) >= 0 }
				if d == c || in(c, verticals) && in(d, horizontals) || in(c, horizontals) && in(d, verticals) {
					pair = string([]byte{c, d})
					i++
				}
			}
			g.directions = append(g.directions, pair)
		default:
			return g, fmt.Errorf("the modifier %q in %s is not one of Fairy-Stockfish", c, toml.Quote(text))
		}
	}
	if !strings.Contains(modes, "m") || !strings.Contains(modes, "c") {
		g.mode = modes[:min(len(modes), 1)]
	}
	return g, nil
}

// octant is one of the eight orientations of an atom (long, short): the pairs of letters
// that include it, and its name in XBetza for oblique, diagonal and orthogonal atoms.
type octant struct {
	pairs                         string
	oblique, diagonal, orthogonal string
}

// octants lists the octants in the program's order.
var octants = []octant{
	{"ff vv rf rv fh rh hr", "rf", "fr", "f"},
	{"bb vv lb lv bh lh hr", "lb", "bl", "b"},
	{"rr ss br bs bh rh hr", "br", "br", "r"},
	{"ll ss fl fs fh lh hr", "fl", "fl", "l"},
	{"rr ss fr fs fh rh hl", "fr", "fr", "r"},
	{"ll ss bl bs bh lh hl", "bl", "bl", "l"},
	{"bb vv rb rv bh rh hl", "rb", "br", "b"},
	{"ff vv lf lv fh lh hl", "lf", "fl", "f"},
}

// write writes an atom with its range, in the directions that the program gives it.
func (g group) write(atom string, enPassant bool) string {
	letters := map[string]string{"K": "WF", "Q": "RB"}[atom[:1]]
	if letters == "" {
		letters = atom[:1]
	}
	if len(letters) > 1 && len(g.directions) == 0 {
		return g.prefix("", atom, enPassant) // K and Q as they are
	}
	var out strings.Builder
	for i := range letters {
		one := letters[i:i+1] + atom[1:]
		if len(atom) > 1 && atom[1] == atom[0] {
			one = letters[i:i+1] + letters[i:i+1]
		}
		for _, direction := range g.directionsOf(one, len(letters) > 1) {
			out.WriteString(g.prefix(direction, one, enPassant))
		}
	}
	return out.String()
}

// directionsOf returns the directions of a simple atom in XBetza; a single "" means all.
func (g group) directionsOf(atom string, part bool) []string {
	if len(g.directions) == 0 {
		return []string{""}
	}
	return joined(g.allDirections(atom, part), strings.Contains(orthogonals, atom[:1]), strings.Contains(diagonals, atom[:1]))
}

// Atoms with four directions.
const orthogonals, diagonals = "WDHR", "FAGB"

// allDirections returns the directions of a simple atom one by one.
func (g group) allDirections(atom string, part bool) []string {
	orthogonal, diagonal := strings.Contains(orthogonals, atom[:1]), strings.Contains(diagonals, atom[:1])
	pairs := g.directions
	if orthogonal && !part {
		pairs = nil
		for _, pair := range g.directions {
			pairs = append(pairs, pair[:1]+pair[:1], pair[1:]+pair[1:])
		}
	}
	var list []string
	for _, o := range octants {
		if len(pairs) > 0 && !slices.ContainsFunc(pairs, func(pair string) bool { return slices.Contains(strings.Fields(o.pairs), pair) }) {
			continue
		}
		name := o.oblique
		switch {
		case orthogonal:
			name = o.orthogonal
		case diagonal:
			name = o.diagonal
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// joined shortens directions that cover all sides, or opposite ones.
func joined(list []string, orthogonal, diagonal bool) []string {
	all, shorts := 8, []string{}
	sides := map[string][]string{"f": {"lf", "rf"}, "b": {"lb", "rb"}, "v": {"rf", "lb", "rb", "lf"}, "s": {"br", "fl", "fr", "bl"}}
	if orthogonal {
		all, sides = 4, map[string][]string{"v": {"f", "b"}, "s": {"r", "l"}}
	} else if diagonal {
		all, sides = 4, map[string][]string{"f": {"fr", "fl"}, "b": {"bl", "br"}, "l": {"bl", "fl"}, "r": {"fr", "br"}}
	}
	if len(list) == all {
		return []string{""}
	}
	for _, short := range []string{"v", "s", "f", "b", "l", "r"} {
		set := sides[short]
		if len(set) > 0 && !slices.ContainsFunc(set, func(d string) bool { return !slices.Contains(list, d) }) {
			list = slices.DeleteFunc(list, func(d string) bool { return slices.Contains(set, d) })
			shorts = append(shorts, short)
		}
	}
	return append(shorts, list...)
}

// prefix writes a simple atom with a direction and the modifiers. The squares that a
// lame leaper passes are straight ahead while the rest of its way is not diagonal.
func (g group) prefix(direction, atom string, enPassant bool) string {
	mode := g.mode
	if mode == "c" && enPassant {
		mode = "ce"
	}
	lame := ""
	if g.lame && len(atom) == 1 {
		switch atom {
		case "N", "D", "A", "H", "G":
			lame = "n"
		case "C", "L":
			return lamePath(direction, "f", "fs", mode)
		case "Z", "J":
			return lamePath(direction, "fs", "f", mode)
		}
	}
	return direction + mode + g.hop + lame + atom
}

// lamePath writes the three steps of a lame camel or zebra in a direction: a straight step
// and two further ones with one bend.
func lamePath(direction, second, third, mode string) string {
	if len(direction) == 2 {
		turns := map[string]string{"lf": "l", "rf": "r", "lb": "r", "rb": "l", "fl": "r", "bl": "l", "fr": "l", "br": "r"}
		second = strings.Replace(second, "s", turns[direction], 1)
		third = strings.Replace(third, "s", turns[direction], 1)
		direction = direction[1:]
	}
	return direction + "ma" + second + "ma" + third + mode + "W"
}
