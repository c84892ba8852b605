package rules

import "strings"

// ParseEPD reads the position of a line of EPD. Of the operations behind it hmvc and fmvn set its
// counters; others, and labels in the forms of [Game.ParseLabelled], are passed over. A FEN is EPD
// without operations, and may have moves behind it.
func (g *Game) ParseEPD(line string) (*Position, error) {
	words := strings.Fields(line)
	f := g.ours(words)
	if counters := f.halfmove + f.fullmove; counters != "" && !isCount(counters) { // a label may be taken for one
		rest, _ := cutLabels(line)
		words = strings.Fields(rest)
		f = g.ours(words)
	}
	r := &fenReader{fen: strings.Join(words[:len(words)-len(f.rest)], " "), g: g, p: g.emptyPosition()}
	switch {
	case f.board == "":
		return nil, r.fail("fields", "found none, expected a position")
	case len(r.fen) > maxFEN:
		r.fen = r.fen[:40] + "…"
		return nil, r.fail("length", "longer than %d characters", maxFEN)
	case len(f.rest) > 0 && f.rest[0] == movesWord:
		return r.read(&f)
	}
	f.halfmove, f.fullmove = strings.TrimSuffix(f.halfmove, ";"), strings.TrimSuffix(f.fullmove, ";")
	for rest := strings.Join(f.rest, " "); rest != ""; {
		var operation string
		operation, rest = cutOperation(rest)
		switch code, value, _ := strings.Cut(strings.TrimSpace(operation), " "); code {
		case "hmvc":
			f.halfmove = strings.TrimSpace(value)
		case "fmvn":
			f.fullmove = strings.TrimSpace(value)
		}
	}
	f.rest = nil
	return r.read(&f)
}

// cutOperation cuts a text behind its first operation. A semicolon between quotation marks does not
// end one.
func cutOperation(text string) (operation, rest string) {
	quoted := false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ';' && !quoted:
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}
