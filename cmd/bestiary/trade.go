package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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
	Game     string   `json:"game"`
	Values   string   `json:"values"`            // the folder of the run that measured them
	Revision int      `json:"revision"`          // of the engine that played the games
	Nodes    int      `json:"nodes"`             // a move
	Matches  int      `json:"matches"`           // from which the values have learned since
	Guesses  []string `json:"guesses,omitempty"` // the pieces of which the values are guesses from their moves
	Others   int      `json:"others"`            // of these, by another revision or at other nodes
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
		&cli.StringFlag{Name: "play", Usage: "play the exchanges, `N` pairs or for a time such as 15s"},
		seedFlag(), folderFlag(), workersFlag(),
		ruleFlag(), approximateFlag(),
		jsonFlag(tradeJSON{}),
	)
}

func trade(c *cli.Context) error {
	exchanges := c.Args().Tail()
	if c.IsSet("piece") && len(exchanges) > 0 {
		return misused("--piece and an exchange: expected one of them")
	}
	how, err := readPlay(c)
	if err != nil {
		return err
	}
	g, err := loadGame(c, c.Args().First())
	if err != nil {
		return err
	}
	how.Folder = runFolder(c, g.Variant, "trade")
	m, folder, err := readValues(c, g)
	if err != nil {
		return err
	}
	out := tradeJSON{Game: g.Variant.Name, Values: folder, Revision: m.Revision, Nodes: m.Nodes,
		Matches: m.Learned, Others: m.Others, Guesses: m.Guesses}
	for _, text := range exchanges {
		t, err := advise.NewTrade(m.Model, g, text)
		if err != nil {
			return err
		}
		out.Exchanges = append(out.Exchanges, t)
	}
	if c.IsSet("play") {
		return playTrades(c, g, m, how, &out)
	}
	if len(exchanges) == 0 {
		if out.Pieces, err = tradePieces(c, g, m.Model); err != nil {
			return err
		}
	}
	text, err := out.text(g)
	if err != nil {
		return err
	}
	return printText(c, out, func(w io.Writer) { fmt.Fprint(w, text) })
}

// readPlay reads --play: a number of pairs, or a time.
func readPlay(c *cli.Context) (how advise.TradePlay, err error) {
	if !c.IsSet("play") {
		return how, refuse(c, "--%s needs --play", "workers")
	}
	if c.NArg() < 2 {
		return how, misused("--play: expected an exchange to play, as in rook=knight+pawn")
	}
	text := c.String("play")
	how.Seed = c.Uint64("seed")
	if how.Pairs, err = strconv.Atoi(text); err != nil {
		if how.Time, err = readTime("play", text); err != nil {
			return how, misused("--play %q: expected a number of pairs of games, such as 100, or a time, such as 15s or 2m", text)
		}
	}
	if err := how.Validate(); err != nil {
		return how, misused("--play: %v", err)
	}
	return how, nil
}

// playTrades plays the exchanges by the players of the values, and keeps the scores for later forecasts.
func playTrades(c *cli.Context, g *rules.Game, m *estimate.Source, how advise.TradePlay, out *tradeJSON) (err error) {
	if how.Weights, err = m.Weights(g); err != nil {
		return err
	}
	return playGames(c, how.Folder, func(ctx context.Context, s *stage) (a answer, err error) {
		for _, t := range out.Exchanges {
			err := t.Play(ctx, m.Model, g, how, s.Crew, s.Show.Events())
			if err == nil {
				err = estimate.AddMatches(how.Folder, g, t.Match.Matches)
			}
			if err != nil {
				return a, err
			}
		}
		text, err := out.text(g)
		return answer{Value: out, Text: func(w io.Writer) { fmt.Fprint(w, text) }}, err
	})
}

// ownValues replaces a folder if the values are the ones that come with the program, which
// --values calls publishedValues.
const ownValues, publishedValues = "that come with the program", "published"

// readValues reads the values of --values, of the usual run of estimate or, without these, those
// that come with the program, which then learn from the matches of trade --play. It also returns their folder.
func readValues(c *cli.Context, g *rules.Game) (*estimate.Source, string, error) {
	m, folder, err := storedValues(c, g)
	if err != nil {
		return nil, "", err
	}
	trades := usualFolder(g.Variant, "trade", 1)
	if c.Command.Name == "trade" {
		trades = runFolder(c, g.Variant, "trade")
	}
	list, err := estimate.ReadMatches(g, trades, advise.TradesFolder(usualHome(g.Variant)))
	if err == nil && len(list) > 0 {
		err = m.Learn(g, list)
	}
	return m, folder, err
}

// storedValues is readValues without the matches of trade --play.
func storedValues(c *cli.Context, g *rules.Game) (*estimate.Source, string, error) {
	if c.String("values") == publishedValues {
		m, err := estimate.Bundled(g)
		if m == nil && err == nil {
			err = fmt.Errorf("--values published: none come with the program for %s with these rules; bestiary estimate measures them",
				g.Variant.Name)
		}
		return m, ownValues, err
	}
	folders := []string{usualFolder(g.Variant, "", 1), advise.ValuesFolder(usualHome(g.Variant))}
	none := ", and none come with the program"
	if c.IsSet("values") {
		folders, none = []string{c.String("values")}, ""
	}
	m, folder, err := estimate.FindSource(g, folders...)
	if (m == nil || folder == "" && c.IsSet("values")) && err == nil {
		return nil, "", fmt.Errorf("there are no values of %s in %s%s; bestiary study %s measures them, and --values DIR names their folder",
			g.Variant.Name, strings.Join(folders, " or in "), none, c.Args().First())
	}
	return m, cmp.Or(folder, ownValues), err
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
