// Package data has the commands about runs and their games: what they hold, other formats,
// and runs on several machines.
package data
