package protocol

import (
	"io"
	"strings"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/session"
)

// Protocol is a language in which other programs use the engine.
type Protocol struct {
	Name        string // of the command that speaks it
	Usage       string // a short description of the command
	Description string // a long one
	chessFirst  bool   // begins with chess, whatever Config.Game is
	begin       func(*conversation) speaker
}

// All lists the protocols.
func All() []Protocol { return []Protocol{UCI, XBoard} }

// speaker is a protocol in use.
type speaker interface {
	// commands is the table of commands other than quit, by their first words.
	commands() commands
	// unknown answers a command that the table does not have.
	unknown(command, rest string)
	// failed answers a command that returned an error.
	failed(command string, err error)
	// tooLong answers a line of more than maxLine bytes.
	tooLong(bytes int)
	// note tells people something that the protocol has no words for.
	note(format string, args ...any)
	// gamesAdded tells of new games from a file.
	gamesAdded(path string, names []string)
	// ended takes the result of a search that has ended.
	ended(session.Result)
	// finish waits for searches that end by themselves and stops others; abort
	// stops all. Both leave no search behind.
	finish()
	abort()
}

// commands are what a speaker obeys. A handler gets the line after the command.
type commands map[string]func(rest string) error

// do is the handler of a command that takes no arguments and cannot fail.
func do(f func()) func(string) error {
	return func(string) error { f(); return nil }
}

// Config says how the engine begins.
type Config struct {
	// Name is what the engine calls itself. Default: Bestiary.
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

// conversation is what all protocols have in common.
type conversation struct {
	*session.Session
	config   Config
	out      *output
	speaker  speaker
	lines    int // best moves with a line each, the option MultiPV
	overhead time.Duration
	search   *session.Search // nil when none runs
}

// Run serves one program until quit or the end of the input. Errors are those of
// the Config and of writing.
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
		select {
		case l, ok := <-input:
			if !ok {
				c.speaker.finish()
				return c.out.Err()
			}
			if l.text == "quit" || strings.HasPrefix(l.text, "quit ") {
				c.speaker.abort()
				return c.out.Err()
			}
			c.obey(table, l)
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
	c := &conversation{Session: s, config: config, out: &output{w: out}, lines: 1, overhead: defaultOverhead}
	c.speaker = p.begin(c)
	return c, nil
}

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

// searched is closed when the search has ended; it is nil when none runs.
func (c *conversation) searched() <-chan struct{} {
	if c.search == nil {
		return nil
	}
	return c.search.Done()
}

// take waits for the result of the search, which no longer runs afterwards.
func (c *conversation) take() session.Result {
	r := c.search.Result()
	c.search = nil
	return r
}

// expected is the move that a line expects of the opponent, 0 if there is none:
// while pieces are placed, a side can have several moves in a row.
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
