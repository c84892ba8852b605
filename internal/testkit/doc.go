// Package testkit is what the tests of all packages share: the flags -update and
// -long, golden files, and shorthands for errors that end a test or have to occur.
// Package rulestest adds the games.
package testkit
