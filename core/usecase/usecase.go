// Package usecase makes all use cases of the club application of one set of adapters. A new service is a field of Club and
// a line in New.
//
// It decides nothing itself: what a user may and what happens is in the packages below, which don't know each other.
package usecase

import (
	"context"
	"errors"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/calendar"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/core/usecase/audits"
	"github.com/clubhuis/clubhuis/core/usecase/backups"
	"github.com/clubhuis/clubhuis/core/usecase/billing"
	"github.com/clubhuis/clubhuis/core/usecase/calendars"
	"github.com/clubhuis/clubhuis/core/usecase/cases"
	"github.com/clubhuis/clubhuis/core/usecase/counters"
	"github.com/clubhuis/clubhuis/core/usecase/dashboards"
	"github.com/clubhuis/clubhuis/core/usecase/digests"
	"github.com/clubhuis/clubhuis/core/usecase/dossiers"
	"github.com/clubhuis/clubhuis/core/usecase/duplicates"
	"github.com/clubhuis/clubhuis/core/usecase/erasures"
	"github.com/clubhuis/clubhuis/core/usecase/feedbacks"
	"github.com/clubhuis/clubhuis/core/usecase/fees"
	"github.com/clubhuis/clubhuis/core/usecase/finances"
	"github.com/clubhuis/clubhuis/core/usecase/groups"
	"github.com/clubhuis/clubhuis/core/usecase/imports"
	"github.com/clubhuis/clubhuis/core/usecase/invoices"
	"github.com/clubhuis/clubhuis/core/usecase/jobs"
	"github.com/clubhuis/clubhuis/core/usecase/jubilees"
	"github.com/clubhuis/clubhuis/core/usecase/leavers"
	"github.com/clubhuis/clubhuis/core/usecase/mails"
	"github.com/clubhuis/clubhuis/core/usecase/matchdays"
	"github.com/clubhuis/clubhuis/core/usecase/messages"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/usecase/pictures"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	"github.com/clubhuis/clubhuis/core/usecase/refreshes"
	"github.com/clubhuis/clubhuis/core/usecase/savedviews"
	"github.com/clubhuis/clubhuis/core/usecase/screenings"
	"github.com/clubhuis/clubhuis/core/usecase/searches"
	"github.com/clubhuis/clubhuis/core/usecase/settings"
	"github.com/clubhuis/clubhuis/core/usecase/shares"
	"github.com/clubhuis/clubhuis/core/usecase/shifts"
	"github.com/clubhuis/clubhuis/core/usecase/suppressions"
	"github.com/clubhuis/clubhuis/core/usecase/tasks"
	"github.com/clubhuis/clubhuis/core/usecase/terms"
	"github.com/clubhuis/clubhuis/core/usecase/timelines"
	"github.com/clubhuis/clubhuis/core/usecase/trainings"
	"github.com/clubhuis/clubhuis/core/usecase/undos"
	"github.com/clubhuis/clubhuis/core/usecase/workspaces"
	"github.com/clubhuis/clubhuis/ports"
)

