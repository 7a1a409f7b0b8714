// Package inmem keeps everything in memory: the stores for tests, for examples, and for programs that embed the core
// without a database. It gives the same guarantees as the databases, but for durability.
package inmem

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/duplicate"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/jubilee"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/savedview"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// Store is one program on a database in memory. Use Open.
type Store struct {
	*database
	directory directory.Directory
}

type database struct {
	mu   sync.Mutex
	data tables
}

// tables holds values that are replaced, never changed in place, so that a shallow copy is a snapshot.
type tables struct {
	people      map[person.ID]kept
	lastPerson  person.ID
	groups      map[group.ID]keptGroup
	lastGroup   group.ID
	favorites   map[mark]bool
	views       map[account.UserID]savedview.List
	recents     map[account.UserID][]person.ID
	users       map[account.UserID]account.User
	lastUser    account.UserID
	sessions    map[account.Digest]account.Session
	passwords   map[account.Digest]account.ApplicationPassword
	attempts    []notedAttempt
	lastAttempt int64
	rules       *work.Rules
	searchable  []string
	matrix      access.Matrix
	factorRule  account.FactorRule
	functionMap access.FunctionMap
	welcome     *account.Welcome
	fees        fee.Book
	finance     *finance.Settings
	screening   screening.Settings
	jubilee     *jubilee.Settings
	leaverRules *leaver.Settings
	bulk        *bulk.Job
	training    training.Schedule
	identity    identity.Settings
	firstStart  account.FirstStart
	fetched     map[matchday.Source]matchday.Fetched
	functions   map[person.ID][]string // of people in the club
	runs        map[string]ports.JobRun
	jobs        []keptJob
	lastJob     int64

	relationTypes termTable[relation.Type]
	labels        termTable[term.Term]

	media     map[media.ID]media.Media
	lastMedia media.ID
	uploads   map[uploadDay]int64
	undos     map[account.Digest]keptUndo
	origins   map[oldNumber]int64

	activities growing[activity.Activity]
	notes      growing[note.Note]
	tasks      growing[task.Task]
	shifts     growing[volunteer.Shift]
	mails      growing[mail.Mail]

	passwordLinks map[account.Digest]account.PasswordLink
	shares        map[account.UserID]access.Shares

	audit     []keptEntry // by number
	lastEntry int64

	changed     []keptChange // by number
	lastChanged int64
	looks       map[person.LookKey]person.Look

	workspaces    map[workspace.ID]workspace.Workspace
	lastWorkspace workspace.ID
	invites       map[int64]workspace.Invite
	lastInvite    int64

	digests map[account.UserID]digest.Run
	tokens  map[tokenOf]account.Token

	mentions    []mention.Mention
	lastMention int64
	messages    map[int64]message.Message
	lastMessage int64

	suppressed suppressed
	imports    imported
	dismissed  map[duplicate.Pair]bool
	merged     map[person.ID]person.ID // into whom

	erasures    map[int64]erasure.Erasure
	proposals   map[int64]keptProposal
	lastErasure int64

	billing billing
	cases   growing[discipline.Case]

	feedback    growing[feedback.Item]
	comments    []feedback.Comment // by number
	lastComment int64

	change int64   // the number of the last change of what stands in a directory
	log    []noted // what those changes touched, in their order; it only grows
}

