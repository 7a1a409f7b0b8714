package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/work"
)

// Stores are all stores of one database.
type Stores struct {
	People    People
	Users     Users
	Sessions  Sessions
	Passwords ApplicationPasswords
	Attempts  Attempts
	Settings  Settings
	JobRuns   JobRuns
}

// Atomic changes several stores as one step.
type Atomic interface {
	// Do runs change with stores whose changes all take place when it answers nil, and none when it answers an error,
	// which Do answers as it is. change must touch nothing but the given stores, for it may run twice. Inside of it, only
	// the given stores may be used.
	Do(ctx context.Context, change func(Stores) error) error
}

// Settings keeps what an administrator sets for the whole club.
type Settings interface {
	// VolunteerRules are the rules last set, or work.DefaultRules.
	VolunteerRules(ctx context.Context) (work.Rules, error)

	// SetVolunteerRules replaces them.
	SetVolunteerRules(ctx context.Context, rules work.Rules) error
}

// JobRuns remembers when each daily job last ran.
type JobRuns interface {
	// Last is when the job last ran, the zero time for never.
	Last(ctx context.Context, job string) (time.Time, error)

	// Claim notes a run at the given time, if the last one is still the given one: of many processes that find a job due,
	// one gets true.
	Claim(ctx context.Context, job string, last, at time.Time) (bool, error)
}