// Adapters are what the use cases need from outside: one adapter of each port, a clock, chance, and the club's settings.
type Adapters struct {
	Stores ports.Stores
	Atomic ports.Atomic

	FailedJobs ports.FailedJobs // of the outbox of the Stores

	Hasher          ports.PasswordHasher
	Strength        ports.PasswordStrength
	Codes           ports.OneTimeCodes
	Passkeys        ports.Passkeys // nil in a program that no browser speaks with, and where the address cannot have any
	Spreadsheets    ports.Spreadsheets
	Workbooks       ports.Workbooks
	Files           ports.Files
	Pictures        ports.Pictures
	Markup          ports.Markup
	Papers          ports.Papers
	Synchronization ports.Synchronization // nil for a club without one
	Mailer          ports.Mailer          // nil in a program that sends no mail
	Matches         ports.MatchFeed       // nil in a club without one
	Payments        ports.Payments        // nil in a program that asks for no payments

	Now    func() time.Time
	Zone   *time.Location            // of the club
	Random func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read

	ClubName    string       // that the operator gave, "" for the one that administrators set
	Sender      mail.Address // of mail, likewise
	NeedsSender bool         // the Mailer has no sender of its own: mail waits until an administrator sets one

	BaseURL        string // where members reach the page, without a slash at the end
	Key            []byte // see accounts.Service
	PasswordChecks int    // at once, see accounts.Service
	DailyUploads   int64  // see pictures.Service
	DailyMails     int    // see messages.Service

	MailerSecret    string        // that the provider of mail signs news with, "" for none
	MailerTolerance time.Duration // see suppressions.Service

	KeepLog, KeepChanges, KeepLooks time.Duration // see audits.Service

	Backups bool // administrators are told when none was tried out lately

	PaymentKey      bool   // Payments has a key of its own; else the treasurer gives one
	PaymentCallback string // where the provider of payments reaches the server, "" when it does not
	Debug           bool   // a server for tests: see invoices.Service

	LostFiles func(context.Context, pictures.Lost) // see pictures.Service; may be nil

	// MemberCodeMoved may be nil, see people.Service.
	MemberCodeMoved func(ctx context.Context, viewer access.Viewer, losers []person.ID, to person.ID)
}

// Club holds all use cases of one club. Close it in the end.
type Club struct {
	People        *people.Service
	Groups        *groups.Service
	RelationTypes *terms.Service[relation.Type]
	Labels        *terms.Service[term.Term]
	Searches      *searches.Service
	Accounts      *accounts.Service
	Settings      *settings.Service
	SavedViews    *savedviews.Service
	Shares        *shares.Service
	Pictures      *pictures.Service
	Refreshes     *refreshes.Service
	Undos         *undos.Service
	Workspaces    *workspaces.Service
	Timelines     *timelines.Service
	Tasks         *tasks.Service
	Mails         *mails.Service
	Messages      *messages.Service
	Suppressions  *suppressions.Service
	Audits        *audits.Service
	Dossiers      *dossiers.Service
	Erasures      *erasures.Service
	Leavers       *leavers.Service
	Finances      *finances.Service
	Payments      *payments.Service
	Invoices      *invoices.Service
	Billing       *billing.Service
	Fees          *fees.Service
	Cases         *cases.Service
	Counters      *counters.Service
	Screenings    *screenings.Service
	Shifts        *shifts.Service
	Jubilees      *jubilees.Service
	Feedback      *feedbacks.Service
	Dashboards    *dashboards.Service
	Digests       *digests.Service
	Calendars     *calendars.Service
	Trainings     *trainings.Service
	Matchdays     *matchdays.Service
	Jobs          *jobs.Service
	Backups       *backups.Service
	Predecessors  *predecessors.Service
	Imports       *imports.Service
	Duplicates    *duplicates.Service
}

// letters are the mails whose text can be opened from timelines.
var letters = []timelines.Letter{
	{Kind: message.Mail},
	{Kind: finance.MailInvoice, Section: access.Finance},
	{Kind: finance.MailDue, Section: access.Finance},
	{Kind: finance.MailReminder, Section: access.Finance},
	{Kind: finance.MailCreditNote, Section: access.Finance},
	{Kind: screening.MailRequest, Section: access.Certificates},
	{Kind: screening.MailReminder, Section: access.Certificates},
}

