package variant

import (
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bestiary/internal/files"
	"bestiary/internal/picture"
	"bestiary/internal/toml"
)

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

// pictures checks that each kind has a picture that exists and is not another's.
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
				Expected: "a name that bestiary piece --pictures lists, or a file with the suffix .svg or .png", Nearest: nearestPicture(p.Picture)})
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

// characters checks the characters on a piece.
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
