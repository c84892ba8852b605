// Package rulestest provides compiled games and positions to the tests of other
// packages.
package rulestest
