package gamefile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// Writer writes a game in the format of another program and warns about what the format
// cannot express.
type writer struct {
	report
	// Format is the name of the format in warnings, such as "diagram".
	Format string
	Game   *variant.Variant
	Array  variant.Array
	out    bytes.Buffer
}

// newWriter returns a writer for a game. The error is the result of Validate.
func newWriter(format string, v *variant.Variant) (*writer, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	array, _ := variant.ReadArray(v.Array, v.Files, v.Ranks) // of a valid game
	w := &writer{Format: format, Game: v, Array: array}
	if len(v.Approximates) > 0 {
		w.Warn("approximates", 0, "approximates", "a %s cannot list the rules that the game lacks", format)
	}
	return w, nil
}

// Line writes one line.
func (w *writer) Line(format string, args ...any) {
	fmt.Fprintf(&w.out, format+"\n", args...)
}

// withoutLimits joins the moves of a piece and drops their limits. Flying and royal-only
// moves are left out.
func withoutLimits(p *variant.Piece) string {
	var move strings.Builder
	for _, set := range p.Moves {
		if !set.Flying && !set.RoyalOnly {
			move.WriteString(set.Betza)
		}
	}
	return move.String()
}

// Royal returns the royal piece, or a piece without a symbol if there is none.
func (w *writer) Royal() *variant.Piece {
	if i := slices.IndexFunc(w.Game.Pieces, func(p variant.Piece) bool { return p.Royal }); i >= 0 {
		return &w.Game.Pieces[i]
	}
	return &variant.Piece{Symbol: " "}
}

// Kinds of warnings of writers.
const (
	// LostPart: a part of the game reads back differently, or not at all.
	LostPart = "lost"
	// Renamed: a piece reads back under another name.
	Renamed = "name"
	// Reordered: the pieces or a list read back in another order.
	Reordered = "order"
	// Unreadable: the text cannot be read back completely.
	Unreadable = "not-kept"
	// TooLarge: the board exceeds the limits of the program.
	TooLarge = "board"
	// Dialect: only some programs can read the output.
	Dialect = "fairy-stockfish-x"
	// Unplayed: Fairy-Stockfish reads the moves and plays others.
	Unplayed = "fairy-stockfish"
)

// Finish reads the text back and returns it with warnings about everything that differs
// from the game.
func (w *writer) Finish(parse func(text []byte, approximate bool) (*variant.Variant, []Warning, error)) ([]byte, []Warning, error) {
	again, _, err := parse(w.out.Bytes(), false)
	if err != nil {
		w.Warn(Unreadable, 0, "", "the %s cannot be read back: %v", w.Format, err)
		again, _, err = parse(w.out.Bytes(), true)
	}
	if err == nil {
		w.compare(again)
	}
	return w.out.Bytes(), w.Warnings, nil
}

// compare warns about the differences between the game and the version read back.
func (w *writer) compare(again *variant.Variant) {
	game := w.Game.Canonical()
	sameHash := game.Hash() == again.Hash()
	names := map[string]string{}
	for _, p := range game.Pieces {
		i := slices.IndexFunc(again.Pieces, func(q variant.Piece) bool { return q.Symbol == p.Symbol })
		if i < 0 {
			continue
		}
		if other := again.Pieces[i].Name; other != p.Name {
			names[other] = p.Name
			w.Warn(Renamed, 0, p.Name, "a %s has no place for the name; it is read as %s", w.Format, other)
		}
	}
	again.Rename(names)
	if castling := &again.Rules.Castling; castling.King == w.Royal().Name {
		castling.King = game.Rules.Castling.King
	}
	for _, d := range game.Differences(again) {
		kind := LostPart
		if d.Field == "rules.royals" {
			kind = Unreadable // other pieces are royal as well
		}
		if d.Other == "" {
			w.Warn(kind, 0, d.Field, "a %s has no place for %q", w.Format, d.Value)
		} else {
			w.Warn(kind, 0, d.Field, "a %s cannot say %q; it is read as %q", w.Format, d.Value, d.Other)
		}
	}
	if !sameHash && !slices.ContainsFunc(w.Warnings, func(o Warning) bool { return o.Kind != Dialect && o.Kind != Unplayed }) {
		w.Warn(Reordered, 0, "", "the %s is read back with its pieces, or those of a list, in another order, which changes no rule", w.Format)
	}
}
