package main

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// Ctrl-C ends an analysis with the result so far.
func TestInterruptedAnalysis(t *testing.T) {
	child := exec.Command("bestiary", "engine", "analyze", "chess", "--time", "10m")
	pipe := testkit.Must(child.StdoutPipe())(t)
	testkit.OK(t, child.Start())
	best := false
	for lines := bufio.NewScanner(pipe); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "    3 ") { // plies
			if err := child.Process.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
		}
		best = best || strings.HasPrefix(lines.Text(), "Best: ")
	}
	if err := child.Wait(); err != nil {
		t.Error(err)
	}
	if !best {
		t.Error("no best line")
	}
}

// Lines show moves with their numbers, whichever side begins.
func TestLineSAN(t *testing.T) {
	v := testkit.Must(variant.Find("chess"))(t)
	g := testkit.Must(rules.Compile(v))(t)
	p := g.NewPosition()
	var line []rules.Move
	for _, text := range strings.Fields("e4 e7e5 Ng1f3 Nc6 Bb5 a6 O-O") {
		m, err := p.ReadMove(text)
		if again, err := p.ReadMove("Nf3!"); text == "Ng1f3" && (err != nil || again != m) {
			t.Errorf("Nf3! is not Ng1f3: %v", err)
		}
		testkit.OK(t, err)
		line = append(line, m)
		p.Make(m)
	}
	for range line {
		p.Unmake()
	}
	if got, want := p.LineSAN(line), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O"; got != want {
		t.Errorf("line is %q, want %q", got, want)
	}
	p.Make(line[0])
	if got, want := p.LineSAN(line[1:4]), "1... e5 2. Nf3 Nc6"; got != want {
		t.Errorf("line is %q, want %q", got, want)
	}
}
