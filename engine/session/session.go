package session

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/files"
	"bestiary/internal/toml"
)

// Sizes of the transposition table in megabytes.
const (
	DefaultHash = 16
	MinHash     = 1
	MaxHash     = 1024
)

// MaxThreads is the largest number of goroutines that search at once.
const MaxThreads = 64

// Session is a game and a position, with a search. It serves one goroutine.
type Session struct {
	Library *Library

	name      string // of the game, as it was chosen
	game      *rules.Game
	pos       *rules.Position
	hash      int
	weights   string // file; "" for none
	terms     bool   // without a network
	evaluator *eval.Evaluator
	threads   int
	team      []*search.Searcher // nil before Prepare
	running   *Search
}

// New returns a session at the start of a game of the library.
func New(l *Library, game string) (*Session, error) {
	s := &Session{Library: l, hash: DefaultHash}
	if err := s.Choose(game); err != nil {
		return nil, err
	}
	return s, nil
}

// Choose changes the game and goes to its start. An error changes nothing.
func (s *Session) Choose(name string) error {
	v, err := s.Library.Find(name)
	if err != nil {
		return err
	}
	g, err := rules.Compile(v)
	if err != nil {
		return err
	}
	s.name, s.game, s.pos = name, g, g.NewPosition()
	s.evaluator, s.team = nil, nil
	return nil
}

// Name returns the name by which the game was chosen.
func (s *Session) Name() string { return s.name }

// Game returns the current game.
func (s *Session) Game() *rules.Game { return s.game }

// Position returns the current position. Only Choose, Set, Go, Make and Undo change it.
func (s *Session) Position() *rules.Position { return s.pos }

// Set sets up a FEN, or the start of the game if fen is "", and plays the moves. An error
// changes nothing.
func (s *Session) Set(fen string, moves []string) error {
	p := s.game.NewPosition()
	if fen != "" {
		var err error
		if p, err = s.game.ParseFEN(fen); err != nil {
			return err
		}
	}
	for i, text := range moves {
		m, err := p.ReadMove(text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		p.Make(m)
	}
	s.pos = p
	return nil
}

// Go goes to a position of the game. The session owns it afterwards.
func (s *Session) Go(p *rules.Position) { s.pos = p }

// Make makes a legal move.
func (s *Session) Make(m rules.Move) { s.pos.Make(m) }

// Undo takes back moves. It reports whether that many had been made, and otherwise
// takes back none.
func (s *Session) Undo(moves int) bool {
	if s.pos.Plies() < moves {
		return false
	}
	for range moves {
		s.pos.Unmake()
	}
	return true
}

// SetHash limits the size of the transposition table, in megabytes from MinHash to
// MaxHash, and empties the table.
func (s *Session) SetHash(megabytes int) {
	s.hash = min(max(megabytes, MinHash), MaxHash)
	s.team = nil
}

// SetThreads sets how many goroutines search at once, from 1 to MaxThreads, and empties
// the transposition table.
func (s *Session) SetThreads(n int) {
	s.threads = min(max(n, 1), MaxThreads)
	s.team = nil
}

// SetWeights names the file with the weights of the evaluation, "" for none. The file must exist, but is not read before the next search.
func (s *Session) SetWeights(path string) error {
	if path != "" {
		if err := checkFile(path); err != nil {
			return err
		}
	}
	s.weights, s.evaluator, s.team = path, nil, nil
	return nil
}

// SetNetwork says whether the evaluation may use a network, which it does by default.
func (s *Session) SetNetwork(use bool) { s.terms, s.team = !use, nil }

// Forget empties the transposition table, for a new game.
func (s *Session) Forget() {
	if s.busy() {
		s.team = nil
	}
	for _, searcher := range s.team {
		searcher.Reset()
	}
}

// Prepare does work in advance that a search would otherwise wait for. It returns an error
// if the weight file cannot be used for this game, which is then played with its
// default weights.
func (s *Session) Prepare() error {
	var fault error
	if s.evaluator == nil {
		w, err := Weights(s.game, s.weights)
		if err != nil {
			fault = err
			w, _ = Weights(s.game, "")
		}
		s.evaluator, s.team = eval.New(s.game, w), nil
	}
	if s.team == nil {
		s.team = search.NewTeam(s.evaluator, search.Options{HashBits: hashBits(s.hash), NoNetwork: s.terms}, s.threads)
	}
	return fault
}

// Weights reads the weights from a file or, if path is "", returns the strongest that come
// with the program. Only a file can cause errors.
func Weights(g *rules.Game, path string) (*eval.Weights, error) {
	if path == "" {
		return eval.Strongest(g), nil
	}
	return eval.Load(path, g)
}

// hashBits returns the largest n for which 2^n entries of 16 bytes fit into that
// many megabytes.
func hashBits(megabytes int) int {
	return bits.Len(uint(megabytes)<<20/16) - 1
}

// Library holds games by name: the catalogue and games that were added.
type Library struct {
	names []string
	added map[string]*variant.Variant
}

// NewLibrary returns a library of the games of the catalogue.
func NewLibrary() *Library {
	return &Library{names: variant.Catalogue(), added: map[string]*variant.Variant{}}
}

// Names lists the games of the catalogue by name, then those that were added.
func (l *Library) Names() []string { return slices.Clone(l.names) }

// Add adds a game, or replaces the one with the same name.
func (l *Library) Add(name string, v *variant.Variant) {
	if !slices.Contains(l.names, name) {
		l.names = append(l.names, name)
	}
	l.added[name] = v
}

// otherNames maps the names of other programs to ours.
var otherNames = map[string]string{"normal": "chess", "falcon": "falcon-chess"}

// Find returns the game with a name, which may be a name that other programs use. Case does
// not matter. The error for an unknown name suggests the nearest known one.
func (l *Library) Find(name string) (*variant.Variant, error) {
	name = strings.ToLower(name)
	for _, have := range l.names {
		if strings.ToLower(have) != name {
			continue
		}
		if v, ok := l.added[have]; ok {
			return v.Clone(), nil
		}
		return variant.Find(have)
	}
	if other, ok := otherNames[name]; ok {
		return l.Find(other)
	}
	return nil, fmt.Errorf("unknown game %s%s", toml.Quote(name), toml.Hint(name, l.names))
}

// AddFile adds the games of a file: a game file if its name ends in .toml,
// otherwise the sections of a variants.ini. The notes name sections that could not
// be read; it is an error if there is no other.
func (l *Library) AddFile(path string) (names, notes []string, err error) {
	if err := checkFile(path); err != nil {
		return nil, nil, err
	}
	data, err := files.Read(path, toml.MaxFileSize)
	if err != nil {
		return nil, nil, err
	}
	if strings.EqualFold(filepath.Ext(path), ".toml") {
		v, err := variant.ParseAt(path, data)
		if err != nil {
			return nil, nil, err
		}
		l.Add(v.Name, v)
		return []string{v.Name}, nil, nil
	}
	for _, section := range gamefile.Sections(data) {
		v, warnings, err := gamefile.ParseINI(path, data, section, false)
		switch {
		case err != nil:
			notes = append(notes, fmt.Sprintf("%s is left out: %v", section, err))
			continue
		case strings.ContainsAny(section, " \t,\"'"):
			notes = append(notes, fmt.Sprintf("%s is left out: the protocols cannot write this name", section))
			continue
		}
		for _, w := range warnings {
			notes = append(notes, w.String())
		}
		l.Add(section, v)
		names = append(names, section)
	}
	if len(names) == 0 {
		return nil, notes, fmt.Errorf("%s: no game; %s", path, cmp.Or(strings.Join(notes, "; "), "expected sections of a variants.ini, or a game file with a name that ends in .toml"))
	}
	return names, notes, nil
}

// checkFile returns an error unless path is an ordinary file. Others might never
// end.
func checkFile(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", path)
	}
	return err
}

