package web

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
	"bestiary/experiments/page/pieces"
	"bestiary/internal/files"
	"bestiary/internal/picture"
	"bestiary/internal/toml"
	"bestiary/tuning/formula"
)

// Design asks for the text of a game that is built on the page: another game with another board, array and pieces.
type Design struct {
	Game GameRef `json:"game"`
	// Title is the title of the game; its name follows from it.
	Title string   `json:"title"`
	Files int      `json:"files"`
	Ranks int      `json:"ranks"`
	Holes []string `json:"holes"`
	// Kinds are all kinds of pieces, and Pieces the array, whose pieces are indices of Kinds.
	Kinds  []Kind  `json:"kinds"`
	Pieces []Stone `json:"pieces"`
	// Rules changes rules, each as NAME=VALUE.
	Rules []string `json:"rules"`
}

// Kind is a kind of piece of a design.
type Kind struct {
	// From is the piece of the game that it was, from 0; -1 for a new one.
	From   int    `json:"from"`
	Name   string `json:"name"`
	Symbol string `json:"symbol"`
	// Betza replaces its moves; "" keeps them.
	Betza string `json:"betza"`
	Royal bool   `json:"royal"`
	Pawn  bool   `json:"pawn"`
	// Waits is the number of them that wait behind the array of each side, to enter when a piece leaves its square.
	Waits int `json:"waits"`
	// Picture names a picture of the set; "" is the one by its name and moves, or one of the game's own.
	Picture string `json:"picture"`
}

// design returns the text of the game. A fault names the field that is wrong.
func (a *API) design(_ context.Context, d Design) (any, error) {
	g, err := a.find(d.Game)
	if err != nil {
		return nil, err
	}
	v := g.compiled.Variant.Clone()
	v.OwnOptions, v.Reserve = nil, nil // they are about the game as it was
	d.Title = strings.TrimSpace(d.Title)
	if d.Game.Name != "" { // it is no longer the game of the catalogue
		v.Description, v.Author, v.Source = "Begun from "+cmp.Or(v.Title, v.Name)+".", "", ""
	}
	v.Title, v.Name = d.Title, cmp.Or(files.Slug(d.Title, maxSlug), "game")
	if err := d.setKinds(v); err != nil {
		return nil, err
	}
	if err := d.setBoard(v); err != nil {
		return nil, err
	}
	for _, setting := range d.Rules {
		name, value, _ := strings.Cut(setting, "=")
		if err := v.Override(name, value); err != nil {
			return nil, faultOf(err)
		}
	}
	text := v.Encode()
	if _, err := variant.Parse(v.Name+".toml", text); err != nil {
		return nil, faultOf(err)
	}
	return map[string]string{"text": string(text)}, nil
}

// maxSlug is the largest length of the name of a game.
const maxSlug = 40

// setKinds gives a game the kinds of a design. Rules follow a kind to another name, and forget one that is gone.
func (d *Design) setKinds(v *variant.Variant) error {
	names, left := map[string]string{}, make([]bool, len(v.Pieces))
	for i, k := range d.Kinds {
		if k.From >= len(v.Pieces) || k.From >= 0 && left[k.From] {
			return &Fault{Message: fmt.Sprintf("kind %d is piece %d of the game, which has %d, each once", i, k.From, len(v.Pieces))}
		}
		if k.From >= 0 {
			left[k.From], names[v.Pieces[k.From].Name] = true, k.Name
		}
	}
	for i, p := range v.Pieces {
		if !left[i] {
			v.Forget(p.Name)
		}
	}
	d.promote(v)
	v.Rename(names)
	var kinds []variant.Piece
	for _, k := range d.Kinds {
		var p variant.Piece
		if k.From >= 0 {
			p = v.Pieces[k.From]
		}
		if k.Betza != "" {
			p.Moves = []variant.MoveSet{{Betza: k.Betza}}
		}
		p.Name, p.Symbol, p.Royal, p.Pawn = k.Name, k.Symbol, k.Royal, k.Pawn
		if k.Picture != "" || !picture.IsData(p.Picture) {
			p.Picture = k.Picture
		}
		kinds = append(kinds, p)
	}
	v.Pieces = kinds
	return d.setGating(v)
}

// promote lets pawns promote to new kinds, too, where they promote to all officers of the game.
func (d *Design) promote(v *variant.Variant) {
	for i := range v.Rules.Promotions {
		choices := &v.Rules.Promotions[i].Choices
		all := !slices.ContainsFunc(v.Pieces, func(p variant.Piece) bool {
			return !p.Royal && !p.Pawn && p.PromotedFrom == "" && !slices.Contains(*choices, p.Name)
		})
		for _, k := range d.Kinds {
			if all && k.From < 0 && !k.Royal && !k.Pawn {
				*choices = append(*choices, k.Name)
			}
		}
	}
}

