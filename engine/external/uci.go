package external

import (
	"context"
	"fmt"
	"strings"
	"time"

	"bestiary/engine/rules"
)

// uci speaks the Universal Chess Interface.
type uci struct {
	*Engine
	options offers
}

// handshake brings the engine to readyok in the right game.
func (u *uci) handshake(ctx context.Context) error {
	deadline := time.Now().Add(u.config.StartTimeout)
	if err := u.introduce(ctx, deadline); err != nil {
		return err
	}
	relist := u.ini != ""
	for _, o := range u.config.Options {
		if err := u.setOption(ctx, deadline, o); err != nil {
			return err
		}
		relist = relist || strings.EqualFold(o.Name, variantPath)
	}
	if u.ini != "" {
		if _, ok := u.options.find(variantPath); !ok {
			return u.fault(WrongGame, "has no option %s, by which it would read a variants.ini", variantPath)
		}
		if err := u.setOption(ctx, deadline, Option{variantPath, u.ini}); err != nil {
			return err
		}
	}
	if relist { // the file has added to the games
		if err := u.introduce(ctx, deadline); err != nil {
			return err
		}
	}
	if err := u.selectGame(ctx, deadline); err != nil {
		return err
	}
	if err := u.ready(ctx, deadline); err != nil || u.ini == "" {
		return err
	}
	return u.compareMoves(ctx)
}

// introduce sends uci and reads name and options.
func (u *uci) introduce(ctx context.Context, deadline time.Time) error {
	u.options = nil
	err := u.send(ctx, deadline, "uci")
	if err == nil {
		err = u.await(ctx, deadline, func(l line) (bool, error) {
			fields := strings.Fields(l.text)
			switch {
			case len(fields) == 1 && fields[0] == "uciok":
				return true, nil
			case len(fields) > 2 && fields[0] == "id" && fields[1] == "name":
				u.name = strings.Join(fields[2:], " ")
			case len(fields) > 2 && fields[0] == "option":
				u.options = append(u.options, readOffer(fields[1:]))
			}
			return false, nil
		})
	}
	return u.late(err, "uciok")
}

func (u *uci) setOption(ctx context.Context, deadline time.Time, o Option) error {
	offer, why := u.options.accept(o)
	if why != "" {
		return u.fault(BadOption, "%s", why)
	}
	command := "setoption name " + offer.name
	if offer.kind != "button" {
		command += " value " + o.Value
	}
	return u.late(u.send(ctx, deadline, command), "reading of input")
}

const (
	variantPath   = "VariantPath"
	variantOption = "UCI_Variant"
)

// selectGame sets the option for the game, and refuses to go on in another one.
func (u *uci) selectGame(ctx context.Context, deadline time.Time) error {
	name := u.config.variantName(u.game.Variant.Name)
	if u.ini != "" {
		name = fileGame
	}
	offer, ok := u.options.find(variantOption)
	if !ok {
		if name == "chess" {
			return nil
		}
		return u.fault(WrongGame, "has no option %s, so it plays chess, not %s", variantOption, name)
	}
	if why := offer.refuses(name); why != "" {
		return u.fault(WrongGame, "%s", why)
	}
	return u.setOption(ctx, deadline, Option{variantOption, name})
}

// ready waits until the engine has done what it was told.
func (u *uci) ready(ctx context.Context, deadline time.Time) error {
	err := u.send(ctx, deadline, "isready")
	if err == nil {
		err = u.await(ctx, deadline, func(l line) (bool, error) {
			return strings.TrimSpace(l.text) == "readyok", nil
		})
	}
	return u.late(err, "readyok")
}

func (u *uci) newGame(ctx context.Context) error {
	deadline := time.Now().Add(u.config.StartTimeout)
	if err := u.send(ctx, deadline, "ucinewgame"); err != nil {
		return u.late(err, "reading of input")
	}
	return u.ready(ctx, deadline)
}

func (u *uci) search(ctx context.Context, s *search) (Reply, error) {
	position := "position fen " + s.fen
	if s.fen == chessStart {
		position = "position startpos" // all that some engines know
	}
	if len(s.moves) > 0 {
		position += " moves " + strings.Join(s.moves, " ")
	}
	text, mover := "", s.pos.Turn()
	err := u.think(ctx, s, []string{position, goCommand(s.limit, mover)}, "stop", func(l line) (bool, error) {
		word, rest, _ := strings.Cut(strings.TrimSpace(l.text), " ")
		switch word {
		case "info":
			readInfo(rest, &s.reply)
		case "bestmove":
			s.reply.Elapsed = l.at.Sub(s.began)
			text, _, _ = strings.Cut(strings.TrimSpace(rest), " ")
			return true, nil
		}
		return false, nil
	})
	switch {
	case err != nil:
		return s.reply, err
	case text == "(none)" || text == "0000":
		return s.reply, u.fault(NoMove, "bestmove is %s in %s after %d moves; legal are %s", text, s.fen, len(s.moves), u.legal(s.pos))
	}
	return u.answer(s, text)
}

// goCommand says how long to think.
func goCommand(l Limit, mover rules.Color) string {
	var b strings.Builder
	b.WriteString("go")
	add := func(name string, value, least int64) {
		if value >= least {
			fmt.Fprintf(&b, " %s %d", name, value)
		}
	}
	if l.Clocks[mover] > 0 {
		for i, side := range []string{"w", "b"} {
			add(side+"time", max(l.Clocks[i].Milliseconds(), 1), 1)
		}
		add("winc", l.Increment[rules.White].Milliseconds(), 1)
		add("binc", l.Increment[rules.Black].Milliseconds(), 1)
		add("movestogo", int64(l.MovesToGo), 1)
	}
	if l.MoveTime > 0 {
		add("movetime", max(l.MoveTime.Milliseconds(), 1), 1)
	}
	add("depth", int64(l.Depth), 1)
	if l.Nodes > 0 {
		fmt.Fprintf(&b, " nodes %d", l.Nodes)
	}
	return b.String()
}
