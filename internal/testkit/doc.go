// Package testkit holds helpers shared by the tests of all packages: the flags -update and -long,
// golden files, and helpers that end a test on an error or require one. Package rulestest adds the
// games.
package testkit
