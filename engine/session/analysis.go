package session

import (
	"context"
	"fmt"
	"slices"

	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// Analysis is the result of a search.
type Analysis struct {
	Depth int    `json:"depth"`
	Nodes uint64 `json:"nodes"`
	Lines []Line `json:"lines"` // best first
}

// Line is one of the best moves and what follows.
type Line struct {
	Score int      `json:"score"` // in centipawns from White's point of view
	Mate  int      `json:"mate"`  // moves to a mate, below 0 if Black gives it; 0 for none
	Moves []string `json:"moves"`
	SAN   string   `json:"san"`

	line []rules.Move
}

// Text returns the score in pawns from White's point of view, or the mate: "+0.31", "#3".
func (l Line) Text() string {
	if l.Mate != 0 {
		return fmt.Sprintf("#%d", l.Mate)
	}
	return fmt.Sprintf("%+.2f", float64(l.Score)/100)
}

// Analyze searches the current position until a limit or the end of ctx. It reports each line that
// is found. The lines come from the last complete iteration.
func (s *Session) Analyze(ctx context.Context, l search.Limits, report func(search.Report, Line)) (Analysis, error) {
	p := s.Position().Clone()
	var a Analysis
	var lines []Line
	l.Report = func(r search.Report) {
		line := newLine(p, r.Score, r.PV)
		lines = append(lines[:min(len(lines), r.Line-1)], line)
		a.Depth = r.Depth
		report(r, line)
	}
	x, err := s.Search(l)
	if err != nil {
		return a, err
	}
	select {
	case <-ctx.Done():
		x.Stop()
	case <-x.Done():
	}
	r := x.Result()
	a.Nodes, a.Lines = r.Nodes, lines
	// An interrupted search may have found a better move.
	if len(lines) == 0 || len(lines) == 1 && len(r.PV) > 0 && r.PV[0] != lines[0].line[0] {
		moves := r.PV
		if len(moves) == 0 {
			moves = []rules.Move{r.Move}
		}
		a.Lines = []Line{newLine(p, r.Score, moves)}
	}
	return a, nil
}

func newLine(p *rules.Position, score int, line []rules.Move) Line {
	out := Line{Score: score, line: slices.Clone(line)}
	out.Mate, _ = search.MateMoves(score)
	if p.Turn() == rules.Black {
		out.Score, out.Mate = -out.Score, -out.Mate
	}
	for _, m := range line {
		out.Moves = append(out.Moves, p.Game().MoveText(m))
	}
	out.SAN = p.LineSAN(line)
	return out
}
