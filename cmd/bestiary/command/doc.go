// Package command holds the code that the commands of bestiary share: flags, the GAME
// argument, the folders of runs, progress and output.
package command
