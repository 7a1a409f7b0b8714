package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/sync/agent"
)

// CodingAgent runs a coding agent, and the project's own check, in a folder. Neither gets anything of our environment but what
// any program needs, and both end with all the processes that they began, as far as the machine lets us see them.
type CodingAgent interface {
	// Work lets the agent work in a folder; it reads the prompt on its standard input. A command that fails or takes too long is
	// no error: see agent.Worked. The error is that of one that could not begin, or the context's.
	Work(ctx context.Context, folder, prompt string) (agent.Worked, error)
	// Check runs the project's own check in a folder. Without one it returns the zero Worked.
	Check(ctx context.Context, folder string) (agent.Worked, error)
	// Show puts a picture where the agent can look at it and where it becomes no part of the change, and returns its place in the
	// folder.
	Show(ctx context.Context, folder string, number int, picture []byte) (string, error)
	// CheckName returns the command of the check, "" without one.
	CheckName() string
}

// Forge is where the code is and where pull requests are reviewed. It merges nothing.
type Forge interface {
	// Repository returns where the code is cloned from, and the branch that pull requests go to.
	Repository(ctx context.Context) (agent.Repository, error)
	// PullRequests returns those of a branch of the repository, the newest first, at most 100, in whatever state.
	PullRequests(ctx context.Context, branch string) ([]agent.PullRequest, error)
	// Open opens a pull request. A second open one of the same branch is a fault of kind Conflict.
	Open(ctx context.Context, p agent.Proposal) (agent.PullRequest, error)
}

// WorkTree is the git of the agent's work: a copy of the forge's repository, for each piece of work a clean clone that alone
// commits and pushes, and a tree without remote in which the agent works. It works at one thing at a time.
//
// Nothing that the agent left in its tree runs: neither hooks nor filters nor anything of its configuration. A branch that is not
// agent.Ours is refused, and so is the default branch.
type WorkTree interface {
	// Begin throws away what a dead process left, fetches, and makes a clean clone and the agent's tree. They stand on the branch
	// as the forge has it, with the default branch merged into it, or on the default branch when the forge has none. A branch
	// that cannot be merged begins anew from the default branch.
	Begin(ctx context.Context, from agent.Repository, branch string) (agent.Tree, error)
	// Read returns a text file of the clean clone. An absent one is fault.ErrNotFound, and so is one above 1 MB.
	Read(ctx context.Context, name string) (string, error)
	// Sources returns the files of the default branch by path, after a fetch.
	Sources(ctx context.Context, from agent.Repository) ([]agent.Source, error)
	// Take brings what the agent changed into the clean clone, and returns all in which it now differs from the default branch.
	// It may be called again after more work. A clean clone that somebody else touched is agent.ErrDirty.
	Take(ctx context.Context) (agent.Diff, error)
	// Push commits what was taken and pushes it to the branch, never forced. It returns the commit. Without a difference to what
	// the forge has it pushes nothing. A branch that the forge does not take is agent.ErrRejected; a forge that is away, or takes no
	// key, is not.
	Push(ctx context.Context, message string) (string, error)
	// Leave throws the clean clone and the tree away. What was in the tree and not pushed is kept as a patch, whose file it
	// returns; "" for nothing.
	Leave(ctx context.Context) (patch string, err error)
	// Branches returns those of the forge that are agent.Ours, by name, after a fetch.
	Branches(ctx context.Context, from agent.Repository) ([]agent.Branch, error)
	// Remove deletes a branch of the forge and of the copy, if it still stands at its commit; one that moved on stays, and one
	// that is gone is no error.
	Remove(ctx context.Context, from agent.Repository, branch agent.Branch) error
}

// FeedbackQueue is what users reported, as the application lets the agent work at it.
type FeedbackQueue interface {
	// List returns the oldest items that are wanted, oldest first, at most 100.
	List(ctx context.Context, wanted agent.Wanted) ([]agent.Item, error)
	// Item returns one. An absent one is a fault of kind NotFound.
	Item(ctx context.Context, id int64) (agent.Item, error)
	// Claim moves an approved item to in_progress and names the program. Of several one gets it; the others get a fault of kind
	// Conflict.
	Claim(ctx context.Context, id int64, owner string) error
	// Brief returns exactly what the agent is told of an item.
	Brief(ctx context.Context, id int64) (string, error)
	// Say adds a plain text to the thread, as the agent. The same text as the last one of the thread is not added again.
	Say(ctx context.Context, id int64, text string) error
	// Move moves an item that is in progress. Of a resolved one it also tells the pull request and the branch.
	Move(ctx context.Context, id int64, to feedback.Status, pullRequest, branch string) error
	// Picture returns a screenshot of an item by its address. One that is lost or of somebody else's is a fault of kind NotFound.
	Picture(ctx context.Context, address string) ([]byte, error)
}

// AgentMemory keeps what the agent's work has to remember between runs.
type AgentMemory interface {
	// Owner returns the name by which this installation claims items: the first one that was ever proposed.
	Owner(ctx context.Context, proposed string) (string, error)
	// Fail counts that the agent came to no end with an item, and returns how often it has.
	Fail(ctx context.Context, item int64) (int, error)
	// Forget begins to count anew for an item. One without a count is no error.
	Forget(ctx context.Context, item int64) error
	// Spend takes one of what a day has of a budget, as one step, and reports whether there was one left of most.
	Spend(ctx context.Context, day civil.Date, what agent.Budget, most int) (bool, error)
	// Return gives back what was spent and not used.
	Return(ctx context.Context, day civil.Date, what agent.Budget) error
	// Reviews returns the files that were looked at, by path.
	Reviews(ctx context.Context) (map[string]agent.Review, error)
	// Reviewed keeps that a file was looked at, in place of what is kept of its path.
	Reviewed(ctx context.Context, r agent.Review) error
}
