package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/internal/format"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// Defaults that differ from match.Config: openings must vary, or deterministic players
// would repeat the same pair.
const (
	matchGames       = 1000
	matchRandomPlies = 6
	matchBalance     = opening.UsualBalance
)

// maxWait is the longest pause between games, an hour in milliseconds.
const maxWait = 3_600_000

func matchFlags() []cli.Flag {
	return []cli.Flag{
		folderFlag(),
		seedFlag(),
		countFlag("games", "play `N` games per pairing", matchGames),
		&cli.StringFlag{Name: "each", Usage: "apply `SETTINGS`, such as tc=10+0.1, to all players"},
		&cli.StringFlag{Name: "tournament", Value: string(match.RoundRobin), DefaultText: string(match.RoundRobin), Usage: "`KIND`: round-robin or gauntlet"},
		&cli.StringFlag{Name: "sprt", Usage: "test until a verdict; `BOUNDS`: ELO0,ELO1[,ALPHA,BETA]"},
		&cli.StringFlag{Name: "model", Value: rating.Normalized.String(), DefaultText: rating.Normalized.String(), Usage: "`UNIT` of the bounds"},
		&cli.StringFlag{Name: "openings", Value: string(opening.Array), DefaultText: string(opening.Array), Usage: "`WHAT`: array, armies or a file"},
		&cli.StringFlag{Name: "order", Value: string(opening.Sequential), DefaultText: string(opening.Sequential), Usage: "`ORDER` of a book, or random"},
		countFlag("book-start", "begin with opening `N` of a book in order", 1),
		countFlag("book-plies", "play `N` plies of a game of a book", 16),
		countFlag("random-plies", "go on with `N` random moves", fmt.Sprint(matchRandomPlies)),
		countFlag("balance", "avoid openings beyond `N` centipawns", matchBalance),
		countFlag("units", "change at most `N` pieces of an army", 4),
		&cli.Float64Flag{Name: "max-imbalance", Usage: "let armies differ by at most `X` pawns", DefaultText: "5"},
		countFlag("max-plies", "end games as drawn after `N` plies", 600),
		&cli.StringFlag{Name: "draw", Usage: "adjudicate draws by `MOVE,MOVES,SCORE`"},
		&cli.StringFlag{Name: "resign", Usage: "adjudicate wins by `MOVES,SCORE`"},
		&cli.BoolFlag{Name: "resign-both", Usage: "resign only if both players agree", DisableDefaultText: true},
		countFlag("max-faults", "end the run after `N` faults of a player", 10),
		&cli.IntFlag{Name: "wait", Category: aside, Usage: "pause for `MS` milliseconds between games", Base: 10, DefaultText: "0"},
		workersFlag(),
		shardFlag(),
		hubFlag(),
		&cli.StringFlag{Name: "pgn", Category: aside, Usage: "also write the games to `FILE` as they end"},
		&cli.StringFlag{Name: "log", Usage: "write what other programs say to `FILE`"},
		ruleFlag(), approximateFlag(),
		jsonFlag(matchStart{}, matchGame{}, matchFault{}, matchEnd{}),
	}
}

func matchConfig(c *cli.Context) (match.Config, error) {
	cfg := match.Default()
	cfg.Seed, cfg.Tournament = c.Uint64("seed"), match.Tournament(c.String("tournament"))
	setInt(c, "max-plies", &cfg.MaxPlies)
	setInt(c, "max-faults", &cfg.MaxFaults)
	if err := checkRunFlags(c); err != nil {
		return cfg, err
	}
	if ms := c.Int("wait"); ms < 0 || ms > maxWait {
		return cfg, misused("--wait %d: expected 0 to %d milliseconds", ms, maxWait)
	}
	for _, read := range []func(*cli.Context, *match.Config) error{readTest, readOpenings, readAdjudication} {
		if err := read(c, &cfg); err != nil {
			return cfg, err
		}
	}
	if n := c.Int("games"); c.IsSet("games") {
		if n%2 != 0 {
			return cfg, misused("--games %d: expected an even number, as games are played in pairs", n)
		}
		cfg.Pairs = n / 2
	}
	return cfg, misuse(cfg.Validate())
}

// readTest reads --sprt and --model.
func readTest(c *cli.Context, cfg *match.Config) error {
	test, err := readSPRT(c)
	if test != nil {
		cfg.SPRT, cfg.Pairs = test, match.SPRTPairs
	}
	return err
}

