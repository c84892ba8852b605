// Package testkit holds what the tests of all packages share: the flags -update and -long,
// golden files, and helpers that end a test on an error or require one. Package rulestest
// adds the games.
package testkit
