package importing

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// ReadBack compares the game with what a reader makes of the text, and warns of every
// piece and rule that is another. The pieces are known by their symbols.
func (w *Writer) ReadBack(parse func([]byte) (*variant.Variant, []Warning, error)) {
	again, _, err := parse(w.out.Bytes())
	if err != nil {
		return // Finish says so
	}
	game := w.Game.Canonical()
	names := map[string]string{}
	for _, p := range again.Pieces {
		i := slices.IndexFunc(game.Pieces, func(q variant.Piece) bool { return q.Symbol == p.Symbol })
		if i < 0 {
			continue
		}
		names[p.Name] = game.Pieces[i].Name
		if own := game.Pieces[i].Name; own != p.Name && !w.warned(own) {
			w.Warn("name", 0, own, "a %s has no place for the name; it is read as %s", w.Format, p.Name)
		}
	}
	rename(again, names)
	for i := range game.Pieces {
		w.comparePiece(&game.Pieces[i], again)
	}
	if again.Array != game.Array {
		w.unlike("board.array")
	}
	if !sameSet(again.Holes, game.Holes) {
		w.unlike("board.holes")
	}
	if !maps.Equal(transitions(game), transitions(again)) {
		w.unlike("rules.promotion")
	}
	again.Rules.Promotions = game.Rules.Promotions
	if castling := &again.Rules.Castling; castling.King == w.Royal().Name {
		castling.King = game.Rules.Castling.King
	}
	for _, squares := range [][2]*[]string{{&again.Rules.Goal.White, &game.Rules.Goal.White}, {&again.Rules.Goal.Black, &game.Rules.Goal.Black}} {
		if reflect.DeepEqual(w.covered(*squares[0]), w.covered(*squares[1])) {
			*squares[0] = *squares[1]
		}
	}
	w.CompareRules(again.Rules)
}

// comparePiece warns of a piece that is read otherwise.
func (w *Writer) comparePiece(p *variant.Piece, again *variant.Variant) {
	i := slices.IndexFunc(again.Pieces, func(q variant.Piece) bool { return q.Symbol == p.Symbol })
	if i < 0 {
		w.unlike(p.Name)
		return
	}
	q := again.Pieces[i]
	q.Note, q.Name = p.Note, p.Name
	if !reflect.DeepEqual(*p, q) {
		w.unlike(p.Name)
	}
}

// unlike warns that something is read otherwise, if no warning of a loss has named it.
func (w *Writer) unlike(what string) {
	named := slices.ContainsFunc(w.Warnings, func(o Warning) bool {
		return o.Kind != "name" && o.Kind != Dialect && (o.Item == what || strings.HasPrefix(o.Item, what+".") || strings.HasPrefix(what, o.Item+"."))
	})
	if !named {
		w.Warn("rules", 0, what, "a %s cannot say this; it is read as something else", w.Format)
	}
}

// transitions are the promotions piece by piece: what each becomes, and how.
func transitions(v *variant.Variant) map[string]bool {
	set := map[string]bool{}
	for _, p := range v.Rules.Promotions {
		if p.Zone == 0 {
			continue
		}
		for _, black := range []bool{false, true} {
			for _, piece := range p.Pieces {
				for _, choice := range p.Choices {
					if p.For(black) {
						set[fmt.Sprint(black, piece, choice, p.Squares, p.Zone, p.Optional, p.Compulsory, p.Leaving, p.OnCapture, p.Limit, p.Captured, p.EmptyPool)] = true
					}
				}
			}
		}
	}
	return set
}

// covered are the squares of a list of squares and rectangles.
func (w *Writer) covered(list []string) map[variant.Square]bool {
	squares := map[variant.Square]bool{}
	for _, text := range list {
		a, _ := variant.ParseArea(text)
		for y := a.FirstRank; y <= a.LastRank; y++ {
			for x := a.FirstFile; x <= a.LastFile; x++ {
				squares[variant.Square{File: x, Rank: y}] = true
			}
		}
	}
	return squares
}

func sameSet(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// rename gives the pieces of a game other names, wherever they stand.
func rename(v *variant.Variant, names map[string]string) {
	one := func(name *string) {
		if to := names[*name]; to != "" {
			*name = to
		}
	}
	all := func(list []string) {
		for i := range list {
			one(&list[i])
		}
	}
	for i := range v.Pieces {
		one(&v.Pieces[i].Name)
		one(&v.Pieces[i].PromotedFrom)
	}
	r := &v.Rules
	for i := range r.Promotions {
		all(r.Promotions[i].Pieces)
		all(r.Promotions[i].Choices)
	}
	for _, name := range []*string{&r.Castling.Partner, &r.Castling.ASidePartner, &r.Castling.King} {
		one(name)
	}
	for _, list := range [][]string{r.Gating.Pieces, r.Hand.Pieces, r.Hand.BlackPieces, r.Hand.MateLoses, r.Blast.Spared, r.Blast.Immune, r.Extinction.Pieces, r.Goal.Pieces, r.Castling.MorePartners, r.Castling.SameColour} {
		all(list)
	}
}
