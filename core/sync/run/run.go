// Package run owns what is written down about one run of the synchronization: its steps with counts, what went wrong, how
// it ended, the report that an operator reads, and when runs are due.
//
// It runs nothing; the pipelines are in core/usecase/synchronizations.
package run

import (
	"slices"
	"strconv"
	"time"
)

// ID is a run's number, from 1.
type ID = int64

// Pipeline is what is run.
type Pipeline string

// The pipelines (contract §1). FunctionsFull is functions over all tracked members. Runs of one Type exclude each other.
const (
	People        Pipeline = "people"
	Teams         Pipeline = "teams"
	Functions     Pipeline = "functions"
	FunctionsFull Pipeline = "functions-full"
	Contributions Pipeline = "contributions"
	Discipline    Pipeline = "discipline"
	Helpdesk      Pipeline = "helpdesk"
	FormerMembers Pipeline = "former-members" // by hand only
	Individual    Pipeline = "individual"
	Feedback      Pipeline = "feedback" // the coding agent
)

// ByHand are the pipelines that no schedule starts, and that an operator may.
var ByHand = []Pipeline{FormerMembers}

// aliases are the other names of pipelines (contract §4, command line).
var aliases = map[string]Pipeline{"freescout": Helpdesk, "nikki": Contributions}

// Named returns the pipeline that a volunteer means by a name: its own, or that of the provider.
func Named(name string) Pipeline {
	if p, is := aliases[name]; is {
		return p
	}
	return Pipeline(name)
}

// Type returns what runs lock: the full functions run shares its lock with the recent one.
func (p Pipeline) Type() string {
	if p == FunctionsFull {
		return string(Functions)
	}
	return string(p)
}

// Outcome is how a run ended.
type Outcome string

// The outcomes. A run whose process died stays Running; see Alive.
const (
	Running Outcome = "running"
	Success Outcome = "success"
	Partial Outcome = "partial" // finished, with errors
	Failure Outcome = "failure" // stopped before its end
)

// Step is a part of a run.
type Step struct {
	Name     string // as in sections of the report: member-download, list-prepare, …
	Started  time.Time
	Finished time.Time
	Counts   Counts
	Note     string // what a volunteer must know of the step: cached data used, no photo changes
}

// Counts are the output counts of a step (contract §7 rule 3).
type Counts struct {
	Total    int `json:"total"`
	Synced   int `json:"synced"`
	Created  int `json:"created"`
	Updated  int `json:"updated"`
	Skipped  int `json:"skipped"`
	Ended    int `json:"ended"`
	Deleted  int `json:"deleted"`
	Excluded int `json:"excluded"`
	Errors   int `json:"errors"`

	// What a download found besides.
	Places    int `json:"places,omitempty"`    // of people on rosters
	Functions int `json:"functions,omitempty"` // for the club as a whole
	Seats     int `json:"seats,omitempty"`     // in committees
	Linked    int `json:"linked,omitempty"`    // cases of people who are known
}

// Problem is one error of a run.
type Problem struct {
	Step     string
	Key      string // the member, team, committee or address; "" for the step as a whole
	System   string // club site, application, e-mail lists, mail, store
	Code     string // of the fault, "" for an error without one: problems of one cause have one code
	Message  string // at most MaxMessage characters
	Evidence string // key of the picture and text that stay with the run; "" for none
	At       time.Time
}

// MaxMessage is the length of a problem's message, in characters.
const MaxMessage = 2000

// MaxProblems is how many problems a run keeps; the counts go on.
const MaxProblems = 1000

// MaxChanges is how many of the changes that it made a run keeps; the counts go on.
const MaxChanges = 1000

// Planned is a change that a run made, or that a dry run would have made.
type Planned struct{ Step, Kind, Key, Reason string }

// Run is one run of a pipeline.
type Run struct {
	ID        ID
	Pipeline  Pipeline
	Scheduled bool
	DryRun    bool
	Process   int // its number on Host
	Host      string
	Started   time.Time
	Beat      time.Time // when the process was last known to be at work
	Finished  time.Time // zero while running
	Outcome   Outcome
	Steps     []Step
	Problems  []Problem
	Plan      []Planned // of a dry run all, else at most MaxChanges
}

// Ended reports whether a run came to its end, with errors or without.
func (r *Run) Ended() bool { return r.Outcome == Success || r.Outcome == Partial }

// Quiet is how long a running run's beat may be silent before its process counts as dead.
const Quiet = 5 * time.Minute

// Alive reports whether a run may still be at work at the moment.
func (r *Run) Alive(at time.Time) bool { return r.Outcome == Running && at.Sub(r.Beat) < Quiet }

// Step returns the step of the name, nil when it was not begun.
func (r *Run) Step(name string) *Step {
	if i := slices.IndexFunc(r.Steps, func(s Step) bool { return s.Name == name }); i >= 0 {
		return &r.Steps[i]
	}
	return nil
}

// Errors returns how many errors the steps counted.
func (r *Run) Errors() (sum int) {
	for _, s := range r.Steps {
		sum += s.Counts.Errors
	}
	return max(sum, len(r.Problems))
}

// Name returns the run's name in messages: "people run 12".
func (r *Run) Name() string { return string(r.Pipeline) + " run " + strconv.FormatInt(r.ID, 10) }

// Clone returns a copy that shares nothing with r.
func (r *Run) Clone() Run {
	c := *r
	c.Steps, c.Problems, c.Plan = slices.Clone(r.Steps), slices.Clone(r.Problems), slices.Clone(r.Plan)
	return c
}

// Command returns how the pipeline is started by hand, behind "clubsync run".
func (p Pipeline) Command() string {
	if p == FunctionsFull {
		return string(Functions) + " --all"
	}
	return string(p)
}
