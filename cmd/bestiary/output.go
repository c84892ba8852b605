package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
)

// writeFile writes a file whole or reports that it could not.
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

// checkPlace makes sure that a file can be written at the path that a flag names, if it
// names one: its folder is there, and it is none itself.
func checkPlace(flag, path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("--%s %s: this is a folder, expected a file", flag, path)
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("--%s %s: there is no folder %s", flag, path, folder)
	}
	return nil
}

// writeText writes a description of a game to --out or to standard output. The
// file that it was read from is not replaced.
func writeText(c *cli.Context, text []byte, source string) error {
	path := c.String("out")
	if !c.IsSet("out") {
		_, err := c.App.Writer.Write(text)
		return err
	}
	if path == "" {
		return fmt.Errorf(`--out "": expected a file`)
	}
	from, fromErr := os.Stat(source)
	to, toErr := os.Stat(path)
	if fromErr == nil && toErr == nil && os.SameFile(from, to) {
		return fmt.Errorf("--out %s: this would overwrite the file that is read", path)
	}
	return writeFile(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// flushOutput passes on what has been printed so far, for whoever reads along. An
// error comes back when the command ends.
func flushOutput(w io.Writer) {
	if b, ok := w.(*bufio.Writer); ok {
		_ = b.Flush()
	}
}
