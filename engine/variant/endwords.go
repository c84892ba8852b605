package variant

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/internal/format"
)

// matesInWords describes the effect of mate and which pieces can be mated.
func matesInWords(v *Variant) string {
	royals := v.NamesOf(func(p Piece) bool { return p.Royal })
	if len(royals) == 0 {
		return "No piece is royal: every piece may be left attacked and captured."
	}
	result := map[CheckmateRule]string{CheckmateLoss: "wins", CheckmateDraw: "is a draw", CheckmateWin: "loses"}[v.Rules.Checkmate]
	kinds := oneOf(royals)
	switch v.Rules.Royals {
	case AllRoyals:
		return fmt.Sprintf("Checkmate of %s %s. A side may not leave any %s of its own attacked.", format.Article(kinds), result, kinds)
	case LastRoyal:
		return fmt.Sprintf("Checkmate of %s %s if it is the last of its kind on its side. Others may be left attacked and captured.", format.Article(kinds), result)
	case AnyRoyal:
		return fmt.Sprintf("Checkmate %s: a side is in check when every %s that it has is attacked.", result, kinds)
	}
	return fmt.Sprintf("Checkmate of the %s %s.", kinds, result)
}

func extinctionInWords(v *Variant) string {
	e := &v.Rules.Extinction
	result := map[EndResult]string{EndLoss: "loses", EndWin: "wins", EndDraw: "draws"}[e.Result]
	if result == "" {
		return ""
	}
	left := "no pieces left"
	switch {
	case e.Count == 1:
		left = "at most one piece left"
	case e.Count > 1:
		left = fmt.Sprintf("at most %d pieces left", e.Count)
	}
	if len(e.Pieces) > 0 {
		left += fmt.Sprintf(" of one of these kinds (%s)", allOf(e.Pieces))
	}
	text := fmt.Sprintf("A side that has %s %s", left, result)
	if e.OpponentCount > 0 {
		text += fmt.Sprintf(" if the other side has at least %d", e.OpponentCount)
	}
	if e.Claim {
		text += fmt.Sprintf("; while the other side has just %d, it may first make a move", e.OpponentCount)
	}
	return text + "."
}

func goalInWords(v *Variant) string {
	g := &v.Rules.Goal
	pieces := "a piece"
	switch {
	case len(g.Pieces) > 0 && g.Count > 1:
		pieces = fmt.Sprintf("%d pieces (%s)", g.Count, oneOf(g.Pieces))
	case len(g.Pieces) > 0:
		pieces = format.Article(oneOf(g.Pieces))
	case g.Count > 1:
		pieces = fmt.Sprintf("%d pieces", g.Count)
	}
	if g.Safe {
		pieces += " that is not attacked"
	}
	var goals []string
	for side, squares := range [][]string{g.White, g.Black} {
		if len(squares) > 0 {
			goals = append(goals, fmt.Sprintf("%s wins with %s on %s.", sides[side], pieces, strings.Join(squares, ", ")))
		}
	}
	text := strings.Join(goals, " ")
	if slices.Equal(g.White, g.Black) {
		text = fmt.Sprintf("A side wins with %s on %s.", pieces, strings.Join(g.White, ", "))
	}
	if g.Blocked {
		text += " One piece does if all squares of the goal are occupied."
	}
	switch g.Reply {
	case BlackReply:
		text += " When White has come there, Black may draw by coming there with the next move."
	case AnyReply:
		text += " The other side makes one more move before the goal counts."
	}
	return text
}

func lineInWords(v *Variant) string {
	l := &v.Rules.Line
	if !l.exists() {
		return ""
	}
	who, result := "pieces", "draws"
	if len(l.Pieces) > 0 {
		who = fmt.Sprintf("pieces (%s)", oneOf(l.Pieces))
	}
	switch l.Result {
	case EndWin:
		result = "wins"
	case EndLoss:
		result = "loses"
	}
	var lines, made []string
	for i, on := range []bool{l.Horizontal, l.Vertical, l.Diagonal} {
		if on {
			lines = append(lines, []string{"a rank", "a file", "a diagonal"}[i])
		}
	}
	if l.Count > 0 {
		made = append(made, fmt.Sprintf("%d %s side by side on %s", l.Count, who, oneOf(lines)))
	}
	if l.OnLine > 0 {
		made = append(made, fmt.Sprintf("%d %s at any distance on %s", l.OnLine, who, oneOf(lines)))
	}
	if l.Square > 0 {
		made = append(made, fmt.Sprintf("%s on all squares of a square of %d by %d", who, l.Square, l.Square))
	}
	return fmt.Sprintf("A side that has put %s %s.", oneOf(made), result)
}

func checksInWords(v *Variant) string {
	if v.Rules.Checks == 0 {
		return ""
	}
	return fmt.Sprintf("A side that has given %s wins.", format.Plural(v.Rules.Checks, "check"))
}
