package external

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bestiary/engine/rules"
	"bestiary/internal/toml"
)

// Engine is a running engine. It serves one goroutine at a time.
type Engine struct {
	config Config
	game   *rules.Game
	name   string // that the engine gives itself
	ini    string // the temporary variants.ini, or ""
	proc   *process
	talk   conversation
	down   error // why the engine cannot be used, or nil
}

// Start runs an engine and makes it ready for a game. The context only affects the
// start. Errors are those of Config.Validate, errors about a game that cannot be
// described to the engine, and *Fault.
func Start(ctx context.Context, c Config, g *rules.Game) (*Engine, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	e := &Engine{config: c.withDefaults(), game: g}
	if c.VariantFile {
		path, err := writeVariantFile(g.Variant)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		e.ini = path
	}
	if err := e.launch(ctx); err != nil {
		if bad := e.Close(); bad != nil {
			err = errors.Join(err, bad)
		}
		return nil, err
	}
	return e, nil
}

// Name returns the configured name, or else the name that the engine gives itself.
func (e *Engine) Name() string {
	return cmp.Or(e.config.Name, e.name, strings.TrimSuffix(filepath.Base(e.config.Command), ".exe"))
}

// launch runs the program and shakes hands.
func (e *Engine) launch(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	proc, err := startProcess(e.config)
	if err != nil {
		e.down = e.fault(NotStarted, "%v", err)
		return e.down
	}
	e.proc, e.down = proc, nil
	e.talk = drivers[e.config.Protocol].connect(e)
	return e.settle(e.talk.handshake(ctx))
}

// NewGame tells the engine that the next position belongs to another game.
func (e *Engine) NewGame(ctx context.Context) error {
	if err := e.usable(ctx); err != nil {
		return err
	}
	return e.settle(e.talk.newGame(ctx))
}

// Go asks for a move. The reply is valid even with a *Fault of the kind TimedOut
// and, apart from the move, with one of the kinds IllegalMove and Unparsable. When
// the context ends, the engine is killed.
func (e *Engine) Go(ctx context.Context, r Request) (Reply, error) {
	if err := e.usable(ctx); err != nil {
		return Reply{}, err
	}
	s, err := e.prepare(r)
	if err != nil {
		return Reply{}, fmt.Errorf("%s: %w", e.Name(), err)
	}
	reply, err := e.talk.search(ctx, s)
	return reply, e.settle(err)
}

// Rest tells the engine that the game has ended, so that it does not think on.
func (e *Engine) Rest(ctx context.Context) error {
	if err := e.usable(ctx); err != nil {
		return err
	}
	return e.settle(e.talk.rest(ctx))
}

func (e *Engine) usable(ctx context.Context) error {
	if e.down != nil {
		return e.down
	}
	return ctx.Err()
}

// settle kills the engine after an error from which it cannot go on.
func (e *Engine) settle(err error) error {
	var fault *Fault
	if err == nil || errors.Is(err, ErrInexpressible) || errors.As(err, &fault) && !fault.ends() {
		return err
	}
	e.proc.kill()
	e.down = err
	return err
}

// Restart kills the engine and runs it again.
func (e *Engine) Restart(ctx context.Context) error {
	if err := e.stop(0); err != nil {
		return err
	}
	return e.launch(ctx)
}

// Close tells the engine to quit, kills it and its children if it still runs after
// Config.Grace, and removes the variant file. It may be called again.
func (e *Engine) Close() error {
	grace := e.config.Grace
	if e.down != nil {
		grace = 0
	}
	err := e.stop(grace)
	if e.ini != "" {
		err = errors.Join(err, os.Remove(e.ini))
		e.ini = ""
	}
	return err
}

func (e *Engine) stop(grace time.Duration) error {
	if e.proc == nil {
		return nil
	}
	err := e.proc.shutdown(grace)
	e.proc = nil
	if e.down == nil {
		e.down = fmt.Errorf("%s: the engine is closed", e.Name())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", e.Name(), err)
	}
	return nil
}

func (e *Engine) fault(kind FaultKind, format string, args ...any) *Fault {
	f := &Fault{Kind: kind, Engine: e.Name(), Detail: fmt.Sprintf(format, args...)}
	if e.proc == nil {
		return f
	}
	f.Output = e.proc.tail.last()
	if text := e.proc.tail.partial(); text != "" && (kind == Hung || kind == NoHandshake) {
		f.Detail += fmt.Sprintf("; its last line, %q, has no line break", cut(text))
	}
	return f
}

