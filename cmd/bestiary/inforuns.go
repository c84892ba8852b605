package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/advise"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/store"
)

// runsJSON is the output of info --json for several runs.
type runsJSON struct {
	Runs []listedRun `json:"runs"`
}

// listedRun is an entry in a list of runs.
type listedRun struct {
	Folder  string                     `json:"folder"`
	Game    string                     `json:"game"`
	Rules   string                     `json:"rules"`
	Games   int                        `json:"games"`
	Date    time.Time                  `json:"date"`
	Differs map[string]json.RawMessage `json:"differs"`
}

// listed returns the folders of the runs to list, or nil if the argument is the folder of
// one run.
func listed(c *cli.Context, arg string) ([]string, error) {
	if arg == "" && c.NArg() > 0 {
		return nil, misused(`info: FOLDER "": expected the folder of a run`)
	}
	if arg != "" && hasRun(arg) {
		return nil, nil
	}
	folder, game := arg, ""
	if info, err := os.Stat(arg); arg == "" || err != nil || !info.IsDir() {
		folder = runsFolder
		if arg != "" {
			v, err := loadVariant(c, arg)
			if err != nil {
				return nil, nil // the message about a single folder is better
			}
			game = v.Name
		}
	}
	found, err := store.Find(folder)
	if err != nil {
		return nil, err
	}
	if game != "" {
		found = slices.DeleteFunc(found, func(folder string) bool {
			s, err := store.Open(folder)
			if err != nil {
				return false // printRuns reports the error
			}
			defer s.Close()
			return s.Variant().Name != game
		})
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("info: no runs of %s in %s", cmp.Or(game, "any game"), folder)
	}
	return found, nil
}

// printRuns prints a list of runs, grouped by game. It reports unreadable runs on standard
// error.
func printRuns(c *cli.Context, folders []string) error {
	list := []listedRun{}
	for _, folder := range folders {
		run, err := readRun(folder)
		if err != nil {
			fmt.Fprintf(c.App.ErrWriter, "left out: %v\n", err)
			continue
		}
		if home := homeOf(folder); home != "" { // one entry for a study
			run.Folder, run.Differs = home, map[string]json.RawMessage{"study": json.RawMessage("true")}
			if i := slices.IndexFunc(list, func(r listedRun) bool { return r.Folder == home }); i >= 0 {
				list[i].Games += run.Games
				list[i].Date = slices.MaxFunc([]time.Time{list[i].Date, run.Date}, time.Time.Compare)
				continue
			}
		}
		list = append(list, run)
	}
	slices.SortStableFunc(list, func(a, b listedRun) int { return strings.Compare(a.Game, b.Game) })
	var text strings.Builder
	for rest := list; len(rest) > 0; {
		n := len(rest)
		if i := slices.IndexFunc(rest, func(r listedRun) bool { return r.Game != rest[0].Game }); i > 0 {
			n = i
		}
		dropCommon(rest[:n])
		fmt.Fprintf(&text, "%s\n", runsTable(rest[:n]).Text(textWidth))
		rest = rest[n:]
	}
	if c.Bool("json") {
		return printJSON(c, runsJSON{list})
	}
	fmt.Fprintln(c.App.Writer, strings.TrimSuffix(text.String(), "\n\n"))
	return nil
}

// homeOf returns the home of the study that a run belongs to, "" if there is none.
func homeOf(folder string) string {
	for up := filepath.Dir(folder); up != filepath.Dir(up); up = filepath.Dir(up) {
		if advise.IsHome(up) {
			return up
		}
	}
	return ""
}

// runColumns are the facts of a run besides its folder.
var runColumns = []struct {
	name string
	of   func(listedRun) string
}{
	{"rules", func(r listedRun) string { return r.Rules[:6] }},
	{"games", func(r listedRun) string { return format.Count(r.Games) }},
	{"played", func(r listedRun) string { return r.Date.Format(time.DateOnly) }},
	{"settings", func(r listedRun) string {
		var differs []string
		for _, name := range slices.Sorted(maps.Keys(r.Differs)) {
			differs = append(differs, name+" "+strings.Trim(string(r.Differs[name]), `"`))
		}
		return strings.Join(differs, ", ")
	}},
}

// runsTable returns a table of the runs of one game. Facts that are the same in all of them are in
// the caption.
func runsTable(list []listedRun) doc.Table {
	t := doc.Table{Caption: list[0].Game, Head: []string{"folder"}}
	for _, r := range list {
		t.Rows = append(t.Rows, doc.Row(r.Folder))
	}
	for _, column := range runColumns {
		first := column.of(list[0])
		if !slices.ContainsFunc(list, func(r listedRun) bool { return column.of(r) != first }) {
			if first != "" {
				t.Caption += ", " + column.name + " " + first
			}
			continue
		}
		t.Head = append(t.Head, column.name)
		for i, r := range list {
			t.Rows[i] = append(t.Rows[i], doc.T(column.of(r)))
		}
	}
	return t
}

func readRun(folder string) (run listedRun, err error) {
	games, err := store.Open(folder)
	if err != nil {
		return run, err
	}
	defer games.Close()
	about, err := games.Info()
	if err != nil {
		return run, err
	}
	run = listedRun{Folder: folder, Game: about.Game, Rules: about.Rules, Games: about.Total.Games, Differs: about.Config}
	run.Differs["engine-revision"] = json.RawMessage(fmt.Sprint(about.Revision))
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(games.Path() + suffix); err == nil && info.ModTime().After(run.Date) {
			run.Date = info.ModTime()
		}
	}
	return run, nil
}

// dropCommon removes the settings that all runs share, and the numbers of pairs if the
// numbers of games say the same.
func dropCommon(list []listedRun) {
	if !slices.ContainsFunc(list, func(r listedRun) bool { return string(r.Differs["pairs"]) != fmt.Sprint(r.Games/2) }) {
		for _, r := range list {
			delete(r.Differs, "pairs")
		}
	}
	for name, first := range maps.Clone(list[0].Differs) { // a setting that the first lacks is not common
		if !slices.ContainsFunc(list, func(r listedRun) bool { return string(r.Differs[name]) != string(first) }) {
			for _, r := range list {
				delete(r.Differs, name)
			}
		}
	}
}
