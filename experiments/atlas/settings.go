package atlas

import (
	_ "embed"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/experiments/estimate"
	"bestiary/internal/check"
	"bestiary/internal/files"
	"bestiary/internal/toml"
	"bestiary/tuning/formula"
)

//go:embed atlas.toml
var own []byte

// Settings say by which rule pieces are listed, and how they are measured.
type Settings struct {
	// Seed determines what is drawn; 0 to 2^31 - 1.
	Seed int
	// Guests is the number of kinds in a run; 1 to 12.
	Guests int
	// RandomEvery and LockedEvery make one piece in so many random or locked; 2 to 100.
	RandomEvery, LockedEvery int
	Players
	// Pairs is the number of pairs of a run; 2 to 1,000,000.
	Pairs int
	// Rounds is the largest number of learning rounds of a run; 0 to 20.
	Rounds int
	// Again says who measures one piece in AgainEvery, 2 to 100, once more.
	Again      Players
	AgainEvery int
	// Precision is the half-width of the interval as a share of the value, 0.01 to 1, that
	// PreciseShare of the pieces are to have, 0 to 1.
	Precision, PreciseShare float64
	Boards                  []HostBoard
	Families                []Family
	Random                  Grammar

	// ID is the name of the file without its suffix, and data the file.
	ID   string
	data []byte
}

// Players says who plays.
type Players struct {
	// Panel lists the players, as in estimate.Config.
	Panel []string
	// Nodes is the number of nodes a move; 1 to 1,000,000.
	Nodes int
}

// HostBoard is a board with the array of its host.
type HostBoard struct {
	formula.Board
	// Name distinguishes hosts on boards of the same size. Default: the size of the board.
	Name string
	// Knight and Bishop are the moves of the host's minor pieces; "" are the usual ones.
	Knight, Bishop string
	// Array is the first position of the host. Default: that of variant.Plain.
	Array string
	// Every makes one piece in so many a guest on this board; 1 to 100.
	Every int
	// Seconds is the time of one core that a game takes at the usual nodes; above 0.
	Seconds float64
}

// Family is a list of moves.
type Family struct {
	Name  string
	Moves []string
	// Unions makes the family all unions of up to so many of Moves; 1 to 3.
	Unions int
}

// Grammar says how moves are drawn: one to Groups groups, each of a direction, a mode, an atom
// and a range.
type Grammar struct {
	Groups                           int // 1 to 5
	Directions, Modes, Atoms, Ranges []string
}

// Name is the name of the atlas that comes with the program.
const Name = "atlas"

const suffix = ".toml"

// Open reads the atlas that an argument names.
func Open(arg string) (*Settings, error) {
	data, err := read(arg)
	if err != nil {
		return nil, err
	}
	return parse(arg, data)
}

func read(arg string) ([]byte, error) {
	if arg == Name {
		return own, nil
	}
	return files.Read(arg, toml.MaxFileSize)
}

func parse(name string, data []byte) (*Settings, error) {
	f, err := toml.Open(name, data)
	if err != nil {
		return nil, err
	}
	root, s := f.Root(), &Settings{ID: strings.TrimSuffix(filepath.Base(name), suffix), data: data}
	if t := required(root, "atlas"); t != nil {
		number(t, "seed", &s.Seed, 0, math.MaxInt32)
		number(t, "guests", &s.Guests, 1, 12)
		number(t, "random-every", &s.RandomEvery, 2, 100)
		number(t, "locked-every", &s.LockedEvery, 2, 100)
		s.Players.read(t)
		number(t, "pairs", &s.Pairs, 2, 1_000_000)
		number(t, "rounds", &s.Rounds, 0, 20)
		number(t, "precision", &s.Precision, 0.01, 1)
		number(t, "precise-share", &s.PreciseShare, 0, 1)
		t.Close()
	}
	if t := required(root, "again"); t != nil {
		number(t, "every", &s.AgainEvery, 2, 100)
		s.Again.read(t)
		t.Close()
	}
	for _, t := range root.Sections("board", 10) {
		b := readBoard(t)
		if slices.ContainsFunc(s.Boards, func(o HostBoard) bool { return o.Name == b.Name }) {
			t.Report("name", toml.Quote(b.Name)+" again", "another name for each board", "")
		}
		s.Boards = append(s.Boards, b)
		t.Close()
	}
	if len(s.Boards) == 0 || s.Boards[0].Name != s.Boards[0].Board.String() {
		root.Report("board", "no first board without a name of its own", "a [[board]] whose name is its size, to which others are compared", "")
	}
	for _, t := range root.Sections("family", 100) {
		f := Family{Unions: 1}
		t.Text("name", &f.Name)
		if t.Texts("moves", &f.Moves); len(f.Moves) == 0 {
			t.Report("moves", "missing", "at least one text", "")
		}
		if t.Has("unions") {
			number(t, "unions", &f.Unions, 1, 3)
		}
		t.Close()
		s.Families = append(s.Families, f)
	}
	if t := required(root, "random"); t != nil {
		number(t, "groups", &s.Random.Groups, 1, 5)
		for key, into := range map[string]*[]string{"directions": &s.Random.Directions, "modes": &s.Random.Modes, "atoms": &s.Random.Atoms, "ranges": &s.Random.Ranges} {
			if t.Texts(key, into); len(*into) == 0 {
				t.Report(key, "missing", "at least one text", "")
			}
		}
		t.Close()
	}
	root.Close()
	return s, f.Err()
}

func (p *Players) read(t *toml.Section) {
	if t.Texts("panel", &p.Panel); len(p.Panel) == 0 {
		t.Report("panel", "missing", "at least one player", "")
	}
	for _, name := range p.Panel {
		if err := estimate.CheckPlayer(name); err != nil {
			t.Report("panel", err.Error(), "", "")
		}
	}
	number(t, "nodes", &p.Nodes, 1, 1_000_000)
}

func readBoard(t *toml.Section) HostBoard {
	var b HostBoard
	var size string
	t.Text("size", &size)
	board, ok := formula.ParseBoard(size)
	if !ok {
		t.Report("size", toml.Quote(size), "FILESxRANKS, as in 10x8", "")
	}
	b.Board, b.Name = board, size
	t.Text("name", &b.Name)
	t.Text("array", &b.Array)
	t.Text("knight", &b.Knight)
	t.Text("bishop", &b.Bishop)
	number(t, "every", &b.Every, 1, 100)
	if t.Float("seconds", &b.Seconds); !(b.Seconds > 0) {
		t.Report("seconds", "missing or not positive", "a number above 0", "")
	}
	return b
}

// required returns a table, or reports that it is missing.
func required(root *toml.Section, key string) *toml.Section {
	t := root.Section(key)
	if t == nil {
		root.Report(key, "missing", "a table ["+key+"]", "")
	}
	return t
}

func number[T int | float64](t *toml.Section, key string, into *T, lo, hi T) {
	if !t.Has(key) {
		t.Report(key, "missing", "a number", "")
		return
	}
	t.Read(key, into)
	if err := check.Range("", *into, lo, hi); err != nil {
		t.Report(key, err.Error(), "", "")
	}
}
