package store

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bestiary/engine/rules"
)

// Part is a run made by a merge.
type Part struct {
	// Path is its folder inside the merged folder; "." for the folder itself.
	Path string `json:"folder"`
	// Folders is how many of the merged folders have it.
	Folders int `json:"from"`
	// Games is the number of games.
	Games int `json:"games"`
	// Missing lists the pairs that lack a game, in rounds whose number of pairs Plan has
	// recorded.
	Missing []Pair `json:"missing"`
}

// Pair is the place of a pair of games in a run.
type Pair struct {
	Round  int `json:"round"`
	Number int `json:"number"` // from 0
}

// keyPairs begins the keys under which Plan records numbers of pairs.
const keyPairs = "pairs."

// Plan records how many pairs a complete round has, so that Merge can find the missing ones.
func (s *Store) Plan(round, pairs int) error {
	return s.SetMeta(keyPairs+strconv.Itoa(round), strconv.Itoa(pairs))
}

// Check prepares the examination of a run: the function that it returns reports games that
// do not belong to the run.
type Check func(*Store) (func(*Record) error, error)

// Merge combines folders with parts of one run, each of which may hold several runs in subfolders,
// into one new folder. Games found in several folders must be identical. All games are replayed by
// the rules, and examined by check. If there is an error, no folder is written.
func Merge(out string, folders []string, check Check) (parts []Part, err error) {
	out = filepath.Clean(out) // a slash at its end would put the work inside
	if _, err := os.Lstat(out); !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("merge: %s exists; expected the name of a new folder", out)
	}
	found := map[string][]string{} // files by subfolder
	for i, folder := range folders {
		list, err := Find(folder)
		if err != nil {
			return nil, fmt.Errorf("merge: %w", err)
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("merge: %s and its subfolders have no %s; expected the folder of a run", folder, File)
		}
		shared := i == 0
		for _, at := range list {
			inside, err := filepath.Rel(folder, at)
			if err != nil {
				return nil, err
			}
			shared = shared || found[inside] != nil
			found[inside] = append(found[inside], at)
		}
		if !shared {
			return nil, fmt.Errorf("merge: %s and %s are of different runs: no run is in both", folders[0], folder)
		}
	}
	made := out + unfinished
	done, err := beginMerge(made)
	if err != nil {
		return nil, fmt.Errorf("merge: %w", err)
	}
	defer func() { err = errors.Join(err, done(), os.RemoveAll(made)) }()
	for _, inside := range slices.Sorted(maps.Keys(found)) {
		part, err := merge(filepath.Join(made, inside), found[inside], check)
		if err != nil {
			return nil, fmt.Errorf("merge: %w", err)
		}
		part.Path = inside
		parts = append(parts, *part)
	}
	if err := done(); err != nil {
		return nil, err
	}
	return parts, os.Rename(made, out)
}

// unfinished ends the name of the folder in which a merge works.
const unfinished = ".merging"

// beginMerge locks an empty folder for a merge, until done is called. A merge that was killed
// may have left it with a part of the games.
func beginMerge(folder string) (done func() error, err error) {
	path := filepath.Join(folder, LockFile)
	list, err := os.ReadDir(folder)
	ours := func(e fs.DirEntry) bool { return e.Name() == LockFile }
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = os.MkdirAll(folder, 0o777)
	case err == nil && len(list) > 0 && !slices.ContainsFunc(list, ours):
		err = fmt.Errorf("%s exists, but is not left by a merge; expected another name for the new folder", folder)
	}
	if err != nil {
		return nil, err
	}
	lock, err := Lock(path)
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		if !ours(e) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(folder, e.Name())))
		}
	}
	done = sync.OnceValue(func() error { return errors.Join(lock.Close(), os.Remove(path)) })
	if err != nil {
		return nil, errors.Join(err, done())
	}
	return done, nil
}

// merge creates a run in folder from the parts in the folders of from.
func merge(folder string, from []string, check Check) (*Part, error) {
	var stores []*Store
	var authors []Author
	defer func() {
		for _, s := range stores {
			s.Close()
		}
	}()
	for _, f := range from {
		s, err := Open(f)
		if err != nil {
			return nil, err
		}
		stores = append(stores, s)
		list, err := s.Authors()
		if err != nil {
			return nil, err
		}
		authors = append(authors, list...)
	}
	texts, players, err := sharedDescription(stores)
	if err != nil {
		return nil, err
	}
	g, err := rules.Compile(stores[0].variant)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	part := &Part{Folders: len(from)}
	have := map[int]*KeySet{} // by round
	var failed error
	err = writeNew(filepath.Join(folder, File), texts, players, authors, func(put *sql.Stmt) error {
		for i := range stores {
			if failed = part.add(stores[:i+1], g, have, put, check); failed != nil {
				return failed
			}
		}
		return nil
	})
	part.Missing = missing(texts, have)
	return part, cmp.Or(failed, err)
}

