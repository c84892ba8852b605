package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// settle kills the engine after an error from which it cannot continue.
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

// exchange writes commands and reads lines until accept returns true.
func (e *Engine) exchange(ctx context.Context, deadline time.Time, accept func(line) bool, commands ...string) error {
	if err := e.send(ctx, deadline, commands...); err != nil {
		return err
	}
	return e.await(ctx, deadline, accept)
}

// ended turns errEnded into a Fault that states how the engine ended.
func (e *Engine) ended(err error) error {
	if !errors.Is(err, errEnded) {
		return err
	}
	if e.proc.running(endTime) {
		return e.fault(ClosedPipe, "the program runs on, but it has closed its standard input or output")
	}
	e.proc.waitRead() // standard error may give the reason
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

// ask sends a command and reads lines until accept returns true. The Fault of an engine that is
// late states what was expected.
func (e *Engine) ask(ctx context.Context, deadline time.Time, command, expected string, accept func(text string) bool) error {
	line := func(l line) bool { return accept(strings.TrimSpace(l.text)) }
	return e.late(e.exchange(ctx, deadline, line, command), expected)
}

// late turns errDeadline outside a search into a Fault.
func (e *Engine) late(err error, expected string) error {
	if errors.Is(err, errDeadline) {
		return e.fault(NoHandshake, "no %s within %v", expected, e.config.StartTimeout)
	}
	return err
}
