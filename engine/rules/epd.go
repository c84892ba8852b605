package rules

import "strings"

// ParseEPD reads a line of EPD: a position and operations, such as c9 "1-0"; whose operands it
// returns by their codes, without quotation marks. The operations hmvc and fmvn set the counters of
// the position. A FEN is EPD without operations. A result in brackets, as in [0.5], has the code [.
func (g *Game) ParseEPD(line string) (*Position, map[string]string, error) {
	r := &fenReader{fen: line, g: g, p: g.emptyPosition()}
	if len(line) > maxFEN {
		r.fen = line[:40] + "…"
		return nil, nil, r.fail("length", "longer than %d characters", maxFEN)
	}
	f := g.ours(strings.Fields(line))
	if f.board == "" {
		return nil, nil, r.fail("fields", "found none, expected a position")
	}
	f.halfmove, f.fullmove = strings.TrimSuffix(f.halfmove, ";"), strings.TrimSuffix(f.fullmove, ";")
	if len(f.rest) > 0 && f.rest[0] == movesWord {
		p, err := r.read(&f)
		return p, nil, err
	}
	operations, err := r.operations(strings.Join(f.rest, " "))
	if err != nil {
		return nil, nil, err
	}
	f.rest = nil
	if f.halfmove == "" {
		f.halfmove, f.fullmove = operations["hmvc"], operations["fmvn"]
	}
	p, err := r.read(&f)
	return p, operations, err
}

// operations divides a string into codes and operands.
func (r *fenReader) operations(text string) (map[string]string, error) {
	list := map[string]string{}
	for text = strings.TrimLeft(text, "; "); text != ""; text = strings.TrimLeft(text, "; ") {
		if text[0] == '[' {
			value, rest, ok := strings.Cut(text[1:], "]")
			if !ok {
				return nil, r.fail("operation", "%q has no closing bracket", text)
			}
			list["["], text = value, rest
			continue
		}
		end := endOfOperation(text)
		code, value, _ := strings.Cut(strings.TrimSpace(text[:end]), " ")
		list[code], text = strings.Trim(strings.TrimSpace(value), `"`), text[end:]
	}
	return list, nil
}

// endOfOperation returns the place of the semicolon that ends an operation. One between quotation
// marks does not.
func endOfOperation(text string) int {
	quoted := false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ';' && !quoted:
			return i
		}
	}
	return len(text)
}
