// Package pieces chooses a picture for each kind of piece of a game.
//
// Of returns a Face for each kind. Its Draw returns the elements of an SVG drawing of 100 by
// 100 units in the colours of a side, which a caller scales and moves:
//
//	faces := pieces.Of(v)
//	fmt.Fprintf(w, `<svg viewBox="0 0 100 100">%s</svg>`, faces[0].Draw(false))
//
// Shape and Paint are its two halves, for a file that defines a shape once and uses it many
// times; equal shapes have equal IDs. If a game has its pieces on discs or tiles (see
// variant.Look), the drawings include them. Letters returns faces that show characters or
// symbols: as strokes where package picture has them for the whole label, or else in a font.
//
// A kind gets the first of these pictures that no other kind of the game has:
//
//   - the picture named by the game file
//   - the picture whose name, or a synonym of it, is the piece's name
//   - for a promoted form, the picture of the unpromoted piece with a mark
//   - the picture of a piece with the same moves, such as rook and knight together
//   - the picture named by the last word of the piece's name, as of a shogi-pawn, and of a
//     pawn for any other pawn
//   - the letter of the piece on a plain piece
//
// Each of these is tried for all kinds, in the order of the game file, before the next.
package pieces
