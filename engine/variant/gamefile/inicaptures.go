package gamefile

import (
	"slices"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// captures reads which pieces do not capture their own kind, and which become walls as they
// capture.
func (r *iniReader) captures(v *variant.Variant) {
	const immune, petrifies = "mutuallyImmuneTypes", "petrifyOnCaptureTypes"
	for _, piece := range r.get(immune).pieces {
		kinds := r.kinds(piece)
		if piece == everyPiece || len(kinds) > 1 {
			r.lose(immune, "kinds that count together", "each may capture its own")
			continue
		}
		for i := range v.Pieces {
			switch p := &v.Pieces[i]; {
			case !slices.Contains(kinds, p.Name):
			case p.Royal:
				r.lose(immune, "royal pieces, which the program keeps apart all the same", "they give check to each other")
			case slices.ContainsFunc(p.Moves, takesPassing):
				r.lose(immune, "a piece that captures its own kind en passant alone", "it may capture its own kind")
			default:
				p.MayNotCapture = []string{p.Name}
			}
		}
	}
	walls := r.get(petrifies).pieces
	if len(walls) == 0 {
		return
	}
	if r.is("capturesToHand") || r.is("gating") {
		r.lose(petrifies, "walls together with captured or waiting pieces in hand", "no walls")
		return
	}
	v.Rules.Capture.Then = variant.Petrifies
	for i := range v.Pieces {
		p := &v.Pieces[i]
		switch in := r.petrifies(v, p.Name); {
		case in && p.Royal:
			r.lose(petrifies, "the royal piece, which may not become a wall and so captures nothing", "without it")
		case in:
			v.Rules.Capture.Pieces = append(v.Rules.Capture.Pieces, p.Name)
		}
		for _, pr := range v.Rules.Promotions {
			other := func(name string) bool { return r.petrifies(v, name) != r.petrifies(v, p.Name) }
			if slices.Contains(pr.Pieces, p.Name) && slices.ContainsFunc(pr.Choices, other) && (r.petrifies(v, p.Name) || v.Rules.Blast.OnCapture) {
				r.lose(petrifies, "a piece that is removed without a wall as it promotes, or becomes one only then", "what it was before counts")
			}
		}
	}
	if len(v.Rules.Capture.Pieces) == 0 {
		v.Rules.Capture.Then = variant.NoSequel
	}
}

// petrifies reports whether a piece of the game is among those that become walls.
func (r *iniReader) petrifies(v *variant.Variant, name string) bool {
	return slices.ContainsFunc(r.peek("petrifyOnCaptureTypes").pieces, func(piece string) bool {
		return piece == everyPiece || slices.Contains(r.kinds(piece), name)
	})
}

// takesPassing reports whether a move captures en passant.
func takesPassing(m variant.MoveSet) bool {
	expression, _ := betza.Parse(m.Betza)
	return slices.ContainsFunc(expression.Paths, func(p betza.Path) bool { return p.EnPassant })
}

// captures writes what captures reads.
func (w *iniWriter) captures() {
	immune := ""
	for _, p := range w.Game.Pieces {
		if slices.Equal(p.MayNotCapture, []string{p.Name}) {
			immune += w.letters(p.MayNotCapture)
		}
	}
	if immune != "" {
		w.set("mutuallyImmuneTypes", immune)
	}
	if w.Game.Rules.Capture.Then == variant.Petrifies {
		w.set("petrifyOnCaptureTypes", w.letters(w.Game.SequelKinds()))
	}
}
