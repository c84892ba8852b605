package betza

import (
	"slices"
	"strings"
)

// selectRoutes keeps the routes allowed by the directions before the bracket. The
// directions apply to the complete move as if it were a single leap; a route that stops
// early is kept if it begins a route that is.
func (b *bracket) selectRoutes() error {
	letters := b.outer.directions()
	if len(letters) == 0 {
		return nil
	}
	kind, ok := b.kind()
	if !ok {
		return errorAt(letters[0].at, "found directions before a bracket whose moves do not all lie alike, expected them inside the bracket")
	}
	set, err := absoluteHeadings(kind, letters)
	if err != nil {
		return err
	}
	begun := map[string]bool{} // the headings of selected routes and all their prefixes
	for _, r := range b.routes {
		if r.complete && set.has(headingOf(r.span())) {
			for i := range r.headings {
				begun[r.headings[:i+1]] = true
			}
		}
	}
	if len(begun) == 0 {
		return errorAt(letters[0].at, "found directions that none of the moves in the bracket has, expected others")
	}
	b.routes = slices.DeleteFunc(b.routes, func(r route) bool { return !begun[r.headings] })
	return nil
}

// kind returns the kind of atom that the complete moves resemble: oblique if all end off
// the queen's lines, or the kind of their lines if all are straight. Otherwise ok is
// false.
func (b *bracket) kind() (k kind, ok bool) {
	var used headingSet
	for _, r := range b.routes {
		if !r.complete {
			continue
		}
		span := r.span()
		if span == (Vec{}) {
			return 0, false
		}
		h := headingOf(span)
		if h%2 == 0 && !r.straight() {
			return 0, false
		}
		used |= 1 << h
	}
	for _, k := range []kind{orthogonal, diagonal, oblique, allRound} {
		if used&^k.set() == 0 {
			return k, true
		}
	}
	return 0, false
}

// straight reports whether all legs have one heading.
func (r route) straight() bool {
	return r.headings == strings.Repeat(r.headings[:1], len(r.headings))
}
