package external

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

const (
	stderrMark = "! "
	queueSize  = 256 // lines that wait to be read

	// endTime is how long an engine that has closed its output may take to end.
	endTime = 500 * time.Millisecond
	// drainTime is how long output is still read when the engine has ended. Only
	// a child that has left the process group can keep the pipe open longer.
	drainTime = 250 * time.Millisecond
	// killTime is how long the system may take to end a killed process.
	killTime = 5 * time.Second
)

var (
	errDeadline = errors.New("deadline passed")
	errEnded    = errors.New("output ended")
)

// process is a running program. Its goroutines read the output pipes and wait
// for its end; all are gone after shutdown.
type process struct {
	cmd    *exec.Cmd
	stdin  *os.File
	lines  chan line     // closed at the end of standard output
	exited chan struct{} // closed when the program has ended
	read   chan struct{} // closed when all output has been read
	left   chan struct{} // closed when nobody reads lines any more
	tail   tail
	tasks  sync.WaitGroup

	logMu sync.Mutex
	log   io.Writer

	killMu sync.Mutex
	gone   bool // the process id may belong to another process
}

// startProcess runs the program of a configuration.
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
			select {
			case p.lines <- l:
			case <-p.left: // what is read no longer matters, but the pipe must not fill
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
		_ = p.cmd.Wait() // the state says it all
		p.killMu.Lock()
		p.gone = true
		killGroup(p.cmd.Process) // what it has started and left behind
		p.killMu.Unlock()
		release()
		close(p.exited)
		p.waitRead()
		stdout.Close()
		stderr.Close()
		p.stdin.Close()
	})
}

// waitRead gives the readers time to finish when the program has ended.
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

// send writes commands, one a line.
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

// next is the next line; errDeadline, errEnded or ctx's error if none comes.
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

// forget drops the lines that nobody has asked for.
func (p *process) forget() {
	for range queueSize {
		select {
		case <-p.lines:
		default:
			return
		}
	}
}

// running reports whether the program has not ended within a time.
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

// shutdown ends the program: by the command quit if there is a grace period, by
// force after it. It returns when no process and no goroutine is left.
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
		return fmt.Errorf("process %d does not end though it was killed", p.cmd.Process.Pid)
	}
	p.tasks.Wait()
	return nil
}
