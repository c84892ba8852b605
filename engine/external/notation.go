package external

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"bestiary/engine/protocol"
	"bestiary/engine/rules"
)

// chessStart is the FEN that UCI calls startpos.
const chessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// script is a start and moves, as other engines write them.
type script struct {
	from  string   // our FEN
	fen   string   // their FEN of the same position
	moves []string // from there
}

// script translates a request, and returns the position that its moves lead to.
// Moves that have no text in other engines, and all moves before them, become part
// of the FEN.
func (e *Engine) script(r Request) (script, *rules.Position, error) {
	g := e.game
	p := g.NewPosition()
	if r.Start != "" {
		var err error
		if p, err = g.ParseFEN(r.Start); err != nil {
			return script{}, nil, err
		}
	}
	folded := 0
	var moves []string
	for i, m := range r.Moves {
		text, ok := e.moveText(p.Game(), m)
		moves = append(moves, text)
		if !ok {
			folded = i + 1
		}
	}
	for _, m := range r.Moves[:folded] {
		p.Make(m)
	}
	if p.Placing() {
		return script{}, nil, inexpressible("the placement of waiting pieces")
	}
	s := script{from: p.FEN(), moves: moves[folded:]}
	var err error
	if s.fen, err = foreignFEN(p); err != nil {
		return script{}, nil, err
	}
	s.fen = e.squares().FENToCECP(s.fen)
	if r.Position != nil {
		return s, r.Position, nil
	}
	for _, m := range r.Moves[folded:] {
		p.Make(m)
	}
	return s, p, nil
}

// squares converts between our names of squares and the engine's.
func (e *Engine) squares() protocol.Ranks {
	if !drivers[e.config.Protocol].zeroRanks {
		return 0
	}
	return protocol.Ranks(e.game.Ranks())
}

// moveText returns the engine's coordinates of a move of a position of g; ok is false
// if only our notation can express it.
func (e *Engine) moveText(g *rules.Game, m rules.Move) (text string, ok bool) {
	text = g.MoveText(m)
	if e.config.Protocol == UCI {
		text = g.TakesText(m)
	}
	text = e.squares().ToCECP(text)
	waits := m.Kind() == rules.Placing && !g.Drops() // unknown to other engines
	return text, !waits && coordinates.MatchString(text)
}

// foreignFEN returns a FEN without our extensions: other engines work out from
// the board which captured pieces pawns can promote to.
func foreignFEN(p *rules.Position) (string, error) {
	if !p.Game().Pooled() {
		return p.WalledFEN(), nil
	}
	fen := p.WalledFEN()
	i, j := strings.IndexByte(fen, '['), strings.IndexByte(fen, ']')
	bare := fen[:i] + fen[j+1:]
	derived, err := p.Game().ParseFEN(bare)
	if err != nil {
		return "", err
	}
	if derived.WalledFEN() != fen {
		return "", inexpressible("captured pieces %s that do not follow from the board", fen[i:j+1])
	}
	return bare, nil
}

var (
	coordinates = regexp.MustCompile(`^([a-p][0-9]{1,2}[a-p][0-9]{1,2}[a-z+-]?|\+?[A-Z]@[a-p][0-9]{1,2})$`)
	castlings   = regexp.MustCompile(`^[Oo0]-[Oo0](-[Oo0])?$`)
)

// readMove reads a move of another engine: coordinates with the letter of a
// promotion, in lower or upper case and with or without =, a drop such as P@e4, or O-O and O-O-O. If
// there is an error, the kind of fault goes with it.
func (e *Engine) readMove(p *rules.Position, text string) (rules.Move, FaultKind, error) {
	if m, err := p.ParseMove(e.squares().FromCECP(text)); err == nil {
		return m, "", nil
	}
	plain := strings.ToLower(strings.Replace(text, "=", "", 1))
	if !castlings.MatchString(text) && !coordinates.MatchString(text) && !coordinates.MatchString(plain) {
		example, _, _ := strings.Cut(e.legal(p), " ")
		return 0, Unparsable, fmt.Errorf("%q is no move; expected coordinates such as %s", cut(text), cmp.Or(example, "e2e4"))
	}
	if m, err := p.ReadMove(e.squares().FromCECP(text)); err == nil {
		return m, "", nil
	}
	return 0, IllegalMove, fmt.Errorf("%s is not legal; legal are %s", text, e.legal(p))
}

func (e *Engine) legal(p *rules.Position) string {
	var texts []string
	for _, m := range p.Moves(nil) {
		text, _ := e.moveText(p.Game(), m)
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}
