// Package variant describes a chess-like game as plain data.
//
// A [Variant] holds everything that differs between games: the board, the pieces with their moves
// in (X)Betza notation, the array and the rules. No other package asks for a game's name. The
// package checks move strings, which engine/betza parses, but does not make moves.
//
// # Files
//
// Games are kept as TOML; docs/game-format.md describes the format. [Load] and
// [Parse] read it and [Variant.Encode] writes it in canonical form, so that
// Parse(Encode(v)) equals v for every v that Parse returned. All faults of a
// file are reported at once, as [toml.Errors] with line, field and the nearest valid
// name.
//
// # Rules
//
// One table describes the fields of [Rules]. Reading and writing files, checks,
// options and the rules in words ([Variant.Explain]) all follow from it.
//
// # Readings
//
// Where the description of a game can be read in two ways, each reading is a named option
// ([Options]). [Variant.Override] changes an option by name; [Variant.Settings] lists all that
// apply to a game, to be stored with results. Readings that only some games have are part of their
// files, as alternatives for some of the fields ([OwnOption]).
//
// # Catalogue
//
// Some games come with the package: [Catalogue] and [Find].
// [Variant.Hash] identifies the rules of a game whatever its name. [Begin] writes the
// commented file of a new game with the rules of another, or of [Plain] chess on a board
// of any size.
package variant