// setGating gives a game the pieces that wait.
func (d *Design) setGating(v *variant.Variant) error {
	var waiting []string
	for _, k := range d.Kinds {
		if k.Waits < 0 || k.Waits > d.Files {
			return &Fault{Message: fmt.Sprintf("of the kind %s, %d wait on each side, expected 0 to %d", k.Name, k.Waits, d.Files)}
		}
		waiting = append(waiting, slices.Repeat([]string{k.Name}, k.Waits)...)
	}
	gating := &v.Rules.Gating
	switch before := slices.Sorted(slices.Values(gating.Pieces)); {
	case slices.Equal(before, slices.Sorted(slices.Values(waiting))):
	case len(waiting) == 0:
		*gating = variant.Gating{Kind: variant.NoGating}
	default:
		if gating.Pieces = waiting; len(before) == 0 {
			gating.Kind, gating.Order = variant.MusketeerGating, variant.WhiteFirst
		}
	}
	return nil
}

// setBoard gives a game the board and the array of a design; what lies outside the board is left out.
func (d *Design) setBoard(v *variant.Variant) error {
	if d.Files < 2 || d.Files > 16 || d.Ranks < 2 || d.Ranks > 16 {
		return &Fault{Message: fmt.Sprintf("a board of %d files and %d ranks; expected 2 to 16 each", d.Files, d.Ranks)}
	}
	v.Files, v.Ranks, v.Holes = d.Files, d.Ranks, nil
	inside := func(name string) (variant.Square, bool) {
		sq, ok := variant.ParseSquare(name)
		return sq, ok && sq.File >= 0 && sq.File < d.Files && sq.Rank >= 0 && sq.Rank < d.Ranks
	}
	for _, name := range d.Holes {
		if _, ok := inside(name); ok {
			v.Holes = append(v.Holes, name)
		}
	}
	array := variant.NewArray(d.Files, d.Ranks)
	for _, s := range d.Pieces {
		if s.Piece < 0 || s.Piece >= len(d.Kinds) {
			return &Fault{Message: fmt.Sprintf("%s: kind %d, expected one of %d", s.Square, s.Piece, len(d.Kinds))}
		}
		if d.Kinds[s.Piece].Symbol == "" {
			return &Fault{Message: fmt.Sprintf("the piece on %s has no letter", s.Square)}
		}
		if sq, ok := inside(s.Square); ok && !slices.Contains(v.Holes, s.Square) {
			array[sq.Rank][sq.File] = variant.LetterOf(d.Kinds[s.Piece].Symbol, s.Black)
		}
	}
	v.Array = array.String()
	return nil
}

// KindsRequest asks for kinds of pieces by a part of their name or, on a board, by their value in points.
type KindsRequest struct {
	Text   string  `json:"text"`
	Points float64 `json:"points"`
	Board  string  `json:"board"` // such as 8x8
}

// NamedKind is a known kind of piece.
type NamedKind struct {
	Name  string `json:"name"`
	Betza string `json:"betza"`
	// Value is what it is worth on the board, "" if that was not asked; Face is its picture.
	Value string `json:"value"`
	Face  string `json:"face"`
}

// mostKinds is the largest number of kinds in a reply.
const mostKinds = 24

func (a *API) kinds(_ context.Context, r KindsRequest) (any, error) {
	list := []NamedKind{}
	if r.Points > 0 {
		board, ok := formula.ParseBoard(r.Board)
		if !ok {
			return nil, &Fault{Message: fmt.Sprintf("the board %s: expected a size such as 10x8", toml.Quote(r.Board))}
		}
		found, err := formula.Like(board, r.Points, mostKinds)
		if err != nil {
			return nil, &Fault{Message: err.Error()}
		}
		for _, f := range found {
			list = append(list, NamedKind{Name: variant.NameOfMove(f.Betza), Betza: f.Betza, Value: fmt.Sprintf("%.1f", f.Value.Estimate)})
		}
	} else {
		plain := func(text string) string { return strings.ReplaceAll(files.Slug(text, maxSlug), "-", "") }
		for _, m := range variant.NamedMoves() {
			if strings.Contains(plain(m.Name), plain(r.Text)) && len(list) < mostKinds {
				list = append(list, NamedKind{Name: m.Name, Betza: m.Betza})
			}
		}
	}
	for i, k := range list {
		v := &variant.Variant{Pieces: []variant.Piece{{Name: cmp.Or(k.Name, "piece"), Symbol: "X", Moves: []variant.MoveSet{{Betza: k.Betza}}}}}
		list[i].Face = pieces.Of(v)[0].Draw(false)
	}
	return map[string]any{"kinds": list}, nil
}
