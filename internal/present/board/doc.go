// Package board draws boards and the moves of pieces as SVG pictures, for pages
// that explain a game.
//
// Position draws the array of a game with its pieces as letters: White's on light
// ground and Black's on dark, pawns on small discs, royal pieces on shields,
// others on discs. Squares that are not part of the board are left out. Waiting
// pieces stand beside the board of their side.
//
// Moves draws where a piece goes on a board just large enough: a green disc where
// it moves or captures, a blue ring where it only moves, a red cross where it only
// captures. A diamond takes the place of disc and ring, and stands around the
// cross, where nothing on the way can bar the move. A small sign under an arch
// means what the piece can do there over another one. Moves that bend have their
// paths drawn as thin lines, lines that go on beyond the drawing have arrows
// outside its edge. The shapes tell all of this without the colours.
//
// A red crown in a ring marks where the piece only attacks the opposing royal
// piece.
//
// A piece whose moves depend on its rank has a board for each region of ranks. One
// whose moves keep to an area is shown in the middle of it, where squares outside
// have no mark, and elsewhere. A piece that jumps over others has a further board for
// each way to do so, an example: grey pieces stand in the way, and the marks are what
// the move string allows while they do.
//
// Reach is the model of these drawings, and of drawings in text. The move
// string in normal form is a union of paths; a path is walked on a board without
// edges, and the weakest condition on the squares that it passes is kept. A
// square reached by several paths has the most favourable one. The model leaves
// out conditions that hold for several paths together: a falcon's square needs one of
// three paths to be free.
//
// Text, Frame.Text and Scene.Text draw positions and moves with letters, for
// terminals.
//
// Pictures draws the array of a game and all its pieces. Options makes boards small
// enough for a page, adds a line below the name of each piece, and draws the legend
// once for all pieces.
//
// All pictures depend on the game and the options alone. They hold neither scripts
// nor references to other files. Their ground and what is written on it follow the
// colour scheme of the reader's program; squares and pieces do not.
package board
