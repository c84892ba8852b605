package fsfini

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/engine/variant/internal/importing"
)

// pieces writes a line for every piece.
func (w *writer) pieces() {
	customs := 0
	for i := range w.Game.Pieces {
		p := &w.Game.Pieces[i]
		if p.PromotedFrom != "" {
			continue // a warning said so
		}
		letter := strings.ToLower(p.Symbol)
		if p.Explodes {
			w.Warn("explosion", 0, p.Name, "the file cannot say that a piece explodes")
		}
		if p.AvoidsOwnKind {
			w.Warn("moves", 0, p.Name, "the file cannot say that a piece avoids its own kind")
		}
		switch key := standardKey(p); {
		case key != "":
			w.set(key, letter)
		case p.Royal:
			w.royal(p, letter)
		default:
			if p.Pawn {
				w.Warn("pawn", 0, p.Name, "is written as another piece, since only pawns that step and capture as in chess can be pawns: its moves do not reset the n-move rule")
			}
			customs++
			w.custom(p, customKey+strconv.Itoa(customs), letter)
		}
	}
}

// standardKey is the key of the program's own piece with that name and move, ""
// if it has no such piece.
func standardKey(p *variant.Piece) string {
	for _, s := range standardPieces() {
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
	if name := knownName(p.Moves); name != p.Name && !strings.HasPrefix(p.Name, name+"-") || name == "" && p.Name != "piece-"+letter {
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
			w.Warn(importing.Dialect, 0, p.Name, "its flying moves are written as hops, which Fairy-Stockfish-X reads but Fairy-Stockfish does not")
			out.WriteString(set.Betza + "m{hurdles:1," + reach + ";pre:1," + reach + ";post:1," + reach + "}" + set.Betza[1:])
		case set == variant.MoveSet{Betza: set.Betza}:
			out.WriteString(w.notation(p, set.Betza))
		default:
			w.Warn("moves", 0, p.Name, "the moves %s, which are not allowed everywhere, are left out", variant.Quote(set.Betza))
		}
	}
	if move := importing.WithoutLimits(p); out.Len() == 0 && move != "" {
		w.Warn("moves", 0, p.Name, "the moves %s are written without their limits, since no other move is left", variant.Quote(move))
		return w.notation(p, move)
	}
	return out.String()
}

// foreign is a move string in XBetza with the notes and letters that only
// Fairy-Stockfish-X has.
func foreign(move string) string {
	return strings.NewReplacer(falconMove, anyPathFalcon, gryphonMove, "O", manticoreMove, "M").Replace(move)
}

// readable says whether the program reads a move string as it is meant.
func readable(move string) bool {
	var p parts
	if p.translate(move, strings.Contains(move, "e")) != nil || p.initial != "" {
		return false
	}
	return samePaths(p.always, strings.NewReplacer(anyPathFalcon, falconMove, "O", gryphonMove, "M", manticoreMove).Replace(move))
}

// samePaths says whether two move strings have the same paths in any order.
func samePaths(a, b string) bool {
	first, err := betza.Parse(a)
	second, err2 := betza.Parse(b)
	if err != nil || err2 != nil || len(first.Paths) != len(second.Paths) {
		return false
	}
	count := map[string]int{}
	for i := range first.Paths {
		first.Paths[i].At, second.Paths[i].At = 0, 0
		count[fmt.Sprint(first.Paths[i])]++
		count[fmt.Sprint(second.Paths[i])]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// notation writes a move string as the program has it. Groups that it does not
// have are left out, or keep what is left of them without en-passant captures.
func (w *writer) notation(p *variant.Piece, move string) string {
	own := foreign(move)
	if readable(own) {
		if own != move {
			w.Warn(importing.Dialect, 0, p.Name, "%s is written as %s, which Fairy-Stockfish-X reads but Fairy-Stockfish does not", variant.Quote(move), variant.Quote(own))
		}
		return own
	}
	var kept strings.Builder
	for _, group := range importing.Groups(own) {
		for _, part := range []string{group, strings.ReplaceAll(group, "e", "")} {
			if readable(part) {
				kept.WriteString(part)
				break
			}
		}
	}
	written := cmp.Or(kept.String(), move)
	w.Warn("moves", 0, p.Name, "%s means something else, or nothing, in the notation of Fairy-Stockfish; %s is written", variant.Quote(move), variant.Quote(written))
	return written
}
