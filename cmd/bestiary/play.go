package main

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"runtime"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"bestiary/cmd/web"
	"bestiary/cmd/web/server"
	"bestiary/engine/variant"
	"bestiary/internal/format"
)

// defaultLevel is the number of positions the engine searches per move in a terminal.
const defaultLevel = 1000

func playCommand() *cli.Command {
	return &cli.Command{
		Name:      "play",
		Usage:     "play a game in the browser or, with --terminal, here",
		ArgsUsage: "GAME",
		Description: `Opens the page of bestiary serve at the game: play against the engine, for both sides, or watch. The address is
printed, too; the page works until the command is ended.

With --terminal you play in the terminal, White unless --black is set. Type moves as e4, Nxe5 or e2e4; "help" lists what else
can be typed.

The games of the engine against itself are bestiary selfplay.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "terminal", Usage: "play in the terminal", DisableDefaultText: true},
			&cli.BoolFlag{Name: "black", Usage: "play Black in the terminal", DisableDefaultText: true},
			countFlag("nodes", "search `N` positions a move in the terminal", defaultLevel),
			fenFlag(),
			ruleFlag(), approximateFlag(),
		},
		Action: play,
	}
}

func play(c *cli.Context) error {
	if err := atLeastOne(c, "nodes"); err != nil {
		return err
	}
	if c.Bool("terminal") {
		return playInTerminal(c)
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
