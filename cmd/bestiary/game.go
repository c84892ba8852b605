package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
)

// ruleFlag goes with every command that has a GAME argument.
func ruleFlag() cli.Flag {
	return repeatedFlag{&cli.StringSliceFlag{
		Name:  "rule",
		Usage: "change a rule, as `NAME=VALUE`; may be repeated",
	}}
}

// approximateFlag goes with every command that reads the games of other programs.
func approximateFlag() cli.Flag {
	return &cli.BoolFlag{
		Name:               "approximate",
		Usage:              "leave out rules that cannot be expressed",
		DisableDefaultText: true,
	}
}

// repeatedFlag is a flag that may be given several times. The help shows it
// once, which leaves more of a line to the other flags.
type repeatedFlag struct{ *cli.StringSliceFlag }

func (f repeatedFlag) String() string { return cli.FlagStringer(f) }

func (f repeatedFlag) IsSliceFlag() bool { return false }

func fenFlag() cli.Flag {
	return &cli.StringFlag{Name: "fen", Usage: "start from the position `FEN`"}
}

// loadVariant returns the game that the first argument means, with the rules
// that --rule sets. It prints the warnings of a file of another program.
func loadVariant(c *cli.Context) (*variant.Variant, error) {
	return loadVariantNamed(c, c.Args().First())
}

// loadVariantNamed is loadVariant for a name that is not the first argument.
func loadVariantNamed(c *cli.Context, name string) (*variant.Variant, error) {
	v, err := readVariant(c, name)
	if err != nil {
		return nil, err
	}
	return v, setRules(c, v)
}

// readVariant reads a game and prints the warnings of a file of another program.
func readVariant(c *cli.Context, name string) (*variant.Variant, error) {
	v, warnings, err := gamefile.Read("", name, c.Bool("approximate"))
	printWarnings(c, warnings)
	if err == nil && v.Approximation() != "" {
		printWarnings(c, []string{v.Name + ": " + v.Approximation()})
	}
	return v, err
}

// printWarnings prints a line for each warning.
func printWarnings(c *cli.Context, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(c.App.ErrWriter, "warning: %s\n", w)
	}
}

// setRules changes the rules that --rule names.
func setRules(c *cli.Context, v *variant.Variant) error {
	return override(v, "rule", c.StringSlice("rule"))
}

// override changes the rules of a game by the values of a flag.
func override(v *variant.Variant, flag string, settings []string) error {
	for _, setting := range settings {
		name, value, ok := strings.Cut(setting, "=")
		if !ok {
			return fmt.Errorf("--%s %q: expected NAME=VALUE, as in --%s n-move=50", flag, setting, flag)
		}
		if err := v.Override(strings.TrimSpace(name), value); err != nil {
			return err
		}
	}
	return nil
}

// loadGame returns loadVariant's game ready for play.
func loadGame(c *cli.Context) (*rules.Game, error) {
	return loadGameNamed(c, c.Args().First())
}

func loadGameNamed(c *cli.Context, name string) (*rules.Game, error) {
	v, err := loadVariantNamed(c, name)
	if err != nil {
		return nil, err
	}
	return compile(v)
}

// compile makes a game ready for play.
func compile(v *variant.Variant) (*rules.Game, error) {
	g, err := rules.Compile(v)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", v.Name, err)
	}
	return g, nil
}

// loadPosition returns the position that GAME and --fen mean.
func loadPosition(c *cli.Context) (*rules.Position, error) {
	g, err := loadGame(c)
	if err != nil {
		return nil, err
	}
	if !c.IsSet("fen") {
		return g.NewPosition(), nil
	}
	return g.ParseFEN(c.String("fen"))
}
