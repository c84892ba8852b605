package command

import (
	"errors"
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

// ApproximateFlag returns the flag of a command that reads games of other programs.
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

// repeatedFlag is a flag that may be given several times, but that the help shows once.
type repeatedFlag struct{ *cli.StringSliceFlag }

func (f repeatedFlag) String() string { return cli.FlagStringer(f) }

func (f repeatedFlag) IsSliceFlag() bool { return false }

func FenFlag() cli.Flag {
	return &cli.StringFlag{Name: "fen", Usage: "start from the position `FEN`"}
}

// LoadVariant returns the game with this name or path, with the rules that --rule sets. It
// prints the warnings of a file of another program.
func LoadVariant(c *cli.Context, name string) (*variant.Variant, error) {
	v, err := ReadVariant(c, name)
	if err != nil {
		return nil, err
	}
	return v, Override(v, "rule", c.StringSlice("rule"))
}

// ReadVariant reads a game and prints the warnings of a file of another program.
func ReadVariant(c *cli.Context, name string) (*variant.Variant, error) {
	v, warnings, err := gamefile.Read("", name, c.Bool("approximate"))
	PrintWarnings(c, warnings)
	if err == nil && v.Approximation() != "" {
		PrintWarnings(c, []string{v.Name + ": " + v.Approximation()})
	}
	return v, err
}

// PrintWarnings prints a line for each warning.
func PrintWarnings(c *cli.Context, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(c.App.ErrWriter, "warning: %s\n", w)
	}
}

// Override changes the rules of a game by the values of a flag.
func Override(v *variant.Variant, flag string, settings []string) error {
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

// LoadGame returns the game of LoadVariant, compiled.
func LoadGame(c *cli.Context, name string) (*rules.Game, error) {
	v, err := LoadVariant(c, name)
	if err != nil {
		return nil, err
	}
	return Compile(v)
}

// Compile compiles a game and names it in the error.
func Compile(v *variant.Variant) (*rules.Game, error) {
	g, err := rules.Compile(v)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", v.Name, err)
	}
	return g, nil
}

// LoadPosition returns the position that GAME and --fen name.
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

// AnalysisSession returns a session at the position that GAME, --fen and --moves name.
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
		return nil, errors.New(`--fen "": expected a position`)
	}
	if err := s.Set(c.String("fen"), nil); err != nil {
		return nil, err
	}
	for i, text := range strings.Fields(c.String("moves")) {
		m, err := s.Position().ReadAnyMove(text)
		if err != nil {
			return nil, fmt.Errorf("--moves: move %d: %w", i+1, err)
		}
		s.Make(m)
	}
	if err := s.SetWeights(c.String("weights")); err != nil {
		return nil, err
	}
	return s, s.Prepare()
}
