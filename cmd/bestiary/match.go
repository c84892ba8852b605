package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/engine/variant"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
)

func matchCommand() *cli.Command {
	return &cli.Command{
		Name:      "match",
		Usage:     "play players against each other and say who is stronger",
		ArgsUsage: "GAME PLAYER [PLAYER...]",
		Description: `A PLAYER is KIND or KIND:SETTING,SETTING... The kinds are engine (the engine of this program), random,
and uci and xboard (another program, whose first setting is its command), as in

  engine:nodes=600,no-null-move
  uci:/usr/games/stockfish,option.Skill Level=3,tc=10+0.1

PLAYER can also be FILE.toml for all players of a file or FILE.toml#NAME for one of them. A comma in a value
is written twice. The settings are

` + settingsHelp() + `

Without a limit, the engine searches 300 positions per move. Games are played in pairs from one opening with colours swapped.
Players limited by nodes or depth play the same games with any number of --workers. Give the same command again to
continue a run that was interrupted; with more games the run grows.

--openings is the array of the game, armies that differ by a few pieces, or a file of EPD, FEN or PGN. Random moves
follow, by default none after an opening from a file. --book-start and --book-plies are start= and plies= of -openings in other programs. An opening that gives one side too great an
advantage is redrawn. 0 switches off --random-plies,
--book-plies and --balance.

--sprt ends a match of two players when one of the hypotheses is accepted: that the first player is stronger by ELO0 (H0)
or by ELO1 (H1), in normalized, logistic or bayesian Elo. --draw ends a game as drawn when, from move MOVE on, the
scores of both players have stayed within SCORE centipawns of 0 for MOVES moves. --resign ends it as
won when the loser's score has been -SCORE or worse for MOVES moves. In a gauntlet the first player
meets all others.`,
		Flags:  matchFlags(),
		Action: playMatch,
	}
}

func settingsHelp() string {
	var b strings.Builder
	var off []string
	for _, s := range player.Help() {
		if s[1] == player.SwitchHelp {
			off = append(off, s[0])
			continue
		}
		fmt.Fprintf(&b, "  %-14s%s\n", s[0], s[1])
	}
	return b.String() + "\nand, to switch off parts of the engine's search, " + strings.Join(off, ", ") +
		". The engine takes the settings up to hash-bits; other programs take those up to margin and those from command on; random players take only the name."
}

func playMatch(c *cli.Context) error {
	cfg, err := matchConfig(c)
	if err != nil {
		return err
	}
	g, err := loadGame(c, c.Args().First())
	if err != nil {
		return err
	}
	specs, err := matchPlayers(c)
	if err != nil {
		return err
	}
	timed := func(s player.Spec) bool { return s.Limit.Timed() }
	if !c.IsSet("games") && !c.IsSet("sprt") && slices.ContainsFunc(specs, timed) {
		return misused("match: players with a time limit need --games N, the number of games, or --sprt; the %d games of other matches may take days", matchGames)
	}
	run, err := match.New(g, cfg, specs)
	if err != nil {
		return err
	}
	log, err := matchLog(c)
	if err != nil {
		return err
	}
	var heard io.Writer
	if log != nil {
		defer log.Close()
		heard = log
	}
	folder := matchFolder(c, g.Variant, specs)
	return playGames(c, folder, func(ctx context.Context, r *stage) (a answer, err error) {
		if err := run.Introduce(ctx, heard); err != nil {
			return a, err
		}
		games, err := run.Open(folder)
		if err != nil {
			return a, err
		}
		defer games.Close()
		show := newMatchShow(c, run, folder, r.Show)
		if err := show.open(games); err != nil {
			return a, err
		}
		show.start()
		r.Crew.Wait = time.Duration(c.Int("wait")) * time.Millisecond
		tally, err := run.Play(ctx, games, r.Crew, heard, match.Events{GameDone: show.game, Fault: show.fault})
		err = errors.Join(err, show.close(), games.Close())
		if tally != nil && (err == nil || tally.Games() > 0) {
			var fault error
			a, fault = show.result(tally)
			err = errors.Join(fault, err)
		}
		return a, err
	})
}

// matchPlayers reads the arguments after the game. Each is a player or, if it does not
// begin with a kind of player, a file of players.
func matchPlayers(c *cli.Context) ([]player.Spec, error) {
	var list []player.Spec
	each := c.String("each")
	for _, arg := range c.Args().Slice()[1:] {
		kind, _, _ := strings.Cut(arg, ":")
		path, name, _ := strings.Cut(arg, "#")
		if slices.Contains(player.Kinds(), player.Kind(kind)) || !strings.HasSuffix(path, ".toml") {
			s, err := player.Parse(arg, each)
			if err != nil && strings.Contains(kind, "=") {
				err = fmt.Errorf("%w; settings are joined by commas, as in --each tc=10+0.1,margin=0.2 and in uci:PROGRAM,tc=10+0.1", err)
			}
			if err != nil {
				return nil, misuse(err)
			}
			list = append(list, s)
			continue
		}
		all, err := player.Load(path, each)
		if err != nil {
			return nil, err
		}
		if all, err = pickPlayer(all, path, name); err != nil {
			return nil, err
		}
		list = append(list, all...)
	}
	if len(list) < 2 {
		return nil, misused("match: found %s, expected 2 or more", format.Plural(len(list), "player"))
	}
	player.TellApart(list)
	return list, nil
}

// pickPlayer returns the player with this name in a file, or all players if name is "".
func pickPlayer(all []player.Spec, path, name string) ([]player.Spec, error) {
	if name == "" {
		return all, nil
	}
	var names []string
	for _, s := range all {
		if s.Name == name {
			return []player.Spec{s}, nil
		}
		names = append(names, s.Name)
	}
	return nil, unknownName(fmt.Sprintf("players: %s has no player %q", path, name), name, names)
}

// matchFolder returns --out, or a folder named after the game, the players and the
// seed.
func matchFolder(c *cli.Context, v *variant.Variant, specs []player.Spec) string {
	const longest = 40
	kind := "tournament"
	if len(specs) == 2 {
		kind = "match-" + files.Slug(specs[0].Name, longest) + "-vs-" + files.Slug(specs[1].Name, longest)
	}
	return runFolder(c, v, kind)
}

// matchLog opens the file of --log. It returns nil without the flag.
func matchLog(c *cli.Context) (*os.File, error) {
	switch {
	case !c.IsSet("log"):
		return nil, nil
	case c.String("log") == "":
		return nil, misused(`--log "": expected a file`)
	}
	return os.Create(c.String("log"))
}
