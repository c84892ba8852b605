package gamefile

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// fairy is the program that make sweep asks for the counts of the tables oracle*.tsv; the tests only read
// them.
var fairy = flag.String("fairy", "", "a Fairy-Stockfish that counts the moves of the tables oracle*.tsv, with -update")

// An oracle is a running Fairy-Stockfish that has read sections of a variants.ini.
type oracle struct {
	t   testing.TB
	in  io.Writer
	out *bufio.Scanner
}

// less ends the name of a section from which a line is missing; the rest may then be odd.
const less = "less"

// ask starts the program with the sections. A complaint about one of them fails the test.
func ask(t testing.TB, sections []byte) *oracle {
	t.Helper()
	path := testkit.File(t, "oracle.ini", string(sections))
	check := exec.Command(*fairy)
	check.Stdin = strings.NewReader("check " + path + "\nquit\n")
	var complaints bytes.Buffer
	check.Stderr = &complaints
	testkit.OK(t, check.Run())
	section := ""
	for line := range strings.Lines(complaints.String()) {
		if name, ok := strings.CutPrefix(line, "Parsing variant: "); ok {
			section = strings.TrimSpace(name)
		} else if !strings.HasSuffix(section, less) {
			t.Errorf("Fairy-Stockfish complains about %s: %s", section, line)
		}
	}
	cmd := exec.Command(*fairy)
	o := &oracle{t: t}
	o.in = testkit.Must(cmd.StdinPipe())(t)
	pipe := testkit.Must(cmd.StdoutPipe())(t)
	testkit.OK(t, cmd.Start())
	t.Cleanup(func() { _ = o.in.(io.Closer).Close(); _ = cmd.Wait() })
	o.out = bufio.NewScanner(pipe)
	o.send("load %s", path)
	return o
}

func (o *oracle) send(format string, args ...any) {
	o.t.Helper()
	_, err := fmt.Fprintf(o.in, format+"\n", args...)
	testkit.OK(o.t, err)
}

// await returns the rest of the next line with a prefix. A program that ended fails the test.
func (o *oracle) await(prefix string) string {
	o.t.Helper()
	for o.out.Scan() {
		if rest, ok := strings.CutPrefix(o.out.Text(), prefix); ok {
			return rest
		}
	}
	o.t.Fatalf("Fairy-Stockfish ended before it said %q", prefix)
	return ""
}

// choose selects a section; the program answers with nothing if it has none with the name.
func (o *oracle) choose(section string) {
	o.t.Helper()
	o.send("setoption name UCI_Variant value %s\nisready", section)
	for o.out.Scan() && o.out.Text() != "readyok" {
		if strings.HasPrefix(o.out.Text(), "info string variant "+section+" files ") {
			o.await("readyok")
			return
		}
	}
	o.t.Fatalf("Fairy-Stockfish has no section %s", section)
}

// perft counts the moves from a position.
func (o *oracle) perft(position string, depth int) string {
	o.t.Helper()
	o.send("position %s\ngo perft %d", position, depth)
	return o.await("Nodes searched: ")
}

// oracleHead begins the tables of counts.
const oracleHead = `# Counts of moves of Fairy-Stockfish at commit c19b5f6c, built with largeboards=yes all=yes nnue=no, for
# sections of a variants.ini as WriteINI writes them. Written by make sweep FAIRY=PROGRAM; do not edit.
`

// hashOf returns the beginning of the hash of a text.
func hashOf(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text))[:10] }

// Values are for letters of the section, as whole numbers that are not 0, and the section is read
// as without them.
func TestINIValues(t *testing.T) {
	v := testkit.Must(variant.Find("shogi"))(t)
	points := map[string]float64{
		"king": 4, "pawn": 1, "shogi-pawn": 1, "dragon-king": 9, "rook": 5, "bishop": 1000, "lance": 0.001, "gold": -1,
	}
	got := INIValues(v, points)
	testkit.Same(t, "lines", "pieceValueMg = b:10000 r:1262\npieceValueEg = b:10000 r:1369\n", got)
	testkit.Same(t, "lines without values", "", INIValues(v, nil))
	text, _, err := WriteINI(v)
	testkit.OK(t, err)
	plain, _, err := ParseINI("", text, v.Name, true)
	testkit.OK(t, err)
	valued, warnings, err := ParseINI("", append(text, got...), v.Name, true)
	testkit.OK(t, err)
	testkit.Same(t, "hash", plain.Hash(), valued.Hash())
	for _, w := range warnings {
		if strings.Contains(w.String(), "pieceValue") {
			t.Error(w)
		}
	}
}
