package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/session"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
)

// ruleFlag returns the flag --rule of a command with a GAME argument.
func ruleFlag() cli.Flag {
	return repeated("rule", "change a rule, as `NAME=VALUE`")
}

// approximateFlag returns the flag --approximate of commands that read games of other
// programs.
func approximateFlag() cli.Flag {
	return switchFlag("approximate", "leave out rules that cannot be expressed")
}

func fenFlag() cli.Flag {
	return &cli.StringFlag{Name: "fen", Usage: "start from the position `FEN`"}
}

// loadVariant returns the game with this name or path, changed by --rule. If the file is
// of another program, it prints the warnings.
func loadVariant(c *cli.Context, name string) (*variant.Variant, error) {
	v, err := readVariant(c, name)
	if err != nil {
		return nil, err
	}
	return v, override(v, "rule", c.StringSlice("rule"))
}

// readVariant reads a game. If the file is of another program, it prints the warnings.
func readVariant(c *cli.Context, name string) (*variant.Variant, error) {
	v, warnings, err := gamefile.Read("", name, c.Bool("approximate"))
	printWarnings(c, warnings)
	if err == nil && v.Approximation() != "" {
		printWarnings(c, []string{v.Name + ": " + v.Approximation()})
	}
	return v, err
}

// printWarnings prints one line for each warning.
func printWarnings(c *cli.Context, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(c.App.ErrWriter, "warning: %s\n", w)
	}
}

// override changes rules of a game. Flag is the flag that gave the settings, for errors.
func override(v *variant.Variant, flag string, settings []string) error {
	for _, setting := range settings {
		name, value, ok := strings.Cut(setting, "=")
		if !ok {
			return misused("--%s %q: expected NAME=VALUE, as in --%s n-move=50", flag, setting, flag)
		}
		if err := v.Override(strings.TrimSpace(name), value); err != nil {
			return err
		}
	}
	return nil
}

// loadGame is loadVariant followed by compile.
func loadGame(c *cli.Context, name string) (*rules.Game, error) {
	v, err := loadVariant(c, name)
	if err != nil {
		return nil, err
	}
	return compile(v)
}

// ofGame returns an action about the game that the first argument names.
func ofGame(act func(*cli.Context, *rules.Game) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		g, err := loadGame(c, c.Args().First())
		if err != nil {
			return err
		}
		return act(c, g)
	}
}

// compile compiles a game. Its errors include the name of the game.
func compile(v *variant.Variant) (*rules.Game, error) {
	g, err := rules.Compile(v)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", v.Name, err)
	}
	return g, nil
}

// loadPosition returns the position given by GAME and --fen.
func loadPosition(c *cli.Context) (*rules.Position, error) {
	g, err := loadGame(c, c.Args().First())
	if err != nil {
		return nil, err
	}
	if !c.IsSet("fen") {
		return g.NewPosition(), nil
	}
	return g.ParseFEN(c.String("fen"))
}

// analysisSession returns a session at the position given by GAME, --fen and --moves.
func analysisSession(c *cli.Context) (*session.Session, error) {
	v, err := loadVariant(c, c.Args().First())
	if err != nil {
		return nil, err
	}
	library := session.NewLibrary()
	library.Add(v.Name, v)
	s, err := session.New(library, v.Name)
	if err != nil {
		return nil, err
	}
	if c.IsSet("fen") && c.String("fen") == "" {
		return nil, misused(`--fen "": expected a position`)
	}
	if err := s.Set(c.String("fen"), nil); err != nil {
		return nil, err
	}
	for i, text := range strings.Fields(c.String("moves")) {
		m, err := s.Position().ReadMove(text)
		if err != nil {
			return nil, misused("--moves: move %d: %w", i+1, err)
		}
		s.Make(m)
	}
	if err := s.SetWeights(c.String("weights")); err != nil {
		return nil, err
	}
	return s, s.Prepare()
}
