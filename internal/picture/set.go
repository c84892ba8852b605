package picture

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

var (
	//go:embed set.txt
	text string
	//go:embed characters.txt
	characters string
)

// set is the parsed text.
type set struct {
	parts  map[string][]Stroke
	pieces map[string][]Stroke
	behind map[string]bool // marks that are drawn behind the piece
	also   map[string]string
	moves  []Move
}

// Move assigns a picture to pieces with certain moves, in Betza notation.
type Move struct{ Picture, Betza string }

// the returns the set, and written the characters.
var the, written = loaded("set.txt", text), loaded("characters.txt", characters)

// loaded returns a function that reads a text once. Tests read both.
func loaded(file, text string) func() *set {
	return sync.OnceValue(func() *set {
		s, err := parse(file, text)
		if err != nil {
			panic(err)
		}
		return s
	})
}

// parse reads the text of a set. A piece uses parts and pieces above it.
func parse(file, text string) (*set, error) {
	s := &set{parts: map[string][]Stroke{}, pieces: map[string][]Stroke{}, behind: map[string]bool{}, also: map[string]string{}}
	part, n := "", 0
	for line := range strings.Lines(text) {
		n++
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		var err error
		switch words[0] {
		case "part", "behind":
			if len(words) != 2 || s.parts[words[1]] != nil {
				return nil, fmt.Errorf("%s:%d: expected one new name", file, n)
			}
			part = words[1]
			s.parts[part], s.behind[part] = []Stroke{}, words[0] == "behind"
		case "piece":
			err = s.piece(words[1:])
		case "also", "moves":
			err = s.sayings(words)
		default:
			var list []Stroke
			list, err = parseShapes(words[0], words[1:])
			s.parts[part] = append(s.parts[part], list...)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	return s, nil
}

// piece reads a piece: its name, =, and its parts.
func (s *set) piece(words []string) error {
	if len(words) < 3 || words[1] != "=" || s.pieces[words[0]] != nil {
		return fmt.Errorf("expected a new name, = and parts")
	}
	var list []Stroke
	for _, word := range words[2:] {
		name, place, placed := strings.Cut(word, "@")
		shapes, ok := s.parts[name]
		if !ok {
			if shapes, ok = s.pieces[name]; !ok {
				return fmt.Errorf("unknown part %q", name)
			}
		}
		m := matrix{scale: 1, x: 1}
		if placed {
			if err := m.parse(place); err != nil {
				return err
			}
		}
		for _, sh := range shapes {
			list = append(list, sh.moved(m))
		}
	}
	s.pieces[words[0]] = list
	return nil
}

// sayings reads synonyms of a picture, or the moves of pieces that it depicts.
func (s *set) sayings(words []string) error {
	if len(words) < 4 || words[2] != "=" || s.shapes(words[1]) == nil && s.parts[words[1]] == nil {
		return fmt.Errorf("expected the name of a picture, = and words")
	}
	for _, word := range words[3:] {
		if words[0] == "moves" {
			s.moves = append(s.moves, Move{words[1], word})
			continue
		}
		if strings.HasPrefix(words[1], "+") {
			word = "+" + word
		}
		if s.also[word] != "" || s.shapes(word) != nil {
			return fmt.Errorf("%q has a picture already", word)
		}
		s.also[word] = words[1]
	}
	return nil
}

// shapes returns the shapes of a picture, nil for an unknown name.
func (s *set) shapes(name string) []Stroke {
	words := strings.Split(name, "+")
	piece, ok := s.pieces[words[0]]
	if !ok {
		return nil
	}
	list := slices.Clone(piece)
	for _, mark := range words[1:] {
		part, ok := s.parts["+"+mark]
		switch {
		case !ok:
			return nil
		case s.behind["+"+mark]:
			list = append(slices.Clone(part), list...)
		default:
			list = append(list, part...)
		}
	}
	return list
}

// Names lists the pictures without marks, sorted.
func Names() []string { return slices.Sorted(maps.Keys(the().pieces)) }

// Words lists all names and synonyms, sorted.
func Words() []string {
	list := Names()
	for word := range the().also {
		if word[0] != '+' {
			list = append(list, word)
		}
	}
	slices.Sort(list)
	return list
}

// Marks lists the marks, sorted.
func Marks() []string {
	var list []string
	for name := range the().parts {
		if mark, ok := strings.CutPrefix(name, "+"); ok {
			list = append(list, mark)
		}
	}
	slices.Sort(list)
	return list
}

// Moves lists the pictures of moves.
func Moves() []Move { return the().moves }

// Named returns the picture for the name of a piece, or "" if there is none. The name may be a
// synonym and may begin with a mark, as in "winged-rook".
func Named(name string) string {
	s := the()
	if s.shapes(name) != nil && s.pieces[name] != nil {
		return name
	}
	if picture := s.also[name]; picture != "" {
		return picture
	}
	mark, rest, ok := strings.Cut(name, "-")
	mark = strings.TrimPrefix(cmp.Or(s.also["+"+mark], "+"+mark), "+")
	if _, known := s.parts["+"+mark]; ok && known {
		if base := Named(rest); base != "" && !strings.Contains(base, "+"+mark) {
			return base + "+" + mark
		}
	}
	return ""
}

// Find returns the picture for a name or a synonym, with or without marks, or "".
func Find(name string) string {
	base, _, _ := strings.Cut(name, "+")
	name = cmp.Or(the().also[base], base) + name[len(base):]
	if the().shapes(name) == nil {
		return ""
	}
	return name
}

// Stroke is a part of a drawing: an area, a line, an area in the colour of lines, or dots.
type Stroke struct {
	Kind string // "solid", "line", "ink" or "dot"
	Path []Segment
}

// Segment is a command of a path, in capital letters, with its points.
type Segment struct {
	Command byte
	Points  []Point
}

// Point is a point of a drawing, with y pointing down.
type Point struct{ X, Y float64 }

// lengths has the number of points of each command.
var lengths = map[byte]int{'M': 1, 'L': 1, 'Q': 2, 'C': 3, 'Z': 0}

// parseShapes reads a line of the text. A pair is a shape and its mirror image.
func parseShapes(kind string, words []string) ([]Stroke, error) {
	kind, paired := strings.CutPrefix(kind, "pair-")
	s, err := parseShape(kind, words)
	if !paired || err != nil {
		return []Stroke{s}, err
	}
	return []Stroke{s, s.moved(matrix{scale: 1, x: -1})}, nil
}

func parseShape(kind string, words []string) (Stroke, error) {
	s := Stroke{Kind: kind}
	switch kind {
	case "solid", "line", "ink", "half", "half-line":
	case "dot": // points
		words = strings.Fields("M " + strings.Join(words, " "))
	case "disc": // centre and radius
		return disc(words)
	default:
		return s, fmt.Errorf("unknown shape %q", kind)
	}
	if err := s.parse(words); err != nil {
		return s, err
	}
	if half, ok := strings.CutPrefix("+"+kind, "+half"); ok {
		s.Kind = map[string]string{"": "solid", "-line": "line"}[half]
		s.mirror()
	}
	return s, nil
}

// parse reads the commands of a path. A letter may be followed by the numbers of several
// commands.
func (s *Stroke) parse(words []string) error {
	var numbers []float64
	command := byte(0)
	flush := func() error {
		n := lengths[command]
		if command == 'Z' && len(numbers) == 0 {
			s.Path = append(s.Path, Segment{'Z', nil})
			return nil
		}
		if n == 0 && command != 0 || command != 0 && (len(numbers) == 0 || len(numbers)%(2*n) != 0) {
			return fmt.Errorf("%d numbers after %c", len(numbers), command)
		}
		for chunk := range slices.Chunk(numbers, max(2*n, 1)) {
			var points []Point
			for xy := range slices.Chunk(chunk, 2) {
				points = append(points, Point{xy[0], xy[1]})
			}
			s.Path = append(s.Path, Segment{command, points})
		}
		numbers = nil
		return nil
	}
	for _, word := range words {
		if _, ok := lengths[word[0]]; ok {
			if err := flush(); err != nil {
				return err
			}
			command = word[0]
			word = word[1:]
		}
		if word == "" {
			continue
		}
		n, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return fmt.Errorf("%q is not a number", word)
		}
		numbers = append(numbers, n)
	}
	return flush()
}

// mirror completes an outline, given its left half from top to foot.
func (s *Stroke) mirror() {
	var back []Segment
	last := Point{}
	for _, seg := range s.Path {
		if len(seg.Points) == 0 {
			continue
		}
		end := seg.Points[len(seg.Points)-1]
		if seg.Command != 'M' {
			points := append([]Point{last}, seg.Points[:len(seg.Points)-1]...)
			slices.Reverse(points)
			for i := range points {
				points[i].X = 100 - points[i].X
			}
			back = append([]Segment{{seg.Command, points}}, back...)
		}
		last = end
	}
	s.Path = append(s.Path, Segment{'L', []Point{{100 - last.X, last.Y}}})
	s.Path = append(s.Path, back...)
	if s.Kind == "solid" {
		s.Path = append(s.Path, Segment{'Z', nil})
	}
}

func disc(words []string) (Stroke, error) {
	s := Stroke{Kind: "solid"}
	var n [3]float64
	if len(words) != 3 {
		return s, fmt.Errorf("expected x, y and a radius")
	}
	for i, word := range words {
		var err error
		if n[i], err = strconv.ParseFloat(word, 64); err != nil {
			return s, fmt.Errorf("%q is not a number", word)
		}
	}
	x, y, r, k := n[0], n[1], n[2], n[2]*0.55
	s.Path = []Segment{{'M', []Point{{x - r, y}}},
		{'C', []Point{{x - r, y - k}, {x - k, y - r}, {x, y - r}}}, {'C', []Point{{x + k, y - r}, {x + r, y - k}, {x + r, y}}},
		{'C', []Point{{x + r, y + k}, {x + k, y + r}, {x, y + r}}}, {'C', []Point{{x - k, y + r}, {x - r, y + k}, {x - r, y}}}, {'Z', nil}}
	return s, nil
}

// matrix places a part: mirrored if x is -1, scaled, and moved.
type matrix struct{ x, scale, dx, dy float64 }

// parse reads a position: "x,y" or "x,y,scale", after a "~" for a part that is mirrored.
func (m *matrix) parse(text string) error {
	text, mirrored := strings.CutPrefix(text, "~")
	if mirrored {
		m.x = -1
	}
	if text == "" {
		return nil
	}
	values := []*float64{&m.dx, &m.dy, &m.scale}
	for i, word := range strings.Split(text, ",") {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || i >= len(values) {
			return fmt.Errorf("expected x,y,scale instead of %q", text)
		}
		*values[i] = n
	}
	return nil
}

// moved returns a shape in another place. Parts are scaled about the middle of the foot.
func (s Stroke) moved(m matrix) Stroke {
	path := slices.Clone(s.Path)
	for i := range path {
		path[i].Points = slices.Clone(path[i].Points)
		for j, p := range path[i].Points {
			path[i].Points[j] = Point{50 + m.x*m.scale*(p.X-50) + m.dx, 92 + m.scale*(p.Y-92) + m.dy}
		}
	}
	return Stroke{s.Kind, path}
}

// d returns the path in SVG.
func (s Stroke) d() string {
	var b strings.Builder
	for _, seg := range s.Path {
		b.WriteByte(seg.Command)
		for i, p := range seg.Points {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(number(p.X) + " " + number(p.Y))
		}
	}
	if s.Kind == "dot" {
		return strings.ReplaceAll(strings.ReplaceAll(b.String(), "M", "zM"), "L", "zM")[1:] + "z"
	}
	return b.String()
}

// number writes a number with at most one decimal.
func number(x float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}
