package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/variant"
	"bestiary/experiments/measure"
	runs "bestiary/experiments/run"
	"bestiary/selfplay/opening"
)

func compareCommand() *cli.Command {
	cfg, start := measure.Default(), opening.Standard
	flags := append([]cli.Flag{
		repeated("against", "give the second side `RULE` or GAME"),
		repeated("both", "set `NAME=VALUE` for both sides"),
		repeated("same", "claim `MEASURE=MARGIN` (see above)"),
		openingsFlag("from `KIND`: standard or armies", &start),
		balanceFlag(),
		weightsFlag("play the first side with the weights in `FILE`", ""),
		&cli.StringFlag{Name: "against-weights", Usage: "play the second side with the weights in `FILE`"},
		countFlag("max-plies", "end games as drawn after `N` plies", &cfg.Play.MaxPlies),
		countFlag("lead", "count leads of at least `N` centipawns", &cfg.LeadMargin),
		numberFlag("level", "give intervals of confidence `X`", &cfg.Level),
		pngFlag(),
	}, playFlags(&cfg.Play, cfg.Play.Pairs, cfg.Play.Nodes, cfg.Play.RandomPlies,
		measure.Result{}, "With --plan", runs.Plan{})...)
	return declare("compare", cfg, func(c *cli.Context) error { return runCompare(c, cfg, start) }, flags...)
}

func runCompare(c *cli.Context, cfg measure.Config, start opening.Kind) error {
	sides, err := compareSides(c)
	if err != nil {
		return err
	}
	if err := compareConfig(c, &cfg, start); err != nil {
		return err
	}
	if c.Bool("plan") {
		return printCost(c, sides[0].Game, cfg.Plan(sides), nil)
	}
	a, b := sides[0].Game.Variant, sides[1].Game.Variant
	folder := cmp.Or(c.String("out"),
		shardFolder(c, fmt.Sprintf("%s/compare-%s-%s-%s-%d", runsFolder, a.Name, a.Hash()[:6], b.Hash()[:6], c.Uint64("seed"))))
	return playPlanned(c, folder, nil, func(ctx context.Context, s *stage) (finding, error) {
		s.Show.SetTotal(cfg.Games(s.Crew))
		return found(measure.Run(ctx, sides, cfg, folder, s.Crew, s.Show.Events()))
	})
}

// sideRules specifies the game and the settings of a side, and their flag.
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
	weights := [2]string{c.String("weights"), c.String("against-weights")}
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
	}
	if a, b := sides[0].Game.Variant, sides[1].Game.Variant; a.Hash() == b.Hash() {
		return sides, misused("compare: both sides are %s by the same rules; expected a difference", a.Name)
	}
	for i, path := range weights {
		if path == "" {
			continue
		}
		if sides[i].Weights, err = eval.Load(path, sides[i].Game); err != nil {
			return sides, err
		}
	}
	return sides, nil
}

func compareConfig(c *cli.Context, cfg *measure.Config, start opening.Kind) error {
	cfg.Play.Seed, cfg.Same = c.Uint64("seed"), map[string]float64{}
	if err := readStart(c, &cfg.Play, start); err != nil {
		return err
	}
	for _, claim := range c.StringSlice("same") {
		name, value, ok := strings.Cut(claim, "=")
		margin, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if !ok || err != nil {
			return misused("--same %q: expected MEASURE=MARGIN, as in --same white-score=0.02", claim)
		}
		cfg.Same[strings.TrimSpace(name)] = margin
	}
	return misuse(cfg.Validate())
}