// New makes the use cases. Without adapters they can be described, but not called.
func New(a Adapters) *Club {
	given := identity.Given{Name: a.ClubName, Sender: a.Sender}
	club := func() identity.Club {
		view := a.Stores.Directory.View()
		if view == nil { // a command did not load the club
			return identity.Settings{}.With(given)
		}
		return view.Identity().With(given)
	}
	house := func() letter.House { return club().House(a.BaseURL) }
	post := &mails.Service{
		Mails: a.Stores.Mails, Users: a.Stores.Users, Queue: a.Stores.MailQueue, Letters: a.Stores.Messages,
		Club: a.Stores.Directory, Atomic: a.Atomic, Mailer: a.Mailer, Now: a.Now, Random: a.Random, Key: a.Key,
		Sender: func() mail.Address { return club().Sender }, NeedsSender: a.NeedsSender,
	}
	c := &Club{
		Mails: post,
		People: &people.Service{
			Directory: a.Stores.Directory, People: a.Stores.People, Users: a.Stores.Users, Atomic: a.Atomic, Now: a.Now, Zone: a.Zone,
			Spreadsheets: a.Spreadsheets, Random: a.Random, CodeMoved: a.MemberCodeMoved,
		},
		Groups: &groups.Service{
			Directory: a.Stores.Directory, Groups: a.Stores.Groups, Users: a.Stores.Users, Atomic: a.Atomic,
			Now: a.Now, Zone: a.Zone, Random: a.Random, Markup: a.Markup,
		},
		RelationTypes: terms.RelationTypes(a.Stores, a.Atomic, a.Now),
		Labels:        terms.Labels(a.Stores, a.Atomic, a.Now, a.Random),
		Searches: &searches.Service{
			Directory: a.Stores.Directory, Favorites: a.Stores.Favorites, Recents: a.Stores.Recents,
			Atomic: a.Atomic, Now: a.Now, Zone: a.Zone,
		},
		Accounts: &accounts.Service{
			Users: a.Stores.Users, Sessions: a.Stores.Sessions, Passwords: a.Stores.Passwords, Attempts: a.Stores.Attempts,
			Directory: a.Stores.Directory, Atomic: a.Atomic, Hasher: a.Hasher, Strength: a.Strength, Codes: a.Codes, Passkeys: a.Passkeys,
			Now: a.Now, Zone: a.Zone, Random: a.Random,
			Key: a.Key, Checks: a.PasswordChecks,
			Links: a.Stores.PasswordLinks, Functions: a.Stores.MemberFunctions,
			Audit: a.Stores.Audit, Outbox: a.Stores.Outbox, Post: post.Post,
			House: house,
		},
		Settings: &settings.Service{
			Directory: a.Stores.Directory, Atomic: a.Atomic, Now: a.Now, Given: given, Media: a.Stores.Media, Files: a.Files,
			Pictures: a.Pictures,
		},
		SavedViews: &savedviews.Service{Views: a.Stores.SavedViews},
		Pictures: &pictures.Service{
			Directory: a.Stores.Directory, Groups: a.Stores.Groups, Users: a.Stores.Users, Media: a.Stores.Media,
			Feedback: a.Stores.Feedback,
			Uploads:  a.Stores.Uploads, Atomic: a.Atomic, Files: a.Files, Pictures: a.Pictures, Now: a.Now, Zone: a.Zone, Random: a.Random,
			Turns: new(pictures.Turns), DailyBytes: a.DailyUploads, Key: a.Key, Runs: a.Stores.JobRuns, ToldLost: a.LostFiles,
		},
		Shares: &shares.Service{
			Directory: a.Stores.Directory, Users: a.Stores.Users, Atomic: a.Atomic, Now: a.Now, Zone: a.Zone,
		},
		Audits: &audits.Service{
			Directory: a.Stores.Directory, Users: a.Stores.Users, Audit: a.Stores.Audit, Changes: a.Stores.PersonChanges, Atomic: a.Atomic,
			Now: a.Now, Zone: a.Zone, KeepLog: a.KeepLog, KeepChanges: a.KeepChanges, KeepLooks: a.KeepLooks, Looks: a.Stores.Looks,
		},
		Refreshes: &refreshes.Service{Synchronization: a.Synchronization, Now: a.Now},
		Timelines: &timelines.Service{
			Directory: a.Stores.Directory, Activities: a.Stores.Activities, Notes: a.Stores.Notes, Tasks: a.Stores.Tasks,
			Mails: a.Stores.MailQueue, Timeline: a.Stores.Timeline, Users: a.Stores.Users, Markup: a.Markup, Now: a.Now, Zone: a.Zone,
			Mentions: a.Stores.Mentions, Atomic: a.Atomic, House: house, Post: post.Post,
			Texts: a.Stores.Mails, Messages: a.Stores.Messages, Letters: letters,
		},
		Tasks: &tasks.Service{
			Directory: a.Stores.Directory, Tasks: a.Stores.Tasks, Lists: a.Stores.TaskLists, Timeline: a.Stores.Timeline,
			Users: a.Stores.Users, Atomic: a.Atomic, Markup: a.Markup, Now: a.Now, Zone: a.Zone,
		},
	}
	c.Dossiers = &dossiers.Service{
		Directory: a.Stores.Directory, Users: a.Stores.Users, Timeline: a.Stores.Timeline, Activities: a.Stores.Activities,
		Notes: a.Stores.Notes, Tasks: a.Stores.Tasks, Texts: a.Stores.Mails, Changes: a.Stores.PersonChanges, Looks: a.Stores.Looks,
		Audit: a.Stores.Audit, Invoices: a.Stores.Invoices, Cases: a.Stores.Cases, Shifts: a.Stores.ShiftLists, Media: a.Stores.Media,
		Files: a.Files, Functions: a.Stores.MemberFunctions, Erasures: a.Stores.Erasures, Traces: a.Stores.Traces,
		Imports: a.Stores.Imports, Doubles: a.Stores.Duplicates, Blocked: a.Stores.Suppressions, Sessions: a.Stores.Sessions,
		Passwords: a.Stores.Passwords, Tokens: a.Stores.UserTokens, Views: a.Stores.SavedViews, Recents: a.Stores.Recents,
		Messages: a.Stores.Messages, Feedback: a.Stores.Feedback, Now: a.Now, Zone: a.Zone, Looked: c.Audits.Looked,
	}
	c.Erasures = &erasures.Service{
		Directory: a.Stores.Directory, Erasures: a.Stores.Erasures, Users: a.Stores.Users,
		Invoices: a.Stores.Invoices, Atomic: a.Atomic, Now: a.Now, Zone: a.Zone,
		Hold: c.Accounts.Hold, Release: c.Accounts.Release, Erase: c.Accounts.Erase, Restore: c.People.Restore,
	}
	c.People.Removing, c.People.Restored = c.Erasures.KeepAddress, c.Erasures.Restored
	c.Leavers = &leavers.Service{
		Directory: a.Stores.Directory, Proposals: a.Stores.LeaverProposals, Leavers: a.Stores.Leavers, Users: a.Stores.Users,
		Invoices: a.Stores.Invoices, Mails: a.Stores.Mails, Atomic: a.Atomic, Now: a.Now, Zone: a.Zone, House: house, Post: post.PostOf,
		Owes: c.Erasures.Owes, Addresses: c.Erasures.Addresses, KeepAddress: c.Erasures.KeepAddress, Erase: c.Erasures.PlanLeaver,
	}
	c.Suppressions = &suppressions.Service{
		Directory: a.Stores.Directory, Suppressions: a.Stores.Suppressions, Users: a.Stores.Users, Atomic: a.Atomic,
		Now: a.Now, Zone: a.Zone, Secret: a.MailerSecret, Tolerance: a.MailerTolerance, Holders: c.Tasks.Holders,
	}
	c.People.Unreached, c.People.Looked, post.NoMailbox = c.Suppressions.Changed, c.Audits.Looked, c.Suppressions.NoMailbox
	post.MayRead = c.Timelines.MayRead
	c.Cases = &cases.Service{
		Directory: a.Stores.Directory, Cases: a.Stores.Cases, Users: a.Stores.Users, Atomic: a.Atomic, Spreadsheets: a.Spreadsheets,
		Now: a.Now, Zone: a.Zone, Looked: c.Audits.Looked,
	}
	c.Counters = &counters.Service{
		Directory: a.Stores.Directory, Tasks: a.Stores.TaskLists, Cases: a.Stores.Cases, Now: a.Now, Zone: a.Zone,
	}
	c.Trainings = &trainings.Service{Directory: a.Stores.Directory, Atomic: a.Atomic, Now: a.Now}
	c.Matchdays = &matchdays.Service{
		Directory: a.Stores.Directory, Feed: a.Matches, Fetched: a.Stores.FetchedMatches, Now: a.Now,
	}
	c.Screenings = &screenings.Service{
		Directory: a.Stores.Directory, Timeline: a.Stores.Timeline, Mails: a.Stores.Mails, Atomic: a.Atomic, Now: a.Now, Zone: a.Zone,
		House: house, Post: post.PostOf,
	}
	c.Feedback = &feedbacks.Service{
		Feedback: a.Stores.Feedback, Users: a.Stores.Users, Atomic: a.Atomic, Markup: a.Markup, Now: a.Now, Zone: a.Zone, House: house,
		Post: post.Post, Drop: c.Pictures.Drop,
		Keep: func(
			ctx context.Context, viewer access.Viewer, data []byte, item int64, place func(ports.Stores, int64) (int64, error),
		) error {
			_, err := c.Pictures.Attach(ctx, viewer, data, item, place)
			return err
		},
	}
	c.Backups = &backups.Service{Runs: a.Stores.JobRuns, Club: a.Stores.Identity, Now: a.Now, Zone: a.Zone}
	c.Dashboards = &dashboards.Service{
		Directory: a.Stores.Directory, Users: a.Stores.Users, Tasks: a.Stores.TaskLists, Timeline: a.Stores.Timeline,
		Mails: a.Stores.MailQueue, Shifts: a.Stores.ShiftLists,
		Kept: c.Matchdays.Kept, Refresh: c.Matchdays.Refresh, Now: a.Now, Zone: a.Zone,
		Backup: c.Backups.Verified, WatchBackups: a.Backups,
		Feedback: func(ctx context.Context, viewer access.Viewer) (int, error) {
			open, err := c.Feedback.List(ctx, viewer, feedback.Query{Statuses: feedback.Open()})
			return open.Total, err
		},
	}
	if a.Synchronization != nil {
		c.Dashboards.Synchronization = c.Refreshes.Standing
	}
	c.Digests = &digests.Service{
		Directory: a.Stores.Directory, Users: a.Stores.Users, Digests: a.Stores.Digests, Tasks: a.Stores.TaskLists,
		Timeline: a.Stores.Timeline, Shifts: a.Stores.ShiftLists, Atomic: a.Atomic, Now: a.Now, Zone: a.Zone, House: house, Key: a.Key,
		Kept: c.Matchdays.Kept, Mails: a.Stores.MailQueue,
	}
	c.tellDigests()
	c.Calendars = &calendars.Service{
		Directory: a.Stores.Directory, Users: a.Stores.Users, Tokens: a.Stores.UserTokens, Tasks: a.Stores.TaskLists,
		Shifts: a.Stores.ShiftLists, Now: a.Now, Random: a.Random, Key: a.Key, Kept: c.Matchdays.Kept,
		House: func() calendar.House { return calendar.House{Club: club().Name, BaseURL: a.BaseURL, Zone: a.Zone} },
	}
	c.Shifts = &shifts.Service{
		Directory: a.Stores.Directory, Users: a.Stores.Users, Shifts: a.Stores.Shifts, Lists: a.Stores.ShiftLists, Atomic: a.Atomic,
		Now: a.Now, Zone: a.Zone,
	}
	c.People.Crew = c.Shifts.Crew
	c.Jubilees = &jubilees.Service{
		Directory: a.Stores.Directory, Atomic: a.Atomic, Spreadsheets: a.Spreadsheets, Now: a.Now, Zone: a.Zone,
		Looked: c.Audits.Looked,
	}
	c.Finances = &finances.Service{
		Directory: a.Stores.Directory, Atomic: a.Atomic, Now: a.Now, Zone: a.Zone, Random: a.Random, Key: a.Key, House: house,
		Hang: func(
			ctx context.Context, viewer access.Viewer, data []byte, name string, place func(ports.Stores, int64) (int64, error),
		) error {
			_, err := c.Pictures.Hang(ctx, viewer, data, name, 0, false, place)
			return err
		},
	}
	c.Settings.Hang = c.Finances.Hang
	c.Fees = &fees.Service{
		Directory: a.Stores.Directory, Atomic: a.Atomic, Invoices: a.Stores.Invoices, Spreadsheets: a.Spreadsheets,
		Now: a.Now, Zone: a.Zone, Looked: c.Audits.Looked,
	}
	c.Invoices = &invoices.Service{
		Directory: a.Stores.Directory, Invoices: a.Stores.Invoices, Users: a.Stores.Users, Atomic: a.Atomic, Now: a.Now, Zone: a.Zone,
		Random: a.Random, Key: a.Key, BaseURL: a.BaseURL, Debug: a.Debug, Cases: c.cases, Hold: holdCases,
		Fee: c.fee, Settle: payments.Settle, Charge: c.charge, Discharge: c.discharge,
	}
	c.Billing = c.billing(&a, house, post.Post)
	c.Invoices.Credited = func(ctx context.Context, stores ports.Stores, id int64, number string) error {
		return c.Billing.Credited(ctx, stores, billing.CreditNote{Invoice: id, Number: number})
	}
	c.Messages = &messages.Service{
		Directory: a.Stores.Directory, Messages: a.Stores.Messages, Queue: a.Stores.MailQueue, Users: a.Stores.Users, Atomic: a.Atomic,
		Markup: a.Markup, Now: a.Now, Zone: a.Zone, House: house, Daily: a.DailyMails, Audience: c.People.Audience, Post: post.PostOf,
	}
	c.Workspaces = &workspaces.Service{
		Directory: a.Stores.Directory, Users: a.Stores.Users, Invites: a.Stores.Invites, Attempts: a.Stores.Attempts, Atomic: a.Atomic,
		Now: a.Now, Zone: a.Zone, Random: a.Random, House: house, Post: post.Post,
		Protect: c.Accounts.Protect,
	}
	c.Undos = &undos.Service{
		Directory: a.Stores.Directory, Undos: a.Stores.Undos, Atomic: a.Atomic, Now: a.Now,
		People: c.People.TakeBack, Group: c.Groups.TakeBack, Label: terms.TakeBackLabel,
	}
	c.Predecessors = c.moving(&a)
	c.Imports = &imports.Service{
		Directory: a.Stores.Directory, Imports: a.Stores.Imports, Users: a.Stores.Users, Atomic: a.Atomic, Workbooks: a.Workbooks,
		Now: a.Now, Zone: a.Zone, TakeIn: c.People.TakeIn, TakeOut: c.People.TakeOut,
		Turn: make(chan struct{}, 1),
	}
	c.Duplicates = &duplicates.Service{
		Directory: a.Stores.Directory, Duplicates: a.Stores.Duplicates, Atomic: a.Atomic, Now: a.Now, Zone: a.Zone,
		Replace: c.People.Replace, Follow: c.Accounts.Follow, Looked: c.Audits.Looked,
	}
	c.Payments = pay(a, house)
	c.Payments.Logo, post.Due, c.Invoices.Close = c.Billing.Logo, c.Payments.Due, c.Payments.Close
	c.Jobs = &jobs.Service{
		Runs: a.Stores.JobRuns, Outbox: a.Stores.Outbox, Failed: a.FailedJobs, Now: a.Now, Zone: a.Zone,
		Jobs: c.daily(), Handlers: c.handlers(),
	}
	return c
}