// await reads lines until accept returns true. If the engine ends, it returns a
// Fault; errDeadline is left to the caller.
func (e *Engine) await(ctx context.Context, deadline time.Time, accept func(line) bool) error {
	for {
		l, err := e.proc.next(ctx, deadline)
		if err != nil {
			return e.ended(err)
		}
		if accept(l) {
			return nil
		}
	}
}

// send writes commands, with faults as in await.
func (e *Engine) send(ctx context.Context, deadline time.Time, commands ...string) error {
	return e.ended(e.proc.send(ctx, deadline, commands...))
}

// ended turns errEnded into a Fault that says how the engine ended.
func (e *Engine) ended(err error) error {
	if !errors.Is(err, errEnded) {
		return err
	}
	if e.proc.running(endTime) {
		return e.fault(ClosedPipe, "the program runs on, but it has closed its standard input or output")
	}
	e.proc.waitRead() // standard error may say why
	if state := e.proc.cmd.ProcessState; !state.Success() {
		return e.fault(Crashed, "the program ended: %s", state)
	}
	return e.fault(Exited, "the program ended by itself")
}

// soon returns the deadline for commands outside a search.
func (e *Engine) soon() time.Time { return time.Now().Add(e.config.StartTimeout) }

// tell sends commands that have no answer.
func (e *Engine) tell(ctx context.Context, deadline time.Time, commands ...string) error {
	return e.late(e.send(ctx, deadline, commands...), "reading of input")
}

// ask sends a command and reads lines until accept returns true. The Fault of an
// engine that is late says what was expected.
func (e *Engine) ask(ctx context.Context, deadline time.Time, command, expected string, accept func(text string) bool) error {
	err := e.send(ctx, deadline, command)
	if err == nil {
		err = e.await(ctx, deadline, func(l line) bool { return accept(strings.TrimSpace(l.text)) })
	}
	return e.late(err, expected)
}

// late turns errDeadline outside a search into a Fault.
func (e *Engine) late(err error, expected string) error {
	if errors.Is(err, errDeadline) {
		return e.fault(NoHandshake, "no %s within %v", expected, e.config.StartTimeout)
	}
	return err
}

const (
	stderrMark = "! "
	queueSize  = 256 // how many lines can wait to be read

	// endTime is how long an engine that has closed its output may take to exit.
	endTime = 500 * time.Millisecond
	// drainTime is how long output is read after the engine has ended. Only a child
	// that has left the process group can keep the pipe open longer.
	drainTime = 250 * time.Millisecond
	// killTime is how long the system may take to end a killed process.
	killTime = 5 * time.Second
)

var (
	errDeadline = errors.New("deadline passed")
	errEnded    = errors.New("output ended")
)

// process is a running program. Its goroutines read the output pipes and wait
// for its end; none is left after shutdown.
type process struct {
	cmd    *exec.Cmd
	stdin  *os.File
	lines  chan line     // closed at the end of standard output
	exited chan struct{} // closed when the program has ended
	read   chan struct{} // closed when all output has been read
	left   chan struct{} // closed when lines are no longer needed
	// keepLatest is set while nobody reads lines: the queue then loses its oldest ones.
	keepLatest atomic.Bool
	tail       tail
	tasks      sync.WaitGroup

	logMu sync.Mutex
	log   io.Writer

	killMu sync.Mutex
	gone   bool // its process id may be in use again
}

