package pieces

import (
	"slices"
	"strings"
	"sync"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/picture"
)

// Face is the look of a kind of piece.
type Face struct {
	// Picture is the name of its picture, or the picture itself as a data URI.
	Picture string
	// Letters are drawn on a plain piece of White and of Black if there is no picture.
	Letters [2]string
	// Men is the background of the picture, as in variant.Look.
	Men string
}

// Of returns the faces of the pieces of a game, in their order.
func Of(v *variant.Variant) []Face {
	faces := make([]Face, len(v.Pieces))
	used := map[string]bool{}
	for _, choose := range []func(v *variant.Variant, faces []Face, i int) string{byFile, byName, byOrigin, byMoves, byLastWord, byOrigin} {
		for i := range faces {
			if name := choose(v, faces, i); faces[i].Picture == "" && name != "" && !used[name] {
				faces[i].Picture, used[name] = name, true
			}
		}
	}
	for i, p := range v.Pieces {
		if faces[i].Picture == "" {
			faces[i] = Face{Picture: plain(p), Letters: [2]string{p.Symbol, p.Symbol}}
		}
		faces[i].Men = v.Look.Men
	}
	return faces
}

// Letters returns faces with the characters of the pieces, or else their symbols.
func Letters(v *variant.Variant) []Face {
	faces := make([]Face, len(v.Pieces))
	for i, p := range v.Pieces {
		list := append(slices.Clone(p.Characters), p.Symbol)
		if len(p.Characters) < 2 {
			list = []string{list[0], list[0]}
		}
		faces[i] = Face{Picture: plain(p), Letters: [2]string(list), Men: v.Look.Men}
	}
	return faces
}

// ByName returns the faces of the pieces of a game by the names of the pieces.
func ByName(v *variant.Variant, faces []Face) map[string]Face {
	named := map[string]Face{}
	for i, f := range faces {
		named[v.Pieces[i].Name] = f
	}
	return named
}

// plain returns the picture behind a letter.
func plain(p variant.Piece) string {
	switch {
	case p.Royal:
		return "plain-royal"
	case p.Pawn:
		return "plain-pawn"
	}
	return "plain"
}

// byFile returns the picture that the game file names.
func byFile(v *variant.Variant, _ []Face, i int) string {
	if p := v.Pieces[i].Picture; picture.IsData(p) {
		return p
	}
	return picture.Find(v.Pieces[i].Picture)
}

func byName(v *variant.Variant, _ []Face, i int) string {
	if v.Pieces[i].PromotedFrom != "" {
		return ""
	}
	name := picture.Named(v.Pieces[i].Name)
	if name != "" && v.Pieces[i].Royal && !slices.Contains([]string{"king", "queen", "prince", "princess", "crown"}, name) {
		name += "+crown"
	}
	return name
}

// byOrigin returns the picture of a promoted form.
func byOrigin(v *variant.Variant, faces []Face, i int) string {
	from := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Name == v.Pieces[i].PromotedFrom })
	if from < 0 || faces[from].Picture == "" {
		return ""
	}
	return faces[from].Picture + "+promoted"
}

// byLastWord returns the picture for the last word of a name, as of a shogi-pawn.
func byLastWord(v *variant.Variant, _ []Face, i int) string {
	p := v.Pieces[i]
	if p.PromotedFrom != "" || p.Royal {
		return ""
	}
	name := picture.Named(p.Name[strings.LastIndexByte(p.Name, '-')+1:])
	if name == "" && p.Pawn {
		name = "pawn"
	}
	return name
}

// byMoves chooses a picture by the moves of a piece whose moves are the same on every square.
func byMoves(v *variant.Variant, _ []Face, i int) string {
	p := v.Pieces[i]
	if p.Royal || p.Pawn || len(p.Moves) != 1 || p.PromotedFrom != "" {
		return ""
	}
	own, err := betza.Parse(p.Moves[0].Betza)
	if err != nil {
		return ""
	}
	return pictured()[own.Key()]
}

// pictured maps the keys of moves to their pictures. They are parsed once, since pages have many charts.
var pictured = sync.OnceValue(func() map[string]string {
	list := map[string]string{}
	for _, m := range slices.Backward(picture.Moves()) { // the first of equal moves counts
		if e, err := betza.Parse(m.Betza); err == nil {
			list[e.Key()] = m.Picture
		}
	}
	return list
})
