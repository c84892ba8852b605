// Package picture is the bestiary set: drawings of chess pieces, made for this project.
//
// The drawings are text, in set.txt, which a person can edit: named parts, such as a foot,
// a head or a wing, and pieces that are put together from parts. The file explains its own
// lines. Coordinates go from 0,0 to 100,100; the base line is at 92.
//
// A picture has a name, such as "gryphon". Marks may follow it, each after a plus, such as
// "knight+crown" or "rook+wings": parts that are drawn behind or in front of any piece.
//
// The elements of Shape have two colours, of their areas and of their lines, which they
// inherit: fill and color. Draw sets them for a side: a white piece has dark lines on white,
// a black one has light lines on dark within a dark rim, so that both can be told from any
// square. Sheet shows the whole set.
//
// Embed checks a picture of a game's own and makes it a data URI. It keeps of an SVG what
// can only draw and refuses the rest.
package picture
