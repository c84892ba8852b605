// Package pieces says which picture each kind of piece of a game has.
//
// Of returns a Face for every kind of a game. Its Draw gives the elements of an SVG drawing
// of 100 by 100 units in the colours of a side, which a caller scales and moves:
//
//	faces := pieces.Of(v)
//	fmt.Fprintf(w, `<svg viewBox="0 0 100 100">%s</svg>`, faces[0].Draw(false))
//
// Shape and Paint are its two halves, for a file that defines a shape once and uses it many
// times; equal shapes have equal IDs. A game may want its pieces on discs or on tiles, see
// variant.Look; faces contain them. Letters returns faces that show characters or symbols.
//
// What a face shows is decided by the first of these that no other kind of the game has:
// the picture that the game file names, the picture of that name or of a synonym, for a
// promoted form the picture of the piece that it was with a mark, the picture of pieces
// that move in this way, as of rook and knight together, and at last the letter of the
// piece on a plain one. Each of these is tried for all kinds, in the order of the game file,
// before the next.
package pieces
