package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/internal/files"
	"bestiary/internal/picture"
)

// listPieces lists the pictures of pieces, or writes them into the folder that is the argument.
func listPieces(c *cli.Context) error {
	names := picture.Names()
	switch dir := c.Args().First(); {
	case dir != "" && c.Bool("json"):
		return misused("--json: nothing is printed with a folder")
	case dir != "":
		list := []files.File{{Name: "sheet.svg", Data: picture.Sheet()}}
		for _, name := range names {
			list = append(list, files.File{Name: name + "-white.svg", Data: picture.SVG(name, false)},
				files.File{Name: name + "-black.svg", Data: picture.SVG(name, true)})
		}
		paths, err := files.Write(dir, list...)
		if err == nil {
			fmt.Fprintf(c.App.Writer, "%s and %d pictures\n", paths[0], len(paths)-1)
		}
		return err
	case c.Bool("json"):
		return printJSON(c, names)
	}
	printLabelled(c.App.Writer, "", 0, strings.Join(names, " "))
	fmt.Fprintln(c.App.Writer, "\nmarks, as in rook+wings:")
	printLabelled(c.App.Writer, "", 0, strings.Join(picture.Marks(), " "))
	return nil
}