// add writes the games of the last of some stores that the others lack. A game that differs
// between stores or breaks the rules is an error.
func (p *Part) add(stores []*Store, g *rules.Game, have map[int]*KeySet, put *sql.Stmt, check Check) error {
	others, s := stores[:len(stores)-1], stores[len(stores)-1]
	examine, err := check(s)
	if err != nil {
		return err
	}
	for r, err := range s.AllGames() {
		if err != nil {
			return err
		}
		if err := r.Check(g); err != nil {
			return s.fail("is damaged: %w; "+repairHint, err)
		}
		if err := examine(&r); err != nil {
			return s.fail("has a game in a place of another: %w", err)
		}
		if have[r.Round] == nil {
			have[r.Round] = &KeySet{}
		}
		if !have[r.Round].Add(r.Key()) {
			if err := s.compare(&r, others); err != nil {
				return err
			}
			continue
		}
		if _, err := putWith(put, &r); err != nil {
			return err
		}
		p.Games++
	}
	return nil
}

// compare reports a game of s that differs from another store's.
func (s *Store) compare(r *Record, others []*Store) error {
	for _, other := range others {
		switch again, err := other.Game(r.Round, r.Key()); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case !reflect.DeepEqual(again, *r):
			return fmt.Errorf("game %s differs between %s and %s", r.Name(), other.path, s.path)
		}
	}
	return nil
}

// missing lists the pairs that a run lacks according to Plan.
func missing(texts map[string]string, have map[int]*KeySet) []Pair {
	list := []Pair{}
	for key, text := range texts {
		name, ok := strings.CutPrefix(key, keyPairs)
		round, err := strconv.Atoi(name)
		if !ok || err != nil {
			continue
		}
		set := have[round]
		if set == nil {
			set = &KeySet{}
		}
		pairs, _ := strconv.Atoi(text)
		for n := range pairs {
			if !set.Has(Key{n, 0}) || !set.Has(Key{n, 1}) {
				list = append(list, Pair{round, n})
			}
		}
	}
	slices.SortFunc(list, func(a, b Pair) int { return cmp.Or(a.Round-b.Round, a.Number-b.Number) })
	return list
}

// sharedDescription returns the texts and players of stores, which must agree. A store
// whose run is less advanced may lack some of the texts.
func sharedDescription(stores []*Store) (texts map[string]string, players []Player, err error) {
	texts = map[string]string{}
	owner := map[string]*Store{}
	first := stores[0]
	if players, err = first.Players(); err != nil {
		return nil, nil, err
	}
	for _, s := range stores {
		var list []string
		if list = differences(first.config, s.config, nil); len(list) > 0 {
			list = []string{strings.ReplaceAll(list[0], " and is now ", " and is ")}
		}
		if a, b := first.variant, s.variant; a.Hash() != b.Hash() {
			list = append(list, fmt.Sprintf("rules %s of %s and rules %s of %s", a.Hash(), a.Name, b.Hash(), b.Name))
		}
		own, err := s.Players()
		if err != nil {
			return nil, nil, err
		}
		if !reflect.DeepEqual(players, own) {
			list = append(list, "players differ")
		}
		if len(list) > 0 {
			return nil, nil, fmt.Errorf("%s and %s are of different runs: %s", first.path, s.path, strings.Join(list, "; "))
		}
		if err := s.addTexts(texts, owner); err != nil {
			return nil, nil, err
		}
	}
	return texts, players, nil
}

// addTexts adds the texts of a store to those of others.
func (s *Store) addTexts(texts map[string]string, owner map[string]*Store) error {
	list, err := s.texts()
	if err != nil {
		return err
	}
	for key, text := range list {
		was, ok := texts[key]
		compared := key == keyConfig || key == keyGame || strings.HasPrefix(key, Job+".")
		if ok && !compared && was != text {
			return fmt.Errorf("%s and %s are of different runs: %s was %s and is %s", owner[key].path, s.path,
				strings.TrimPrefix(key, ownKeys), was, text)
		}
		if !ok {
			texts[key], owner[key] = text, s
		}
	}
	return nil
}