// Search is a search, or a perft count, in the background.
type Search struct {
	control *search.Control
	stopped atomic.Bool
	done    chan struct{}
	result  Result
}

// Result is the result of a search, which has a Move unless there is none, or of a
// count, which has Nodes.
type Result struct {
	search.Result
	// Whole is set unless Stop ended the search.
	Whole bool
}

// Stop ends the search within milliseconds.
func (x *Search) Stop() {
	x.stopped.Store(true)
	x.control.Stop()
}

// Allow sets limits for a search that has none; see search.Control.
func (x *Search) Allow(soft, hard time.Duration) { x.control.Allow(soft, hard) }

// Done returns a channel that is closed when the search has ended.
func (x *Search) Done() <-chan struct{} { return x.done }

// Result waits for the end of the search and returns its result.
func (x *Search) Result() Result {
	<-x.done
	return x.result
}

// Search begins to search the position. It calls l.Report on another goroutine,
// before the search is done. A search that still runs is stopped first. An error
// of Prepare is returned, but the search begins all the same.
func (s *Session) Search(l search.Limits) (*Search, error) {
	err := s.Prepare()
	team := s.team
	if l.Nodes > 0 || l.Depth > 0 && l.Depth < search.MaxDepth && l.Time == 0 && l.Soft == 0 {
		team = team[:1] // the result depends only on the position
	}
	if l.Control == nil {
		l.Control = &search.Control{}
	}
	x := s.begin(l.Control, func(_ *Search, p *rules.Position) search.Result { return searchTogether(team, p, l) })
	return x, err
}

