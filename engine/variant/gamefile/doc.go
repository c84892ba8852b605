// Package gamefile reads and writes games in all formats: game files, sections of
// a variants.ini, and Interactive Diagrams, in a page or alone.
package gamefile
