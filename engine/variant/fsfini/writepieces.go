package fsfini

import (
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// pieces writes a line for every piece.
func (w *writer) pieces() {
	customs := 0
	for i := range w.Game.Pieces {
		p := &w.Game.Pieces[i]
		letter := strings.ToLower(p.Symbol)
		if p.Explodes {
			w.Warn("explosion", 0, p.Name, "the file cannot say that a piece explodes")
		}
		switch key := standardKey(p); {
		case p.Pawn && key != "pawn":
			w.Warn("pawn", 0, p.Name, "only the pawns of chess can be written; left out with all their moves")
		case key != "":
			w.set(key, letter)
		case p.Royal:
			w.royal(p, letter)
		default:
			customs++
			w.custom(p, customKey+strconv.Itoa(customs), letter)
		}
	}
}

// standardKey is the key of the program's own piece with that name and move, ""
// if it has no such piece.
func standardKey(p *variant.Piece) string {
	for _, s := range standardPieces {
		if p.Name != s.name || p.Royal || p.Pawn != (s.key == "pawn") || p.Moves[0] != (variant.MoveSet{Betza: s.move}) {
			continue
		}
		if len(p.Moves) == 1 || p.Pawn {
			return s.key
		}
	}
	return ""
}

func (w *writer) royal(p *variant.Piece, letter string) {
	if p.Name != "king" {
		w.Warn("name", 0, p.Name, "the file calls the royal piece king")
	}
	if len(p.Moves) == 1 && p.Moves[0] == (variant.MoveSet{Betza: "K"}) {
		w.set(kingKey, letter)
		return
	}
	w.set(kingKey, letter+":"+w.moves(p))
}

func (w *writer) custom(p *variant.Piece, key, letter string) {
	move := w.moves(p)
	if name := nameFor(p.Moves); name != p.Name && !strings.HasPrefix(p.Name, name+"-") || name == "" && p.Name != "piece-"+letter {
		w.Warn("name", 0, p.Name, "the file has no names for custom pieces; it is read under another")
	}
	w.set(key, letter+":"+move)
}

// moves writes the moves of a piece in the notation of the program.
func (w *writer) moves(p *variant.Piece) string {
	var out strings.Builder
	for _, set := range p.Moves {
		switch {
		case set.Flying && slices.Contains([]string{"mQ", "mR", "mB"}, set.Betza) && set.FirstRank == 0 && set.Area == "":
			reach := strconv.Itoa(max(w.Game.Files, w.Game.Ranks))
			out.WriteString(set.Betza + "m{hurdles:1," + reach + ";pre:1," + reach + ";post:1," + reach + "}" + set.Betza[1:])
		case set == variant.MoveSet{Betza: set.Betza}:
			out.WriteString(w.notation(p, set.Betza))
		default:
			w.Warn("moves", 0, p.Name, "the moves %s, which are not allowed everywhere, are left out", variant.Quote(set.Betza))
		}
	}
	return out.String()
}

// notation writes a move string as the program has it. One that it does not
// have stays as it is, with a warning.
func (w *writer) notation(p *variant.Piece, move string) string {
	foreign := strings.NewReplacer(falconMove, anyPathFalcon, gryphonMove, "O", manticoreMove, "M").Replace(move)
	if own, err := translate(foreign, betza.Parse); err != nil || own != move {
		w.Warn("moves", 0, p.Name, "%s means something else, or nothing, in the notation of Fairy-Stockfish; it is left as it is", variant.Quote(move))
		return move
	}
	if foreign != move {
		w.Line("# %s: the notation of Fairy-Stockfish-X", p.Name)
	}
	return foreign
}
