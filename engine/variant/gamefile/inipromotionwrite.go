package gamefile

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
)

// promotions writes the promotions. The file has one zone per side, and the same choices
// and limits for all pawns of a side.
func (w *iniWriter) promotions() {
	var pawns, forms []variant.Promotion // forms: of pieces to their own forms, or back
	isForm := func(name string) bool { return w.Game.Piece(name).PromotedFrom != "" }
	for _, p := range w.Game.Rules.Promotions {
		switch {
		case p.Zone == 0:
		case slices.ContainsFunc(slices.Concat(p.Pieces, p.Choices), isForm):
			forms = append(forms, p)
		default:
			pawns = append(pawns, p)
		}
	}
	w.forms(forms)
	white, black := w.ofSide(pawns, false), w.ofSide(pawns, true)
	if reflect.DeepEqual(white, black) {
		w.sidePromotion("", white)
	} else {
		w.sidePromotion("White", white)
		w.sidePromotion("Black", black)
	}
	w.zones(append(slices.Clone(pawns), forms...))
	w.limits(pawns)
	if len(pawns) > 0 && pawns[0].Optional {
		w.set("mandatoryPawnPromotion", false)
		w.immobile = w.immobile || slices.ContainsFunc(pawns, func(p variant.Promotion) bool { return p.Compulsory == 1 })
	}
}

// ofSide returns the promotions of a side, without their side.
func (w *iniWriter) ofSide(list []variant.Promotion, black bool) []variant.Promotion {
	var own []variant.Promotion
	for _, p := range list {
		p.Pieces = slices.DeleteFunc(slices.Clone(p.Pieces), func(name string) bool { return !w.owns(name, black) })
		if p.For(black) && len(p.Pieces) > 0 {
			p.Side = ""
			own = append(own, p)
		}
	}
	return own
}

// owns reports whether a side can have a piece: from the start, or by promotion.
func (w *iniWriter) owns(name string, black bool) bool {
	letter := sided(w.Game.Piece(name).Symbol, black)
	if len(letter) > 1 || strings.Contains(w.held(), letter) || w.Game.Rules.Hand.Captures.Any() {
		return true
	}
	return slices.ContainsFunc(w.Array, func(row []byte) bool { return slices.Contains(row, letter[0]) }) ||
		slices.ContainsFunc(w.Game.Rules.Promotions, func(p variant.Promotion) bool { return slices.Contains(p.Choices, name) })
}

// sidePromotion writes the choices of the pawns of a side, or of both.
func (w *iniWriter) sidePromotion(side string, list []variant.Promotion) {
	var pawns, choices []string
	for _, p := range list {
		pawns, choices = append(pawns, p.Pieces...), append(choices, p.Choices...)
	}
	for key, names := range [2][]string{pawns, choices} {
		value := "-"
		if letters := w.letters(unique(names)); letters != "" {
			value = letters
		}
		w.set([]string{"promotionPawnTypes", "promotionPieceTypes"}[key]+side, value)
	}
}

func unique(names []string) []string {
	var list []string
	for _, name := range names {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// zones writes where pieces promote. A side's first promotion decides.
func (w *iniWriter) zones(list []variant.Promotion) {
	for i, side := range []string{"White", "Black"} {
		own := w.ofSide(list, i == 1)
		if len(own) == 0 {
			continue
		}
		zone := w.covered(own[0].Squares)
		if len(own[0].Squares) == 0 {
			zone = w.covered([]string{rectangle(0, w.Game.Ranks-own[0].Zone, w.Game.Files-1, w.Game.Ranks-1)})
			if i == 1 {
				zone.turn()
			}
		}
		w.set("promotionRegion"+side, zone.String())
	}
}

// limits writes how many pieces of each kind a side may have.
func (w *iniWriter) limits(list []variant.Promotion) {
	var limits []string
	for _, p := range list {
		for _, name := range p.Choices {
			if limit := w.letter(name) + ":" + strconv.Itoa(p.Limit); p.Limit > 0 && !slices.Contains(limits, limit) {
				limits = append(limits, limit)
			}
		}
	}
	w.setIf(len(limits) > 0, "promotionLimit", strings.Join(limits, " "))
}

// forms writes the promoted forms. Each is a piece that moves the same way, or a piece
// added to the file for this purpose.
func (w *iniWriter) forms(list []variant.Promotion) {
	var pairs []string
	for i := range w.Game.Pieces {
		f := &w.Game.Pieces[i]
		if f.PromotedFrom == "" {
			continue
		}
		if letter := w.mover(f); letter != "" {
			pairs = append(pairs, w.letter(f.PromotedFrom)+":"+letter)
		}
	}
	if len(pairs) == 0 {
		return
	}
	w.set("promotedPieceType", strings.Join(pairs, " "))
	demotes := func(p variant.Promotion) bool { return w.Game.Piece(p.Pieces[0]).PromotedFrom != "" }
	w.flag("mandatoryPiecePromotion", slices.ContainsFunc(list, func(p variant.Promotion) bool { return !p.Optional }))
	w.flag("piecePromotionOnCapture", slices.ContainsFunc(list, func(p variant.Promotion) bool { return p.OnCapture }))
	w.flag("pieceDemotion", slices.ContainsFunc(list, demotes))
}

// mover returns the letter of a piece that moves like a promoted form. If there is none,
// it adds one; it returns "" if no letter is left.
func (w *iniWriter) mover(f *variant.Piece) string {
	for i := range w.Game.Pieces {
		p := &w.Game.Pieces[i]
		if p.PromotedFrom == "" && !p.Royal && !p.Pawn && reflect.DeepEqual(p.Moves, f.Moves) {
			return strings.ToLower(p.Symbol)
		}
	}
	return w.spare(f.Moves)
}

// spare adds a piece that is not in the game and returns its letter.
func (w *iniWriter) spare(moves []variant.MoveSet) string {
	text := fmt.Sprint(moves)
	if letter := w.spares[text]; letter != "" {
		return letter
	}
	taken := w.Game.Symbols()
	for _, letter := range w.spares {
		taken = append(taken, strings.ToUpper(letter))
	}
	p := variant.Piece{Name: "its form", Symbol: variant.FreeLetter("", taken), Moves: moves}
	letter := strings.ToLower(p.Symbol)
	if letter == "" {
		return ""
	}
	w.spares[text] = letter
	for _, s := range standardPieces() {
		if p.Name = s.name; standardKey(&p) == s.key {
			w.set(s.key, letter)
			return letter
		}
	}
	w.customs++
	w.set(customKey+strconv.Itoa(w.customs), letter+":"+w.moves(&p))
	return letter
}
