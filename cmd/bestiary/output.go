package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/internal/format"
)

// pngFlag returns the flag --png of a command that draws charts.
func pngFlag() cli.Flag {
	return aside(switchFlag("png", "draw charts as PNG, too"))
}

// jsonFlag returns the flag --json of a command that prints one of these types. A string
// among them becomes a caption in bestiary help json.
func jsonFlag(prints ...any) cli.Flag {
	flag := switchFlag("json", "print JSON, see bestiary help json")
	flag.Category = asideCategory
	return printsJSON{flag, prints}
}

// printsJSON is the flag --json, with a value of each type that the command prints.
type printsJSON struct {
	*cli.BoolFlag
	Types []any
}

// printJSON prints a value on one line.
func printJSON(c *cli.Context, value any) error {
	enc := json.NewEncoder(c.App.Writer)
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}

// flushOutput flushes the output. An error is reported when the command ends.
func flushOutput(w io.Writer) {
	if b, ok := w.(*bufio.Writer); ok {
		_ = b.Flush()
	}
}

// printBoard draws a position, followed by an empty line.
func printBoard(w io.Writer, p *rules.Position) { io.WriteString(w, boardText(p)) }

func outFlag() cli.Flag {
	return &cli.StringFlag{Name: "out", Usage: "write to `FILE`", DefaultText: "standard output"}
}

// writeText writes a description of a game to --out or to standard output. It refuses to
// overwrite the source file.
func writeText(c *cli.Context, text []byte, source string) error {
	path := c.String("out")
	if !c.IsSet("out") {
		_, err := c.App.Writer.Write(text)
		return err
	}
	if path == "" {
		return misused(`--out "": expected a file`)
	}
	if sameFile(path, source) {
		return fmt.Errorf("--out %s: this would overwrite the file that is read", path)
	}
	return writeFile(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// writeFile writes to a path that the user gave. Since the path may be a device or a pipe,
// it writes in place rather than replacing the file.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(f)
	err = write(buffer)
	if err == nil {
		err = buffer.Flush()
	}
	if fault := f.Close(); err == nil {
		err = fault
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}

// checkPlace reports an error if no file can be written to the path of a flag: its folder
// must exist, and the path must not be a folder. An empty path is fine.
func checkPlace(flag, path string) error {
	if path == "" {
		return nil
	}
	info, missing := os.Stat(path)
	switch {
	case missing != nil:
	case info.IsDir():
		return fmt.Errorf("--%s %s: this is a folder, expected a file", flag, path)
	case !info.Mode().IsRegular():
		return nil // opening a pipe would wait for its reader
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("--%s %s: there is no folder %s", flag, path, folder)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return fmt.Errorf("--%s: %w", flag, err)
	}
	if err = f.Close(); missing != nil { // a file that is open cannot be removed everywhere
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// sameFile reports whether two paths lead to the same existing file.
func sameFile(a, b string) bool {
	first, err1 := os.Stat(a)
	second, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(first, second)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// textWidth is the maximum length of a line of output, in characters.
const textWidth = 79

// breakList breaks a list after commas into lines of up to width characters.
func breakList(list string, width int) []string {
	var lines []string
	for _, item := range strings.SplitAfter(list, ",") {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last]+item) <= width {
			lines[last] += item
		} else {
			lines = append(lines, item)
		}
	}
	return lines
}

// wrapParagraphs wraps paragraphs separated by empty lines. Indented paragraphs are left
// as they are.
func wrapParagraphs(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") {
			paragraphs[i] = strings.Join(format.Wrap(p, textWidth), "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// printLines prints each line followed by a newline.
func printLines(w io.Writer, lines []string) {
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
}

// printLabelled prints text after a label, wrapped and indented to a column.
func printLabelled(w io.Writer, label string, column int, text string) {
	io.WriteString(w, labelled(column, label, text))
}

// printColumns prints cells row by row, in as many columns as fit.
func printColumns(w io.Writer, cells []string) {
	width := 0
	for _, cell := range cells {
		width = max(width, utf8.RuneCountInString(cell))
	}
	columns := max(1, (textWidth+1)/(width+3))
	for start := 0; start < len(cells); start += columns {
		var b strings.Builder
		for _, cell := range cells[start:min(start+columns, len(cells))] {
			fmt.Fprintf(&b, "  %-*s ", width, cell)
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}