// startProcess runs the configured program.
func startProcess(c Config) (*process, error) {
	cmd := exec.Command(c.Command, c.Args...)
	cmd.Dir = c.Dir
	cmd.Env = append(os.Environ(), c.Env...)
	ownGroup(cmd)
	var pipes [6]*os.File // both ends of standard input, output and error
	closeAll := func(files ...*os.File) {
		for _, f := range files {
			if f != nil {
				f.Close()
			}
		}
	}
	for i := 0; i < len(pipes); i += 2 {
		var err error
		if pipes[i], pipes[i+1], err = os.Pipe(); err != nil {
			closeAll(pipes[:]...)
			return nil, err
		}
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = pipes[0], pipes[3], pipes[5]
	err := cmd.Start()
	closeAll(pipes[0], pipes[3], pipes[5])
	if err != nil {
		closeAll(pipes[1], pipes[2], pipes[4])
		return nil, err
	}
	p := &process{
		cmd: cmd, stdin: pipes[1], log: c.Log,
		lines: make(chan line, queueSize), exited: make(chan struct{}),
		read: make(chan struct{}), left: make(chan struct{}),
	}
	p.watch(pipes[2], pipes[4])
	return p, nil
}

// watch starts the goroutines.
func (p *process) watch(stdout, stderr *os.File) {
	release := guardGroup(p.cmd.Process)
	var readers sync.WaitGroup
	readers.Go(func() {
		defer close(p.lines)
		readLines(stdout, &p.tail, "", func(l line) {
			p.record("< ", l.text)
			if p.keepLatest.Load() && len(p.lines) == queueSize {
				select {
				case <-p.lines:
				default:
				}
			}
			select {
			case p.lines <- l:
			case <-p.left: // keep reading, so that the pipe does not fill
			}
		})
	})
	readers.Go(func() {
		readLines(stderr, &p.tail, stderrMark, func(l line) {
			p.record(stderrMark, l.text)
		})
	})
	p.tasks.Go(func() { readers.Wait(); close(p.read) })
	p.tasks.Go(func() {
		_ = p.cmd.Wait() // ended reads the state
		p.killMu.Lock()
		p.gone = true
		killGroup(p.cmd.Process) // its children
		p.killMu.Unlock()
		release()
		close(p.exited)
		p.waitRead()
		stdout.Close()
		stderr.Close()
		p.stdin.Close()
	})
}

// waitRead gives the readers time to finish after the program has ended.
func (p *process) waitRead() {
	select {
	case <-p.read:
	case <-time.After(drainTime):
	}
}

func (p *process) record(mark, text string) {
	if p.log == nil {
		return
	}
	p.logMu.Lock()
	defer p.logMu.Unlock()
	fmt.Fprintf(p.log, "%s%s\n", mark, text)
}

// send writes commands, one per line.
func (p *process) send(ctx context.Context, deadline time.Time, commands ...string) error {
	_ = p.stdin.SetWriteDeadline(deadline)
	stop := context.AfterFunc(ctx, func() { _ = p.stdin.SetWriteDeadline(time.Unix(1, 0)) })
	defer stop()
	for _, command := range commands {
		p.record("> ", command)
	}
	_, err := io.WriteString(p.stdin, strings.Join(commands, "\n")+"\n")
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errDeadline
	case err != nil:
		return errEnded
	}
	return nil
}

// next returns the next line, or errDeadline, errEnded or the error of ctx.
func (p *process) next(ctx context.Context, deadline time.Time) (line, error) {
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	select {
	case l, ok := <-p.lines:
		if !ok {
			return line{}, errEnded
		}
		return l, nil
	case <-ctx.Done():
		return line{}, ctx.Err()
	case <-timer.C:
		return line{}, errDeadline
	}
}

// forget drops the lines that are waiting.
func (p *process) forget() {
	for range queueSize {
		select {
		case <-p.lines:
		default:
			return
		}
	}
}

// running waits for the end of the program, and reports whether it still runs.
func (p *process) running(within time.Duration) bool {
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case <-p.exited:
		return false
	case <-timer.C:
		return true
	}
}

func (p *process) kill() {
	p.killMu.Lock()
	defer p.killMu.Unlock()
	if !p.gone {
		killGroup(p.cmd.Process)
	}
}

// shutdown ends the program: by the command quit if there is a grace period, and
// by force afterwards. When it returns, no process and no goroutine is left.
func (p *process) shutdown(grace time.Duration) error {
	close(p.left)
	if grace > 0 {
		_ = p.send(context.Background(), time.Now().Add(grace), "quit")
		p.stdin.Close()
	}
	if grace == 0 || p.running(grace) {
		p.kill()
	}
	if p.running(killTime) {
		return fmt.Errorf("process %d still runs although it was killed", p.cmd.Process.Pid)
	}
	p.tasks.Wait()
	return nil
}

const (
	maxLine   = 64 << 10 // how many bytes of a line are kept
	tailLines = 8        // how many lines a Fault shows
	tailWidth = 200      // how many bytes of each
)

