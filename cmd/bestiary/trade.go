package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/experiments/advise"
	"bestiary/experiments/estimate"
	"bestiary/internal/format"
	"bestiary/selfplay/opening"
)

// tradeJSON is the output of trade --json.
type tradeJSON struct {
	Game     string `json:"game"`
	Values   string `json:"values"`   // the folder of the run that measured them
	Revision int    `json:"revision"` // of the engine that played the games
	Nodes    int    `json:"nodes"`    // a move
	// Exchanges lists the requested exchanges; if there were none, Pieces lists the exchanges of
	// each piece.
	Exchanges []*advise.Trade `json:"exchanges,omitempty"`
	Pieces    []tradePiece    `json:"pieces,omitempty"`
}

type tradePiece struct {
	Piece string `json:"piece"`
	// Exchanges lists the exchanges nearest to even; the piece is on the left.
	Exchanges []*advise.Trade `json:"exchanges"`
}

func tradeCommand() *cli.Command {
	return declare("trade", nil, trade,
		&cli.StringFlag{Name: "piece", Usage: "show the exchanges of `PIECE` alone", DefaultText: "all"},
		&cli.StringFlag{Name: "values", Usage: "values in the folder `DIR`, or published", DefaultText: "see above"},
		ruleFlag(), approximateFlag(),
		jsonFlag(tradeJSON{}),
	)
}

func trade(c *cli.Context) error {
	exchanges := c.Args().Tail()
	if c.IsSet("piece") && len(exchanges) > 0 {
		return misused("--piece and an exchange: expected one of them")
	}
	g, err := loadGame(c, c.Args().First())
	if err != nil {
		return err
	}
	m, folder, err := readValues(c, g)
	if err != nil {
		return err
	}
	out := tradeJSON{Game: g.Variant.Name, Values: folder, Revision: m.Revision, Nodes: m.Nodes}
	for _, text := range exchanges {
		t, err := advise.NewTrade(m, g, text)
		if err != nil {
			return err
		}
		out.Exchanges = append(out.Exchanges, t)
	}
	if len(exchanges) == 0 {
		if out.Pieces, err = tradePieces(c, g, m); err != nil {
			return err
		}
	}
	text, err := out.text(g)
	if err != nil {
		return err
	}
	return printText(c, out, func(w io.Writer) { fmt.Fprint(w, text) })
}

// ownValues replaces a folder if the values are the ones that come with the program, which
// --values calls publishedValues.
const ownValues, publishedValues = "that come with the program", "published"

// readValues reads the values of --values, of the usual run of estimate or, without these, those
// that come with the program. It also returns their folder.
func readValues(c *cli.Context, g *rules.Game) (*estimate.Model, string, error) {
	if c.String("values") == publishedValues {
		m, _, _, err := estimate.Bundled(g)
		if m == nil && err == nil {
			err = fmt.Errorf("--values published: none come with the program for %s with these rules; bestiary estimate measures them",
				g.Variant.Name)
		}
		return m, ownValues, err
	}
	folder := cmp.Or(c.String("values"), usualFolder(g.Variant, "", 1))
	m, _, err := estimate.ReadModel(folder, g)
	if _, missing := os.Stat(filepath.Join(folder, estimate.ModelFile)); !errors.Is(missing, fs.ErrNotExist) {
		return m, folder, err
	}
	if !c.IsSet("values") {
		if m, _, _, err := estimate.Bundled(g); m != nil || err != nil {
			return m, ownValues, err
		}
	}
	none := ""
	if !c.IsSet("values") {
		none = ", and none come with the program"
	}
	return nil, "", fmt.Errorf("there are no values of %s in %s%s; bestiary estimate %s measures them, and --values DIR names their folder",
		g.Variant.Name, folder, none, c.Args().First())
}

// tradePieces returns the exchanges of --piece, or of all pieces.
func tradePieces(c *cli.Context, g *rules.Game, m *estimate.Model) ([]tradePiece, error) {
	kinds := opening.Valued(g)
	if name := c.String("piece"); c.IsSet("piece") {
		var names []string
		for _, t := range kinds {
			names = append(names, opening.NameOf(g, t))
		}
		i := slices.Index(names, name)
		if i < 0 {
			return nil, unknownName(fmt.Sprintf("--piece: %s has no piece %q with a value", g.Variant.Name, name), name, names)
		}
		kinds = kinds[i : i+1]
	}
	var out []tradePiece
	for _, t := range kinds {
		list, err := advise.Fair(m, g, t)
		if err != nil {
			return nil, err
		}
		out = append(out, tradePiece{opening.NameOf(g, t), list})
	}
	return out, nil
}

// tradeText is what trade prints for people.
type tradeText struct {
	*tradeJSON
	Texts   []string // of the exchanges that were asked for
	Table   string   // of the others
	None    string   // lists the pieces for which none can be set up
	Current int      // revision of the engine
}

func (out *tradeJSON) text(g *rules.Game) (string, error) {
	about := tradeText{tradeJSON: out, Current: search.Revision}
	for _, t := range out.Exchanges {
		text, err := t.Text(g)
		if err != nil {
			return "", err
		}
		about.Texts = append(about.Texts, text)
	}
	var all []*advise.Trade
	var breaks []int
	var none []string
	for _, p := range out.Pieces {
		switch {
		case len(p.Exchanges) == 0:
			none = append(none, format.Article(format.Words(p.Piece)))
		case len(all) > 0:
			breaks = append(breaks, len(all))
		}
		all = append(all, p.Exchanges...)
	}
	t, err := advise.TradeTable(g, all)
	if err != nil {
		return "", err
	}
	t.Breaks = breaks
	about.Table, about.None = t.Text(textWidth), format.List(none, "or")
	return textOf("trade", about), nil
}