// searchTogether lets the first of a team search, while the others help.
func searchTogether(team []*search.Searcher, p *rules.Position, l search.Limits) search.Result {
	helpers := make([]search.Control, len(team)-1)
	helped := func() (n uint64) {
		for i := range helpers {
			n += helpers[i].Nodes()
		}
		return n
	}
	if report := l.Report; report != nil {
		l.Report = func(r search.Report) {
			r.Nodes += helped()
			report(r)
		}
	}
	var group sync.WaitGroup
	for i := range helpers {
		q := p.Clone()
		group.Go(func() { team[i+1].Help(q, &helpers[i], l.Moves) })
	}
	r := team[0].Search(p, l)
	for i := range helpers {
		helpers[i].Stop()
	}
	group.Wait()
	r.PV, r.Nodes = slices.Clone(r.PV), r.Nodes+helped()
	return r
}

// Perft begins to count the leaves of the tree of moves to a depth of at least 1,
// and reports the count after each move.
func (s *Session) Perft(depth int, report func(rules.Move, uint64)) *Search {
	return s.begin(&search.Control{}, func(x *Search, p *rules.Position) (r search.Result) {
		for _, m := range p.Moves(nil) {
			p.Make(m)
			n := x.perft(p, depth-1)
			p.Unmake()
			if x.stopped.Load() {
				break
			}
			report(m, n)
			r.Nodes += n
		}
		return r
	})
}

// perftPlies is the depth of the subtrees that Stop does not interrupt.
const perftPlies = 2

func (x *Search) perft(p *rules.Position, depth int) uint64 {
	if depth <= perftPlies {
		return p.Perft(depth)
	}
	var n uint64
	for _, m := range p.Moves(nil) {
		if x.stopped.Load() {
			break
		}
		p.Make(m)
		n += x.perft(p, depth-1)
		p.Unmake()
	}
	return n
}

// begin runs work on a copy of the position.
func (s *Session) begin(c *search.Control, work func(*Search, *rules.Position) search.Result) *Search {
	if s.busy() {
		s.running.Stop()
		s.running.Result()
	}
	x := &Search{control: c, done: make(chan struct{})}
	s.running = x
	p := s.pos.Clone()
	go func() {
		defer close(x.done)
		r := work(x, p)
		x.result = Result{Result: r, Whole: !x.stopped.Load()}
	}()
	return x
}

func (s *Session) busy() bool {
	if s.running == nil {
		return false
	}
	select {
	case <-s.running.done:
		return false
	default:
		return true
	}
}

// Analysis is the result of a search.
type Analysis struct {
	Depth int    `json:"depth"`
	Nodes uint64 `json:"nodes"`
	Lines []Line `json:"lines"` // best first
}

// Line is one of the best moves and what follows.
type Line struct {
	Score int      `json:"score"` // in centipawns from White's point of view
	Mate  int      `json:"mate"`  // moves to a mate, below 0 if Black gives it; 0 for none
	Moves []string `json:"moves"`
	SAN   string   `json:"san"`

	line []rules.Move
}

// Text returns the score in pawns from White's point of view, or the mate: "+0.31", "#3".
func (l Line) Text() string {
	if l.Mate != 0 {
		return fmt.Sprintf("#%d", l.Mate)
	}
	return fmt.Sprintf("%+.2f", float64(l.Score)/100)
}

// Analyze searches the current position until a limit or the end of ctx. It reports
// each line that is found. The lines are those of the last complete iteration.
func (s *Session) Analyze(ctx context.Context, l search.Limits, report func(search.Report, Line)) (Analysis, error) {
	p := s.Position().Clone()
	var a Analysis
	var lines []Line
	l.Report = func(r search.Report) {
		line := newLine(p, r.Score, r.PV)
		lines = append(lines[:min(len(lines), r.Line-1)], line)
		a.Depth = r.Depth
		report(r, line)
	}
	x, err := s.Search(l)
	if err != nil {
		return a, err
	}
	select {
	case <-ctx.Done():
		x.Stop()
	case <-x.Done():
	}
	r := x.Result()
	a.Nodes, a.Lines = r.Nodes, lines
	// An interrupted search may have found a better move.
	if len(lines) == 0 || len(lines) == 1 && len(r.PV) > 0 && r.PV[0] != lines[0].line[0] {
		moves := r.PV
		if len(moves) == 0 {
			moves = []rules.Move{r.Move}
		}
		a.Lines = []Line{newLine(p, r.Score, moves)}
	}
	return a, nil
}

func newLine(p *rules.Position, score int, line []rules.Move) Line {
	out := Line{Score: score, line: slices.Clone(line)}
	out.Mate, _ = search.MateMoves(score)
	if p.Turn() == rules.Black {
		out.Score, out.Mate = -out.Score, -out.Mate
	}
	for _, m := range line {
		out.Moves = append(out.Moves, p.Game().MoveText(m))
	}
	out.SAN = p.LineSAN(line)
	return out
}
