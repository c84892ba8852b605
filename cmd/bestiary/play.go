package main

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"bestiary/cmd/web"
	"bestiary/cmd/web/server"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/engine/variant"
	"bestiary/experiments/page/board"
	"bestiary/internal/format"
)

// defaultLevel is the number of positions the engine searches per move in a terminal.
const defaultLevel = 1000

func playCommand() *cli.Command {
	nodes := defaultLevel
	return declare("play", nil, func(c *cli.Context) error { return play(c, nodes) },
		switchFlag("terminal", "play in the terminal"),
		switchFlag("black", "play Black in the terminal"),
		positiveFlag("nodes", "search `N` positions a move in the terminal", &nodes),
		fenFlag(),
		ruleFlag(), approximateFlag(),
	)
}

func play(c *cli.Context, nodes int) error {
	if c.Bool("terminal") {
		return playInTerminal(c, nodes)
	}
	p, err := loadPosition(c)
	if err != nil {
		return err
	}
	s, err := listen(nil, "127.0.0.1:0", false)
	if err != nil {
		return err
	}
	return serveAt(c, s, pageLink(s, p.Game().Variant, c.String("fen")))
}

// pageLink returns the address of the page for a game, in the form that link.js reads.
func pageLink(s *server.Server, v *variant.Variant, fen string) string {
	ref := web.GameRef{Text: string(v.Encode()), File: v.Name + ".toml"}
	if known, err := variant.Find(v.Name); err == nil && known.Hash() == v.Hash() {
		ref = web.GameRef{Name: v.Name}
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression)                // cannot fail: the level is valid
	_ = json.NewEncoder(w).Encode(map[string]any{"game": ref, "fen": fen}) // a Buffer does not fail
	_ = w.Close()                                                          // cannot fail either
	return s.URL + "#g=" + base64.RawURLEncoding.EncodeToString(packed.Bytes()) + "&tab=play"
}

// openBrowser opens an address in a browser if the output is a terminal. Users without a
// browser have already seen the address.
func openBrowser(out io.Writer, address string) {
	if safe, ok := out.(*format.SafeWriter); ok {
		out = safe.Unwrap()
	}
	if f, ok := out.(*os.File); !ok || !term.IsTerminal(int(f.Fd())) {
		return
	}
	command := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open"}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	if cmd := exec.Command(command[0], append(command[1:], address)...); cmd.Start() == nil {
		go cmd.Wait()
	}
}

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
