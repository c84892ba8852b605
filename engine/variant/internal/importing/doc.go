// Package importing holds code shared by the readers and writers of other programs' game
// files: a [Report] of errors and warnings, names, the translation of first moves into
// moves limited to ranks, and a [Writer].
package importing
