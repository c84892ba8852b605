package main

import (
	"fmt"
	"slices"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/present/format"
)

// sentence is a rule in words, with the options that change it.
type sentence struct {
	Topic   string   `json:"topic"`
	Text    string   `json:"text"`
	Options []string `json:"options"`
}

// rulesInWords explains the rules of a game. Every option that has a meaning in
// the game belongs to one of the sentences.
func rulesInWords(v *variant.Variant) []sentence {
	list := []sentence{{Topic: "goal", Text: fmt.Sprintf("Checkmate of the %s wins.", royalName(v))}}
	list = append(list, gatingInWords(v)...)
	list = append(list, castlingInWords(v))
	list = append(list, promotionsInWords(v)...)
	if text := enPassantInWords(v); text != "" {
		list = append(list, sentence{Topic: "en passant", Text: text})
	}
	list = append(list, explosionInWords(v)...)
	list = append(list, flyingInWords(v)...)
	list = append(list, endsInWords(v)...)
	list = append(list, ownOptionsInWords(v)...)
	for i := range list {
		if list[i].Options == nil {
			list[i].Options = []string{}
		}
	}
	return list
}

func gatingInWords(v *variant.Variant) []sentence {
	g := v.Rules.Gating
	if g.Kind != variant.MusketeerGating {
		return nil
	}
	turns := "White puts all of its pieces first, then Black."
	if g.Order == variant.Alternating {
		turns = "The sides take turns, White first."
	}
	behind, options := gatesInWords(v)
	legality := "Whether the move is legal is judged without it: a pinned piece may not leave its line even if the one behind it would enter in between."
	if g.BlocksCheck {
		legality = "It counts when the legality of the move is judged."
	}
	counter := "Its entry does not reset the count of the n-move rule."
	if g.ResetsNMove {
		counter = "Its entry resets the count of the n-move rule."
	}
	return []sentence{
		{"placing", fmt.Sprintf("Before the first move each side puts its %s %s. %s", joinWords(g.Pieces, "and"), behind, turns),
			options},
		{"entering", "A waiting piece enters on the square that the piece in front of it leaves, in the same move. It is lost when that piece is captured there. " +
			legality + " " + counter, []string{"gate-blocks-check", "gate-resets-n-move"}},
	}
}

// gatesInWords says where pieces may wait, with the options of placing them.
func gatesInWords(v *variant.Variant) (string, []string) {
	behind := "behind pieces of its own first rank, no two behind the same one"
	options := []string{"placement-order", "gate-king-file"}
	switch {
	case !v.Rules.Gating.KingFile:
		return behind + fmt.Sprintf(" and none behind the %s", royalName(v)), options
	case !v.Rules.Gating.KingAndPartner && v.Rules.Castling.Partner != "":
		behind += fmt.Sprintf(", nor one behind the %s and another behind %s that castles with it", royalName(v), format.Article(v.Rules.Castling.Partner))
	}
	return behind, append(options, "gate-king-and-partner")
}

// enPassantInWords is "" if no piece can capture another en passant.
func enPassantInWords(v *variant.Variant) string {
	var leave, catch []string
	for _, p := range v.Pieces {
		leaves, catches := false, false
		for _, set := range p.Moves {
			leaves = leaves || set.LeavesEnPassant
			e, err := betza.Parse(set.Betza)
			if err != nil {
				continue // a game that was loaded has only valid move strings
			}
			for _, path := range e.Paths {
				leaves, catches = leaves || path.LeavesEnPassant, catches || path.EnPassant
			}
		}
		if leaves {
			leave = append(leave, p.Name)
		}
		if catches {
			catch = append(catch, p.Name)
		}
	}
	if len(leave) == 0 || len(catch) == 0 {
		return ""
	}
	return fmt.Sprintf("When %s has passed over squares, %s of the other side may capture it there, as if it had stopped, with the very next move.",
		format.Article(joinWords(leave, "or")), format.Article(joinWords(catch, "or")))
}

func endsInWords(v *variant.Variant) []sentence {
	r := v.Rules
	stalemate := "It is a draw when the side to move has no legal move and is not in check."
	if r.Stalemate == variant.StalemateLoss {
		stalemate = "A side that has no legal move loses, whether in check or not."
	}
	repetition := "A position may occur any number of times."
	if r.Repetition > 0 {
		repetition = fmt.Sprintf("A position that occurs for the %s time is a draw.", ordinal(r.Repetition))
	}
	nMove := "There is no limit to moves without progress."
	if r.NMove > 0 {
		nMove = fmt.Sprintf("%d moves by each side without a capture%s are a draw.", r.NMove, pawnMoves(v))
	}
	material := fmt.Sprintf("It is a draw when only the two %ss are left.", royalName(v))
	if r.InsufficientMaterial == variant.NoMaterialRule {
		material = "The game goes on however little material is left."
	}
	return []sentence{
		{"stalemate", stalemate, []string{"stalemate"}},
		{"repetition", repetition, []string{"repetition"}},
		{"n-move rule", nMove, []string{"n-move"}},
		{"material", material, []string{"insufficient-material"}},
	}
}

// pawnMoves is " or a move of a …" with the pieces whose moves are progress.
func pawnMoves(v *variant.Variant) string {
	pawns := namesOf(v, func(p variant.Piece) bool { return p.Pawn })
	if len(pawns) == 0 {
		return ""
	}
	return " or a move of " + format.Article(joinWords(pawns, "or"))
}

// explosionInWords is empty if no piece explodes.
func explosionInWords(v *variant.Variant) []sentence {
	names := namesOf(v, func(p variant.Piece) bool { return p.Explodes })
	if len(names) == 0 {
		return nil
	}
	alone := "It may do so with nothing around it."
	if !v.Rules.Explosion.Alone {
		alone = "Something must stand around it."
	}
	text := fmt.Sprintf("Instead of moving, %s may explode: it and all pieces of both sides on the eight squares around it are removed. A side may not remove its own %s. %s",
		format.Article(joinWords(names, "or")), royalName(v), alone)
	return []sentence{{"explosion", text, []string{"explosion-alone"}}}
}

// flyingInWords is empty if no piece flies.
func flyingInWords(v *variant.Variant) []sentence {
	names := namesOf(v, func(p variant.Piece) bool {
		return slices.ContainsFunc(p.Moves, func(m variant.MoveSet) bool { return m.Flying })
	})
	if len(names) == 0 {
		return nil
	}
	text := fmt.Sprintf("Without capturing, %s may end a flying move on any empty square of its lines, whatever stands between.", format.Article(joinWords(names, "or")))
	return []sentence{{Topic: "flying", Text: text}}
}

// ownOptionsInWords explains the options that the game brings with it.
func ownOptionsInWords(v *variant.Variant) []sentence {
	var list []sentence
	for _, o := range v.OwnOptions {
		var values []string
		for _, value := range o.Values {
			values = append(values, value.Name)
		}
		list = append(list, sentence{"reading", fmt.Sprintf("%s Values: %s.", o.Doc, joinWords(values, "or")), []string{o.Name}})
	}
	return list
}

// namesOf lists the pieces of which something holds.
func namesOf(v *variant.Variant, holds func(variant.Piece) bool) []string {
	var names []string
	for _, p := range v.Pieces {
		if holds(p) {
			names = append(names, p.Name)
		}
	}
	return names
}

func royalName(v *variant.Variant) string {
	for _, p := range v.Pieces {
		if p.Royal {
			return p.Name
		}
	}
	return "king"
}