// line is a line of output and the time at which it came.
type line struct {
	text string
	at   time.Time
}

// readLines passes on the lines of r until it ends. It cuts lines that are too
// long; the last line needs no line break.
func readLines(r io.Reader, t *tail, mark string, emit func(line)) {
	buf := make([]byte, 4096)
	var unfinished []byte
	for {
		n, err := r.Read(buf)
		for rest := buf[:n]; ; {
			i := bytes.IndexByte(rest, '\n')
			if i < 0 {
				unfinished = appendBounded(unfinished, rest)
				break
			}
			text := string(bytes.TrimRight(appendBounded(unfinished, rest[:i]), "\r"))
			unfinished, rest = unfinished[:0], rest[i+1:]
			t.add(mark + text)
			emit(line{text, time.Now()})
		}
		t.setUnfinished(mark, unfinished)
		if err != nil {
			if len(unfinished) > 0 {
				t.setUnfinished(mark, nil)
				t.add(mark + string(unfinished))
				emit(line{string(unfinished), time.Now()})
			}
			return
		}
	}
}

func appendBounded(b, more []byte) []byte {
	return append(b, more[:min(len(more), maxLine-len(b))]...)
}

// tail keeps the last lines of an engine's output.
type tail struct {
	mu         sync.Mutex
	lines      []string
	unfinished map[string]string
}

func (t *tail) add(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == tailLines {
		t.lines = t.lines[1:]
	}
	t.lines = append(t.lines, cut(text))
}

// setUnfinished notes the beginning of a line that has not ended yet.
func (t *tail) setUnfinished(mark string, text []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.unfinished == nil {
		t.unfinished = map[string]string{}
	}
	t.unfinished[mark] = string(text[:min(len(text), tailWidth+1)])
}

// partial returns the line of standard output that has not ended yet, or "".
func (t *tail) partial() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.unfinished[""]
}

// last lists the lines, with unfinished ones at the end.
func (t *tail) last() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := append([]string(nil), t.lines...)
	for _, mark := range []string{stderrMark, ""} {
		if text := t.unfinished[mark]; text != "" {
			out = append(out, mark+cut(text))
		}
	}
	return out
}

