//go:build !unix

package external

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

// killGroup kills the process alone; its children survive.
func killGroup(p *os.Process) {
	_ = p.Kill()
}

func guardGroup(*os.Process) (release func()) { return func() {} }
