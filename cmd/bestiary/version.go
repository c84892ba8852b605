package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// build says what the program was made from.
type build struct {
	Version  string `json:"version"`
	Go       string `json:"go"`
	Revision string `json:"revision"`
	Modified bool   `json:"modified"`
}

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print what this program was built from",
		Description: `With --json: {"version", "go", "revision", "modified"}: the version of the module,
"(devel)" if it was built from a work tree; the version of Go; the revision of the
source, "" if unknown; and whether the source was modified.`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: printVersion,
	}
}

func printVersion(c *cli.Context) error {
	b := readBuild()
	if c.Bool("json") {
		return printJSON(c, b)
	}
	fmt.Fprintf(c.App.Writer, "bestiary %s\n%s\n", b.Version, b.Go)
	if b.Revision != "" {
		changed := ""
		if b.Modified {
			changed = ", modified"
		}
		fmt.Fprintf(c.App.Writer, "revision %s%s\n", b.Revision, changed)
	}
	return nil
}

func readBuild() build {
	b := build{Version: "(devel)", Go: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Revision = setting.Value
		case "vcs.modified":
			b.Modified = setting.Value == "true"
		}
	}
	return b
}
