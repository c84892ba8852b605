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
// Atoms are leaps (files, ranks): W(0,1) F(1,1) D(0,2) N(1,2) A(2,2) H(0,3)
// C=L(1,3) Z=J(2,3) G(3,3), with the suffixes X and Y for longer ones, and the
// compounds K=WF, R=W0, B=F0, Q=K0. U leaps to any square. The range is the
// greatest number of equal leaps through empty squares, 0 for no limit; a doubled
// letter (NN) means 0.
//
// Directions are f b l r, v=fb, s=lr, h for a half. Alone on an orthogonal or
// diagonal atom a letter is a side. On an oblique atom it is the narrow pair on
// that side, and a vertical letter followed by a horizontal one or the reverse
// is a subset of the pair of the last. On K and Q a letter alone is orthogonal
// and two perpendicular ones are the diagonals between them.
//
// Modes are m (to an empty square), c (capture), d (capture of an own piece),
// e (en passant); without a mode both m and c hold, and repeating one adds
// nothing. Other modifiers are i (first move of the piece), n (lame), j (must jump; sliders skip a
// square), p and g (hop over one piece), z (crooked slider) and q (circular
// rider, qN).
//
// The letter a chains legs, which all use the group's atom. A later leg turns
// relative to the one before, f being straight on, in eight directions whatever
// the atom: an orthogonal atom that turns by 45 degrees goes on as its diagonal
// partner. A leg before the last needs an empty square to end on unless it has
// modes of its own; there p passes over a piece, and y and g are m and p that
// turn a leaper into a slider, or a slider into a leaper, for the legs after
// it. In legs after a bend, q turns to the same hand as that bend and z to the
// other.
//
// In brackets every leg has its own atom and range. After "?" the piece may
// stop or go on, after "-" it must go on. A leg without directions deviates as
// little as it can. Modifiers before the bracket restrict the whole move.
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
// everything else that is not described here. The error names the place;
// docs/betza.md lists what is left out, and why.
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
