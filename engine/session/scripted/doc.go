// Package scripted talks to an engine in tests, line by line through pipes, as
// another program would.
package scripted