// Close stores what waits to be stored, and notes nothing more.
func (c *Club) Close(ctx context.Context) error {
	return errors.Join(c.Accounts.Close(ctx), c.Audits.Close(ctx))
}

// daily lists the daily work: the name that operators know it by, the use case that does it, and what for.
func (c *Club) daily() []jobs.Job {
	return []jobs.Job{
		{
			Name: "forget-sessions", Run: c.forget,
			Doc: "Forgets sessions that have ended, wrong sign-ins that no longer count, and old links that set a password or invite.",
		},
		{
			Name: erasures.JobName, Run: c.Erasures.Run,
			Doc: "Erases the people for whom that was asked 30 days ago, and takes names out of books of more than seven years ago.",
		},
		{
			Name: leavers.JobName, Run: c.Leavers.Run,
			Doc: "Tells the members' administration what the rules about who left would destroy, and destroys it once that was told " +
				"and nobody stopped it. It does nothing until an administrator switches the rules on.",
		},
		{
			Name: "purge-people", Run: c.purge,
			Doc: "Destroys people that were removed a month ago, what was kept of changes that can't be taken back any more, and " +
				"mails of a year ago that stand on nobody's timeline; takes the roles by function that no function brings any more.",
		},
		{
			Name: "purge-log", Run: c.Audits.Purge,
			Doc: "Deletes what the log, the changes of people and the list of who looked at them tell from longer ago than they are kept.",
		},
		{
			Name: payments.ReturnsName, Run: c.Payments.Returned,
			Doc: "Asks the provider of payments what was given or taken back, by a job that the server does.",
		},
		{
			Name: payments.ReconcileName, Run: c.Payments.Reconcile, Every: time.Hour,
			Doc: "Asks the provider of payments about every open checkout, by jobs that the server does. It runs every hour.",
		},
		{
			Name: "age-invoices", Run: c.Invoices.Age,
			Doc: "Notes which invoices have become overdue. Lists and pages say so without it.",
		},
		{
			Name: "remind-invoices", Run: c.Billing.AskReminders,
			Doc: "Asks for the mails of instalments that are due and the reminders of what is late, by a job that the server does.",
		},
		{
			Name: "fetch-matches", Run: c.Matchdays.Fetch, Every: matchday.FetchedEvery,
			Doc: "Fetches the programme and what was called off from the federation. It runs every 15 minutes.",
		},
		{
			Name: "end-work", Run: c.People.EndWork,
			Doc: "Lets work in teams and committees whose last day has passed be current no more.",
		},
		{
			Name: "digest", Run: c.Digests.Run, Every: digests.Every,
			Doc: "Mails users what their day holds, those whose time has come. It runs every five minutes.",
		},
		{Name: "sweep-files", Run: c.Pictures.Sweep, Doc: "Deletes the files of pictures that nothing shows any more."},
		{
			Name: "remove-lost-files", Run: c.Pictures.RemoveLost,
			Doc: "Deletes the files that no picture in the database has, as after going back to a backup, once that is certain.",
		},
	}
}

