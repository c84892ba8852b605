package engine

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/engine/search"
	"bestiary/engine/session"
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
	return &cli.Command{
		Name:      "analyze",
		Usage:     "find the best moves of a position",
		ArgsUsage: "GAME",
		Description: fmt.Sprintf(`Each line of the table is the result of a deeper search: its depth in plies, the score, the number of positions
visited and the best line. Scores are in pawns from White's point of view: above 0, White
is better; #3 means that White mates in three moves, #-3 that Black does. Without a limit, the search
ends after %v; Ctrl-C ends it with the best line so far.`, analysisTime),
		Flags: []cli.Flag{
			command.FenFlag(),
			&cli.StringFlag{Name: "moves", Usage: "play `MOVES` first, in coordinates or like e4 e5 Nf3"},
			command.CountFlag("multipv", "find the `N` best moves", 1),
			&cli.DurationFlag{Name: "time", Usage: "search for `TIME`, such as 10s or 2m", DefaultText: analysisTime.String()},
			command.CountFlag("depth", "search `N` plies deep", "no limit"),
			command.CountFlag("nodes", "search `N` positions", "no limit"),
			&cli.StringFlag{Name: "weights", Usage: "evaluate with the weights in `FILE`"},
			command.RuleFlag(), command.ApproximateFlag(),
			command.JSONFlag(analysis{}),
		},
		Action: analyze,
	}
}

func analyze(c *cli.Context) error {
	limits, err := analysisLimits(c)
	if err != nil {
		return err
	}
	s, err := command.AnalysisSession(c)
	if err != nil {
		return err
	}
	ctx, stop := command.Interruptible()
	defer stop()
	p := s.Position()
	result, reason := p.Outcome()
	a := &analysis{
		Game: p.Game().Variant.Name, FEN: p.FEN(), Turn: p.Turn().String(),
		Result: result.String(), Reason: string(reason), Analysis: session.Analysis{Lines: []session.Line{}},
	}
	show := newAnalysisTable(c, p)
	if !c.Bool("json") {
		show.head()
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
	if c.Bool("json") {
		return command.PrintJSON(c, a)
	}
	show.best(a)
	return nil
}

// analysisLimits reads the flags that limit the search.
func analysisLimits(c *cli.Context) (search.Limits, error) {
	var l search.Limits
	if err := command.AtLeastOne(c, "multipv", "depth", "nodes"); err != nil {
		return l, err
	}
	if c.IsSet("time") && c.Duration("time") < time.Millisecond {
		return l, command.Misused("--time %v: expected a time of at least 1ms", c.Duration("time"))
	}
	l = search.Limits{Nodes: uint64(c.Int("nodes")), Depth: c.Int("depth"), Time: c.Duration("time"), Lines: c.Int("multipv")}
	if l.Nodes == 0 && l.Depth == 0 && l.Time == 0 {
		l.Time = analysisTime
	}
	return l, command.Misuse(l.Validate())
}
