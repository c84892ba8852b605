//go:build unix

package external

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// ownGroup makes the program the leader of a process group, so that what it
// starts can be killed with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup kills the process and all of its group. It does nothing when there
// are none left.
func killGroup(p *os.Process) {
	_ = syscall.Kill(-p.Pid, syscall.SIGKILL)
}

// guardScript waits for the end of its input and then kills the group $1.
const guardScript = `read -r _; kill -s KILL -- "-$1"`

// guardGroup has the group killed when this program ends, however it ends: a shell
// in a session of its own waits for the end of a pipe that this program alone
// holds. It returns a function that ends the shell, to be called when the group
// has been killed. Systems without /bin/sh do without.
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
