// Package importing holds what the readers of other programs' game files share:
// warnings, names, the layout of an array, and the translation of first moves
// into moves limited to ranks.
package importing
