package rating

import (
	"fmt"
	"strings"

	"bestiary/internal/format"
)

// Result is how a game ended for the player whose strength is measured.
type Result int

// The results of a game.
const (
	Loss Result = iota
	Draw
	Win
)

// Counts holds the results of a match: WDL if its games are independent, Pairs if each
// opening was played twice with colours swapped.
type Counts interface {
	// Games returns the number of games.
	Games() int
	// Total counts the games by result, ignoring pairs.
	Total() WDL
	// Validate reports counts that are negative or too large.
	Validate() error
	// sample returns the independent scores, of games or of pairs.
	sample() sample
}

// WDL counts the games of a match that a player won, drew and lost (trinomial).
type WDL struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns the number of games.
func (c WDL) Games() int { return c.Wins + c.Draws + c.Losses }

// Total returns c.
func (c WDL) Total() WDL { return c }

// Validate reports counts that are negative or above MaxCount.
func (c WDL) Validate() error {
	return validateCounts([]string{"wins", "draws", "losses"}, []int{c.Wins, c.Draws, c.Losses})
}

func (c WDL) sample() sample {
	return newSample(1, c.Losses, c.Draws, c.Wins)
}

// Pairs counts the pairs of a match by the player's two results, in either order
// (pentanomial). WL and DD are both a score of one half; only Total distinguishes them.
type Pairs struct{ LL, LD, WL, DD, WD, WW int }

// Number returns the number of pairs.
func (c Pairs) Number() int { return c.LL + c.LD + c.WL + c.DD + c.WD + c.WW }

// Games returns the number of games, two for each pair.
func (c Pairs) Games() int { return 2 * c.Number() }

// Total counts the games by their results.
func (c Pairs) Total() WDL {
	return WDL{
		Wins:   c.WL + c.WD + 2*c.WW,
		Draws:  c.LD + 2*c.DD + c.WD,
		Losses: 2*c.LL + c.LD + c.WL,
	}
}

// Validate reports counts that are negative or above MaxCount.
func (c Pairs) Validate() error {
	return validateCounts([]string{"LL", "LD", "WL", "DD", "WD", "WW"}, c.List())
}

func (c Pairs) sample() sample {
	return newSample(2, c.LL, c.LD, c.WL+c.DD, c.WD, c.WW)
}

// Add counts one more pair.
func (c *Pairs) Add(first, second Result) error {
	if first < Loss || first > Win || second < Loss || second > Win {
		return fmt.Errorf("rating: results %d and %d of a pair, expected each from %d (loss) to %d (win)", first, second, Loss, Win)
	}
	counts := [3][3]*int{
		Loss: {Loss: &c.LL, Draw: &c.LD, Win: &c.WL},
		Draw: {Draw: &c.DD, Win: &c.WD},
		Win:  {Win: &c.WW},
	}
	*counts[min(first, second)][max(first, second)]++
	return nil
}

// MaxCount is the largest count that is accepted. Sums of such counts, and twice these
// sums, are exact as integers and as floating-point numbers.
const MaxCount = 1_000_000_000_000

func validateCounts(names []string, counts []int) error {
	for i, n := range counts {
		if n < 0 || n > MaxCount {
			return fmt.Errorf("rating: %d %s, expected a number from 0 to %d", n, names[i], MaxCount)
		}
	}
	return nil
}

// played returns an error if the counts are invalid or contain no game.
func played(c Counts) error {
	if err := c.Validate(); err != nil {
		return err
	}
	if c.Games() == 0 {
		return ErrNoGames
	}
	return nil
}

// String formats the results: "+136 =111 −96".
func (c WDL) String() string { return format.Results(c.Wins, c.Draws, c.Losses) }

// List returns the counts in the order LL, LD, WL, DD, WD, WW.
func (c Pairs) List() []int { return []int{c.LL, c.LD, c.WL, c.DD, c.WD, c.WW} }

// String returns the list with commas.
func (c Pairs) String() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(c.List()), " ", ","), "[]")
}
