package gamefile

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"bestiary/internal/toml"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// pieces writes a line for every piece.
func (w *iniWriter) pieces() {
	w.steps = w.firstRank()
	for i := range w.Game.Pieces {
		p := &w.Game.Pieces[i]
		if p.PromotedFrom != "" {
			continue // see forms
		}
		letter := strings.ToLower(p.Symbol)
		switch key := standardKey(p); {
		case key != "":
			w.set(key, letter)
		case p.Pawn && slices.Equal(p.Moves, []variant.MoveSet{{Betza: "fW"}}) && (p.Name == "shogi-pawn" || !w.has("shogi-pawn")):
			w.set("shogiPawn", letter)
		case !p.Royal && w.soldier(p) > 0 && !w.written[soldierKey]:
			w.written[soldierKey] = true
			w.set(soldierKey, letter)
			w.set("soldierPromotionRank", w.soldier(p))
		case p.Royal && w.pseudoRoyal() && slices.Equal(p.Moves, []variant.MoveSet{{Betza: "K"}}) && !w.has("commoner"):
			w.set("commoner", letter)
		case p.Royal && !w.pseudoRoyal():
			w.royal(p, letter)
		default:
			w.customs++
			key := customKey + strconv.Itoa(w.customs)
			w.set(key, letter+":"+w.moves(w.mobility(p, key)))
		}
	}
}

// soldier returns the rank from which a piece that steps straight ahead also steps
// sideways, or 0 for other pieces.
func (w *iniWriter) soldier(p *variant.Piece) int {
	if slices.Equal(p.Moves, []variant.MoveSet{{Betza: "fsW"}}) {
		return 1
	}
	for rank := 2; rank <= w.Game.Ranks; rank++ {
		if slices.Equal(p.Moves, []variant.MoveSet{{Betza: "fW"}, {Betza: "sW", FirstRank: rank, LastRank: w.Game.Ranks}}) {
			return rank
		}
	}
	return 0
}

// firstRank returns the rank of first moves, or 0 if there is none or more than one.
func (w *iniWriter) firstRank() int {
	rank := 0
	for _, p := range w.Game.Pieces {
		for _, set := range p.Moves {
			switch {
			case set.FirstRank == 0 || set.FirstRank != set.LastRank || !p.Pawn:
			case rank != 0 && rank != set.FirstRank:
				return 0
			default:
				rank = set.FirstRank
			}
		}
	}
	return rank
}

// clock writes which moves reset the n-move rule, unless they are the moves of the
// program's own pawns.
func (w *iniWriter) clock() {
	pawns := w.Game.NamesOf(func(p variant.Piece) bool { return p.Pawn })
	if pawn := w.standardPawn(); pawn == nil && len(pawns) > 0 || len(pawns) > 1 {
		w.set("nMoveRuleTypes", w.letters(pawns))
	}
}

// has reports whether the game has a piece with the name of a standard piece.
func (w *iniWriter) has(name string) bool {
	return slices.ContainsFunc(w.Game.Pieces, func(p variant.Piece) bool { return p.Name == name })
}

// plainPawn is the move of a pawn without en-passant captures.
const plainPawn = "fmWfcF"

// standardKey returns the key of the program's own piece with the same name and move, or
// "" if there is none.
func standardKey(p *variant.Piece) string {
	for _, s := range standardPieces() {
		plain := s.key == pawnKey && p.Moves[0].Betza == plainPawn
		if p.Name != s.name || p.Royal || p.Pawn != (s.key == pawnKey) || p.Moves[0] != (variant.MoveSet{Betza: s.move}) && !plain {
			continue
		}
		if len(p.Moves) == 1 || p.Pawn {
			return s.key
		}
	}
	return ""
}

