// Bestiary tells a designer of chess variants, with evidence, what a piece is
// worth and what difference a rule makes.
//
//	bestiary COMMAND [options] [arguments]
//
// Games are named by their name in the catalogue (bestiary variants) or by the
// path of a file: a game file, a section of a variants.ini as in FILE.ini#SECTION,
// or a page or text with an Interactive Diagram. Options may stand before or after
// the arguments; after "--" everything is an argument. Results go to standard
// output, progress and errors to standard error. The exit code is 0, 2 if the
// command line itself is wrong (an unknown command or flag, a wrong number of arguments, a
// value that a flag does not take), and 1 after any other error. Errors are reported in
// lines that begin with "bestiary: ". With --json a
// command prints one JSON value on one line; its help describes the fields, whose
// names are in kebab-case.
//
// # Layout
//
// The commands stand in three packages below this one: design for games and questions
// about them, engine for what plays and analyzes, data for runs and their games. Each
// command is a file with one constructor, such as design/show.go with showCommand; the
// Commands of its package lists it. A command reads its flags, asks the other packages
// and prints their answers. Its ArgsUsage declares its arguments, whose number is checked
// before its action runs; its Description is wrapped for the help. A command writes to
// App.Writer and App.ErrWriter and returns its errors.
//
// The package command holds what they share: flags, the GAME argument, the folders of runs,
// Ctrl-C, progress and output. This package runs a command line: app.go has the program
// and its help, arguments.go lets flags stand anywhere and finds misspelt names.
package main
