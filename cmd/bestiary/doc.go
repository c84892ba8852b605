// Bestiary tells a designer of chess variants, with evidence, what a piece is
// worth and what difference a rule makes.
//
//	bestiary COMMAND [options] [arguments]
//
// Games are named by their name in the catalogue (bestiary variants) or by the
// path of a file: a game file, a section of a variants.ini as in FILE.ini#SECTION,
// or a page or text with an Interactive Diagram. Options may stand before or after
// the arguments; after "--" everything is an argument. Results go to standard
// output, progress and errors to standard error. The exit code is 0, or 1 after an
// error, which is reported in a line that begins with "bestiary: ". With --json a
// command prints one JSON value on one line; its help describes the fields, whose
// names are in kebab-case.
//
// # Layout
//
// Each command is a file of its own with one constructor, such as show.go with
// showCommand; app.go lists them and runs one. A command reads its flags, asks the
// other packages and prints their answers. Its ArgsUsage declares its arguments,
// whose number is checked before its action runs; its Description is wrapped for
// the help. A command writes to App.Writer and App.ErrWriter and returns its
// errors.
//
// Commands share a few files: arguments.go lets flags stand anywhere and finds
// misspelt names, game.go has the GAME argument with --rule and --fen, runflags.go
// the flags of commands that play, their folders and Ctrl-C, progress.go the
// progress of games, output.go --json and files, text.go the layout of lines.
package main
