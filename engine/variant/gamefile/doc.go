// Package gamefile reads and writes games in all formats: game files, sections of a
// variants.ini, and Interactive Diagrams, either alone or within a page.
package gamefile