func cut(text string) string {
	if len(text) <= tailWidth {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	return strings.ToValidUTF8(text[:tailWidth], "\uFFFD") + "…"
}

// Option is a setting that the engine itself offers.
type Option struct {
	// Name is the engine's name for the option; case does not matter. In CECP
	// memory (in megabytes) and cores stand for the commands of that name.
	Name string
	// Value is the new value. Buttons have none.
	Value string
}

// Config says how one engine is run.
type Config struct {
	// Name identifies the engine in results and errors. Default: the name that it
	// gives itself.
	Name string
	// Command is the program: a path, or a name that $PATH finds. Required.
	Command string
	// Args are its arguments.
	Args []string
	// Dir is the folder that it runs in. Default: the current one.
	Dir string
	// Env is added to the environment, as KEY=value.
	Env []string

	// Protocol is the language that the engine speaks. Default: UCI.
	Protocol Protocol
	// Options are set in this order before the first game.
	Options []Option
	// Variant is the engine's name for the game. Default: our name, with the
	// exceptions in the package comment.
	Variant string
	// VariantFile describes the game to the engine in a temporary variants.ini,
	// for programs of the Fairy-Stockfish family. It excludes Variant.
	VariantFile bool
	// Ponder has the engine think on the opponent's time when it has a clock. UCI only.
	Ponder bool

	// StartTimeout is how long the engine may take to be ready, at the start and
	// before a game. Default: 10 s.
	StartTimeout time.Duration
	// MoveTimeout is the limit for moves without a limit of time. Default: 1 min.
	MoveTimeout time.Duration
	// Margin is how far a move may exceed its limit of time. Default: 200 ms.
	Margin time.Duration
	// Grace is how long the engine may take to stop or to quit before it is
	// killed. Default: 2 s.
	Grace time.Duration

	// Log receives every line, with "> " before those that are sent, "< " before
	// answers and "! " before lines from standard error. Default: none.
	Log io.Writer
}

// Validate returns an error that names the first field that cannot be used.
func (c Config) Validate() error {
	if c.Command == "" {
		return errors.New("engine: command is empty, expected a program")
	}
	fail := func(format string, args ...any) error {
		return fmt.Errorf("engine %s: %w", c.Command, fmt.Errorf(format, args...))
	}
	protocol := c.withDefaults().Protocol
	driver, ok := drivers[protocol]
	if !ok {
		return fail("protocol is %q, expected one of %q%s", protocol, Protocols(), toml.Hint(string(protocol), Protocols()))
	}
	for _, o := range c.Options {
		if strings.TrimSpace(o.Name) == "" || strings.ContainsAny(o.Name+o.Value, "\r\n") {
			return fail("option %q = %q, expected a name, and no line break", o.Name, o.Value)
		}
	}
	for _, entry := range c.Env {
		if strings.IndexByte(entry, '=') < 1 {
			return fail("env has %q, expected KEY=value", entry)
		}
	}
	switch {
	case strings.ContainsAny(c.Variant, " \t\r\n"):
		return fail("variant is %q, expected a name without spaces", c.Variant)
	case c.VariantFile && c.Variant != "":
		return fail("variant is %q, expected none next to a variant file, which names the game itself", c.Variant)
	case c.VariantFile && !driver.files:
		return fail("a variant file needs the protocol %q", UCI)
	case c.Ponder && !driver.ponders:
		return fail("ponder needs the protocol %q", UCI)
	}
	for _, t := range c.times() {
		if *t.value < 0 {
			return fail("%s is %v, expected 0 or more", t.name, *t.value)
		}
	}
	return nil
}

// configTime is a field of Config that is a time, with its default.
type configTime struct {
	name     string
	value    *time.Duration
	standard time.Duration
}

func (c *Config) times() []configTime {
	return []configTime{
		{"start timeout", &c.StartTimeout, 10 * time.Second},
		{"move timeout", &c.MoveTimeout, time.Minute},
		{"margin", &c.Margin, 200 * time.Millisecond},
		{"grace", &c.Grace, 2 * time.Second},
	}
}

// withDefaults fills in the fields that are zero.
func (c Config) withDefaults() Config {
	c.Protocol = cmp.Or(c.Protocol, UCI)
	for _, t := range c.times() {
		*t.value = cmp.Or(*t.value, t.standard)
	}
	return c
}

// variantName returns the engine's name for a game.
func (c Config) variantName(game string) string {
	return cmp.Or(c.Variant, drivers[c.Protocol].games[game], game)
}

// Protocol is the language of an engine.
type Protocol string

// The protocols.
const (
	UCI    Protocol = "uci"
	XBoard Protocol = "xboard" // CECP, version 2
)

// drivers has an entry for each protocol.
var drivers = map[Protocol]driver{UCI: uciDriver, XBoard: xboardDriver}

// driver describes a protocol.
type driver struct {
	// connect begins a conversation with a program that has just been started.
	connect func(*Engine) conversation
	// games maps our names of games to the engines' names, where they differ.
	games map[string]string
	// zeroRanks is set if ranks count from 0 on boards of ten ranks.
	zeroRanks bool
	// nodes is set if a search can be limited to a number of nodes.
	nodes bool
	// files is set if engines can read a variants.ini.
	files bool
	// ponders is set if engines can think on the opponent's time.
	ponders bool
}

// conversation is a protocol in use. Its methods return *Fault, ErrInexpressible
// or the error of the context.
type conversation interface {
	// handshake brings the engine into the right game, with its options set.
	handshake(ctx context.Context) error
	// newGame tells the engine that the next search belongs to another game.
	newGame(ctx context.Context) error
	// search asks for a move.
	search(ctx context.Context, s *search) (Reply, error)
	// rest ends a search on the opponent's time.
	rest(ctx context.Context) error
}

// Protocols lists all protocols.
func Protocols() []Protocol { return slices.Sorted(maps.Keys(drivers)) }

// HasNodes reports whether searches can be limited to a number of nodes.
func (p Protocol) HasNodes() bool { return drivers[p].nodes }

// FaultKind is a way in which an engine can fail.
type FaultKind string

// The kinds of fault. After the first five the engine can continue with another
// move or game; after the others it has been killed and needs Restart.
const (
	IllegalMove FaultKind = "illegal move"      // a move that the rules do not allow
	Unparsable  FaultKind = "unreadable move"   // not the text of a move in any position
	NoMove      FaultKind = "no move"           // claims to have no move in spite of legal moves
	Refused     FaultKind = "refused"           // does not accept a legal move or position
	TimedOut    FaultKind = "out of time"       // answered, but too late even with the margin
	Hung        FaultKind = "hung"              // did not answer, not even when told to stop
	Exited      FaultKind = "exited"            // ended by itself with status 0
	Crashed     FaultKind = "crashed"           // ended with another status or by a signal
	ClosedPipe  FaultKind = "closed its pipe"   // runs on, but has closed standard input or output
	NotStarted  FaultKind = "not started"       // the program cannot be run
	NoHandshake FaultKind = "no handshake"      // not ready in time
	BadOption   FaultKind = "option not taken"  // does not offer an option or its value
	WrongGame   FaultKind = "game not playable" // does not know the game, or plays it differently
)

// Fault is an error of an engine that does not do what it should.
type Fault struct {
	Kind   FaultKind
	Engine string
	Detail string
	// Output holds the engine's last lines, oldest first; lines from standard error
	// begin with "! ". Long lines are cut.
	Output []string
}

// Error describes the fault on one line.
func (f *Fault) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %s", f.Engine, f.Kind, f.Detail)
	if len(f.Output) > 0 && f.Kind != WrongGame && f.Kind != BadOption { // which the detail explains
		fmt.Fprintf(&b, "; last output %q", f.Output)
	}
	return b.String()
}

