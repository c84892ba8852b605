//go:build unix

package external

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// ownGroup makes the program the leader of a process group, so that its children
// can be killed with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup kills the process and its group, if any of it is left.
func killGroup(p *os.Process) {
	_ = syscall.Kill(-p.Pid, syscall.SIGKILL)
}

// guardScript waits for the end of its input and then kills the group $1.
const guardScript = `read -r _; kill -s KILL -- "-$1"`

// guardGroup makes sure that the group is killed when this program ends, even by
// SIGKILL. A shell in a session of its own waits for the end of a pipe that only
// this program holds. A parent-death signal would reach the engine alone, not its
// children. The returned function ends the shell, once the group has been killed.
// Without /bin/sh there is no guard.
func guardGroup(p *os.Process) (release func()) {
	guard := exec.Command("/bin/sh", "-c", guardScript, "bestiary-guard", strconv.Itoa(p.Pid))
	guard.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	_, err := guard.StdinPipe()
	if err == nil {
		err = guard.Start()
	}
	if err != nil {
		return func() {}
	}
	return func() {
		_ = guard.Process.Kill()
		_ = guard.Wait()
	}
}
