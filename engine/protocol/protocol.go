package protocol

import (
	"fmt"
	"io"
	"slices"
	"time"

	"bestiary/engine/rules"
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
	// plays lists the commands that need a game.
	plays() []string
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
	chances  bool // are shown, the option UCI_ShowWDL
	// unknownGame is the name of a requested game that is unknown, "" once another is chosen.
	unknownGame string
	elo         int
	search      *session.Search // nil when none runs
	held        []line          // a command that waits, and those after it
	playing     string          // what was said about the weights
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
			if l.command() == "quit" {
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

// Choose changes the game. While the last game asked for is unknown, none is played.
func (c *conversation) Choose(name string) error {
	err := c.Session.Choose(name)
	if c.unknownGame = ""; err != nil {
		c.unknownGame = name
	}
	return err
}

// sayPlaying tells the other program which weights the engine plays with, if they have changed.
func (c *conversation) sayPlaying() {
	if text := c.Playing(); text != c.playing {
		c.playing = text
		c.speaker.note("%s", text)
	}
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
	command, rest := cutWord(l.text)
	run, ok := table[command]
	switch {
	case command == "":
	case !ok:
		c.speaker.unknown(command, rest)
	case c.unknownGame != "" && slices.Contains(c.speaker.plays(), command):
		c.speaker.failed(command, fmt.Errorf("the game %s is unknown, and no other is played in its place; choose one that is known",
			toml.Quote(c.unknownGame)))
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
