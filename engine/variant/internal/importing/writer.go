package importing

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// Writer writes a game in the format of another program and warns of what the
// format cannot say.
type Writer struct {
	Report
	// Format names the format in warnings, as in "diagram".
	Format string
	Game   *variant.Variant
	Array  variant.Array
	out    bytes.Buffer
}

// NewWriter starts to write a game. The error comes from Validate.
func NewWriter(format string, v *variant.Variant) (*Writer, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	array, problems := variant.ReadArray(v.Array, v.Files, v.Ranks)
	if len(problems) > 0 {
		return nil, errors.New(strings.Join(problems, "; "))
	}
	w := &Writer{Format: format, Game: v, Array: array}
	if len(v.Approximates) > 0 {
		w.Warn("approximates", 0, "approximates", "a %s cannot list the rules that the game lacks", format)
	}
	return w, nil
}

// NoHands warns of promoted forms and of limits of drops, in a format that has neither.
func (w *Writer) NoHands() {
	v, format := w.Game, w.Format
	if strings.Contains(v.Array, "+") {
		w.Warn("promotion", 0, "board.array", "a %s cannot say that pieces are promoted from the start", format)
	}
	for _, p := range v.Pieces {
		if p.PromotedFrom != "" {
			w.Warn("promotion", 0, p.Name, "a %s cannot say that it is the promoted form of %s", format, p.PromotedFrom)
		}
	}
	for _, p := range v.Pieces {
		if len(p.DropArea)+len(p.BlackDropArea)+p.DropPerFile > 0 {
			w.Warn("rules", 0, p.Name, "a %s cannot say where it may be dropped", format)
		}
	}
}

// Line writes one line.
func (w *Writer) Line(format string, args ...any) {
	fmt.Fprintf(&w.out, format+"\n", args...)
}

// Piece returns the piece with a name that the game has.
func (w *Writer) Piece(name string) *variant.Piece {
	return &w.Game.Pieces[slices.IndexFunc(w.Game.Pieces, func(p variant.Piece) bool { return p.Name == name })]
}

// WithoutLimits joins those moves of a piece that it makes from some squares only.
func WithoutLimits(p *variant.Piece) string {
	var move strings.Builder
	for _, set := range p.Moves {
		if !set.Flying && !set.RoyalOnly {
			move.WriteString(set.Betza)
		}
	}
	return move.String()
}

// Royal returns the royal piece, or one without a symbol in a game that has none.
func (w *Writer) Royal() *variant.Piece {
	if i := slices.IndexFunc(w.Game.Pieces, func(p variant.Piece) bool { return p.Royal }); i >= 0 {
		return &w.Game.Pieces[i]
	}
	return &variant.Piece{Symbol: " "}
}

// Promotion returns the first promotion rule, nil if there is none, and warns of
// the others.
func (w *Writer) Promotion() *variant.Promotion {
	list := w.Game.Rules.Promotions
	if len(list) == 0 {
		return nil
	}
	if len(list) > 1 {
		w.Warn("promotion", 0, "rules.promotion[2]", "a %s has one promotion rule; the others are left out", w.Format)
	}
	return &list[0]
}

// CompareRules warns of the options with other values than in standard, the rules
// as the format states or implies them.
func (w *Writer) CompareRules(standard variant.Rules) {
	other := w.Game.Clone()
	other.Rules = standard
	read := map[string]string{}
	for _, s := range other.Settings() {
		read[s.Name] = s.Value
	}
	for _, s := range w.Game.Settings() {
		if as, ok := read[s.Name]; ok && as != s.Value && s.Field != "" && !w.warned(s.Field) {
			w.Warn("rules", 0, s.Field, "a %s cannot say %s; it is read as %s", w.Format, s.Value, as)
		}
	}
	for _, field := range w.Game.Rules.Unlike(&standard) {
		kind := "rules"
		if field == "rules.royals" {
			kind = "not-kept" // other pieces are royal, too
		}
		w.Warn(kind, 0, field, "a %s cannot say this; it is read without it", w.Format)
	}
}

// warned says whether a warning has named a field of the rules.
func (w *Writer) warned(field string) bool {
	return slices.ContainsFunc(w.Warnings, func(o Warning) bool { return o.Item == field })
}

// Dialect is the kind of a warning that only some programs read what was written.
// Nothing is lost.
const Dialect = "fairy-stockfish-x"

// OtherOrder ends the warning that only the order of lists has changed.
const OtherOrder = "which changes no rule"

// Finish returns the text and the warnings. It reads the text back and warns if
// that fails, or if the result is another game although no warning says that
// something is lost; perhaps names the likely reasons.
func (w *Writer) Finish(perhaps string, parse func([]byte) (*variant.Variant, []Warning, error)) ([]byte, []Warning, error) {
	lossy := slices.ContainsFunc(w.Warnings, func(warning Warning) bool { return warning.Kind != Dialect })
	again, warnings, err := parse(w.out.Bytes())
	switch {
	case err != nil:
		w.Warn("not-kept", 0, "", "the %s cannot be read back: %v", w.Format, err)
	case lossy || again.Hash() == w.Game.Hash():
	case len(warnings) > 0:
		w.Warn("not-kept", 0, "", "the %s is read back as another game: %s", w.Format, warnings[0])
	default:
		w.Warn("not-kept", 0, "", "the %s is read back as another game by the order of %s, "+OtherOrder, w.Format, perhaps)
	}
	return w.out.Bytes(), w.Warnings, nil
}
