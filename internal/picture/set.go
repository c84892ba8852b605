package picture

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed set.txt
var text string

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

var load = sync.OnceValues(func() (*set, error) { return parse(text) })

// the returns the set, whose text a test reads.
func the() *set {
	s, err := load()
	if err != nil {
		panic(err)
	}
	return s
}

// parse reads the text of a set. A piece uses parts and pieces above it.
func parse(text string) (*set, error) {
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
				return nil, fmt.Errorf("set.txt:%d: expected one new name", n)
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
			return nil, fmt.Errorf("set.txt:%d: %w", n, err)
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

// sayings reads synonyms of a picture, or the moves of pieces that it stands for.
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

// Moves lists the pictures that stand for moves.
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

// Find returns the picture that a name or a synonym, with marks or not, stands for, or "".
func Find(name string) string {
	base, _, _ := strings.Cut(name, "+")
	name = cmp.Or(the().also[base], base) + name[len(base):]
	if the().shapes(name) == nil {
		return ""
	}
	return name
}
