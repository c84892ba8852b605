// Package picture is the bestiary set: drawings of chess pieces, made for this project.
//
// The drawings are in the text file set.txt, which can be edited by hand: named parts, such
// as a foot, a head or a wing, and pieces composed of parts. The file explains its syntax.
// Coordinates go from 0,0 to 100,100; the base line is at 92.
//
// A picture has a name, such as "gryphon", which may be followed by marks, each after a
// plus, as in "knight+crown" or "rook+wings". Marks are parts that are drawn behind or in
// front of any piece.
//
// The elements of Shape inherit two colours: fill for areas and color for lines. Draw sets
// them for a side. A white piece has dark lines on white; a black one has light lines on
// dark within a dark rim, so that both stand out on any square. Sheet shows the whole set.
//
// Characters writes on pieces those of the file characters.txt, which has the same syntax, so that
// they look the same on machines without a font for them.
//
// Embed checks a picture that comes with a game and returns it as a data URI. It refuses an
// SVG that can do more than draw, or that draws too much.
package picture
