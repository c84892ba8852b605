package rules

import "strings"

// ReadMove finds the legal move that people and other programs mean by a text:
// what ParseMove reads, coordinates in lower or upper case and with or without =
// before the letter of a promotion, or O-O and O-O-O with the letter or zeros.
func (p *Position) ReadMove(text string) (Move, error) {
	m, err := p.ParseMove(text)
	if err == nil {
		return m, nil
	}
	if len(text) > 1 && text[1] != '@' {
		if m, err := p.ParseMove(strings.ToLower(strings.Replace(text, "=", "", 1))); err == nil {
			return m, nil
		}
	}
	switch strings.NewReplacer("0", "O", "o", "O").Replace(text) {
	case "O-O":
		if m, ok := p.castlingTo(true); ok {
			return m, nil
		}
	case "O-O-O":
		if m, ok := p.castlingTo(false); ok {
			return m, nil
		}
	}
	return 0, err
}

// castlingTo is the castling to the right or to the left as White sees it, if
// there is just one.
func (p *Position) castlingTo(right bool) (found Move, ok bool) {
	for _, m := range p.Moves(nil) {
		if m.Kind() != Castling || p.g.geo.file(m.To()) > p.g.geo.file(m.From()) != right {
			continue
		}
		if ok {
			return 0, false
		}
		found, ok = m, true
	}
	return found, ok
}

// ReadAnyMove reads a move in coordinates or in algebraic notation, in which marks
// of check may be missing.
func (p *Position) ReadAnyMove(text string) (Move, error) {
	found, err := p.ReadMove(text)
	if err == nil {
		return found, nil
	}
	bare := strings.TrimRight(text, "+#!?")
	for _, m := range p.Moves(nil) {
		if strings.TrimRight(p.SAN(m), "+#") == bare {
			return m, nil
		}
	}
	return 0, err
}
