package design

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/experiments/present/board"
)

// destinations is the output of betza --json.
type destinations struct {
	Moves    []string `json:"moves"`
	Captures []string `json:"captures"`
}

func betzaCommand() *cli.Command {
	return &cli.Command{
		Name:      "betza",
		Usage:     "show where a piece with a move in (X)Betza notation can go",
		ArgsUsage: "STRING",
		Description: fmt.Sprintf(`The piece is White's. It stands alone on the board, or among white pieces on the squares of
--friends and black pieces on the squares of --enemies. With --svg a picture is written instead, on
a board that is large enough, where examples show what moves over other pieces need. Put "--" before a move string that
begins with a hyphen. Moves of unmoved pieces are included; captures en passant and castling are not. The
board has at most %d files and ranks.`, betza.MaxBoard),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "board", Value: "13x13", Usage: "board of `FILESxRANKS`", DefaultText: "13x13"},
			&cli.StringFlag{Name: "at", Usage: "`SQUARE` of the piece", DefaultText: "middle"},
			&cli.StringSliceFlag{Name: "friends", Usage: "`SQUARES` of friends, as in a1,b2"},
			&cli.StringSliceFlag{Name: "enemies", Usage: "`SQUARES` of enemies, as in c3,d4"},
			&cli.StringFlag{Name: "svg", Usage: "write a picture to `FILE`"},
			command.JSONFlag(destinations{}),
		},
		Action: showDestinations,
	}
}

func showDestinations(c *cli.Context) error {
	moves, err := betza.Parse(c.Args().First())
	if err != nil {
		return pieceHint(c.Args().First(), err)
	}
	if c.IsSet("svg") {
		return drawMoves(c, moves.Source)
	}
	s, err := readScene(c)
	if err != nil {
		return err
	}
	s.Moves = moves
	quiet, captures := s.Destinations()
	if c.Bool("json") {
		return command.PrintJSON(c, destinations{squareNames(quiet), squareNames(captures)})
	}
	w := c.App.Writer
	fmt.Fprintf(w, "%s on %s, board %dx%d\n\n", moves.Source, s.At, s.Files, s.Ranks)
	drawing, legend := s.Text()
	command.PrintLines(w, drawing)
	fmt.Fprintln(w)
	command.PrintLabelled(w, "", 0, legend)
	fmt.Fprintln(w)
	command.PrintLabelled(w, "moves     ", 10, listOrNone(squareNames(quiet)))
	command.PrintLabelled(w, "captures  ", 10, listOrNone(squareNames(captures)))
	for _, note := range s.Notes() {
		command.PrintLabelled(w, "", 0, note)
	}
	return nil
}

// pieceHint returns the fault of a move string, or says that it is the name of
// a piece of the catalogue.
func pieceHint(text string, fault error) error {
	found, _, err := variant.FindPieces(text)
	if err != nil || len(found) == 0 {
		return fault
	}
	return fmt.Errorf("%q is the name of a piece; expected a move such as %s; bestiary show %[1]s explains it", text, found[0].Piece.Moves[0].Betza)
}

// drawMoves writes the picture of betza --svg.
func drawMoves(c *cli.Context, moves string) error {
	for _, flag := range []string{"board", "at", "friends", "enemies", "json"} {
		if c.IsSet(flag) {
			return fmt.Errorf("betza: --svg and --%s do not go together", flag)
		}
	}
	path := c.String("svg")
	if path == "" {
		return errors.New(`--svg "": expected a file`)
	}
	picture, err := board.Notation(moves, board.Options{})
	if err != nil {
		return err
	}
	return command.WriteFile(path, func(w io.Writer) error {
		_, err := w.Write(picture.SVG)
		return err
	})
}

// readScene reads the flags. By default the piece stands in the middle of the board, left
// of and below the exact center if need be.
func readScene(c *cli.Context) (*board.Scene, error) {
	s := &board.Scene{Others: map[variant.Square]betza.Occupancy{}}
	files, ranks, _ := strings.Cut(c.String("board"), "x")
	for side, text := range map[*int]string{&s.Files: files, &s.Ranks: ranks} {
		var err error
		if *side, err = strconv.Atoi(text); err != nil || *side < 1 || *side > betza.MaxBoard {
			return nil, command.Misused("--board %q: expected FILESxRANKS, each from 1 to %d, as in 13x13", c.String("board"), betza.MaxBoard)
		}
	}
	s.At = variant.Square{File: (s.Files - 1) / 2, Rank: (s.Ranks - 1) / 2}
	if c.IsSet("at") {
		var err error
		if s.At, err = parseSquare(s, "at", c.String("at")); err != nil {
			return nil, err
		}
	}
	if err := putPieces(c, s, "friends", betza.Friend); err != nil {
		return nil, err
	}
	return s, putPieces(c, s, "enemies", betza.Enemy)
}

// parseSquare reads a square such as g7 from a flag.
func parseSquare(s *board.Scene, flag, text string) (variant.Square, error) {
	sq, ok := variant.ParseSquare(text)
	if !ok || !s.Has(sq) {
		last := variant.Square{File: s.Files - 1, Rank: s.Ranks - 1}
		return sq, command.Misused("--%s: found %q, expected a square of the %dx%d board, from a1 to %s", flag, text, s.Files, s.Ranks, last)
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
			return command.Misused("--%s: the piece itself stands on %s", flag, sq)
		case other != 0 && other != side:
			return command.Misused("%s is both in --friends and in --enemies", sq)
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

func listOrNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " ")
}
