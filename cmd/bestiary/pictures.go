package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/present/board"
)

// writePictures writes the pictures of show --svg: of the board, unless --piece
// names one piece, and of the pieces.
func writePictures(c *cli.Context, g *rules.Game, pieces []variant.Piece) error {
	folder, err := pictureFolder(c)
	if err != nil {
		return err
	}
	list, err := board.Pictures(g, board.Options{})
	if err != nil {
		return err
	}
	for _, p := range list {
		if c.IsSet("piece") && p.Name != "piece-"+pieces[0].Name {
			continue
		}
		if err := writePicture(c, filepath.Join(folder, p.Name+".svg"), p.SVG); err != nil {
			return err
		}
	}
	return nil
}

// pictureFolder makes the folder that --svg names.
func pictureFolder(c *cli.Context) (string, error) {
	folder := c.String("svg")
	if folder == "" {
		return "", errors.New(`--svg "": expected a folder`)
	}
	return folder, os.MkdirAll(folder, 0o777)
}

func writePicture(c *cli.Context, path string, picture []byte) error {
	err := writeFile(path, func(w io.Writer) error {
		_, err := w.Write(picture)
		return err
	})
	if err == nil {
		fmt.Fprintln(c.App.Writer, path)
	}
	return err
}
