package protocol

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/internal/toml"
)

// Protocol is a language in which other programs use the engine.
type Protocol struct {
	Name        string // also the name of the command
	Usage       string // a short description of the command
	Description string // a longer one
	chessFirst  bool   // begins with chess and ignores Config.Game
	begin       func(*conversation) speaker
}

// All lists the protocols.
func All() []Protocol { return []Protocol{UCI, XBoard} }

// speaker is a protocol in use.
type speaker interface {
	// commands returns the table of all commands other than quit.
	commands() commands
	// unknown answers a command that is not in the table.
	unknown(command, rest string)
	// failed answers a command that returned an error.
	failed(command string, err error)
	// tooLong answers a line of more than maxLine bytes.
	tooLong(bytes int)
	// note writes a message for people.
	note(format string, args ...any)
	// gamesAdded announces new games from a file.
	gamesAdded(path string, names []string)
	// waits reports whether a command has to wait for the end of the search.
	waits(command string) bool
	// ended handles the result of a search that has ended.
	ended(session.Result)
	// finish ends the conversation at the end of the input, abort after quit or an
	// error. No search runs afterwards.
	finish()
	abort()
}

// commands maps the first word of a line to a handler, which gets the rest.
type commands map[string]func(rest string) error

// do returns a handler for a command that takes no arguments and cannot fail.
func do(f func()) func(string) error {
	return func(string) error { f(); return nil }
}

// Config holds the settings with which the engine starts.
type Config struct {
	// Name is the name that the engine gives itself. Default: Bestiary.
	Name string
	// Library holds the games. Default: the catalogue.
	Library *session.Library
	// Game is the game that UCI begins with. Default: chess, as in CECP.
	Game string
	// Weights is the file with the weights of the evaluation. Default: none.
	Weights string
	// Draw draws a position for people, line by line. Default: only the FEN is
	// shown.
	Draw func(*rules.Position) []string
}

// standard is the game that engines begin with.
const standard = "chess"

// conversation holds the state that all protocols share.
type conversation struct {
	*session.Session
	config   Config
	out      *output
	speaker  speaker
	lines    int // how many best moves are shown, the option MultiPV
	overhead time.Duration
	chess960 bool // castlings are written as captures of the partner
	limited  bool // by elo
	elo      int
	search   *session.Search // nil when none runs
	held     []line          // a command that waits, and those after it
}

// maxHeld is the number of lines that are held before reading stops.
const maxHeld = 1000

// Run serves one program until quit or the end of the input. It returns errors of the Config
// and of writing.
func (p Protocol) Run(in io.Reader, out io.Writer, config Config) error {
	c, err := p.converse(out, config)
	if err != nil {
		return err
	}
	table := c.speaker.commands()
	quit := make(chan struct{})
	defer close(quit)
	input := readLines(in, quit)
	for c.out.Err() == nil {
		c.release(table)
		next := input
		if len(c.held) >= maxHeld {
			next = nil
		}
		select {
		case l, ok := <-next:
			if !ok {
				for c.speaker.finish(); len(c.held) > 0; c.speaker.finish() {
					c.release(table)
				}
				return c.out.Err()
			}
			if l.text == "quit" || strings.HasPrefix(l.text, "quit ") {
				c.speaker.abort()
				return c.out.Err()
			}
			c.hear(table, l)
		case <-c.searched():
			c.speaker.ended(c.take())
		}
	}
	c.speaker.abort()
	return c.out.Err()
}

// converse begins a conversation.
func (p Protocol) converse(out io.Writer, config Config) (*conversation, error) {
	if config.Name == "" {
		config.Name = "Bestiary"
	}
	if config.Library == nil {
		config.Library = session.NewLibrary()
	}
	if config.Game == "" || p.chessFirst {
		config.Game = standard
	}
	s, err := session.New(config.Library, config.Game)
	if err != nil {
		return nil, err
	}
	if err := s.SetWeights(config.Weights); err != nil {
		return nil, err
	}
	c := &conversation{Session: s, config: config, out: &output{w: out}, lines: 1, overhead: defaultOverhead, elo: maxElo}
	c.speaker = p.begin(c)
	return c, nil
}

// hear obeys a line, or holds it if it has to wait or another line already does. While
// lines are held, isready is answered and stop ends the search that runs; stop is held as
// well, for the searches before it.
func (c *conversation) hear(table commands, l line) {
	switch command := l.command(); {
	case len(c.held) == 0 && !c.speaker.waits(command), command == "isready":
	case command == "stop":
		c.held = append(c.held, l)
	default:
		c.held = append(c.held, l)
		return
	}
	c.obey(table, l)
}

