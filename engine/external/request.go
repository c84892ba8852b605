package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"bestiary/engine/protocol"
	"bestiary/engine/rules"
	own "bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/format"
)

// Request asks for a move.
type Request struct {
	// Start is the FEN of the position in which the game began, as engine/rules
	// writes it. Default: the start of the game.
	Start string
	// Moves lead from Start to the current position. They let engines see
	// repetitions.
	Moves []rules.Move
	// Position is the current position, which is not changed. Default: computed
	// from Moves.
	Position *rules.Position
	Limit    Limit
}

// Limit says when a move is due. Fields that are zero set no limit; at least one
// must be set. MoveTime and Clocks exclude each other.
type Limit struct {
	// Nodes is the number of nodes, as the engine counts them. UCI only.
	Nodes uint64
	// Depth is the nominal depth in plies.
	Depth int
	// MoveTime is the time for this move.
	MoveTime time.Duration
	// Clocks are the times of White and Black. Their Overhead is not used.
	Clocks [2]own.Clock
}

// validate checks a limit for the side to move.
func (l Limit) validate(turn rules.Color) error {
	clocks := l.Clocks != [2]own.Clock{}
	negative := func(c own.Clock) bool { return c.Increment < 0 || c.MovesToGo < 0 }
	switch {
	case l.Depth < 0 || l.MoveTime < 0 || slices.ContainsFunc(l.Clocks[:], negative):
		return fmt.Errorf("limit %+v: a field is negative", l)
	case l.Nodes == 0 && l.Depth == 0 && l.MoveTime == 0 && !clocks:
		return errors.New("limit: none set, expected nodes, depth, move time or clocks")
	case clocks && l.MoveTime > 0:
		return errors.New("limit: both move time and clocks are set")
	case clocks && l.Clocks[turn].Left <= 0:
		return fmt.Errorf("limit: %s to move has %v on the clock", turn, l.Clocks[turn].Left)
	}
	return nil
}

// maxScore is the largest score that is not a mate.
const maxScore = own.MateScore - 1000

// Reply is an engine's answer.
type Reply struct {
	// Move is 0 when the engine resigned or claimed a result.
	Move rules.Move
	// Score is in centipawns from the mover's point of view, with mates as in
	// search.MateScore. It is valid only with HasScore.
	Score    int
	HasScore bool
	// Depth and Nodes are as the engine reports them, 0 if it does not.
	Depth int
	Nodes uint64
	// Elapsed is the time from the command to the answer.
	Elapsed time.Duration
	// Resigned is set if the engine resigns instead of moving. CECP only.
	Resigned bool
	// OfferedDraw is set if the engine would agree to a draw after Move. CECP only.
	OfferedDraw bool
	// Claim is the result that the engine claims instead of moving, ClaimText its
	// comment. The caller has to check the claim. CECP only.
	Claim     rules.Result
	ClaimText string
}

// mateIn returns the score of a mate in n moves, or of being mated in -n; 0 is
// being mated now.
func mateIn(n int) int {
	const maxMoves = 450
	n = min(max(n, -maxMoves), maxMoves)
	if n > 0 {
		return own.MateScore - (2*n - 1)
	}
	return -own.MateScore - 2*n
}

// clampScore keeps a score below the scores of mates.
func clampScore(n int) int {
	return min(max(n, -maxScore), maxScore)
}

// search is a request that is being answered.
type search struct {
	script
	pos   *rules.Position
	limit Limit
	began time.Time
	begun bool // on the opponent's time, so that lines are waiting
	reply Reply
}

// prepare checks and translates a request.
func (e *Engine) prepare(r Request) (*search, error) {
	script, pos, err := e.script(r)
	if err != nil {
		return nil, err
	}
	if err := r.Limit.validate(pos.Turn()); err != nil {
		return nil, err
	}
	if r.Limit.Nodes > 0 && !e.config.Protocol.HasNodes() {
		return nil, inexpressible("a limit of nodes")
	}
	return &search{script: script, pos: pos, limit: r.Limit}, nil
}

// most returns how long a search may take, its margin included.
func (e *Engine) most(s *search) time.Duration {
	if limit := cmp.Or(s.limit.MoveTime, s.limit.Clocks[s.pos.Turn()].Left); limit > 0 {
		return limit + e.config.Margin
	}
	return e.config.MoveTimeout
}

// begin starts the clock and returns the deadline.
func (e *Engine) begin(s *search) time.Time {
	if !s.begun {
		e.proc.forget()
	}
	s.began = time.Now()
	return s.began.Add(e.most(s))
}

