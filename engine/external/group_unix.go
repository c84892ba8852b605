//go:build unix

package external

import (
	"os"
	"os/exec"
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
