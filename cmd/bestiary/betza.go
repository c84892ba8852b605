package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/betza"
	"bestiary/internal/present/format"
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
		Description: fmt.Sprintf(`The piece is White's and stands alone on the board, or among the pieces of its
own side on the squares of --friends and Black's pieces on the squares of --enemies.
Put "--" before a move string that begins with a hyphen.

With --json: {"moves", "captures"}: moves lists the squares that the piece can go to
without taking anything, captures those that it can go to by taking what stands there
or on the way. Squares are ordered by rank, then file, so that b1 is before a2. Moves
of unmoved pieces are included; captures en passant and castling are not. The board has
at most %d files and ranks.`, betza.MaxBoard),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "board", Value: "13x13", Usage: "size, as `FILESxRANKS`", DefaultText: "13x13"},
			&cli.StringFlag{Name: "at", Usage: "`SQUARE` of the piece", DefaultText: "middle"},
			&cli.StringSliceFlag{Name: "friends", Usage: "`SQUARES` of friends, as in a1,b2"},
			&cli.StringSliceFlag{Name: "enemies", Usage: "`SQUARES` of enemies, as in c3,d4"},
			jsonFlag(),
		},
		Action: showDestinations,
	}
}

func showDestinations(c *cli.Context) error {
	e, err := betza.Parse(c.Args().First())
	if err != nil {
		return err
	}
	s, err := readScene(c)
	if err != nil {
		return err
	}
	quiet, captures := e.Destinations(s.occupancy)
	if c.Bool("json") {
		return printJSON(c, destinations{s.names(quiet), s.names(captures)})
	}
	w := c.App.Writer
	fmt.Fprintf(w, "%s on %s, board %s\n\n", e.Source, s.at, s.size)
	drawing, legend := drawScene(s, e)
	for _, line := range drawing {
		fmt.Fprintln(w, line)
	}
	fmt.Fprintf(w, "\n%s\n", legend)
	printLabelled(w, "moves     ", 10, listOrNone(s.names(quiet)))
	printLabelled(w, "captures  ", 10, listOrNone(s.names(captures)))
	for _, note := range betzaNotes(e) {
		printLabelled(w, "", 0, note)
	}
	return nil
}

// scene is a piece among others.
type scene struct {
	size   boardSize
	at     square
	pieces map[square]betza.Occupancy // the others
}

func readScene(c *cli.Context) (*scene, error) {
	size, err := parseBoardSize(c.String("board"))
	if err != nil {
		return nil, err
	}
	s := &scene{size: size, at: size.middle(), pieces: map[square]betza.Occupancy{}}
	if c.IsSet("at") {
		if s.at, err = size.parseSquare("--at", c.String("at")); err != nil {
			return nil, err
		}
	}
	if err := s.put(c, "friends", betza.Friend); err != nil {
		return nil, err
	}
	return s, s.put(c, "enemies", betza.Enemy)
}

// put reads the squares of one side's other pieces.
func (s *scene) put(c *cli.Context, flag string, side betza.Occupancy) error {
	squares, err := s.size.parseSquares("--"+flag, c.StringSlice(flag))
	if err != nil {
		return err
	}
	for _, sq := range squares {
		if sq == s.at {
			return fmt.Errorf("--%s: the piece itself stands on %s", flag, sq)
		}
		if have := s.pieces[sq]; have != 0 && have != side {
			return fmt.Errorf("%s is both in --friends and in --enemies", sq)
		}
		s.pieces[sq] = side
	}
	return nil
}

// occupancy is the board for Expression.Destinations.
func (s *scene) occupancy(dx, dy int) (betza.Occupancy, bool) {
	sq := square{s.at.file + dx, s.at.rank + dy}
	return max(s.pieces[sq], betza.Empty), s.size.has(sq)
}

// names lists squares given by their offsets, by rank and then file.
func (s *scene) names(offsets []betza.Vec) []string {
	slices.SortFunc(offsets, func(a, b betza.Vec) int {
		return cmp.Or(cmp.Compare(a.DY, b.DY), cmp.Compare(a.DX, b.DX))
	})
	names := []string{}
	for _, v := range offsets {
		names = append(names, square{s.at.file + v.DX, s.at.rank + v.DY}.String())
	}
	return names
}

func listOrNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " ")
}

// betzaNotes are the facts that the drawing does not show.
func betzaNotes(e betza.Expression) []string {
	var notes []string
	if slices.ContainsFunc(e.Paths, func(p betza.Path) bool { return p.Initial }) {
		notes = append(notes, "Some of the moves are only for a piece that has not moved.")
	}
	if slices.ContainsFunc(e.Paths, func(p betza.Path) bool { return p.EnPassant }) {
		notes = append(notes, "It also captures en passant.")
	}
	for _, c := range e.Castlings {
		notes = append(notes, castlingNote(c))
	}
	return notes
}

func castlingNote(c betza.Castling) string {
	side := "to either side"
	switch {
	case !c.Right:
		side = "to the left"
	case !c.Left:
		side = "to the right"
	}
	if c.Jumps {
		return fmt.Sprintf("It also castles %s, over up to %s, whatever stands between.", side, format.Plural(c.Steps, "square"))
	}
	return fmt.Sprintf("It also castles %s, over %s.", side, format.Plural(c.Steps, "square"))
}
