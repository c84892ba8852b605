package external

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bestiary/engine/rules"
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
