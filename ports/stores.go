package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/jubilee"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/core/work"
)

// Stores are all stores of one database.
type Stores struct {
	Directory      Directory
	People         People
	MemberCodes    MemberCodes
	Imports        Imports
	Duplicates     Duplicates
	Erasures       Erasures
	Traces         Traces
	Leavers        Leavers
	Groups         Groups
	RelationTypes  Terms[relation.Type] // at first relation.Defaults
	Labels         Terms[term.Term]     // of people; at first none
	Users          Users
	Sessions       Sessions
	Passwords      ApplicationPasswords
	Attempts       Attempts
	Favorites      Favorites
	Shares         Shares
	SavedViews     SavedViews
	Recents        Recents
	VolunteerRules Setting[work.Rules]      // at first work.DefaultRules
	SearchSettings Setting[search.Settings] // at first the zero value
	Matrix         Setting[access.Matrix]   // likewise
	FeeBook        Setting[fee.Book]        // likewise
	JobRuns        JobRuns
	Outbox         Outbox
	Media          Media
	Uploads        Uploads
	Undos          Undos
	Activities     Records[activity.Activity]
	Notes          Records[note.Note]
	Tasks          Records[task.Task]
	Timeline       Timeline
	TaskLists      TaskLists
	Mails          Records[mail.Mail]
	MailQueue      MailQueue
	PasswordLinks  PasswordLinks
	Workspaces     Workspaces
	Invites        Invites
	Audit          Audit
	PersonChanges  PersonChanges
	Looks          Looks
	Mentions       Mentions
	Messages       Messages
	Suppressions   Suppressions
	Invoices       Invoices
	Cases          Cases
	InvoiceNumbers InvoiceNumbers
	Feedback       Feedback
	FetchedMatches FetchedMatches
	Digests        Digests
	UserTokens     UserTokens
	Sealed         Sealed
	Origins        Origins

	Finance  Setting[finance.Settings]  // at first finance.Default
	BulkJob  Setting[bulk.Job]          // at first bulk.None
	Training Setting[training.Schedule] // at first the zero value

	Shifts     Records[volunteer.Shift]
	ShiftLists ShiftLists

	Screening Setting[screening.Settings] // at first the zero value
	Jubilee   Setting[jubilee.Settings]   // at first jubilee.Default

	LeaverRules     Setting[leaver.Settings] // at first leaver.Default
	LeaverProposals LeaverProposals

	FactorRule Setting[account.FactorRule] // at first the zero value
	Identity   Setting[identity.Settings]  // likewise
	FirstStart Setting[account.FirstStart] // likewise

	// Of users:
	FunctionMap     Setting[access.FunctionMap] // at first the zero value
	Welcome         Setting[account.Welcome]    // at first account.DefaultWelcome
	MemberFunctions MemberFunctions
	Belongings      Belongings
}

// Atomic changes several stores as one step.
type Atomic interface {
	// Do runs change with stores of one transaction. When change returns nil, all of its changes take place. When it returns an
	// error, none does, and Do returns the error as it is. change may run twice, so it must change nothing but the given stores,
	// and it must use no others. A store's method that returned an error has changed nothing, and change may go on after it. But
	// a database that stops answering (fault.ErrUnreachable) may have done all of it: look first before repeating a step.
	Do(ctx context.Context, change func(Stores) error) error
}

// Setting keeps one thing that an administrator sets for the whole club. The Directory of the same Stores has its value.
type Setting[T any] interface {
	// Change reads the value, lets change edit it, keeps the result and returns it, as one step. change must be pure, for it may
	// run twice. Its error is returned as it is and leaves no trace.
	Change(ctx context.Context, change func(*T) error) (T, error)
}

// HoldPerson keeps somebody from being removed, or merged with another person, until the step of the stores ends: what is written
// about the person would be about nobody. Who is gone by now is person.ErrAbsent. It is asked for before anything else in a step.
func (s Stores) HoldPerson(ctx context.Context, id person.ID) error {
	return s.People.Update(ctx, []person.ID{id}, func(map[person.ID]*person.Person) error { return nil })
}
