package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"bestiary/engine/search"
	"bestiary/internal/files"
	"bestiary/selfplay/match"
)

// SampleFile has the first games of a page, to be played again.
const SampleFile = "games.json"

// maxSample is the largest size in bytes of a SampleFile.
const maxSample = 16 << 20

// Sample is the content of a SampleFile.
type Sample struct {
	Run
	Rounds int            `json:"rounds"` // of the page
	Games  []match.Sample `json:"games"`
}

// sampleOf returns the SampleFile of the games in folders, none if no game can be played again.
func sampleOf(run Run, folders []string) ([]files.File, error) {
	list, rounds := match.Samples(folders...)
	if len(list) == 0 {
		return nil, nil
	}
	data, err := json.Marshal(Sample{run, rounds, list})
	return []files.File{{Name: SampleFile, Data: append(data, '\n')}}, err
}

// Repeated says what playing the first games of a page again came to.
type Repeated struct {
	Page   string   `json:"page"`
	Games  int      `json:"games"`
	Played int      `json:"played-rounds"` // from which the games are
	Rounds int      `json:"rounds"`        // of the page
	Differ []string `json:"differ"`        // games that are not the same, and how
}

// Repeat plays the first games of the page in a folder again.
func Repeat(ctx context.Context, folder string) (*Repeated, error) {
	if _, err := os.Stat(folder); err != nil {
		return nil, err
	}
	path := filepath.Join(folder, SampleFile)
	data, err := files.Read(path, maxSample)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: it has no %s, so its games cannot be compared%s", folder, SampleFile, madeBy(folder))
	}
	if err != nil {
		return nil, err
	}
	var s Sample
	if err := files.ReadJSON(path, data, &s); err != nil {
		return nil, err
	}
	if s.Revision != search.Revision {
		return nil, fmt.Errorf("%s: its games were played by revision %d of the engine, and this program has revision %d%s", folder,
			s.Revision, search.Revision, s.again())
	}
	out := &Repeated{Page: folder, Played: len(s.Games), Rounds: s.Rounds, Differ: []string{}}
	found := make([][]string, len(s.Games))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.NumCPU())
	for i := range s.Games {
		out.Games += len(s.Games[i].Games)
		group.Go(func() (err error) {
			found[i], err = s.Games[i].Repeat(ctx)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	if out.Games == 0 {
		return nil, fmt.Errorf("%s: it has no games; the file is damaged", path)
	}
	for _, list := range found {
		out.Differ = append(out.Differ, list...)
	}
	return out, nil
}

// madeBy says how to make the page in a folder again, if a file there does.
func madeBy(folder string) string {
	list, _ := os.ReadDir(folder)
	for _, entry := range list {
		var run Run
		data, err := files.Read(filepath.Join(folder, entry.Name()), maxSample)
		if err != nil || filepath.Ext(entry.Name()) != ".json" || json.Unmarshal(data, &run) != nil {
			continue
		}
		if text := run.again(); text != "" {
			return text
		}
	}
	return ""
}

// again says how to make a page again, "" if its version names no commit.
func (r Run) again() string {
	version, _, _ := strings.Cut(r.Version, "+")
	at := strings.LastIndex(version, "-")
	if at < 0 {
		return ""
	}
	return fmt.Sprintf("; to make the page again: git checkout %s, then %s", version[at+1:], r.Command)
}
