// Package squares converts between our names of squares and the names that CECP,
// the protocol of XBoard, uses.
//
// We count ranks from 1. CECP does too, except on boards of exactly ten ranks,
// where it counts them from 0: our a1 and a10 are its a0 and a9.
package squares
