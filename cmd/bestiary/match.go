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

	"bestiary/engine/eval"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
)

func matchCommand() *cli.Command {
	m := &matchSetup{Config: match.Default()}
	m.RandomPlies = matchRandomPlies
	m.KeepBalance(matchBalance)
	var settings [][3]string
	var off []string
	for _, s := range player.Help() {
		if s[1] == player.SwitchHelp {
			off = append(off, s[0])
		} else {
			settings = append(settings, s)
		}
	}
	about := map[string]any{"Settings": settings, "Off": strings.Join(off, ", ")}
	return declare("match", about, func(c *cli.Context) error { return playMatch(c, m) }, m.flags()...)
}

func playMatch(c *cli.Context, m *matchSetup) error {
	if err := m.complete(c); err != nil {
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
		return misused("match: players with a time limit need --games N, the number of games, or --sprt; "+
			"the %d games of other matches may take days", matchGames)
	}
	run, err := match.New(g, m.Config, specs)
	if err != nil {
		return err
	}
	if c.Bool("plan") {
		return planMatch(c, run)
	}
	var heard io.Writer
	if c.IsSet("log") {
		log, err := os.Create(c.String("log"))
		if err != nil {
			return err
		}
		defer log.Close()
		heard = log
	}
	folder := runFolder(c, g.Variant, matchKind(specs))
	return playGames(c, folder, func(ctx context.Context, s *stage) (a answer, err error) {
		if err := run.Introduce(ctx, heard); err != nil {
			return a, err
		}
		games, err := run.Open(folder)
		if err != nil {
			return a, err
		}
		defer games.Close()
		show, err := newMatchShow(c, run, folder, s.Show, games)
		if err != nil {
			return a, err
		}
		for _, p := range run.Players {
			if w := p.Weights(); w != nil {
				s.Show.Say("%s", eval.Playing(p.Name, g, w))
			}
		}
		s.Crew.Wait = time.Duration(m.wait) * time.Millisecond
		tally, err := run.Play(ctx, games, s.Crew, heard, match.Events{GameDone: show.game, Fault: show.fault})
		err = errors.Join(err, show.close(), games.Close())
		if tally != nil && (err == nil || tally.Games() > 0) {
			var fault error
			a, fault = show.result(tally)
			err = errors.Join(fault, err)
		}
		return a, err
	})
}

// matchKind names a match in the kind of its folder, by the players.
func matchKind(specs []player.Spec) string {
	const longest = 40
	if len(specs) == 2 {
		return "match-" + files.Slug(specs[0].Name, longest) + "-vs-" + files.Slug(specs[1].Name, longest)
	}
	return "tournament"
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
		var names []string
		for _, s := range all {
			if name == "" || s.Name == name {
				list = append(list, s)
			}
			names = append(names, s.Name)
		}
		if name != "" && !slices.Contains(names, name) {
			return nil, unknownName(fmt.Sprintf("players: %s has no player %q", path, name), name, names)
		}
	}
	if len(list) < 2 {
		return nil, misused("match: found %s, expected 2 or more", format.Plural(len(list), "player"))
	}
	player.TellApart(list)
	return list, nil
}
