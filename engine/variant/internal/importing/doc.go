// Package importing holds what the readers and writers of other programs' game
// files share: a [Report] of errors and warnings, names, the translation of first
// moves into moves limited to ranks, and the frame of a [Writer].
package importing
