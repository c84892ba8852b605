// Bestiary tells a designer of chess variants, with evidence, what a piece is
// worth and what a rule does.
//
//	bestiary COMMAND [options] [arguments]
//
// Games are named by their name in the catalogue (bestiary variants) or by the
// path of a file: a game file, a section of a variants.ini as in FILE.ini#SECTION,
// or a page or text with an Interactive Diagram. Options may stand before or after the arguments; behind
// "--" everything is an argument. Results go to standard output, progress and
// errors to standard error. The exit code is 0, or 1 after an error, which is
// reported in a line that begins with "bestiary: ". With --json a command prints
// one JSON value on one line, whose fields its help describes.
//
// # Layout
//
// Each command is a file of its own with one constructor, such as show.go with
// showCommand; newApp in app.go lists them. A command reads its flags, asks the
// other packages and prints what they answer. Its ArgsUsage declares its
// arguments, whose number is checked before its action runs; its Description is
// wrapped for the help. A command writes to App.Writer and App.ErrWriter and
// returns its errors, which run reports.
//
// What commands share is in small files: arguments.go lets flags stand anywhere,
// game.go has the GAME argument with --rule and --fen, gamefile.go reads files of
// all formats, output.go writes files, json.go --json, square.go
// the squares of boards without a game. Drawings are made by board.go (a
// position), diagram.go (the moves of a piece), scene.go (a piece among others) and
// text.go, pictures by pictures.go with internal/present/board; rulestext.go,
// castlingtext.go and promotiontext.go put rules into words. Commands that
// play share playflags.go (their flags, the folder of a run, Ctrl-C) and
// progress.go; valuetable.go prints values with their intervals, analysistable.go
// the lines of analyze. The commands that are engines share the flags in uci.go.
package main
