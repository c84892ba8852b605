package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/experiments/page/board"
	"bestiary/internal/format"
	"bestiary/tuning/formula"
)

// pieceJSON is the output of piece --json.
type pieceJSON struct {
	Moves    []string `json:"moves"`
	Captures []string `json:"captures"`
	*formula.Card
}

func pieceCommand() *cli.Command {
	return declare("piece", betza.MaxBoard, showMoves,
		valueFlag("board", "board of `FILESxRANKS`", "8x8"),
		&cli.StringFlag{Name: "at", Usage: "`SQUARE` of the piece", DefaultText: "middle"},
		repeated("friends", "`SQUARES` of friends, as in a1,b2"),
		repeated("enemies", "`SQUARES` of enemies, as in c3,d4"),
		&cli.Float64Flag{Name: "like", Usage: "list pieces of `X` points", DefaultText: "off"},
		&cli.StringFlag{Name: "svg", Usage: "write a picture to `FILE`"},
		switchFlag("pictures", "list the pictures of pieces, or write them (see above)"),
		jsonFlag(pieceJSON{}, "With --like", []formula.Listed{}, "With --pictures", []string{}),
	)
}

func showMoves(c *cli.Context) error {
	if c.IsSet("like") {
		return showLike(c)
	}
	if c.Bool("pictures") {
		return listPieces(c)
	}
	if c.NArg() == 0 {
		return misused("piece: missing NAME or BETZA; usage: %s", usageOf(c.Command))
	}
	move, note, err := variant.ReadMove(c.Args().First())
	if err != nil {
		return err
	}
	if note != "" {
		fmt.Fprintf(c.App.ErrWriter, "note: %s\n", note)
	}
	moves, err := betza.Parse(move)
	if err != nil {
		return err
	}
	if c.IsSet("svg") {
		return drawMoves(c, moves.Source)
	}
	s, err := readScene(c)
	if err != nil {
		return err
	}
	s.Moves = moves
	card, err := formula.Describe(formula.Board{Files: s.Files, Ranks: s.Ranks}, moves.Source)
	if err != nil {
		return err
	}
	quiet, captures := s.Destinations()
	out := pieceJSON{squareNames(quiet), squareNames(captures), card}
	drawing, legend := s.Text()
	notes := s.Notes()
	if len(quiet)+len(captures)+len(s.Others) == 0 && card.Prior > 0 {
		notes = append(notes, goesNowhere(card))
	}
	lines, err := card.Lines()
	if err != nil {
		return err
	}
	if card.NoValue == "" && card.Worthless == "" {
		measure := fmt.Sprintf("bestiary new zoo --board %s --piece '%s'", card.Board, card.Betza)
		lines = append(lines, formula.Line{Label: "measure", Text: measure}, formula.Line{Text: "bestiary study zoo.toml"})
	}
	return printText(c, out, printed("piece", map[string]any{
		"Betza": moves.Source, "Scene": s, "Drawing": drawing, "Legend": legend, "Notes": notes, "Lines": lines,
		"Moves": cmp.Or(strings.Join(out.Moves, " "), "none"), "Captures": cmp.Or(strings.Join(out.Captures, " "), "none"),
	}))
}

// drawMoves writes the picture of piece --svg.
func drawMoves(c *cli.Context, moves string) error {
	if err := refuse(c, "piece: --svg and --%s do not go together", "board", "at", "friends", "enemies", "json"); err != nil {
		return err
	}
	path := c.String("svg")
	if path == "" {
		return misused(`--svg "": expected a file`)
	}
	picture, err := board.Notation(moves, board.Options{})
	if err != nil {
		return err
	}
	return writeFile(path, func(w io.Writer) error {
		_, err := w.Write(picture.SVG)
		return err
	})
}

// readScene reads the flags. By default the piece is in the middle of the board, left of and below
// the exact center if need be.
func readScene(c *cli.Context) (*board.Scene, error) {
	s := &board.Scene{Others: map[variant.Square]betza.Occupancy{}}
	b, err := boardFlag(c)
	if err != nil {
		return nil, err
	}
	s.Files, s.Ranks = b.Files, b.Ranks
	s.At = variant.Square{File: (s.Files - 1) / 2, Rank: (s.Ranks - 1) / 2}
	if c.IsSet("at") {
		if s.At, err = parseSquare(s, "at", c.String("at")); err != nil {
			return nil, err
		}
	}
	if err := putPieces(c, s, "friends", betza.Friend); err != nil {
		return nil, err
	}
	return s, putPieces(c, s, "enemies", betza.Enemy)
}

func boardFlag(c *cli.Context) (formula.Board, error) {
	b, ok := formula.ParseBoard(c.String("board"))
	if !ok {
		return b, misused("--board %q: expected FILESxRANKS, each from 1 to %d, as in 13x13", c.String("board"), betza.MaxBoard)
	}
	return b, nil
}

// parseSquare reads a square such as g7 from a flag.
func parseSquare(s *board.Scene, flag, text string) (variant.Square, error) {
	sq, ok := variant.ParseSquare(text)
	if !ok || !s.Has(sq) {
		last := variant.Square{File: s.Files - 1, Rank: s.Ranks - 1}
		return sq, misused("--%s: found %q, expected a square of the %dx%d board, from a1 to %s", flag, text, s.Files, s.Ranks, last)
	}
	return sq, nil
}

// putPieces places the other pieces of one side on the squares that a flag lists.
func putPieces(c *cli.Context, s *board.Scene, flag string, side betza.Occupancy) error {
	for _, text := range strings.Split(strings.Join(c.StringSlice(flag), ","), ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		sq, err := parseSquare(s, flag, text)
		switch other := s.Others[sq]; {
		case err != nil:
			return err
		case sq == s.At:
			return misused("--%s: the piece itself stands on %s", flag, sq)
		case other != 0 && other != side:
			return misused("%s is both in --friends and in --enemies", sq)
		}
		s.Others[sq] = side
	}
	return nil
}

func squareNames(squares []variant.Square) []string {
	names := []string{}
	for _, sq := range squares {
		names = append(names, sq.String())
	}
	return names
}

// goesNowhere explains an empty drawing of a piece that can move.
func goesNowhere(c *formula.Card) string {
	switch {
	case c.Unchecked == "moves only by captures":
		return "It only captures: alone it goes nowhere. --enemies puts other pieces on the board."
	case c.Squares == [4]int{}:
		return "From here it goes nowhere. --at names another square."
	}
	return "Alone it goes nowhere: it needs other pieces on its way. --enemies and --friends put some on the board; --svg draws examples."
}

// listedLike is the number of pieces that --like lists.
const listedLike = 15

func showLike(c *cli.Context) error {
	if c.NArg() > 0 {
		return misused("piece: --like and BETZA do not go together")
	}
	if err := refuse(c, "piece: --like and --%s do not go together", "svg", "at", "friends", "enemies"); err != nil {
		return err
	}
	b, err := boardFlag(c)
	if err != nil {
		return err
	}
	points := c.Float64("like")
	if !(points > 0 && points < 1000) {
		return misused("--like %v: expected a number of points above 0 and below 1000", points)
	}
	list, err := formula.Like(b, points, listedLike)
	if err != nil {
		return err
	}
	unit := "points"
	if points == 1 {
		unit = "point"
	}
	caption := fmt.Sprintf("Pieces worth about %s %s on %s, the nearest first.", format.Significant(points, 3), unit, b)
	return printText(c, list, printedTable("like", map[string]any{"Caption": caption, "List": list}))
}
