// Package betza reads move strings in XBetza, the extension of Ralph Betza's
// notation by H. G. Muller, and writes them out as plain runs of steps.
//
// # The notation
//
// A move string is a list of groups; the piece may make the moves of any group.
// A group is an atom with modifiers before it and a range after it:
//
//	group    = modifiers { "a" modifiers } atom [ range ]
//	         | modifiers "[" leg { ( "-" | "?" ) leg } "]"
//	         | modifiers "O" number
//	         | modifiers "U"
//	leg      = modifiers atom [ range ]
//
// docs/betza.md explains atoms, directions, modes and legs, with pictures, and lists what
// is left out, and why.
//
// # Readings
//
// Programs differ on corners of the notation. Here:
//
//   - AX, ZX and GX, whose leaps differ between descriptions, are errors.
//   - On K and Q and in later legs, sf means the same as fs. Where a third
//     letter leaves open what belongs together, or where s or v begins a pair
//     on an oblique atom, the string is an error.
//   - n is defined on N, D and A, whose half-way square must be empty (for N
//     the orthogonal one), and on H and G, which need both squares between
//     empty. With i and m alone it also lets the squares passed be captured on
//     en passant; for that alone it may stand on W, F and their sliders too.
//   - p and g with a range count the piece hopped over as a step.
//   - q at the first bend, after a diagonal leg, turns towards the file:
//     [F?fqR] is v[F?R]. Elsewhere q and z need an earlier bend.
//   - A move may end where it begins if it takes something on the way; a group all of whose
//     moves end there and take nothing is an error.
//   - Oblique atoms go on only straight ahead (f) or back (b).
//
// The atoms I and @, O without a number, the modifiers k o t u x, ii, circular
// riders of other atoms than N and groups in parentheses are errors, as is
// everything else that is not described there. The error names the place.
//
// # Normal form
//
// Parse returns the union of all moves as paths: lists of legs with absolute
// steps, with modes turned into conditions on squares. Paths are in the order of
// the groups in the string, then for each leg in turn clockwise from forward; for U
// by ranks from the farthest forward and then from left to right. Equal paths
// are listed once.
//
// A string of 256 bytes could have millions of paths, and a game hundreds of
// such strings, so the number of paths is limited: by MaxPaths for a string and
// by a Budget for several.
//
// Sources: Betza.html of GNU XBoard, MovesFromString in its moves.c, and
// H. G. Muller's comments on chessvariants.com.
package betza
