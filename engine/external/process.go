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
	"sync/atomic"
	"time"
)

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
	// keepLatest is set while no lines are read: the queue then loses its oldest ones.
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
