package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// Stores are all stores of one database.
type Stores struct {
	Directory      Directory
	People         People
	MemberCodes    MemberCodes
	Groups         Groups
	RelationTypes  Terms[relation.Type] // at first relation.Defaults
	Labels         Terms[term.Term]     // of people; at first none
	Users          Users
	Sessions       Sessions
	Passwords      ApplicationPasswords
	Attempts       Attempts
	Favorites      Favorites
	VolunteerRules Setting[work.Rules]      // at first work.DefaultRules
	SearchSettings Setting[search.Settings] // at first the zero value
	JobRuns        JobRuns
	Media          Media
	Uploads        Uploads
}

// Atomic changes several stores as one step.
type Atomic interface {
	// Do runs change with stores whose changes all take place when it returns nil, and none when it returns an error,
	// which Do returns as it is. change must touch nothing but the given stores, for it may run twice; inside of it, only
	// the given stores may be used. A call that returned an error has changed nothing, and change may go on after it. But a database
	// that stops answering (fault.ErrUnreachable) may have done all of it: whoever repeats a step has to look first.
	Do(ctx context.Context, change func(Stores) error) error
}

// Setting keeps one thing that an administrator sets for the whole club. What it is at is in the Directory of the same Stores.
type Setting[T any] interface {
	// Change reads the value, lets change edit it, and keeps the result, which it returns, as one step. change must be
	// pure, for it may run twice; its error is returned as it is and leaves no trace.
	Change(ctx context.Context, change func(*T) error) (T, error)
}
