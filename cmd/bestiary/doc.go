// Bestiary measures, for designers of chess variants, the worth of pieces and the effects of rules.
//
//	bestiary COMMAND [options] [arguments]
//
// Games are named by their name in the catalogue (bestiary show) or by the path of a file: a
// game file, a section of a variants.ini as in FILE.ini#SECTION, or a page or text with an
// Interactive Diagram. Options may come before or after the arguments; after "--" everything is an
// argument. Results go to standard output, progress and errors to standard error. The exit code is
// 0, 2 if the command line itself is wrong (an unknown command or flag, a wrong number of
// arguments, a value that a flag does not take), and 1 after any other error. Errors are reported
// in lines that begin with "bestiary: ". With --json a command prints one JSON value on one line;
// its help describes the fields, whose names are in kebab-case.
//
// # Layout
//
// Each command is a file with one constructor, such as show.go with showCommand; commands.go
// lists them in the order of the help. The file of a command in the folder help has its
// arguments, what it does in a sentence, and the text of its help. The constructor declares the
// flags, which set the fields of a configuration; the action asks the other packages and prints
// their answers. It writes to App.Writer and App.ErrWriter and returns its errors.
//
// What the commands share stands in flags.go, runflags.go and game.go (flags and the GAME
// argument), run.go (a run: its folder, workers, Ctrl-C, the answer), progress.go, folders.go and
// output.go. app.go runs a command line, and arguments.go lets flags stand anywhere and finds
// misspelt names.
package main
