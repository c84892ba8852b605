// Package command has what the commands of bestiary share: flags, the GAME argument,
// the folders of runs, progress, and the forms of output.
package command
