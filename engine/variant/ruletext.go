package variant

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/internal/format"
)

// Explanation is a rule of a game in words.
type Explanation struct {
	Topic string `json:"topic"`
	Text  string `json:"text"`
	// Options are the names of the options that change the rule.
	Options []string `json:"options"`
}

// topics are the headings of the rules in their order.
var topics = []string{"goal", "line", "extinction", "array", "edges", "turn", "placing", "entering", "castling",
	"promotion", "en passant", "hand", "immobility", "pass", "capture", "blast", "explosion", "flying", "stalemate",
	"repetition", "n-move rule", "material", "symmetry"}

// intros have the sentence before the options of a topic; "" if there is nothing to say.
var intros = map[string]func(*Variant) string{
	"goal":       matesInWords,
	"entering":   enteringInWords,
	"promotion":  promotionsInWords,
	"en passant": enPassantInWords,
	"hand":       handInWords,
	"capture":    immunityInWords,
	"blast":      blastInWords,
	"explosion":  explosionInWords,
	"flying":     flyingInWords,
}

// Explain returns the rules of the game in words. Every option that has a meaning
// in the game belongs to one of the explanations. The game's own options come
// last.
func (v *Variant) Explain() []Explanation {
	v = v.Canonical()
	var list []Explanation
	if text := v.Approximation(); text != "" {
		list = append(list, Explanation{"approximation", text, []string{}})
	}
	for _, topic := range topics {
		list = append(list, v.explain(topic)...)
	}
	for _, o := range v.OwnOptions {
		list = append(list, Explanation{"reading", fmt.Sprintf("%s Values: %s.", o.Doc, oneOf(o.valueNames())), []string{o.Name}})
	}
	return list
}

// Approximation says which rules of the original game this one lacks, "" if it is
// complete.
func (v *Variant) Approximation() string {
	if len(v.Approximates) == 0 {
		return ""
	}
	return "This is only an approximation of the game. It lacks these rules: " +
		strings.Join(v.Approximates, "; ") + "."
}

// explain joins the words of a topic. The list is empty if there are none.
func (v *Variant) explain(topic string) []Explanation {
	e := Explanation{Topic: topic, Options: []string{}}
	var texts []string
	if intro := intros[topic]; intro != nil {
		texts = append(texts, intro(v))
	}
	for i := range ruleTable {
		f := &ruleTable[i]
		if f.topic != topic || f.senseless(v) != "" {
			continue
		}
		if f.option != "" {
			e.Options = append(e.Options, f.option)
		}
		words := f.sentences[f.get(v)]
		if f.words != nil {
			words = f.words(v)
		}
		if words != "" {
			texts = append(texts, words)
		}
	}
	if e.Text = strings.TrimSpace(strings.Join(texts, " ")); e.Text == "" {
		return nil
	}
	return []Explanation{e}
}

func nMoveInWords(v *Variant) string {
	if v.Rules.NMove == 0 {
		return "There is no limit to moves without progress."
	}
	pawns := v.NamesOf(func(p Piece) bool { return p.Pawn })
	progress := ""
	if v.Rules.Hand.Used() {
		progress = ", a drop"
	}
	if len(pawns) > 0 {
		progress += " or a move of " + format.Article(oneOf(pawns))
	}
	return fmt.Sprintf("After %d moves by each side without a capture%s the game is a draw.", v.Rules.NMove, progress)
}

func repetitionInWords(v *Variant) string {
	if v.Rules.Repetition == 0 {
		return "A position may occur any number of times."
	}
	if v.Rules.RepetitionResult != RepetitionDraw {
		return fmt.Sprintf("A position that occurs for the %s time ends the game.", format.Ordinal(v.Rules.Repetition))
	}
	return fmt.Sprintf("A position that occurs for the %s time is a draw.", format.Ordinal(v.Rules.Repetition))
}

