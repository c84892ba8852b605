package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/experiments/page/board"
)

// terminalGame is a game between the user and the engine.
type terminalGame struct {
	*session.Session
	out   io.Writer
	nodes uint64
	human rules.Color
	moves []rules.Move
	start *rules.Position
}

func playInTerminal(c *cli.Context, nodes int) error {
	s, err := analysisSession(c)
	if err != nil {
		return err
	}
	g := &terminalGame{Session: s, out: c.App.Writer, nodes: uint64(nodes), start: s.Position().Clone()}
	if c.Bool("black") {
		g.human = rules.Black
	}
	return g.play(bufio.NewScanner(c.App.Reader))
}

// play plays until the game is over or the user ends it.
func (g *terminalGame) play(in *bufio.Scanner) error {
	printLabelled(g.out, "", 0, g.Playing())
	printBoard(g.out, g.Position())
	for {
		if result, reason := g.Position().Outcome(); result != rules.Ongoing {
			fmt.Fprintf(g.out, "\n%s, %s\n", result, reason)
			break
		}
		if g.Position().Turn() != g.human {
			if err := g.answer(); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(g.out, "%s> ", board.SideNames[g.human])
		flushOutput(g.out)
		if !in.Scan() {
			fmt.Fprintln(g.out)
			break
		}
		word := strings.TrimSpace(in.Text())
		if word == "quit" {
			break
		}
		if err := g.obey(word); err != nil {
			return err
		}
	}
	if len(g.moves) > 0 {
		printLabelled(g.out, "", 0, g.start.LineSAN(g.moves))
	}
	return in.Err()
}

func (g *terminalGame) best() (rules.Move, error) {
	x, err := g.Search(search.Limits{Nodes: g.nodes})
	return x.Result().Move, err
}

func (g *terminalGame) answer() error {
	m, err := g.best()
	if err != nil {
		return err
	}
	fmt.Fprintf(g.out, "%s: %s\n\n", board.SideNames[g.Position().Turn()], g.Position().SAN(m))
	g.make(m)
	printBoard(g.out, g.Position())
	return nil
}

func (g *terminalGame) make(m rules.Move) {
	g.Make(m)
	g.moves = append(g.moves, m)
}

const terminalHelp = `a move, as e4, Nxe5 or e2e4
moves    list the legal moves
hint     the move that the engine would play
undo     take back your last move
switch   play the other side
fen      print the position
quit     end the game
`

// obey executes a line typed by the user.
func (g *terminalGame) obey(word string) error {
	p := g.Position()
	switch word {
	case "":
	case "help":
		fmt.Fprint(g.out, terminalHelp)
	case "moves":
		var list []string
		for _, m := range p.Moves(nil) {
			list = append(list, p.SAN(m))
		}
		printColumns(g.out, list)
	case "hint":
		m, err := g.best()
		if err != nil {
			return err
		}
		fmt.Fprintln(g.out, p.SAN(m))
	case "undo":
		if !g.Undo(2) {
			fmt.Fprintln(g.out, "There is nothing to take back.")
			return nil
		}
		g.moves = g.moves[:len(g.moves)-2]
		printBoard(g.out, g.Position())
	case "switch":
		g.human = g.human.Other()
	case "fen":
		fmt.Fprintln(g.out, p.FEN())
	default:
		m, err := p.ReadMove(word)
		if err != nil {
			fmt.Fprintln(g.out, err)
			return nil
		}
		g.make(m)
	}
	return nil
}