// think sends the commands that start a search and reads lines until done returns
// true. An engine that is late is told to stop.
func (e *Engine) think(ctx context.Context, s *search, commands []string, stop string, done func(line) bool) error {
	deadline := e.begin(s)
	err := e.send(ctx, deadline, commands...)
	if err == nil {
		err = e.await(ctx, deadline, done)
	}
	if !errors.Is(err, errDeadline) {
		return err
	}
	patience := time.Now().Add(e.config.Grace)
	if err = e.send(ctx, patience, stop); err == nil {
		err = e.await(ctx, patience, done)
	}
	if errors.Is(err, errDeadline) {
		return e.fault(Hung, "no move within %v, nor within %v of being told to stop", deadline.Sub(s.began), e.config.Grace)
	}
	return err
}

// answer reads the move and checks that it came in time.
func (e *Engine) answer(s *search, text string) (Reply, error) {
	m, kind, err := e.readMove(s.pos, text)
	if err != nil {
		return s.reply, e.fault(kind, "in %s after %s: %v", s.fen, format.Plural(len(s.moves), "move"), err)
	}
	s.reply.Move = m
	return s.reply, e.inTime(s)
}

func (e *Engine) inTime(s *search) error {
	if limit := e.most(s); s.reply.Elapsed > limit {
		return e.fault(TimedOut, "took %v of %v", s.reply.Elapsed.Round(time.Millisecond), limit)
	}
	return nil
}

// chessStart is the FEN that UCI calls startpos.
const chessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// script is a start and moves, as other engines write them.
type script struct {
	from  string   // our FEN
	fen   string   // their FEN of the same position
	moves []string // from there
}

// script translates a request, and returns the position that its moves lead to.
// Moves that have no text in other engines, and all moves before them, become part
// of the FEN.
func (e *Engine) script(r Request) (script, *rules.Position, error) {
	g := e.game
	p := g.NewPosition()
	if r.Start != "" {
		var err error
		if p, err = g.ParseFEN(r.Start); err != nil {
			return script{}, nil, err
		}
	}
	folded := 0
	var moves []string
	for i, m := range r.Moves {
		text, ok := e.moveText(p.Game(), m)
		moves = append(moves, text)
		if !ok {
			folded = i + 1
		}
	}
	for _, m := range r.Moves[:folded] {
		p.Make(m)
	}
	if p.Placing() {
		return script{}, nil, inexpressible("the placement of waiting pieces")
	}
	s := script{from: p.FEN(), moves: moves[folded:]}
	var err error
	if s.fen, err = foreignFEN(p); err != nil {
		return script{}, nil, err
	}
	s.fen = e.squares().FENToCECP(s.fen)
	if r.Position != nil {
		return s, r.Position, nil
	}
	for _, m := range r.Moves[folded:] {
		p.Make(m)
	}
	return s, p, nil
}

// squares converts between our names of squares and the engine's.
func (e *Engine) squares() protocol.Ranks {
	if !drivers[e.config.Protocol].zeroRanks {
		return 0
	}
	return protocol.Ranks(e.game.Ranks())
}

// moveText returns the engine's coordinates of a move of a position of g; ok is false
// if only our notation can express it.
func (e *Engine) moveText(g *rules.Game, m rules.Move) (text string, ok bool) {
	text = g.MoveText(m)
	if e.config.Protocol == UCI {
		text = g.TakesText(m)
	}
	text = e.squares().ToCECP(text)
	waits := m.Kind() == rules.Placing && !g.Drops() // of which other engines know nothing
	return text, !waits && coordinates.MatchString(text)
}

// foreignFEN returns a FEN without our extensions: other engines work out from
// the board which captured pieces pawns can promote to.
func foreignFEN(p *rules.Position) (string, error) {
	if !p.Game().Pooled() {
		return p.WalledFEN(), nil
	}
	fen := p.WalledFEN()
	i, j := strings.IndexByte(fen, '['), strings.IndexByte(fen, ']')
	bare := fen[:i] + fen[j+1:]
	derived, err := p.Game().ParseFEN(bare)
	if err != nil {
		return "", err
	}
	if derived.WalledFEN() != fen {
		return "", inexpressible("the captured pieces %s, which do not follow from the board,", fen[i:j+1])
	}
	return bare, nil
}

var (
	coordinates = regexp.MustCompile(`^([a-p][0-9]{1,2}[a-p][0-9]{1,2}[a-z+-]?|\+?[A-Z]@[a-p][0-9]{1,2})$`)
	castlings   = regexp.MustCompile(`^[Oo0]-[Oo0](-[Oo0])?$`)
)

