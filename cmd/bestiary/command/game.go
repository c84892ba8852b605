package command

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/session"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
)

// RuleFlag returns the flag --rule of a command with a GAME argument.
func RuleFlag() cli.Flag {
	return Repeated("rule", "change a rule, as `NAME=VALUE`")
}

// ApproximateFlag returns the flag --approximate of commands that read games of other
// programs.
func ApproximateFlag() cli.Flag {
	return &cli.BoolFlag{
		Name:               "approximate",
		Usage:              "leave out rules that cannot be expressed",
		DisableDefaultText: true,
	}
}

// Repeated returns a flag that may be given several times.
func Repeated(name, usage string) cli.Flag {
	return repeatedFlag{&cli.StringSliceFlag{Name: name, Usage: usage + "; may be repeated"}}
}

// repeatedFlag is a flag that may be given several times but that the help shows once.
type repeatedFlag struct{ *cli.StringSliceFlag }

func (f repeatedFlag) String() string { return cli.FlagStringer(f) }

func (f repeatedFlag) IsSliceFlag() bool { return false }

func FenFlag() cli.Flag {
	return &cli.StringFlag{Name: "fen", Usage: "start from the position `FEN`"}
}

// LoadVariant returns the game with this name or path, changed by --rule. If the file is
// of another program, it prints the warnings.
func LoadVariant(c *cli.Context, name string) (*variant.Variant, error) {
	v, err := ReadVariant(c, name)
	if err != nil {
		return nil, err
	}
	return v, Override(v, "rule", c.StringSlice("rule"))
}

// ReadVariant reads a game. If the file is of another program, it prints the warnings.
func ReadVariant(c *cli.Context, name string) (*variant.Variant, error) {
	v, warnings, err := gamefile.Read("", name, c.Bool("approximate"))
	PrintWarnings(c, warnings)
	if err == nil && v.Approximation() != "" {
		PrintWarnings(c, []string{v.Name + ": " + v.Approximation()})
	}
	return v, err
}

// PrintWarnings prints one line for each warning.
func PrintWarnings(c *cli.Context, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(c.App.ErrWriter, "warning: %s\n", w)
	}
}

// Override changes rules of a game. Flag is the flag that gave the settings, for errors.
func Override(v *variant.Variant, flag string, settings []string) error {
	for _, setting := range settings {
		name, value, ok := strings.Cut(setting, "=")
		if !ok {
			return Misused("--%s %q: expected NAME=VALUE, as in --%s n-move=50", flag, setting, flag)
		}
		if err := v.Override(strings.TrimSpace(name), value); err != nil {
			return err
		}
	}
	return nil
}

// LoadGame is LoadVariant followed by Compile.
func LoadGame(c *cli.Context, name string) (*rules.Game, error) {
	v, err := LoadVariant(c, name)
	if err != nil {
		return nil, err
	}
	return Compile(v)
}

// OfGame returns an action about the game that the first argument names.
func OfGame(act func(*cli.Context, *rules.Game) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		g, err := LoadGame(c, c.Args().First())
		if err != nil {
			return err
		}
		return act(c, g)
	}
}

// Compile compiles a game. Its errors include the name of the game.
func Compile(v *variant.Variant) (*rules.Game, error) {
	g, err := rules.Compile(v)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", v.Name, err)
	}
	return g, nil
}

// LoadPosition returns the position given by GAME and --fen.
func LoadPosition(c *cli.Context) (*rules.Position, error) {
	g, err := LoadGame(c, c.Args().First())
	if err != nil {
		return nil, err
	}
	if !c.IsSet("fen") {
		return g.NewPosition(), nil
	}
	return g.ParseFEN(c.String("fen"))
}

// AnalysisSession returns a session at the position given by GAME, --fen and --moves.
func AnalysisSession(c *cli.Context) (*session.Session, error) {
	v, err := LoadVariant(c, c.Args().First())
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
		return nil, Misused(`--fen "": expected a position`)
	}
	if err := s.Set(c.String("fen"), nil); err != nil {
		return nil, err
	}
	for i, text := range strings.Fields(c.String("moves")) {
		m, err := s.Position().ReadAnyMove(text)
		if err != nil {
			return nil, Misused("--moves: move %d: %w", i+1, err)
		}
		s.Make(m)
	}
	if err := s.SetWeights(c.String("weights")); err != nil {
		return nil, err
	}
	return s, s.Prepare()
}
