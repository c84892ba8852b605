// Package board draws boards and the moves of pieces as SVG pictures, for pages
// that explain a game.
//
// Position and Card draw the array of a game. Pieces are pictures of package pieces, unless
// Options.Faces has others. Squares that are not part of the board are omitted. A game may have a
// board of points, with lines, a river and palaces. Waiting pieces are drawn next to the board, at
// their own side.
//
// Moves draws where a piece goes on a board just large enough: a green disc where it moves or
// captures, a blue ring where it only moves, a red cross where it only captures. If nothing on the
// way can block the move, a diamond replaces disc and ring and surrounds the cross. A small sign
// under an arch shows what the piece can do there by jumping over another one. Moves that bend have
// their paths drawn as thin lines; lines that continue beyond the drawing have arrows outside its
// edge. The shapes tell all of this without the colours.
//
// A red crown in a ring marks where the piece only attacks the opposing royal
// piece.
//
// A piece whose moves depend on its rank has a board for each region of ranks. A
// piece whose moves are confined to an area is shown in the middle of the area, where
// squares outside have no mark, and outside it. A piece that jumps over others has a
// further board with an example for each way to do so: grey pieces stand in the way,
// and the marks show what the move string then allows.
//
// Reach is the model of these drawings, and of drawings in text. The move string in normal form is
// a union of paths; a path is walked on a board without edges, and the weakest condition on the
// squares that it passes is kept. A square reached by several paths has the most favourable one.
// The model omits conditions on several paths together, such as that one of a falcon's three paths
// to a square must be free.
//
// Text, Frame.Text and Scene.Text draw positions and moves with letters, for
// terminals.
//
// Pictures draws the array of a game and all its pieces. Options makes boards small
// enough for a page, adds a line below the name of each piece, and draws the legend
// once for all pieces.
//
// All pictures depend only on the game and the options. They contain neither
// scripts nor references to other files. Their background and the text on it
// follow the colour scheme of the reader's program; squares and pieces do not.
package board
