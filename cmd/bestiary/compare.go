package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/variant"
	"bestiary/experiments/measure"
	"bestiary/selfplay/opening"
)

func compareCommand() *cli.Command {
	defaults := measure.Default()
	return &cli.Command{
		Name:      "compare",
		Usage:     "measure what difference rules make to play",
		ArgsUsage: "GAME [GAME2]",
		Description: fmt.Sprintf(`Plays both games, or one game by two sets of rules, from the same seeds, and compares the
results, draws by cause, length, changes of the lead, captures, material, checks, special moves,
branching factor and variety of openings, with intervals and tests over pairs of games. Differences are
second minus first. With --rule alone the first side is GAME as written and the second GAME by these rules:
bestiary compare chess --rule n-move=75 shows the effect of the rule. --against says what the second
side is instead, another game or settings of its own, and --rule then changes the first side, as in
bestiary compare chess --rule n-move=50 --against n-move=75. --both changes a rule for both sides.

The report goes into the folder of the run: report.html, report.md, measures.csv, games.csv,
compare.json, charts and every game. Without --out the folder is runs/compare-GAME-HASHES-SEED. Give
the same command again to continue a run that was interrupted; with more pairs the run grows.
The default is %d pairs of games for each side. --same claims that a measure differs by less than a
margin, as in --same white-score=0.02 (shares from 0 to 1); two one-sided tests check the
claim. Some measures have a number in the name and are part of the report only if --same names them: mates-by-60,
captures-by-40, material-at-40, castled-by-40, waiting-at-40, counter-from-50, decided-from-50,
lost-decisions-50.`, defaults.Play.Pairs),
		Flags: append([]cli.Flag{
			repeated("against", "give the second side `RULE` or GAME"),
			repeated("both", "set `NAME=VALUE` for both sides"),
			repeated("same", "claim `MEASURE=MARGIN` (see above)"),
			&cli.StringFlag{Name: "openings", Value: string(opening.Standard), Usage: "from `KIND`: standard or armies", DefaultText: string(opening.Standard)},
			balanceFlag(),
			&cli.StringFlag{Name: "weights", Usage: "play the first side with the weights in `FILE`"},
			&cli.StringFlag{Name: "against-weights", Usage: "play the second side with the weights in `FILE`"},
			countFlag("balance-pairs", "play `N` pairs for who wins", "a fifth, to 100"),
			countFlag("max-plies", "end games as drawn after `N` plies", defaults.Play.MaxPlies),
			countFlag("lead", "count leads of at least `N` centipawns", defaults.LeadMargin),
			&cli.Float64Flag{Name: "level", Usage: "give intervals of confidence `X`", DefaultText: fmt.Sprint(defaults.Level)},
			pngFlag(),
		}, playFlags(defaults.Play.Pairs, defaults.Play.Nodes, defaults.Play.RandomPlies, measure.Result{})...),
		Action: runCompare,
	}
}

func runCompare(c *cli.Context) error {
	sides, err := compareSides(c)
	if err != nil {
		return err
	}
	cfg, err := compareConfig(c)
	if err != nil {
		return err
	}
	folder := compareFolder(c, sides)
	return playGames(c, folder, func(ctx context.Context, run *stage) (a answer, err error) {
		run.Show.SetTotal(cfg.Games(run.Crew))
		res, err := measure.Run(ctx, sides, cfg, folder, run.Crew, run.Show.Events())
		if err != nil {
			return a, err
		}
		page, err := res.Write(origin(c, c.Args().Slice(), nil))
		return answer{Value: res, Text: func(w io.Writer) { fmt.Fprintf(w, "%sreport %s\n", res.Text(textWidth), page) }}, err
	})
}

// sideRules says which game a side plays and with which settings, of which flag.
type sideRules struct {
	game, flag string
	settings   []string
}

// compareRules reads the arguments, --rule, --against and --both.
func compareRules(c *cli.Context) (sides [2]sideRules, err error) {
	sides = [2]sideRules{{c.Args().First(), "rule", c.StringSlice("rule")}, {c.Args().Get(1), "against", nil}}
	second := &sides[1]
	for _, value := range c.StringSlice("against") {
		_, fault := os.Stat(value)
		switch {
		case strings.Contains(value, "=") && fault != nil:
			second.settings = append(second.settings, value)
		case fault != nil && !strings.Contains(value, "#") && !slices.Contains(variant.Catalogue(), value):
			return sides, misused("--against %q: expected NAME=VALUE, as in --against n-move=50, or a game", value)
		case second.game != "":
			return sides, misused("--against %q: the second side is %s already, expected NAME=VALUE", value, second.game)
		default:
			second.game = value
		}
	}
	if second.game == "" && second.settings == nil {
		if len(sides[0].settings) == 0 {
			return sides, misused("compare: nothing to compare with; expected --rule NAME=VALUE, --against NAME=VALUE or another game")
		}
		*second = sides[0]
		sides[0].settings = nil
	}
	second.game = cmp.Or(second.game, sides[0].game)
	return sides, nil
}

func compareSides(c *cli.Context) (sides [2]measure.Side, err error) {
	rules, err := compareRules(c)
	if err != nil {
		return sides, err
	}
	var variants [2]*variant.Variant
	for i, side := range rules {
		v, err := readVariant(c, side.game)
		if err != nil {
			return sides, err
		}
		if err := errors.Join(override(v, "both", c.StringSlice("both")), override(v, side.flag, side.settings)); err != nil {
			return sides, err
		}
		if sides[i].Game, err = compile(v); err != nil {
			return sides, err
		}
		variants[i] = v
	}
	if variants[0].Hash() == variants[1].Hash() {
		return sides, misused("compare: both sides are %s by the same rules; expected a difference", variants[0].Name)
	}
	for i, flag := range []string{"weights", "against-weights"} {
		if path := c.String(flag); path != "" {
			if sides[i].Weights, err = eval.Load(path, sides[i].Game); err != nil {
				return sides, err
			}
		}
	}
	return sides, nil
}

func compareConfig(c *cli.Context) (measure.Config, error) {
	play, err := playConfig(c)
	if err != nil {
		return measure.Config{}, err
	}
	cfg := measure.Default()
	cfg.Play, cfg.Same = play, map[string]float64{}
	if err := readStart(c, &cfg.Play); err != nil {
		return measure.Config{}, err
	}
	if cfg.BalancePairs = min(cfg.Play.Pairs/5, 100); cfg.BalancePairs < 20 {
		cfg.BalancePairs = 0 // too few to tell anything
	}
	setInt(c, "balance-pairs", &cfg.BalancePairs)
	setInt(c, "max-plies", &cfg.Play.MaxPlies)
	setInt(c, "lead", &cfg.LeadMargin)
	setFloat(c, "level", &cfg.Level)
	for _, claim := range c.StringSlice("same") {
		name, value, ok := strings.Cut(claim, "=")
		margin, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if !ok || err != nil {
			return cfg, misused("--same %q: expected MEASURE=MARGIN, as in --same white-score=0.02", claim)
		}
		cfg.Same[strings.TrimSpace(name)] = margin
	}
	return cfg, misuse(cfg.Validate())
}

// compareFolder returns --out, or a folder named after the rules and the seed.
func compareFolder(c *cli.Context, sides [2]measure.Side) string {
	if c.IsSet("out") {
		return c.String("out")
	}
	a, b := sides[0].Game.Variant, sides[1].Game.Variant
	return shardFolder(c, fmt.Sprintf("runs/compare-%s-%s-%s-%d", a.Name, a.Hash()[:6], b.Hash()[:6], c.Uint64("seed")))
}
