// Package data holds the commands about runs and their games: they describe runs, convert
// games from and to other formats, and spread runs over several machines.
package data
