package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/variant"
	"bestiary/internal/files"
	"bestiary/selfplay/store"
)

// openRun opens the run in the folder that is the first argument.
func openRun(c *cli.Context) (*store.Store, error) {
	folder := c.Args().First()
	if folder == "" {
		return nil, misused(`%s: FOLDER "": expected the folder of a run`, c.Command.Name)
	}
	return store.Open(folder)
}

// openRuns opens the run in the folder that is the first argument, or all runs below
// it if there is none.
func openRuns(c *cli.Context) ([]store.Named, error) {
	folder := c.Args().First()
	if info, err := os.Stat(folder); err == nil && info.IsDir() && !hasRun(folder) {
		found, err := store.Find(folder)
		if err != nil {
			return nil, err
		}
		var runs []store.Named
		for _, path := range found {
			name, err := filepath.Rel(folder, path)
			if err != nil {
				return runs, err
			}
			s, err := store.Open(path)
			if err != nil {
				return runs, err
			}
			runs = append(runs, store.Named{Name: filepath.ToSlash(name), Store: s})
		}
		if runs != nil {
			return runs, nil
		}
	}
	s, err := openRun(c)
	if err != nil {
		return nil, err
	}
	whole, err := filepath.Abs(folder)
	return []store.Named{{Name: filepath.Base(whole), Store: s}}, err
}

// hasRun reports whether a folder holds a run.
func hasRun(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, store.File))
	return err == nil
}

// checkOutput reports an error if the file that a flag names would overwrite the games of
// the run.
func checkOutput(c *cli.Context, flag string) error {
	path := c.String(flag)
	if c.IsSet(flag) && path == "" {
		return misused(`--%s "": expected a file`, flag)
	}
	if sameFile(path, filepath.Join(c.Args().First(), store.File)) {
		return fmt.Errorf("--%s %s: this would overwrite the games of the run", flag, path)
	}
	return nil
}

// runsFolder is the parent folder of runs started without --out.
const runsFolder = "runs"

// runFolder returns --out, or a folder named after the game, the kind of run and the seed.
// For a game that differs from the catalogue, the name includes the hash of its rules, so
// that each version of the game gets its own folder.
func runFolder(c *cli.Context, v *variant.Variant, kind string) string {
	if c.IsSet("out") {
		return c.String("out")
	}
	return shardFolder(c, usualFolder(v, kind, c.Uint64("seed")))
}

func usualFolder(v *variant.Variant, kind string, seed uint64) string {
	name := v.Name
	if known, err := variant.Find(v.Name); err != nil || known.Hash() != v.Hash() {
		name += "-" + v.Hash()[:6]
	}
	if kind != "" {
		name += "-" + kind
	}
	return fmt.Sprintf("%s/%s-%d", runsFolder, name, seed)
}

// kindFile is the file of a folder that records which command has played into it.
const kindFile = "command.txt"

// checkKind reports an error if another command has played into the folder.
func checkKind(c *cli.Context, folder string) error {
	data, err := os.ReadFile(filepath.Join(folder, kindFile))
	kind := strings.TrimSpace(string(data))
	if folder == "" || err != nil || kind == nameOf(c.Command) {
		return nil
	}
	return fmt.Errorf("%s holds a run of bestiary %s; give another folder with --out DIR", folder, kind)
}

// keepKind writes for checkKind which command has played into the folder.
func keepKind(c *cli.Context, folder string) error {
	path := filepath.Join(folder, kindFile)
	_, missing := os.Stat(folder)
	if _, err := os.Stat(path); folder == "" || missing != nil || err == nil {
		return nil
	}
	return files.Replace(path, []byte(nameOf(c.Command)+"\n"))
}

// quickKind returns a kind of run, or its quick version.
func quickKind(c *cli.Context, kind string) string {
	if c.Bool("quick") {
		kind = strings.TrimPrefix(kind+"-quick", "-")
	}
	return kind
}

// shardFolder returns the folder of the shard given by --shard, within the folder of the
// run.
func shardFolder(c *cli.Context, folder string) string {
	if shard, err := readShard(c); err == nil && c.IsSet("shard") {
		return fmt.Sprintf("%s-shard-%d-of-%d", folder, shard.Index, shard.Of)
	}
	return folder
}
