//go:build !js

package advise

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// leaps are the atoms that a kind may gain.
var leaps = []string{"W", "F", "D", "N", "A"}

// halves lists the parts of compound atoms. A compound that loses one part becomes the other.
var halves = map[string][]string{"K": {"W", "F"}, "Q": {"R", "B"}}

// atoms gives kinds an atom more, or one less, or one step more or less of a range.
func (g *grammar) atoms() (list []Edit) {
	for i := range g.Pieces {
		p := &g.Pieces[i]
		if p.Royal {
			continue
		}
		for _, s := range g.sides {
			if !g.has(s, p) {
				continue
			}
			for _, atom := range leaps {
				if !goes(p, atom) {
					list = append(list, g.remake(s, p, "give %s the move "+atom, variant.MoveSet{}, variant.MoveSet{Betza: atom}))
				}
			}
			list = append(list, g.less(s, p)...)
		}
	}
	return list
}

// less takes a group out of the moves of a kind, or changes one.
func (g *grammar) less(s side, p *variant.Piece) (list []Edit) {
	for _, set := range p.Moves {
		groups := []string{set.Betza} // with brackets it is taken as a whole
		if !strings.Contains(set.Betza, "[") {
			groups = betza.Groups(set.Betza)
		}
		for j, group := range groups {
			for _, other := range append(lessened(group), "") {
				now := set
				now.Betza = strings.Join(slices.Concat(groups[:j], []string{other}, groups[j+1:]), "")
				says := fmt.Sprintf("change %s in the moves of %%s to %s", group, other)
				if other == "" {
					says = fmt.Sprintf("take %s from the moves of %%s", group)
				}
				list = append(list, g.remake(s, p, says, set, now))
			}
		}
	}
	return list
}

// errGone is the error of an edit whose moves the other form of a kind does not have.
var errGone = errors.New("the kind has no such moves")

// remake puts a set of moves in the place of another of a kind, on one side alone. Before a set that is
// new or after one that goes, the other has no moves.
func (g *grammar) remake(s side, p *variant.Piece, says string, was, now variant.MoveSet) Edit {
	return Edit{Text: fmt.Sprintf(says, s.whose(p.Name)), Size: 2, change: func(v *variant.Variant) (err error) {
		name := p.Name
		if s != both && g.has(1-s, p) {
			if name, err = v.Split(p.Name, s == black); err != nil {
				return err
			}
		}
		own := &v.Pieces[slices.IndexFunc(v.Pieces, func(o variant.Piece) bool { return o.Name == name })]
		i := slices.Index(own.Moves, was)
		switch {
		case was.Betza == "":
			own.Moves = append(own.Moves, now)
		case i < 0:
			return errGone
		case now.Betza == "":
			own.Moves = slices.Delete(own.Moves, i, i+1)
		default:
			own.Moves[i] = now
		}
		return nil
	}}
}

// has reports whether a side may have pieces of a kind: in the array, waiting off the board, or by
// promotion of these.
func (g *grammar) has(s side, p *variant.Piece) bool {
	if s == both {
		return g.has(white, p) && g.has(black, p)
	}
	there := func(p variant.Piece) bool { return g.start.Owned(g.game.TypeNamed(p.Name), rules.Color(s)) > 0 }
	becomes := func(o variant.Promotion) bool {
		promotes := func(p variant.Piece) bool { return slices.Contains(o.Pieces, p.Name) && there(p) }
		return o.For(s == black) && slices.Contains(o.Choices, p.Name) && slices.ContainsFunc(g.Pieces, promotes)
	}
	return there(*p) || slices.ContainsFunc(g.Rules.Promotions, becomes)
}

// goes reports whether a kind makes all leaps of an atom, regardless of pieces in between.
func goes(p *variant.Piece, atom string) bool {
	leap, err := betza.Parse(atom)
	if err != nil {
		return false
	}
	on := func(o betza.Occupancy) func(int, int) (betza.Occupancy, bool) {
		return func(dx, dy int) (betza.Occupancy, bool) {
			return o, max(dx, -dx, dy, -dy) < variant.MaxSide/2
		}
	}
	var quiet, captures []betza.Vec
	for _, set := range p.Moves {
		e, err := betza.Parse(set.Betza)
		if err != nil || set != (variant.MoveSet{Betza: set.Betza}) {
			continue
		}
		q, _ := e.Destinations(on(betza.Empty))
		_, c := e.Destinations(on(betza.Enemy))
		quiet, captures = append(quiet, q...), append(captures, c...)
	}
	to, _ := leap.Destinations(on(betza.Empty))
	return !slices.ContainsFunc(to, func(v betza.Vec) bool { return !slices.Contains(quiet, v) || !slices.Contains(captures, v) })
}

// lessened lists the variants of a group with half of a compound atom, or with a range that is one
// longer or shorter.
func lessened(group string) []string {
	end := strings.TrimRight(group, "0123456789")
	n, err := strconv.Atoi(group[len(end):])
	switch {
	case strings.Contains(group, "["):
		return nil
	case err != nil:
		return slices.Clone(halves[group])
	case n < 1:
		return nil
	case n == 1:
		return []string{end + "2"}
	}
	return []string{end + strconv.Itoa(n-1), end + strconv.Itoa(n+1)}
}
