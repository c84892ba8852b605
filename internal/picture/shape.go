package picture

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// shape is a part of a drawing.
type shape struct {
	kind string // solid, line, ink or dot
	path []segment
}

// segment is a command of a path, in capital letters, with its points.
type segment struct {
	command byte
	points  []point
}

type point struct{ x, y float64 }

// lengths has the number of points of each command.
var lengths = map[byte]int{'M': 1, 'L': 1, 'Q': 2, 'C': 3, 'Z': 0}

// parseShapes reads a line of the text. A pair is a shape and its mirror image.
func parseShapes(kind string, words []string) ([]shape, error) {
	kind, paired := strings.CutPrefix(kind, "pair-")
	s, err := parseShape(kind, words)
	if !paired || err != nil {
		return []shape{s}, err
	}
	return []shape{s, s.moved(matrix{scale: 1, x: -1})}, nil
}

func parseShape(kind string, words []string) (shape, error) {
	s := shape{kind: kind}
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
		s.kind = map[string]string{"": "solid", "-line": "line"}[half]
		s.mirror()
	}
	return s, nil
}

// parse reads the commands of a path. Numbers may follow those of a command without a new
// letter.
func (s *shape) parse(words []string) error {
	var numbers []float64
	command := byte(0)
	flush := func() error {
		n := lengths[command]
		if command == 'Z' && len(numbers) == 0 {
			s.path = append(s.path, segment{'Z', nil})
			return nil
		}
		if n == 0 && command != 0 || command != 0 && (len(numbers) == 0 || len(numbers)%(2*n) != 0) {
			return fmt.Errorf("%d numbers after %c", len(numbers), command)
		}
		for chunk := range slices.Chunk(numbers, max(2*n, 1)) {
			var points []point
			for xy := range slices.Chunk(chunk, 2) {
				points = append(points, point{xy[0], xy[1]})
			}
			s.path = append(s.path, segment{command, points})
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

// mirror completes the left half of an outline, from its top to its foot, by the right one.
func (s *shape) mirror() {
	var back []segment
	last := point{}
	for _, seg := range s.path {
		if len(seg.points) == 0 {
			continue
		}
		end := seg.points[len(seg.points)-1]
		if seg.command != 'M' {
			points := append([]point{last}, seg.points[:len(seg.points)-1]...)
			slices.Reverse(points)
			for i := range points {
				points[i].x = 100 - points[i].x
			}
			back = append([]segment{{seg.command, points}}, back...)
		}
		last = end
	}
	s.path = append(s.path, segment{'L', []point{{100 - last.x, last.y}}})
	s.path = append(s.path, back...)
	if s.kind == "solid" {
		s.path = append(s.path, segment{'Z', nil})
	}
}

func disc(words []string) (shape, error) {
	s := shape{kind: "solid"}
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
	s.path = []segment{{'M', []point{{x - r, y}}},
		{'C', []point{{x - r, y - k}, {x - k, y - r}, {x, y - r}}}, {'C', []point{{x + k, y - r}, {x + r, y - k}, {x + r, y}}},
		{'C', []point{{x + r, y + k}, {x + k, y + r}, {x, y + r}}}, {'C', []point{{x - k, y + r}, {x - r, y + k}, {x - r, y}}}, {'Z', nil}}
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
func (s shape) moved(m matrix) shape {
	path := slices.Clone(s.path)
	for i := range path {
		path[i].points = slices.Clone(path[i].points)
		for j, p := range path[i].points {
			path[i].points[j] = point{50 + m.x*m.scale*(p.x-50) + m.dx, 92 + m.scale*(p.y-92) + m.dy}
		}
	}
	return shape{s.kind, path}
}

// d returns the path in SVG.
func (s shape) d() string {
	var b strings.Builder
	for _, seg := range s.path {
		b.WriteByte(seg.command)
		for i, p := range seg.points {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(number(p.x) + " " + number(p.y))
		}
	}
	if s.kind == "dot" {
		return strings.ReplaceAll(strings.ReplaceAll(b.String(), "M", "zM"), "L", "zM")[1:] + "z"
	}
	return b.String()
}

// number writes a number with at most one decimal.
func number(x float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}