// readMove reads a move of another engine: coordinates with the letter of a
// promotion, in lower or upper case and with or without =, a drop such as P@e4, or O-O and O-O-O. If
// there is an error, the kind of fault goes with it.
func (e *Engine) readMove(p *rules.Position, text string) (rules.Move, FaultKind, error) {
	plain := strings.ToLower(strings.Replace(text, "=", "", 1))
	for _, as := range []string{text, plain} { // the letter of a piece that is dropped is a capital
		if m, err := p.ReadMove(e.squares().FromCECP(as)); err == nil {
			return m, "", nil
		}
	}
	if !castlings.MatchString(text) && !coordinates.MatchString(text) && !coordinates.MatchString(plain) {
		return 0, Unparsable, fmt.Errorf("%q is no move; expected coordinates such as %s", cut(text), e.example(p))
	}
	return 0, IllegalMove, fmt.Errorf("%s is not legal; legal are %s", text, e.legal(p))
}

func (e *Engine) example(p *rules.Position) string {
	text, _, _ := strings.Cut(e.legal(p), " ")
	return cmp.Or(text, "e2e4")
}

func (e *Engine) legal(p *rules.Position) string {
	var texts []string
	for _, m := range p.Moves(nil) {
		text, _ := e.moveText(p.Game(), m)
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}

// fileGame is the name of a game in its variant file. It must be new to engines,
// because they do not let a file replace their own games.
const fileGame = "bestiary-game"

// writeVariantFile writes a game to a temporary variants.ini.
func writeVariantFile(v *variant.Variant) (path string, err error) {
	v = v.Clone()
	name := v.Name
	v.Name = fileGame
	text, warnings, err := gamefile.WriteINI(v)
	if err != nil {
		return "", err
	}
	var lost []string
	for _, w := range warnings {
		// The engine needs neither our names nor our order of pieces. That it reads a
		// piece that not all of the family read is seen when moves are compared.
		if !slices.Contains([]string{gamefile.Renamed, gamefile.Reordered, gamefile.Unreadable, gamefile.Dialect}, w.Kind) {
			lost = append(lost, w.Item)
		}
	}
	if len(lost) > 0 {
		slices.Sort(lost)
		return "", fmt.Errorf("a variants.ini cannot describe %s without loss of %s", name, format.List(slices.Compact(lost), "and"))
	}
	f, err := os.CreateTemp("", "bestiary-*.ini")
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// The positions of random games in which the engine's moves are compared.
const (
	comparedGames = 4
	comparedPlies = 40
	comparedEvery = 5
)

// compareMoves has the engine list its moves in a few positions. Programs silently
// skip what they do not understand in a variant file, and then play another game.
func (u *uci) compareMoves(ctx context.Context) error {
	random := rand.New(rand.NewPCG(1, 2))
	step := func(p *rules.Position) {
		moves := p.Moves(nil)
		p.Make(moves[random.IntN(len(moves))])
	}
	for range comparedGames {
		p := u.game.NewPosition()
		for p.Placing() {
			step(p)
		}
		for ply := range comparedPlies {
			if result, _ := p.Outcome(); result != rules.Ongoing {
				break
			}
			if ply%comparedEvery == 0 {
				if err := u.compareAt(ctx, p); err != nil {
					return err
				}
			}
			step(p)
		}
	}
	return nil
}

func (u *uci) compareAt(ctx context.Context, p *rules.Position) error {
	fen, err := foreignFEN(p)
	if err != nil {
		return err
	}
	theirs, err := u.listMoves(ctx, fen)
	if err != nil {
		return err
	}
	for _, m := range p.Moves(nil) {
		text, ok := u.moveText(p.Game(), m)
		if !ok {
			continue
		}
		if !theirs[text] {
			return u.fault(WrongGame, "reads the variant file as another game: in %s it does not know the move %s", fen, text)
		}
		delete(theirs, text)
	}
	if len(theirs) > 0 {
		return u.fault(WrongGame, "reads the variant file as another game: in %s it would allow %s", fen,
			strings.Join(slices.Sorted(maps.Keys(theirs)), " "))
	}
	return nil
}

// listMoves asks for perft to depth 1, which programs of the Stockfish family
// answer with a line "e2e4: 1" for each move.
func (u *uci) listMoves(ctx context.Context, fen string) (map[string]bool, error) {
	moves := map[string]bool{}
	deadline := u.soon()
	if err := u.tell(ctx, deadline, "position fen "+fen); err != nil {
		return nil, err
	}
	err := u.ask(ctx, deadline, "go perft 1", "list of moves (go perft 1)", func(line string) bool {
		if strings.HasPrefix(line, "Nodes searched") { // which is 1, too, for a single move
			return true
		}
		if text, ok := strings.CutSuffix(line, ": 1"); ok {
			moves[text] = true
		}
		return false
	})
	return moves, err
}
