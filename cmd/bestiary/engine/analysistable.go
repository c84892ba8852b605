package engine

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"bestiary/cmd/bestiary/command"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/experiments/present/board"
	"bestiary/internal/format"
)

// analysisTable prints the results of an analysis as they arrive, for a terminal of the
// given width.
type analysisTable struct {
	out   io.Writer
	p     *rules.Position
	width int
}

// minWidth is the width below which lines are no longer broken.
const minWidth = 40

func newAnalysisTable(c *cli.Context, p *rules.Position) *analysisTable {
	t := &analysisTable{out: c.App.Writer, p: p, width: command.TextWidth}
	if columns, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && columns > 0 {
		t.width = min(max(columns-1, minWidth), command.TextWidth)
	}
	return t
}

// head prints the position: a drawing if it fits, and its FEN.
func (t *analysisTable) head() {
	if lines := board.Text(t.p); len(lines[len(lines)-2]) <= t.width {
		command.PrintBoard(t.out, t.p)
	}
	command.PrintState(t.out, t.p)
	if len(t.p.Moves(nil)) > 0 {
		fmt.Fprintf(t.out, "Scores in pawns, above 0 if White is better\n\n%s\n", t.columns("depth", "score", "nodes", "line"))
	}
	command.FlushOutput(t.out)
}

// beforeLine is the width of the columns before the line.
const beforeLine = 22

// columns formats a row, breaking and indenting the line.
func (t *analysisTable) columns(depth, score, nodes, line string) string {
	row := fmt.Sprintf("%5s %7s %6s", depth, score, nodes) // 20 characters
	parts := format.Wrap(line, max(t.width-beforeLine, 1))
	return row + "  " + strings.Join(parts, "\n"+strings.Repeat(" ", beforeLine))
}

// row prints a row for an iteration.
func (t *analysisTable) row(r search.Report, line session.Line) {
	depth := strconv.Itoa(r.Depth)
	if r.Line > 1 {
		depth = ""
	}
	fmt.Fprintln(t.out, t.columns(depth, line.Text(), format.Short(r.Nodes), line.SAN))
	command.FlushOutput(t.out)
}

// best prints the final result.
func (t *analysisTable) best(a *analysis) {
	fmt.Fprintln(t.out)
	for i, line := range a.Lines {
		label := "Best:"
		if len(a.Lines) > 1 {
			label = fmt.Sprintf("%d.", i+1)
		}
		text := fmt.Sprintf("%s %s %s", label, line.Text(), line.SAN)
		fmt.Fprintln(t.out, strings.Join(format.Wrap(text, t.width-2), "\n  "))
	}
	command.FlushOutput(t.out)
}
