// Package doc is a report as data: a title, what a reader sees first, and an appendix of sections.
// It is written once and rendered as Markdown for a repository and as a single HTML file for a
// browser.
//
// A [Document] holds blocks: [Paragraph], [Note], [List], [Heading], [Table], [Figure], [Gallery],
// [Replay] and [Code]. Texts are plain; the writers escape Markdown and HTML in them. Words in
// bold, in italics or with a link are spans of a [Text]. A [Verdict], such as "✓ passes", has a
// sign, and a colour where the form has colours; which word has which is said here once, for charts
// and pictures, too. Empty tables are omitted, and so are headings with nothing below them.
// Sentences, tables and whole bodies are [Templates]; Screen writes the same blocks for a terminal.
//
// The HTML page needs no other file: pictures are inside as data addresses, each in
// a wide and a narrow form, the narrow one for windows below 760 px, so that no text
// is scaled down. Below 640 px, a table with more than three columns becomes a list
// of cards, so that nothing is cut off. The page follows the reader's colour scheme.
// Sections of the appendix are folded. The page runs no script, except the one of
// replays in a page that has some.
package doc