// ends reports whether the engine cannot be used after the fault.
func (f *Fault) ends() bool {
	return !slices.Contains([]FaultKind{IllegalMove, Unparsable, NoMove, Refused, TimedOut}, f.Kind)
}

// ErrInexpressible is wrapped by errors about requests that cannot be expressed in
// the engine's protocol. They do not affect the engine.
var ErrInexpressible = errors.New("cannot be expressed in the engine's protocol")

func inexpressible(format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), ErrInexpressible)
}

// features describe an engine, in its own words.
type features struct {
	name                             string
	ping, setboard, usermove, memory bool
	cores, reuse, time               bool
	variants                         []string
	options                          offers

	seen, done bool
	more       bool // done=0: there is more to come
}

// newFeatures returns the defaults of the protocol.
func newFeatures() features {
	return features{reuse: true, time: true, variants: []string{"normal"}}
}

type feature struct{ name, value string }

// splitFeatures reads pairs name=value; values may be in quotes.
func splitFeatures(text string) []feature {
	var list []feature
	for {
		name, rest, ok := strings.Cut(strings.TrimLeft(text, " \t"), "=")
		if !ok {
			return list
		}
		var value string
		if quoted, isQuoted := strings.CutPrefix(rest, `"`); isQuoted {
			value, text, _ = strings.Cut(quoted, `"`)
		} else {
			value, text, _ = strings.Cut(rest, " ")
		}
		list = append(list, feature{strings.TrimSpace(name), value})
	}
}

// take notes a feature and reports whether it is accepted. Moves in algebraic
// notation are not.
func (f *features) take(x feature) bool {
	f.seen = true
	on := x.value == "1"
	flags := map[string]*bool{
		"ping": &f.ping, "setboard": &f.setboard, "usermove": &f.usermove, "memory": &f.memory,
		"smp": &f.cores, "reuse": &f.reuse, "time": &f.time, "done": &f.done,
	}
	if flag := flags[x.name]; flag != nil {
		*flag = on
	}
	switch x.name {
	case "san":
		return !on
	case "myname":
		f.name = x.value
	case "variants":
		f.variants = strings.FieldsFunc(x.value, func(r rune) bool { return r == ',' || r == ' ' })
	case "option":
		f.options = append(f.options, readXBoardOffer(x.value))
	case "done":
		f.more = !on
	}
	return true
}