func (w *iniWriter) royal(p *variant.Piece, letter string) {
	own := *p
	if n := len(own.Moves) - 1; n > 0 && own.Moves[n].RoyalOnly && own.Moves[n].Area == "" && strings.Contains("cR cfR", own.Moves[n].Betza) {
		own.Moves = own.Moves[:n]
		w.set("flyingGeneral", true)
	}
	if len(own.Moves) == 1 && own.Moves[0] == (variant.MoveSet{Betza: "K"}) {
		w.set(kingKey, letter)
		return
	}
	w.set(kingKey, letter+":"+w.moves(w.mobility(&own, kingKey)))
}

// mobility writes the area that limits all moves of a piece, and returns the piece without
// the limit.
func (w *iniWriter) mobility(p *variant.Piece, key string) *variant.Piece {
	area := p.Moves[0].Area
	if area == "" || slices.ContainsFunc(p.Moves, func(m variant.MoveSet) bool { return m.Area != area }) {
		return p
	}
	own := *p
	own.Moves = slices.Clone(p.Moves)
	for i := range own.Moves {
		own.Moves[i].Area = ""
	}
	black := w.covered(strings.Split(area, ","))
	black.turn()
	w.set(mobilityKey("White", key), w.squares(strings.Split(area, ",")))
	w.set(mobilityKey("Black", key), black.String())
	return &own
}

// moves returns the moves of a piece in the program's notation.
func (w *iniWriter) moves(p *variant.Piece) string {
	var out strings.Builder
	for _, set := range p.Moves {
		switch {
		case set.Flying && slices.Contains([]string{"mQ", "mR", "mB"}, set.Betza) && set.FirstRank == 0 && set.Area == "":
			reach := strconv.Itoa(max(w.Game.Files, w.Game.Ranks))
			w.Warn(Dialect, 0, p.Name, "its flying moves are written as hops, which Fairy-Stockfish-X reads but Fairy-Stockfish does not")
			out.WriteString(set.Betza + "m{hurdles:1," + reach + ";pre:1," + reach + ";post:1," + reach + "}" + set.Betza[1:])
		case set == variant.MoveSet{Betza: set.Betza}:
			out.WriteString(w.notation(p, set.Betza))
		case set.FirstRank > 0 && set.FirstRank == w.steps && set.LastRank == w.steps && set.Area == "" && !set.Flying && !set.RoyalOnly:
			for _, group := range groupsOf(w.notation(p, set.Betza)) {
				out.WriteString("i" + group)
			}
		}
	}
	if move := withoutLimits(p); out.Len() == 0 && move != "" {
		return w.notation(p, move)
	}
	return out.String()
}

// foreign rewrites an XBetza move string with the additions of Fairy-Stockfish-X.
func foreign(move string) string {
	return strings.NewReplacer(falconMove, anyPathFalcon, gryphonMove, "O", manticoreMove, "M").Replace(move)
}

// readable reports whether the program reads a move string as XBetza does.
func readable(move string) bool {
	var p parts
	if p.translate(move, strings.Contains(move, "e")) != nil || p.initial != "" {
		return false
	}
	return samePaths(p.always, strings.NewReplacer(anyPathFalcon, falconMove, "O", gryphonMove, "M", manticoreMove).Replace(move))
}

// samePaths reports whether two move strings have the same paths in any order.
func samePaths(a, b string) bool {
	first, err := betza.Parse(a)
	second, err2 := betza.Parse(b)
	return err == nil && err2 == nil && first.Key() == second.Key()
}

// notation returns a move string in the program's notation. Groups that it cannot express
// are dropped, or lose their en-passant captures.
func (w *iniWriter) notation(p *variant.Piece, move string) string {
	own := foreign(move)
	if readable(own) {
		if own != move {
			w.Warn(Dialect, 0, p.Name, "%s is written as %s, which Fairy-Stockfish-X reads but Fairy-Stockfish does not; without pieceValueMg and pieceValueEg it plays as if these moves were worth nothing", toml.Quote(move), toml.Quote(own))
		}
		return own
	}
	var kept strings.Builder
	for _, group := range groupsOf(own) {
		for _, part := range []string{group, strings.ReplaceAll(group, "e", "")} {
			if readable(part) {
				kept.WriteString(part)
				break
			}
		}
	}
	return cmp.Or(kept.String(), move)
}
