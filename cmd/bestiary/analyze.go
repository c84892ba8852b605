package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/experiments/page/board"
	"bestiary/internal/check"
	"bestiary/internal/format"
)

// analysis is the output of analyze --json.
type analysis struct {
	Game   string `json:"game"`
	FEN    string `json:"fen"`
	Turn   string `json:"turn"`
	Result string `json:"result"`
	Reason string `json:"reason"`
	session.Analysis
}

// analysisTime is the duration of an analysis without limits.
const analysisTime = 5 * time.Second

func analyzeCommand() *cli.Command {
	var limits search.Limits
	var nodes int
	threads, hash := 0, session.DefaultHash
	limit := &cli.DurationFlag{Name: "time", Usage: "search for `TIME`, such as 10s or 2m", DefaultText: analysisTime.String()}
	limit.Action = func(_ *cli.Context, d time.Duration) error {
		if limits.Time = d; d < time.Millisecond {
			return misused("--time %v: expected a time of at least 1ms", d)
		}
		return nil
	}
	return declare("engine-analyze", analysisTime, func(c *cli.Context) error {
		if limits.Nodes = uint64(nodes); nodes == 0 && limits.Depth == 0 && limits.Time == 0 {
			limits.Time = analysisTime
		}
		if threads == 0 { // what limits by positions and depth find can be repeated
			if threads = 1; nodes == 0 && limits.Depth == 0 {
				threads = min(runtime.GOMAXPROCS(0), session.MaxThreads)
			}
		}
		return analyze(c, limits, threads, hash)
	},
		fenFlag(),
		&cli.StringFlag{Name: "moves", Usage: "play `MOVES` first, in coordinates or like e4 e5 Nf3"},
		positiveFlag("multipv", "find the `N` best moves", &limits.Lines, 1),
		limit,
		positiveFlag("depth", "search `N` plies deep", &limits.Depth, "no limit"),
		positiveFlag("nodes", "search `N` positions", &nodes, "no limit"),
		positiveFlag("threads", "search with `N` threads", &threads, "one per core"),
		positiveFlag("hash", "use `MB` megabytes for known positions", &hash),
		weightsFlag("evaluate with the weights in `FILE`", ""),
		ruleFlag(), approximateFlag(),
		jsonFlag(analysis{}),
	)
}

func analyze(c *cli.Context, limits search.Limits, threads, hash int) error {
	if err := check.First(limits.Validate(), check.Range("threads", threads, 1, session.MaxThreads),
		check.Range("hash", hash, session.MinHash, session.MaxHash)); err != nil {
		return misuse(err)
	}
	s, err := analysisSession(c)
	if err != nil {
		return err
	}
	s.SetThreads(threads)
	s.SetHash(hash)
	ctx, stop := interruptible()
	defer stop()
	p := s.Position()
	result, reason := p.Outcome()
	a := &analysis{
		Game: p.Game().Variant.Name, FEN: p.FEN(), Turn: p.Turn().String(),
		Result: result.String(), Reason: string(reason), Analysis: session.Analysis{Lines: []session.Line{}},
	}
	show := &analysisTable{out: c.App.Writer, width: textWidth}
	if columns, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && columns > 0 {
		show.width = min(max(columns-1, minWidth), textWidth)
	}
	if !c.Bool("json") {
		if lines := board.Text(p); len(lines[len(lines)-2]) <= show.width { // a drawing if it fits
			printBoard(show.out, p)
		}
		printed("state", p)(show.out)
		if len(p.Moves(nil)) > 0 {
			printLabelled(show.out, "", 0, s.Playing())
			fmt.Fprintf(show.out, "Scores in pawns, above 0 if White is better\n\n%s\n", show.columns("depth", "score", "nodes", "line"))
		}
		flushOutput(show.out)
	}
	if len(p.Moves(nil)) > 0 {
		if a.Analysis, err = s.Analyze(ctx, limits, func(r search.Report, line session.Line) {
			if !c.Bool("json") {
				show.row(r, line)
			}
		}); err != nil {
			return err
		}
	}
	return printText(c, a, func(io.Writer) { show.best(a) })
}

// analysisTable prints the results of an analysis as they arrive, for a terminal of the
// given width.
type analysisTable struct {
	out   io.Writer
	width int
}

// minWidth is the width below which lines are no longer broken.
const minWidth = 40

// beforeLine is the width of the columns before the line.
const beforeLine = 22

// columns formats a row, breaking and indenting the line.
func (t *analysisTable) columns(depth, score, nodes, line string) string {
	row := fmt.Sprintf("%5s %7s %6s", depth, score, nodes) // 20 characters
	parts := format.Wrap(line, max(t.width-beforeLine, 1))
	return row + "  " + strings.Join(parts, "\n"+strings.Repeat(" ", beforeLine))
}

func (t *analysisTable) row(r search.Report, line session.Line) {
	depth := strconv.Itoa(r.Depth)
	if r.Line > 1 {
		depth = ""
	}
	fmt.Fprintln(t.out, t.columns(depth, line.Text(), format.Short(r.Nodes), line.SAN))
	flushOutput(t.out)
}

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
	flushOutput(t.out)
}