// readXBoardOffer reads "Resign Threshold -spin 800 200 1200" or "Level -combo
// low /// *high".
func readXBoardOffer(text string) offer {
	i := strings.LastIndex(text, " -")
	for _, kind := range []string{"check", "spin", "combo", "button", "save", "reset", "string", "file", "path", "slider"} {
		if at := strings.LastIndex(text, " -"+kind); at >= 0 {
			i = at
			break
		}
	}
	if i < 0 {
		return offer{name: strings.TrimSpace(text), kind: "string"}
	}
	kind, rest, _ := strings.Cut(text[i+2:], " ")
	o := offer{name: strings.TrimSpace(text[:i]), kind: kind}
	switch kind {
	case "spin", "slider":
		o.kind = "spin"
		if fields := strings.Fields(rest); len(fields) == 3 {
			o.min, o.max = fields[1], fields[2]
		}
	case "combo":
		for _, choice := range strings.Split(rest, "///") {
			o.choices = append(o.choices, strings.TrimPrefix(strings.TrimSpace(choice), "*"))
		}
	case "save", "reset":
		o.kind = "button"
	}
	return o
}

// readThinking takes depth, score and nodes from a line "ply score time nodes
// moves". Scores beyond 100000 are mates.
func readThinking(text string, r *Reply) {
	fields := strings.Fields(text)
	if len(fields) < 4 {
		return
	}
	var n [4]int
	for i := range n {
		field := fields[i]
		if i == 0 {
			field = strings.TrimRight(field, ".&+-")
		}
		v, err := strconv.Atoi(field)
		if err != nil {
			return
		}
		n[i] = v
	}
	const mate = 100_000
	r.Depth, r.Nodes, r.HasScore = n[0], uint64(max(n[3], 0)), true
	switch score := n[1]; {
	case score >= mate:
		r.Score = mateIn(max(score-mate, 1))
	case score <= -mate:
		r.Score = mateIn(score + mate)
	default:
		r.Score = clampScore(score)
	}
}

// offer is an option that the engine has declared.
type offer struct {
	name     string
	kind     string // check, spin, combo, button, string, …
	min, max string // of a spin
	choices  []string
}

type offers []offer

// readOffer reads the fields after the word option: "name Hash type spin default
// 16 min 1 max 512". Names and choices may have several words.
func readOffer(fields []string) offer {
	parts := map[string][]string{}
	key := ""
	var choices []string
	for _, f := range fields {
		switch f {
		case "name", "type", "default", "min", "max":
			key = f
		case "var":
			key = f
			choices = append(choices, "")
		default:
			if key == "var" {
				last := &choices[len(choices)-1]
				*last = strings.TrimSpace(*last + " " + f)
			} else {
				parts[key] = append(parts[key], f)
			}
		}
	}
	text := func(key string) string { return strings.Join(parts[key], " ") }
	return offer{text("name"), text("type"), text("min"), text("max"), choices}
}

func (list offers) find(name string) (offer, bool) {
	i := slices.IndexFunc(list, func(o offer) bool { return strings.EqualFold(o.name, name) })
	if i < 0 {
		return offer{}, false
	}
	return list[i], true
}

// accept finds the offer for a setting; why says what is wrong with the setting,
// or is "".
func (list offers) accept(o Option) (found offer, why string) {
	found, ok := list.find(o.Name)
	if !ok {
		names := make([]string, len(list))
		for i := range list {
			names[i] = list[i].name
		}
		hint := cmp.Or(toml.Hint(o.Name, names), fmt.Sprintf("; it has %q", names))
		return offer{}, fmt.Sprintf("has no option %q%s", o.Name, hint)
	}
	return found, found.refuses(o.Value)
}

// refuses says what is wrong with a value, or returns "".
func (o offer) refuses(value string) string {
	switch o.kind {
	case "check":
		if !slices.Contains([]string{"true", "false", "1", "0"}, value) {
			return fmt.Sprintf("option %s is %q, expected true or false", o.name, value)
		}
	case "combo":
		if len(o.choices) > 0 && !slices.Contains(o.choices, value) {
			hint := fmt.Sprintf("one of %q", o.choices)
			if near := toml.Nearest(value, o.choices); near != "" {
				hint = fmt.Sprintf("for example %q", near)
			}
			return fmt.Sprintf("does not offer %s = %q; expected %s", o.name, value, hint)
		}
	case "spin":
		n, err := strconv.Atoi(value)
		low, errLow := strconv.Atoi(o.min)
		high, errHigh := strconv.Atoi(o.max)
		if err != nil || errLow == nil && n < low || errHigh == nil && n > high {
			return fmt.Sprintf("option %s is %q, expected a number from %s to %s", o.name, value, o.min, o.max)
		}
	}
	return ""
}
