// Package bulk owns how far the one job is that bills the members of a season (contract §2.8).
//
// It does not own fees or invoices: it counts.
package bulk

import (
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/season"
)

// Job is the job that runs, or the last one that did.
type Job struct {
	Number     int64         `json:"number"` // of the job, from 1; 0 before the first one
	Status     Status        `json:"status"`
	Season     season.Season `json:"season"`
	User       int64         `json:"user"`      // who began it
	UserName   string        `json:"user_name"` // as it was then
	Total      int           `json:"total"`     // people who were looked at
	Processed  int           `json:"processed"`
	Created    int           `json:"created"`
	Skipped    int           `json:"skipped"`
	Errors     []Problem     `json:"errors"`
	StartedAt  time.Time     `json:"started_at"`
	FinishedAt time.Time     `json:"finished_at"`

	After int64 `json:"after"` // everybody up to this number has been looked at
	Mark  int64 `json:"mark"`  // invoices with a higher number were made since it began
}

// Rename gives users another name where the job has one of them, and reports whether it had.
func (j *Job) Rename(whose func(user int64, name string) bool, name string) bool {
	if j.Number == 0 || !whose(j.User, j.UserName) {
		return false
	}
	j.UserName = name
	return true
}

// Forget takes somebody out of the problems, and reports whether there was one.
func (j *Job) Forget(person int64) bool {
	before := len(j.Errors)
	j.Errors = slices.DeleteFunc(slices.Clone(j.Errors), func(p Problem) bool { return p.Person == person })
	return len(j.Errors) < before
}

// Status is how far a job is.
type Status string

// The statuses.
const (
	Idle    Status = "idle" // before the first job
	Running Status = "running"
	Done    Status = "done"
)

// Problem is why somebody has no invoice.
type Problem struct {
	Person  int64  `json:"person_id"`
	Name    string `json:"name"`
	Message string `json:"message"`
}

// MostProblems is how many problems a job tells.
const MostProblems = 200

// None is what stands before the first job.
func None() Job { return Job{Status: Idle} }

// Clone returns a copy that shares nothing with j.
func (j Job) Clone() Job {
	j.Errors = slices.Clone(j.Errors)
	return j
}

// Begin begins the next job.
func (j *Job) Begin(of season.Season, user int64, name string, total int, mark int64, at time.Time) {
	*j = Job{
		Number: j.Number + 1, Status: Running, Season: of, User: user, UserName: name, Total: total, Mark: mark, StartedAt: at.UTC(),
	}
}

// Step notes what became of a portion of the people, who come in the order of their numbers, up to one of them.
func (j *Job) Step(last int64, created, skipped int, problems []Problem) {
	j.After = last
	j.Processed += created + skipped + len(problems)
	j.Created, j.Skipped = j.Created+created, j.Skipped+skipped
	j.Errors = append(j.Errors, problems[:min(len(problems), MostProblems-len(j.Errors))]...)
	j.Total = max(j.Total, j.Processed)
}

// End notes that everybody has been looked at.
func (j *Job) End(at time.Time) { j.Status, j.FinishedAt = Done, at.UTC() }
