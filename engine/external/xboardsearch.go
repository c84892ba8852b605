package external

import (
	"context"
	"regexp"

	"bestiary/engine/rules"
)

// The lines that end a search.
var (
	moveLine   = regexp.MustCompile(`^(?:move|[Mm]y move is ?:) +(\S+)`)
	resultLine = regexp.MustCompile(`^(1-0|0-1|1/2-1/2)(?: +\{(.*)\})?`)
)

func (x *xboard) search(ctx context.Context, s *search) (Reply, error) {
	if err := x.reach(ctx, s); err != nil {
		return Reply{}, err
	}
	known := x.known
	x.known = nil // until the answer is understood
	text, refused := "", ""
	err := x.think(ctx, s, append(x.timing(s), "go"), "?", func(l line) (done bool) {
		done, text, refused = x.readAnswer(s, l)
		return done
	})
	if err != nil {
		return s.reply, err
	}
	// The answer counts even if the engine has ended meanwhile; the next request
	// will notice.
	_ = x.proc.send(ctx, x.soon(), "force")
	switch {
	case refused != "":
		return s.reply, x.fault(Refused, "a legal move: %s", refused)
	case text == "":
		return s.reply, x.inTime(s) // resigned, or claimed a result
	}
	reply, err := x.answer(s, text)
	if reply.Move != 0 {
		if spelt, ok := x.moveText(s.pos.Game(), reply.Move); ok {
			known.moves = append(known.moves, spelt)
			x.known = known
		}
	}
	return reply, err
}

// readAnswer reads a line of a thinking engine: text is its move, refused its
// objection to an earlier move.
func (x *xboard) readAnswer(s *search, l line) (done bool, text, refused string) {
	words := unprompted(l.text)
	s.reply.Elapsed = l.at.Sub(s.began)
	if m := moveLine.FindStringSubmatch(words); m != nil {
		return true, m[1], ""
	}
	if m := resultLine.FindStringSubmatch(words); m != nil {
		s.reply.ClaimText = m[2]
		s.reply.Claim, _ = rules.ParseResult(m[1])
		return true, "", ""
	}
	if _, ok := objection(words, s.moves); ok {
		return true, "", words
	}
	switch {
	case words == "resign":
		s.reply.Resigned = true
		return true, "", ""
	case words == "offer draw":
		s.reply.OfferedDraw = true
	default:
		readThinking(words, &s.reply)
	}
	return false, "", ""
}
