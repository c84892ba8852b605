package main

import (
	"fmt"
	"math"
	"slices"
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

// matchSetup holds the values of the flags of match.
type matchSetup struct {
	match.Config
	games, bookStart, wait int
}

func (m *matchSetup) flags() []cli.Flag {
	return append([]cli.Flag{
		folderFlag(),
		seedFlag(),
		countFlag("games", "play `N` games per pairing", &m.games, matchGames),
		&cli.StringFlag{Name: "each", Usage: "apply `SETTINGS`, such as tc=10+0.1, to all players"},
		textFlag("tournament", "`KIND`: round-robin or gauntlet", &m.Tournament),
		&cli.StringFlag{Name: "sprt", Usage: "test until a verdict; `BOUNDS`: ELO0,ELO1[,ALPHA,BETA]"},
		modelFlag("`UNIT` of the bounds"),
		readFlag("openings", "`WHAT`: array, armies or a file", string(opening.Array), m.startFrom),
		textFlag("order", "`ORDER` of a book, or random", &m.Order, opening.Sequential),
		positiveFlag("book-start", "begin with opening `N` of a book in order", &m.bookStart, 1),
		switchFlag("skip-bad", "leave out what cannot be read of a book"),
		countFlag("book-plies", "play `N` plies of a game of a book", &m.BookPlies, 16),
		countFlag("random-plies", "go on with `N` random moves", &m.RandomPlies),
		countFlag("balance", "avoid openings beyond `N` centipawns", &m.Balance),
		countFlag("units", "change at most `N` pieces of an army", &m.Units),
		numberFlag("max-imbalance", "let armies differ by at most `X` pawns", &m.MaxImbalance),
		countFlag("max-plies", "end games as drawn after `N` plies", &m.MaxPlies),
		readFlag("draw", "adjudicate draws by `MOVE,MOVES,SCORE`", "", func(text string) error {
			return ruleOf("draw", text, "MOVE,MOVES,SCORE", &m.Draw.Move, &m.Draw.Moves, &m.Draw.Score)
		}),
		readFlag("resign", "adjudicate wins by `MOVES,SCORE`", "", func(text string) error {
			return ruleOf("resign", text, "MOVES,SCORE", &m.Resign.Moves, &m.Resign.Score)
		}),
		switchFlag("resign-both", "resign only if both players agree"),
		countFlag("max-faults", "end the run after `N` faults of a player", &m.MaxFaults),
		aside(countFlag("wait", "pause for `MS` milliseconds between games", &m.wait)),
		workersFlag(),
		shardFlag(),
		hubFlag(),
		&cli.StringFlag{Name: "pgn", Category: asideCategory, Usage: "also write the games to `FILE` as they end"},
		aside(switchFlag(pgnAppend, "add to a file of other games")),
		pathFlag("log", "write what other programs say to `FILE`", "a file"),
		ruleFlag(), approximateFlag(),
		jsonFlag(matchStart{}, matchGame{}, matchFault{}, matchEnd{}, "With --plan", matchPlan{}),
	}, planFlags()...)
}

// pgnAppend is the flag that lets --pgn add to a file of another run.
const pgnAppend = "pgn-append"

// modelFlag returns the flag --model, for readSPRT.
func modelFlag(usage string) cli.Flag {
	return valueFlag("model", usage, rating.Normalized.String())
}

// startFrom makes the games start as --openings says; the flags after it change the details.
func (m *matchSetup) startFrom(kind string) error {
	switch kind {
	case string(opening.Array):
	case string(opening.Armies):
		m.Config.Kind, m.RandomPlies = opening.Armies, match.SelfPlay().RandomPlies
		m.KeepBalance(0)
	case "":
		return misused(`--openings "": expected array, armies or a file`)
	default:
		if hint := valueHint("openings", kind, ""); hint != "" && strings.HasPrefix(kind, "file=") {
			return misused("--openings %q: expected array, armies or a file%s --order ORDER --book-start N --book-plies N", kind, hint)
		}
		m.Config.Config = opening.FromBook(kind)
	}
	return nil
}

// complete adds to the configuration what several flags say together, and checks it.
func (m *matchSetup) complete(c *cli.Context) error {
	m.Seed = c.Uint64("seed")
	if m.wait < 0 || m.wait > maxWait {
		return misused("--wait %d: expected 0 to %d milliseconds", m.wait, maxWait)
	}
	test, err := readSPRT(c)
	if err != nil {
		return err
	}
	if test != nil {
		m.SPRT, m.Pairs = test, match.SPRTPairs
	}
	book := m.Kind == opening.Book
	if !book {
		if err := refuse(c, "--%s goes with a book", "order", "book-plies", "skip-bad"); err != nil {
			return err
		}
	}
	if m.SkipBad = c.Bool("skip-bad"); m.SkipBad {
		m.Bad = func(err error) { fmt.Fprintf(c.App.ErrWriter, "left out: %s\n", format.Excerpt(err.Error())) }
	}
	if c.IsSet("book-start") {
		if m.BookStart = m.bookStart - 1; !book || m.Order != opening.Sequential {
			return misused("--book-start goes with a book in its order")
		}
	}
	switch {
	case c.IsSet("balance"):
		m.KeepBalance(m.Balance)
	case m.Kind == opening.Array:
		unbalanced(&m.Config)
	}
	if m.Resign.Both = c.Bool("resign-both"); m.Resign.Both && !c.IsSet("resign") {
		return misused("--resign-both: expected --resign next to it")
	}
	if c.IsSet("games") {
		if m.games%2 != 0 {
			return misused("--games %d: expected an even number, as games are played in pairs", m.games)
		}
		m.Pairs = m.games / 2
	}
	return misuse(m.Validate())
}

// ruleOf reads the whole numbers of a rule that adjudicates, of which the last but one counts moves.
func ruleOf(flag, cells, form string, into ...*int) error {
	err := wholeNumbers(flag, cells, form, into...)
	if err == nil && *into[len(into)-2] < 1 {
		err = misused("--%s %q: expected MOVES of at least 1", flag, cells)
	}
	return err
}

// wholeNumbers reads a comma-separated list of whole numbers.
func wholeNumbers(flag, cells, form string, into ...*int) error {
	values, err := numbers(flag, cells, form, len(into))
	for i, x := range values {
		if x != math.Trunc(x) {
			return misused("--%s %q: found %v, expected whole numbers", flag, cells, x)
		}
		*into[i] = int(x)
	}
	return err
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
	if slices.Contains(allowed, len(list)) {
		return list, nil
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