func readOpenings(c *cli.Context, cfg *match.Config) error {
	o := &cfg.Config
	switch kind := c.String("openings"); kind {
	case string(opening.Array):
		o.RandomPlies = matchRandomPlies
	case string(opening.Armies):
		o.Kind, o.RandomPlies = opening.Armies, match.SelfPlay().RandomPlies
	case "":
		return misused(`--openings "": expected array, armies or a file`)
	default:
		if hint := valueHint("openings", kind, ""); hint != "" && strings.HasPrefix(kind, "file=") {
			return misused("--openings %q: expected array, armies or a file%s --order ORDER --book-start N --book-plies N", kind, hint)
		}
		*o = opening.FromBook(kind)
		o.Order = opening.Order(c.String("order"))
		setInt(c, "book-plies", &o.BookPlies)
		if err := atLeastOne(c, "book-start"); err != nil {
			return err
		}
		if c.IsSet("book-start") {
			o.BookStart = c.Int("book-start") - 1
		}
	}
	for _, name := range []string{"order", "book-plies"} {
		if c.IsSet(name) && o.Kind != opening.Book {
			return misused("--%s goes with a book", name)
		}
	}
	if c.IsSet("book-start") && (o.Kind != opening.Book || o.Order != opening.Sequential) {
		return misused("--book-start goes with a book in its order")
	}
	setInt(c, "units", &o.Units)
	setFloat(c, "max-imbalance", &o.MaxImbalance)
	setInt(c, "random-plies", &o.RandomPlies)
	if c.IsSet("balance") {
		o.KeepBalance(c.Int("balance"))
	} else if o.Kind == opening.Array && o.RandomPlies > 0 {
		o.KeepBalance(matchBalance)
	}
	return nil
}

// readAdjudication reads --draw, --resign and --resign-both.
func readAdjudication(c *cli.Context, cfg *match.Config) error {
	if c.IsSet("draw") {
		v, err := whole("draw", c.String("draw"), "MOVE,MOVES,SCORE", 3)
		if err != nil {
			return err
		}
		cfg.Draw = match.DrawRule{Move: v[0], Moves: v[1], Score: v[2]}
		if cfg.Draw.Moves < 1 {
			return misused("--draw %q: expected MOVES of at least 1", c.String("draw"))
		}
	}
	if c.IsSet("resign") {
		v, err := whole("resign", c.String("resign"), "MOVES,SCORE", 2)
		if err != nil {
			return err
		}
		cfg.Resign = match.ResignRule{Moves: v[0], Score: v[1], Both: c.Bool("resign-both")}
		if cfg.Resign.Moves < 1 {
			return misused("--resign %q: expected MOVES of at least 1", c.String("resign"))
		}
	} else if c.Bool("resign-both") {
		return misused("--resign-both: expected --resign next to it")
	}
	return nil
}

// whole reads a comma-separated list of so many whole numbers.
func whole(flag, cells, form string, count int) (list []int, err error) {
	values, err := numbers(flag, cells, form, count)
	for _, x := range values {
		if x != math.Trunc(x) {
			return nil, misused("--%s %q: found %v, expected whole numbers", flag, cells, x)
		}
		list = append(list, int(x))
	}
	return list, err
}

// numbers reads a comma-separated list of numbers whose length must be allowed.
func numbers(flag, cells, form string, allowed ...int) ([]float64, error) {
	var list []float64
	for cell := range strings.SplitSeq(cells, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
		if err != nil || !finite(x) {
			return nil, misused("--%s %q: found %q, expected %s%s", flag, cells, cell, form, valueHint(flag, cell, form))
		}
		list = append(list, x)
	}
	for _, n := range allowed {
		if len(list) == n {
			return list, nil
		}
	}
	return nil, misused("--%s %q: found %s, expected %s", flag, cells, format.Plural(len(list), "value"), form)
}

// valueHint returns a hint to add to an error about a value such as elo0=0 or file=x.epd,
// or "". Form is the expected form.
func valueHint(flag, value, form string) string {
	_, value, ok := strings.Cut(value, "=")
	if !ok {
		return ""
	}
	if _, rest, more := strings.Cut(form, ","); more {
		rest, _, _ = strings.Cut(rest, " ")
		value += "," + rest
	}
	return fmt.Sprintf("; values have no names here, as in --%s %s", flag, value)
}
