package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/format"
)

func importCommand() *cli.Command {
	return declare("import-game", nil, importGame,
		&cli.StringFlag{Name: "section", Usage: "the section `NAME` of a variants.ini", DefaultText: "the only one"},
		approximateFlag(), outFlag(),
	)
}

func importGame(c *cli.Context) error {
	const sources = "a page or text with an Interactive Diagram, or a variants.ini"
	arg, section := c.Args().First(), c.String("section")
	if slices.Contains(variant.Catalogue(), arg) {
		return fmt.Errorf("%s: this game is already in the catalogue; expected %s", arg, sources)
	}
	if arg == "" {
		return errNoFile
	}
	f, err := gamefile.Open(arg)
	if err != nil {
		return err
	}
	switch {
	case f.IsGameFile():
		return fmt.Errorf("%s: this is a game file already; expected %s", f.Path, sources)
	case f.Format == gamefile.TOML:
		return fmt.Errorf("%s: found neither a diagram nor a section; expected %s", f.Path, sources)
	case c.IsSet("section") && f.Format != gamefile.INI:
		return misused("--section %q: only a variants.ini has sections", section)
	case c.IsSet("section") && section == "":
		return misused(`--section "": expected the name of a section`)
	case c.IsSet("section"):
		f.Section = section
	}
	f.Approximate = c.Bool("approximate")
	v, warnings, err := f.Parse()
	printWarnings(c, warnings)
	if err != nil {
		return err
	}
	if _, err := rules.Compile(v); err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	return writeText(c, v.Encode(), f.Path)
}

func exportGameCommand() *cli.Command {
	return declare("export-game", nil, exportGame,
		valueFlag("format", "write `FORMAT`: toml, ini or diagram", string(gamefile.TOML)),
		&cli.StringFlag{Name: "values", Usage: "in an ini, with the values in the folder `DIR`, or published"},
		outFlag(), ruleFlag(), approximateFlag(),
	)
}

func exportGame(c *cli.Context) error {
	name := c.String("format")
	if !slices.Contains(gamefile.Formats(), name) {
		return misused("--format %q: expected %s", name, format.List(gamefile.Formats(), "or"))
	}
	if c.IsSet("values") && name != string(gamefile.INI) {
		return misused("--values: goes with --format ini")
	}
	v, err := loadVariant(c, c.Args().First())
	if err != nil {
		return err
	}
	text, warnings, err := gamefile.Encode(v, gamefile.Format(name))
	if err != nil {
		return err
	}
	printWarnings(c, warnings)
	if lost := gamefile.Lost(warnings); lost > 0 && !c.Bool("approximate") {
		return fmt.Errorf("%s: as %s it would lose %s, see the warnings; --approximate writes it all the same",
			v.Name, name, format.Plural(lost, "thing"))
	}
	if c.IsSet("values") {
		lines, err := valueLines(c, v)
		if err != nil {
			return err
		}
		text = append(text, lines...)
	}
	source := ""
	if f, err := gamefile.Open(c.Args().First()); err == nil {
		source = f.Path
	}
	return writeText(c, text, source)
}

// valueLines returns the lines with the values of --values for a variants.ini.
func valueLines(c *cli.Context, v *variant.Variant) (string, error) {
	g, err := compile(v)
	if err != nil {
		return "", err
	}
	m, folder, err := readValues(c, g)
	if err != nil {
		return "", err
	}
	lines := gamefile.INIValues(v, m.Points(g))
	if lines == "" {
		err = fmt.Errorf("--values: the values %s give no piece a value in points", folder)
	}
	return lines, err
}
