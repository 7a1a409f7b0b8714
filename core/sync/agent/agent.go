// Package agent owns the rules by which a coding agent works at what users report (contract sync §3.3, §4): how its answer is
// read, what its branch is called, what its change may hold, exactly what it is told, and what becomes of an item.
//
// It runs nothing: the agent, git and the forge are ports, and core/usecase/agents puts them together. What an item says and who
// may move it is core/feedback's.
package agent

import (
	"time"

	"github.com/clubhuis/clubhuis/core/feedback"
)

// Item is an approved item as the agent's work needs it. It does not name who reported it.
type Item struct {
	ID          int64
	Title       string
	Type        feedback.Type
	Status      feedback.Status
	Owner       string // which program claimed it
	ClaimedAt   time.Time
	Branch      string
	PullRequest string
	Pictures    []string // addresses of those that an administrator let go
}

// Wanted says which items are asked for. Empty is any.
type Wanted struct {
	Status feedback.Status
	Type   feedback.Type
}

// Repository is where the forge has the code.
type Repository struct {
	CloneURL string
	Default  string // the branch that pull requests go to
}

// PullRequest is one of the forge's.
type PullRequest struct {
	Number int
	URL    string
	Open   bool
	Merged bool   // also when it was squashed
	Head   string // commit at which its branch stood when it was merged or last seen
}

// Proposal is a pull request that is to be opened.
type Proposal struct{ Branch, Base, Title, Body string }

// Branch is one of the forge's, with the commit at which it stands.
type Branch struct{ Name, Commit string }

// Source is a file of the default branch, with the hash of its content.
type Source struct{ Path, Blob string }

// Review is a file that the agent looked at without an item.
type Review struct {
	Source
	Outcome Outcome
	At      time.Time
}

// Worked is how a command ended: the agent's, or the project's own check.
type Worked struct {
	Output   string // the end of what it printed, bounded
	Exit     int    // 0 for success
	TimedOut bool
	Took     time.Duration
}

// Tree is where the agent works.
type Tree struct {
	Folder    string // without a remote
	Base      string // the commit of the default branch
	Continued bool   // the branch had work of an earlier run
}

// Budget is what there is a daily limit of.
type Budget string

// The budgets.
const (
	Runs         Budget = "runs"
	PullRequests Budget = "pull-requests"
)
