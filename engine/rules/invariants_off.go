//go:build !invariants

package rules

// trail is what the self-checks of the build tag invariants remember: nothing
// here. The methods below have no body, so calls to them compile to nothing.
type trail struct{}

func (trail) clone() trail { return trail{} }
func (trail) forget()      {}

func (*Position) beforeMake(Move)  {}
func (*Position) afterMake()       {}
func (*Position) beforeUnmake()    {}
func (*Position) afterUnmake(Move) {}