func stalemateInWords(v *Variant) string {
	switch v.Rules.Stalemate {
	case StalemateLoss:
		if v.Rules.Checkmate == CheckmateLoss && v.Rules.Royals != NoRoyals {
			return "A side that has no legal move loses, whether in check or not."
		}
		return "A side that has no legal move and is not in check loses."
	case StalemateWin:
		return "A side that has no legal move and is not in check wins."
	case StalemateFewer:
		return "When the side to move has no legal move and is not in check, the side with fewer pieces wins; with equal numbers it is a draw."
	}
	return "It is a draw when the side to move has no legal move and is not in check."
}

func materialInWords(v *Variant) string {
	if v.Rules.InsufficientMaterial == NoMaterialRule {
		return "The game goes on however little material is left."
	}
	if v.Rules.Royals != OneRoyal {
		return "It is a draw when each side has only one piece left, and it is royal."
	}
	return fmt.Sprintf("It is a draw when only the two %ss are left.", v.royalName())
}

func placementInWords(v *Variant) string {
	g := v.Rules.Gating
	behind := "behind pieces of its own first rank, no two behind the same one"
	switch {
	case !g.KingFile:
		behind += fmt.Sprintf(" and none behind the %s", v.royalName())
	case !g.KingAndPartner && v.Rules.Castling.Partner != "":
		behind += fmt.Sprintf(", nor one behind the %s and another behind %s that castles with it", v.royalName(), format.Article(v.Rules.Castling.Partner))
	}
	turns := "White puts all of its pieces first, then Black."
	if g.Order == Alternating {
		turns = "The sides take turns, White first."
	}
	return fmt.Sprintf("Before the first move each side puts its %s %s. %s", allOf(g.Pieces), behind, turns)
}

func enteringInWords(v *Variant) string {
	switch g := v.Rules.Gating; g.Kind {
	case MusketeerGating:
	case SeirawanGating:
		text := fmt.Sprintf("Each side has in hand: %s. When a piece that is no pawn leaves the square of its first rank where it has stood since the start, one of them may enter there in the same move.", allOf(g.Pieces))
		if v.Rules.Castling.Kind != NoCastling {
			text += " A castling leaves two such squares, of which one may be used."
		}
		return text + " Whether the move is legal is judged without the entering piece."
	default:
		return ""
	}
	return "A waiting piece enters on the square that the piece in front of it leaves, in the same move. It is lost when that piece is captured there."
}

// enPassantInWords returns "" if no piece can capture another en passant.
func enPassantInWords(v *Variant) string {
	var leave, catch []string
	for _, p := range v.Pieces {
		leaves, catches := false, false
		for _, set := range p.Moves {
			e, _ := betza.Parse(set.Betza) // a valid game has only valid move strings
			leaves = leaves || set.LeavesEnPassant
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
		format.Article(oneOf(leave)), format.Article(oneOf(catch)))
}

func explosionInWords(v *Variant) string {
	names := v.NamesOf(func(p Piece) bool { return p.Explodes })
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("Instead of moving, %s may explode: it and all pieces of both sides on the eight squares around it are removed. A side may not remove its own %s.",
		format.Article(oneOf(names)), v.royalName())
}

func flyingInWords(v *Variant) string {
	names := v.NamesOf(func(p Piece) bool {
		return slices.ContainsFunc(p.Moves, func(m MoveSet) bool { return m.Flying })
	})
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("Without capturing, %s may fly to any empty square of its lines, whatever stands between.", format.Article(oneOf(names)))
}

// NamesOf lists the pieces for which something holds.
func (v *Variant) NamesOf(holds func(Piece) bool) []string {
	var names []string
	for _, p := range v.Pieces {
		if holds(p) {
			names = append(names, p.Name)
		}
	}
	return names
}

func (v *Variant) royalName() string {
	if names := v.NamesOf(func(p Piece) bool { return p.Royal }); len(names) > 0 {
		return names[0]
	}
	return "king"
}
