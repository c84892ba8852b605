package picture

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

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

// parse reads a place: "x,y" or "x,y,scale", after a "~" for a part that is mirrored.
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