// release obeys the lines that are held, up to one that still has to wait.
func (c *conversation) release(table commands) {
	for len(c.held) > 0 && !c.speaker.waits(c.held[0].command()) {
		l := c.held[0]
		c.held = c.held[1:]
		c.obey(table, l)
	}
}

// waits reports that no command waits for a search.
func (c *conversation) waits(string) bool { return false }

// obey looks up the command of a line and carries it out.
func (c *conversation) obey(table commands, l line) {
	if l.length > maxLine {
		c.speaker.tooLong(l.length)
		return
	}
	command, rest, _ := strings.Cut(l.text, " ")
	rest = strings.TrimSpace(rest)
	run, ok := table[command]
	switch {
	case command == "":
	case !ok:
		c.speaker.unknown(command, rest)
	default:
		if err := run(rest); err != nil {
			c.speaker.failed(command, err)
		}
	}
}

// searched returns a channel that is closed when the search has ended, nil if none
// runs.
func (c *conversation) searched() <-chan struct{} {
	if c.search == nil {
		return nil
	}
	return c.search.Done()
}

// take waits for the end of the search and returns the result.
func (c *conversation) take() session.Result {
	r := c.search.Result()
	c.search = nil
	return r
}

// expected returns the opponent's reply in a line, or 0 if there is none: while
// pieces are placed, a side can have several moves in a row.
func expected(p *rules.Position, line []rules.Move) rules.Move {
	if len(line) < 2 {
		return 0
	}
	us := p.Turn()
	q := p.Clone()
	q.Make(line[0])
	if q.Turn() == us {
		return 0
	}
	return line[1]
}

// maxLine is the length of the longest line that is read, in bytes: enough for a
// game of 200,000 moves.
const maxLine = 1 << 20

// line is a line of input. Control characters have become spaces.
type line struct {
	text   string // "" if the line is longer than maxLine
	length int    // in bytes
}

// command returns the first word.
func (l line) command() string {
	word, _, _ := strings.Cut(l.text, " ")
	return word
}

// readLines reads lines, and closes the channel when the input ends or fails. Once
// quit is closed, it stops at the next line.
func readLines(r io.Reader, quit <-chan struct{}) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		in := bufio.NewReaderSize(r, 64<<10)
		for {
			l, err := readLine(in)
			if err != nil && l.length == 0 {
				return
			}
			select {
			case lines <- l:
			case <-quit:
				return
			}
		}
	}()
	return lines
}

func readLine(in *bufio.Reader) (line, error) {
	var text []byte
	length := 0
	for {
		part, err := in.ReadSlice('\n')
		length += len(part)
		if length <= maxLine {
			text = append(text, part...)
		} else {
			text = nil
		}
		if err != bufio.ErrBufferFull {
			return line{clean(text), length}, err
		}
	}
}

func clean(text []byte) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, string(text)))
}

// output writes each line at once and whole, and flushes w if it has a method
// Flush. Several goroutines may use it.
type output struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// Print writes a line. Line breaks within it become "; ".
func (o *output) Print(format string, args ...any) {
	text := strings.TrimRight(fmt.Sprintf(format, args...), "\r\n")
	text = strings.NewReplacer("\r\n", "; ", "\n", "; ", "\r", " ").Replace(text)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	_, o.err = io.WriteString(o.w, text+"\n")
	if f, ok := o.w.(interface{ Flush() error }); ok && o.err == nil {
		o.err = f.Flush()
	}
}