func (t tables) snapshot() tables {
	t.people, t.users = maps.Clone(t.people), maps.Clone(t.users)
	t.sessions, t.passwords = maps.Clone(t.sessions), maps.Clone(t.passwords)
	t.attempts = slices.Clone(t.attempts)
	t.runs, t.jobs = maps.Clone(t.runs), slices.Clone(t.jobs)
	t.groups, t.favorites = maps.Clone(t.groups), maps.Clone(t.favorites)
	t.views, t.recents = maps.Clone(t.views), maps.Clone(t.recents)
	t.relationTypes, t.labels = t.relationTypes.snapshot(), t.labels.snapshot()
	t.media, t.uploads = maps.Clone(t.media), maps.Clone(t.uploads)
	t.looks = maps.Clone(t.looks)
	t.undos, t.functions, t.origins = maps.Clone(t.undos), maps.Clone(t.functions), maps.Clone(t.origins)
	t.activities, t.notes, t.tasks = t.activities.snapshot(), t.notes.snapshot(), t.tasks.snapshot()
	t.shifts = t.shifts.snapshot()
	t.mails, t.passwordLinks = t.mails.snapshot(), maps.Clone(t.passwordLinks)
	t.workspaces, t.invites = maps.Clone(t.workspaces), maps.Clone(t.invites)
	t.shares = maps.Clone(t.shares)
	t.mentions, t.messages = slices.Clone(t.mentions), maps.Clone(t.messages)
	t.billing = t.billing.snapshot()
	t.cases, t.feedback, t.comments = t.cases.snapshot(), t.feedback.snapshot(), slices.Clone(t.comments)
	t.suppressed.known, t.suppressed.heard = maps.Clone(t.suppressed.known), maps.Clone(t.suppressed.heard)
	t.imports = t.imports.snapshot()
	t.dismissed, t.merged, t.erasures = maps.Clone(t.dismissed), maps.Clone(t.merged), maps.Clone(t.erasures)
	t.proposals = maps.Clone(t.proposals)
	t.fetched, t.digests, t.tokens = maps.Clone(t.fetched), maps.Clone(t.digests), maps.Clone(t.tokens)
	return t
}

// Open makes an empty store.
func Open() *Store {
	types := termTable[relation.Type]{byID: map[term.ID]relation.Type{}}
	for _, t := range relation.Defaults() {
		types.byID[t.ID], types.last = t, t.ID
	}
	s := &Store{database: &database{data: tables{
		groups: map[group.ID]keptGroup{group.ClubWide: {group: group.NewClubWide()}}, lastGroup: group.ClubWide,
		relationTypes: types, labels: termTable[term.Term]{byID: map[term.ID]term.Term{}}, favorites: map[mark]bool{},
		views: map[account.UserID]savedview.List{}, recents: map[account.UserID][]person.ID{},
		people: map[person.ID]kept{}, users: map[account.UserID]account.User{},
		sessions: map[account.Digest]account.Session{}, passwords: map[account.Digest]account.ApplicationPassword{},
		runs: map[string]ports.JobRun{}, media: map[media.ID]media.Media{}, uploads: map[uploadDay]int64{},
		looks: map[person.LookKey]person.Look{},
		undos: map[account.Digest]keptUndo{}, functions: map[person.ID][]string{}, origins: map[oldNumber]int64{},
		activities: newGrowing[activity.Activity](), notes: newGrowing[note.Note](),
		tasks: newGrowing[task.Task](), shifts: newGrowing[volunteer.Shift](), mails: newGrowing[mail.Mail](),
		passwordLinks: map[account.Digest]account.PasswordLink{}, shares: map[account.UserID]access.Shares{},
		workspaces: map[workspace.ID]workspace.Workspace{}, invites: map[int64]workspace.Invite{},
		messages: map[int64]message.Message{}, digests: map[account.UserID]digest.Run{}, tokens: map[tokenOf]account.Token{},
		billing: newBilling(), suppressed: newSuppressed(), imports: newImported(),
		dismissed: map[duplicate.Pair]bool{}, merged: map[person.ID]person.ID{},
		erasures: map[int64]erasure.Erasure{}, proposals: map[int64]keptProposal{},
		fetched:  map[matchday.Source]matchday.Fetched{},
		cases:    newGrowing[discipline.Case](),
		feedback: newGrowing[feedback.Item](),
	}}}
	settled(s, s.directory.Load(s.data.everything()))
	return s
}

// Another returns another program on the same database, with a directory of its own, which is empty until it is loaded.
func (s *Store) Another() *Store { return &Store{database: s.database} }

// LimitDirectory lets the directory hold this many people at most. Call it before anything else.
func (s *Store) LimitDirectory(people int) { s.directory.Limit = people }

// Stores returns the ports of s.
func (s *Store) Stores() ports.Stores { return handle{store: s}.stores() }

var _ ports.Atomic = (*Store)(nil)

