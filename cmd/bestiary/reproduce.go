package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/page"
	"bestiary/internal/format"
)

func reproduceCommand() *cli.Command {
	return declare("reproduce", nil, func(c *cli.Context) error {
		ctx, stop := interruptible()
		defer stop()
		found, err := page.Repeat(ctx, c.Args().First())
		if ctx.Err() != nil {
			return interrupted{}
		}
		if err != nil {
			return err
		}
		err = printText(c, found, func(w io.Writer) {
			if len(found.Differ) == 0 {
				fmt.Fprintf(w, "equal: %s from %d of %d rounds were played again\n", format.Plural(found.Games, "game"), found.Played, found.Rounds)
			}
		})
		if len(found.Differ) > 0 {
			err = errors.Join(err, fmt.Errorf("%s: %d of %d games differ:\n%s", found.Page, len(found.Differ), found.Games,
				strings.Join(found.Differ, "\n")))
		}
		return err
	}, jsonFlag(page.Repeated{}))
}