// Err returns the first error of writing.
func (o *output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// The kinds of options.
const (
	spin   = "spin"
	check  = "check"
	button = "button"
	combo  = "combo"
	file   = "file"
)

// option is a setting that the other program can change.
type option struct {
	name     string
	kind     string
	standard int                               // the default of a spin
	min, max int                               // of a spin
	value    func(*conversation) string        // the default of other kinds
	number   func(*conversation, int)          // sets a spin
	set      func(*conversation, string) error // sets other kinds
	choices  func(*conversation) []string      // of a combo
	hidden   bool                              // another name of an option
	uciOnly  bool                              // not for CECP, which has a command for it or does not need it
}

// options lists the options in the order in which they are declared.
var options = []option{
	{name: "Hash", kind: spin, standard: session.DefaultHash, min: session.MinHash, max: session.MaxHash, uciOnly: true,
		number: (*conversation).SetHash},
	{name: "Threads", kind: spin, standard: 1, min: 1, max: session.MaxThreads, number: (*conversation).SetThreads},
	{name: "Clear Hash", kind: button, set: func(c *conversation, _ string) error { c.Forget(); return nil }},
	{name: "MultiPV", kind: spin, standard: 1, min: 1, max: search.MaxLines, number: func(c *conversation, n int) { c.lines = n }},
	// The other side decides whether to ponder, with go ponder.
	{name: "Ponder", kind: check, uciOnly: true, value: func(*conversation) string { return "false" },
		set: func(*conversation, string) error { return nil }},
	{name: "Move Overhead", kind: spin, standard: int(defaultOverhead.Milliseconds()), min: 0, max: maxOverhead, number: (*conversation).setOverhead},
	{name: "UCI_Variant", kind: combo, uciOnly: true, value: func(c *conversation) string { return c.config.Game },
		choices: (*conversation).games, set: func(c *conversation, name string) error { return c.Choose(name) }},
	{name: "UCI_Chess960", kind: check, uciOnly: true, value: func(*conversation) string { return "false" },
		set: (*conversation).setChess960},
	{name: "UCI_LimitStrength", kind: check, uciOnly: true, value: func(*conversation) string { return "false" },
		set: func(c *conversation, value string) error { c.limited = value == "true"; return nil }},
	{name: "UCI_Elo", kind: spin, uciOnly: true, standard: maxElo, min: minElo, max: maxElo, number: func(c *conversation, n int) { c.elo = n }},
	{name: "VariantPath", kind: file, value: func(*conversation) string { return "" }, set: (*conversation).addGames},
	{name: "EvalFile", kind: file, value: func(c *conversation) string { return c.config.Weights }, set: (*conversation).SetWeights},
	{name: "Use NNUE", kind: check, uciOnly: true, value: func(*conversation) string { return "true" },
		set: func(c *conversation, value string) error { c.SetNetwork(value == "true"); return nil }},
	{name: "MoveOverhead", kind: spin, hidden: true, min: 0, max: maxOverhead, number: (*conversation).setOverhead},
	{name: "Weights", kind: file, hidden: true, set: (*conversation).SetWeights},
}

// The range of UCI_Elo, the nodes for its lower end, and the points for which the
// number of nodes doubles.
const (
	minElo, maxElo = 500, 2500
	minNodes       = 10
	doublingElo    = 180
)

// limitStrength limits the nodes of a search by UCI_Elo.
func (c *conversation) limitStrength(l *search.Limits) {
	if !c.limited {
		return
	}
	limit := uint64(minNodes * math.Exp2(float64(c.elo-minElo)/doublingElo))
	if l.Nodes == 0 || l.Nodes > limit {
		l.Nodes = limit
	}
}

// chess960Game is the game that UCI_Chess960 chooses in place of chess.
const chess960Game = "chess960"

// setChess960 chooses Chess960, in which castlings are written as captures of the
// partner, or chess again.
func (c *conversation) setChess960(value string) error {
	on := value == "true"
	switch {
	case on && c.Name() != chess960Game:
		if err := c.Choose(chess960Game); err != nil {
			return err
		}
	case !on && c.chess960 && c.Name() == chess960Game:
		if err := c.Choose(c.config.Game); err != nil {
			return err
		}
	}
	c.chess960 = on
	return nil
}

func (c *conversation) setOverhead(milliseconds int) {
	c.overhead = time.Duration(milliseconds) * time.Millisecond
}

// findOption finds a fitting option by its name; case does not matter.
func findOption(name string, fits func(option) bool) (option, error) {
	var names []string
	for _, o := range options {
		switch {
		case !fits(o):
		case strings.EqualFold(o.name, name):
			return o, nil
		default:
			names = append(names, o.name)
		}
	}
	return option{}, fmt.Errorf("no option %s%s", toml.Quote(name), toml.Hint(name, names))
}

// noFile is the value in UCI of an option without a file.
const noFile = "<empty>"

// apply sets the option.
func (o option) apply(c *conversation, value string) error {
	switch o.kind {
	case spin:
		n, err := strconv.Atoi(value)
		if err != nil || n < o.min || n > o.max {
			return fmt.Errorf("found %s, expected a number from %d to %d", toml.Quote(value), o.min, o.max)
		}
		o.number(c, n)
		return nil
	case check:
		if value != "true" && value != "false" {
			return fmt.Errorf("found %s, expected true or false", toml.Quote(value))
		}
	case file:
		if value == noFile {
			value = ""
		}
	}
	return o.set(c, value)
}

// addGames adds the games of a file to those on offer.
func (c *conversation) addGames(path string) error {
	if path == "" {
		return nil
	}
	names, notes, err := c.Library.AddFile(path)
	if err != nil {
		return err
	}
	for _, note := range notes {
		c.speaker.note("%s", note)
	}
	c.speaker.gamesAdded(path, names)
	return nil
}

// games lists the games on offer, including other names for them.
func (c *conversation) games() []string {
	names := c.Library.Names()
	if !slices.Contains(names, "falcon") {
		names = append(names, "falcon")
	}
	return names
}
