package session

import "bestiary/engine/rules"

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
