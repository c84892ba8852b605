package session

import (
	"strings"

	"bestiary/engine/rules"
)

// Move finds a legal move by its text: coordinates, with the letter of a
// promotion in lower or upper case and = before it or not, or O-O and O-O-O with
// the letter or zeros.
func Move(p *rules.Position, text string) (rules.Move, error) {
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
		if m, ok := castling(p, true); ok {
			return m, nil
		}
	case "O-O-O":
		if m, ok := castling(p, false); ok {
			return m, nil
		}
	}
	return 0, err
}

// castling is the castling to the right or to the left as White sees it, if
// there is just one.
func castling(p *rules.Position, right bool) (found rules.Move, ok bool) {
	g := p.Game()
	for _, m := range p.Moves(nil) {
		if m.Kind() != rules.Castling || g.File(m.To()) > g.File(m.From()) != right {
			continue
		}
		if ok {
			return 0, false
		}
		found, ok = m, true
	}
	return found, ok
}

// Reply is the move that a line expects of the opponent, 0 if there is none:
// while pieces are placed, a side can have several moves in a row.
func Reply(p *rules.Position, line []rules.Move) rules.Move {
	if len(line) < 2 {
		return 0
	}
	us := p.Turn()
	q := p.Clone()
	q.Make(line[0])
	if q.Turn() == us {
		return 0
	}
	return line[1]
}
