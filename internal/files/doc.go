// Package files writes the files of a report so that a reader never sees half of one.
package files
