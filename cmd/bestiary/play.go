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