// Do implements ports.Atomic.
func (s *Store) Do(ctx context.Context, change func(ports.Stores) error) error {
	return handle{store: s}.run(ctx, func(t *tables) error {
		before, done := t.snapshot(), false
		defer func() {
			if !done { // also when it panicked
				*t = before
			}
		}()
		err := change(handle{s, t}.stores())
		done = err == nil
		return err
	})
}

// handle is how the stores reach the tables: through the lock, or inside a step that already holds it.
type handle struct {
	store  *Store
	inside *tables
}

func (h handle) run(ctx context.Context, step func(*tables) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if h.inside != nil {
		return step(h.inside)
	}
	h.store.mu.Lock()
	defer h.store.mu.Unlock()
	t := &h.store.data
	before := len(t.log)
	if err := step(t); err != nil {
		return err
	}
	if len(t.log) == before {
		return nil
	}
	t.change++
	return h.store.catchUp(t)
}

// ask is run for a step with a result.
func ask[T any](ctx context.Context, h handle, step func(*tables) (T, error)) (result T, err error) {
	err = h.run(ctx, func(t *tables) error {
		result, err = step(t)
		return err
	})
	return result, err
}

// picked returns the values that are wanted, in an order.
func picked[K comparable, V any](all map[K]V, wanted func(*V) bool, order func(a, b V) int) (list []V) {
	for _, v := range all {
		if wanted(&v) {
			list = append(list, v)
		}
	}
	slices.SortFunc(list, order)
	return list
}

// dropped deletes from all, and returns how many.
func dropped[K comparable, V any](all map[K]V, gone func(K, V) bool) int {
	before := len(all)
	maps.DeleteFunc(all, gone)
	return before - len(all)
}

func (h handle) stores() ports.Stores {
	return ports.Stores{
		Directory:       club{h},
		People:          people{h},
		MemberCodes:     memberCodes{h},
		Imports:         imports{h},
		Duplicates:      duplicates{h},
		Erasures:        erasures{h},
		Traces:          traces{h},
		Leavers:         leavers{h},
		LeaverProposals: leaverProposals{h},
		Groups:          groups{h},
		RelationTypes:   h.relationTypes(),
		Labels:          h.labels(),
		Favorites:       favorites{h},
		Shares:          shares{h},
		SavedViews:      savedViews{h},
		Recents:         recents{h},
		Users:           users{h},
		Sessions:        h.sessions(),
		Passwords:       h.passwords(),
		Attempts:        attempts{h},
		VolunteerRules:  h.volunteerRules(),
		SearchSettings:  h.searchSettings(),
		Matrix:          h.matrix(),
		JobRuns:         jobRuns{h},
		FunctionMap:     h.functionMap(),
		Welcome:         h.welcome(),
		MemberFunctions: memberFunctions{h},
		Belongings:      belongings{h},
		FeeBook:         h.feeBook(),
		Outbox:          outbox{h},
		Media:           pictures{h},
		Uploads:         uploads{h},
		Undos:           undos{h},
		Origins:         origins{h},
		Activities:      h.activities(),
		Notes:           h.notes(),
		Tasks:           h.tasks(),
		Timeline:        timelines{h},
		TaskLists:       taskLists{h},
		Mails:           h.mails(),
		MailQueue:       mailQueue{h},
		PasswordLinks:   passwordLinks{h},
		Audit:           auditLog{h},
		PersonChanges:   personChanges{h},
		Looks:           looks{h},
		Workspaces:      workspaces{h},
		Invites:         invites{h},
		Mentions:        mentions{h},
		Messages:        messages{h},
		Suppressions:    suppressions{h},
		Cases:           cases{h},
		Shifts:          h.shifts(),
		ShiftLists:      shiftLists{h},
		Feedback:        feedbackItems{h},
		Invoices:        invoices{h},
		InvoiceNumbers:  invoiceNumbers{h},
		Finance:         h.finance(),
		Screening:       h.screening(),
		Jubilee:         h.jubilee(),
		LeaverRules:     h.leaverRules(),
		FactorRule:      h.factorRule(),
		BulkJob:         h.bulkJob(),
		Training:        h.training(),
		Identity:        h.identity(),
		FirstStart:      h.firstStart(),
		FetchedMatches:  fetchedMatches{h},
		Digests:         digests{h},
		UserTokens:      userTokens{h},
		Sealed:          sealed{h},
	}
}