// forget forgets what lets nobody in any more, and returns how much.
func (c *Club) forget(ctx context.Context) (int, error) {
	invites, err := c.Workspaces.Purge(ctx)
	if err != nil {
		return invites, err
	}
	others, err := c.Accounts.Purge(ctx)
	return invites + others, err
}

// purge destroys what is left of people, and returns how many. What was kept of changes goes first: it tells of the same people.
func (c *Club) purge(ctx context.Context) (int, error) {
	for _, others := range []func(context.Context) (int, error){
		c.Undos.Purge, c.Mails.Purge, c.Suppressions.Purge, c.Timelines.ForgetMentions, c.Messages.Purge,
		c.Imports.Purge,
	} {
		if _, err := others(ctx); err != nil {
			return 0, err
		}
	}
	destroyed, err := c.People.Purge(ctx)
	if err != nil {
		return destroyed, err
	}
	_, err = c.Accounts.DropFunctions(ctx)
	return destroyed, err
}

// handlers lists what does the jobs of the outbox, by kind.
func (c *Club) handlers() []jobs.Handler {
	return []jobs.Handler{
		jobs.Handle(pictures.RemovedFiles, c.Pictures.DeleteFiles), jobs.Handle(mails.Send, c.Mails.Deliver),
		jobs.Handle(messages.SendMails, c.Messages.PostMails),
		jobs.Handle(billing.BillSeason, c.Billing.BillPortions),
		jobs.Handle(billing.MailCreditNote, c.Billing.MailCredit), jobs.Handle(billing.SendReminders, c.Billing.RemindInTurns),
		jobs.Handle(accounts.ResetLink, c.Accounts.SendResetLink),
		jobs.Handle(payments.Settle, c.Payments.SettleOne), jobs.Handle(payments.Check, c.Payments.CheckOne),
		jobs.Handle(payments.CheckReturns, c.Payments.BookReturns), jobs.Handle(payments.CheckReturn, c.Payments.BookReturn),
		jobs.Handle(payments.CheckClosed, c.Payments.CheckClosedOf), jobs.Handle(payments.Look, c.Payments.LookAt),
		jobs.Handle(imports.ApplyFile, c.Imports.ApplyInPortions), jobs.Handle(imports.UndoFile, c.Imports.UndoInPortions),
	}
}
