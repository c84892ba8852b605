package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"bestiary/engine/betza"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes a command line, given without the name of the program, and returns the exit
// code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := checkSpace()
	if err == nil {
		err = execute(args, stdin, stdout, stderr)
	}
	if err != nil {
		// An error is one line, a list one line for each. A move string follows with the position
		// marked.
		w := format.Safe(stderr)
		for line := range strings.Lines(err.Error()) {
			fmt.Fprintf(w, "bestiary: %s\n", format.Excerpt(strings.TrimRight(line, "\r\n")))
		}
		var syntax *betza.SyntaxError
		if errors.As(err, &syntax) && syntax.Source != "" {
			fmt.Fprint(w, syntax.Pointer())
		}
		switch {
		case errors.As(err, &misuseError{}):
			return 2
		case errors.As(err, &interrupted{}):
			return 128 + int(syscall.SIGINT) // as shells have it
		}
		return 1
	}
	return 0
}

// newApp returns the program with its commands.
func newApp() *cli.App {
	app := &cli.App{
		Name:  "bestiary",
		Usage: "measures what chess pieces are worth and what rules do",
		Description: `GAME is a name from the catalogue (bestiary show) or the path of a file: a game file,
FILE.ini#SECTION of a variants.ini, or a page or text with an Interactive Diagram.
bestiary help COMMAND explains the arguments and options of a command.
The exit code is 0, 2 if the command line is wrong, 130 after an interruption, and 1 after any other error.`,
		Commands: commands(),
		Flags: []cli.Flag{
			cli.HelpFlag,
			switchFlag("version", "print the version and source of this program"),
			switchFlag("licences", "print the licences of all modules that it contains"),
		},
		Action: func(c *cli.Context) error { // bestiary without a command, and bestiary --version
			if c.Bool("version") || c.Bool("licences") {
				return printVersion(c)
			}
			return cli.ShowAppHelp(c)
		},
		HideHelpCommand:           true,
		HideVersion:               true,
		DisableSliceFlagSeparator: true, // values of --rule contain commas
		CustomAppHelpTemplate:     programHelp,
		Metadata:                  map[string]any{"usual": usualCommands},
		ExitErrHandler:            func(*cli.Context, error) {}, // run reports errors
	}
	app.Description = wrapParagraphs(app.Description)
	app.Setup()
	prepare(app.Name, app.Commands)
	return app
}

// prepare sets the fields that are the same for all commands.
func prepare(parent string, commands []*cli.Command) {
	for _, cmd := range commands {
		cmd.HelpName = parent + " " + cmd.Name
		cmd.Description = wrapParagraphs(cmd.Description)
		cmd.HideHelpCommand = true
		cmd.CustomHelpTemplate = commandHelp
		cmd.Flags = append(cmd.Flags, cli.HelpFlag)
		cmd.Before = checkArguments
		cmd.OnUsageError = func(c *cli.Context, err error, _ bool) error {
			return misused("%s: %w", nameOf(c.Command), plainUsage(c.Command, err))
		}
		prepare(cmd.HelpName, cmd.Subcommands)
	}
}

// badValue matches the error of a flag whose value cannot be read.
var badValue = regexp.MustCompile(`^invalid (?:boolean )?value "(.*)" for (?:flag )?-(\S+): `)

// plainUsage returns an error of the reader of flags in words for people.
func plainUsage(cmd *cli.Command, err error) error {
	found := badValue.FindStringSubmatch(err.Error())
	if found == nil {
		return err
	}
	expected := "a number"
	switch findFlag(cmd.Flags, found[2]).(type) {
	case *cli.DurationFlag:
		expected = "a time with its unit, such as 500ms, 5s or 2m"
	case *cli.IntFlag, *cli.Int64Flag, *cli.UintFlag, *cli.Uint64Flag:
		expected = "a whole number"
	}
	if strings.HasPrefix(err.Error(), "invalid boolean") {
		expected = "true or false, or nothing"
	}
	return fmt.Errorf("--%s: found %q, expected %s", found[2], found[1], expected)
}

// execute runs one command line. A panic becomes an error, so that the user
// never sees a stack trace.
func execute(args []string, stdin io.Reader, stdout, stderr io.Writer) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v", fault)
		}
	}()
	app, shown := newApp(), stdout
	if f, ok := stdout.(*os.File); ok && term.IsTerminal(int(f.Fd())) && os.Getenv("NO_COLOR") == "" {
		shown = verdictWriter{stdout}
	}
	out := bufio.NewWriter(format.Safe(shown))
	app.Reader, app.Writer, app.ErrWriter = stdin, out, format.Safe(stderr)
	if line := os.Getenv("COMP_LINE"); line != "" && len(args) > 0 && args[0] == "complete" {
		complete(app, args[1:], line)
		return out.Flush()
	}
	if args, err = orderBelow(nil, app.Commands, app.Flags, args); err != nil {
		return err
	}
	if last := len(args) - 1; last >= 0 && args[last] == "--help" && !slices.Contains(args, "--") {
		args = append([]string{"help"}, args[:last]...) // cli's own help of commands looks different
	}
	err = app.Run(append([]string{app.Name}, args...))
	if fault := out.Flush(); err == nil && fault != nil {
		err = fmt.Errorf("writing the output: %w", fault)
	}
	return err
}

// verdictWriter colours verdicts.
type verdictWriter struct{ to io.Writer }

func (w verdictWriter) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.to, doc.OnTerminal(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}
