package main

import (
	"io"
	"os"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes one command line, without the name of the program, and returns
// the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if err := execute(args, stdin, stdout, stderr); err != nil {
		printError(stderr, err)
		return 1
	}
	return 0
}
