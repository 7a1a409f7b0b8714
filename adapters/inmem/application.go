package inmem

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/usecase"
	useaccounts "github.com/clubhuis/clubhuis/core/usecase/accounts"
	usecases "github.com/clubhuis/clubhuis/core/usecase/cases"
	usegroups "github.com/clubhuis/clubhuis/core/usecase/groups"
	usepeople "github.com/clubhuis/clubhuis/core/usecase/people"
	usepictures "github.com/clubhuis/clubhuis/core/usecase/pictures"
	usetasks "github.com/clubhuis/clubhuis/core/usecase/tasks"
	useterms "github.com/clubhuis/clubhuis/core/usecase/terms"
	usetimelines "github.com/clubhuis/clubhuis/core/usecase/timelines"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Application is a club application in memory: the real use cases on a store of its own, reached as an administrator, so that it
// refuses what the real one refuses. It writes down what it is asked, and fails where it is told to. Times have whole seconds, as
// the interface of the real one returns them. Use NewApplication.
type Application struct {
	// Fail is asked before a call does anything, After when it has done everything: what they return is the call's error, so
	// that After is an answer that gets lost. id is the record's number, 0 for none. The names of calls are those of the
	// constants below. Both may be nil, and may be set anew between calls.
	Fail, After func(call string, id int64) error

	store     *Store
	people    *usepeople.Service
	groups    *usegroups.Service
	pictures  *usepictures.Service
	types     *useterms.Service[relation.Type]
	accounts  *useaccounts.Service
	timelines *usetimelines.Service
	cases     *usecases.Service
	tasks     *usetasks.Service

	mu            sync.Mutex
	now           time.Time
	photos        map[int64]federation.Picture
	writes, reads []string
	counts        map[string]int
	folders       uint64
	spoilt        map[recordOf]bool // the records that cannot be read
}

// The calls. Those to groups have the kind behind them: CallCreate + " team".
const (
	CallPerson      = "person"
	CallByEmail     = "by email"
	CallEach        = "each"
	CallEachDues    = "each dues"
	CallVolunteers  = "volunteers"
	CallTypes       = "relation types"
	CallList        = "list" // of groups
	CallCreate      = "create"
	CallChange      = "change"
	CallRemove      = "remove"
	CallPutPhoto    = "put photo"
	CallRemovePhoto = "remove photo"
	CallPhotoLink   = "photo link"
	CallActivities  = "activities"
	CallLog         = "create activity"
	CallTell        = "tell functions"
	CallListCases   = "list cases"
	CallTasks       = "tasks"
	CallGive        = "create task"
)

// administrator is who the application takes every caller for.
var administrator = access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}

// NewApplication makes an application without people whose clock stands still at the moment, in its zone.
func NewApplication(at time.Time) *Application {
	a := &Application{store: Open(), now: at, photos: map[int64]federation.Picture{}, counts: map[string]int{},
		spoilt: map[recordOf]bool{}}
	club := usecase.New(usecase.Adapters{
		Stores: a.store.Stores(), Atomic: a.store, Files: new(Files), Pictures: asTheyCome{}, Now: a.Now, Zone: at.Location(),
		Random: a.folder, Markup: Markup{},
	})
	a.people, a.groups, a.types, a.pictures = club.People, club.Groups, club.RelationTypes, club.Pictures
	a.accounts = club.Accounts
	a.timelines, a.cases, a.tasks = club.Timelines, club.Cases, club.Tasks
	id, err := a.store.Stores().Users.Create(context.Background(), account.User{
		Username: "clubsync", Email: "clubsync@club.example", DisplayName: "Synchronisatie", Roles: administrator.Roles,
	})
	if settled(id, err) != administrator.User {
		panic("inmem: the first user of a store is another one")
	}
	return a
}

// Now returns the application's clock.
func (a *Application) Now() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.now
}

// SetNow sets the clock.
func (a *Application) SetNow(at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.now = at
}

// People returns the people, as a program reaches them.
func (a *Application) People() ports.ApplicationPeople { return applicationPeople{a, false, false} }

// Dues returns what the people have to pay.
func (a *Application) Dues() ports.ApplicationDues { return applicationDues{a} }

// Photos returns their photos.
func (a *Application) Photos() ports.ApplicationPhotos { return applicationPhotos{a} }

// Activities returns what is logged of them.
func (a *Application) Activities() ports.ApplicationActivities { return applicationActivities{a} }

// Roles returns the roles that users have by their functions.
func (a *Application) Roles() ports.ApplicationRoles { return applicationRoles{a} }

// Cases returns the cases of discipline.
func (a *Application) Cases() ports.ApplicationCases { return applicationCases{a} }

// Tasks returns the tasks that volunteers are given.
func (a *Application) Tasks() ports.ApplicationTasks { return applicationTasks{a} }

// Groups returns the teams and committees.
func (a *Application) Groups() ports.ApplicationGroups { return applicationGroups{a, false, false} }

// ByHand returns the people and groups as somebody at the page edits them: nothing of it is written down, or fails.
func (a *Application) ByHand() (ports.ApplicationPeople, ports.ApplicationGroups) {
	return applicationPeople{a, true, false}, applicationGroups{a, true, false}
}

// Writes returns the writes that were asked for since Forget, in order, refused ones too: "change person 12: contact_info
// first_name meta.team", "create team 1001: activiteit title", "remove photo 12". A refused one has " (refused)" behind it.
func (a *Application) Writes() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.writes)
}

// Reads returns the reads: "person 12", "each", "list team".
func (a *Application) Reads() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.reads)
}

// Count returns how often a call was asked for since Forget: Count(CallChange + " person").
func (a *Application) Count(call string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.counts[call]
}

// Forget begins with the counting anew. What was written stays.
func (a *Application) Forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.writes, a.reads, a.counts = nil, nil, map[string]int{}
}

// Everybody returns who stands there, former members included, by number.
func (a *Application) Everybody() []payload.Person {
	list, err := a.collect(context.Background(), time.Time{})
	return settled(list, err)
}

// Everygroup returns what stands there of a kind, by number.
func (a *Application) Everygroup(kind work.Kind) []payload.Group {
	list, err := a.listed(context.Background(), kind)
	return settled(list, err)
}

// settled returns a result that a store in memory can't fail to give.
func settled[T any](value T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("inmem: %v", err))
	}
	return value
}

// read passes a read through Fail and After, unless the context is cancelled.
func (a *Application) read(ctx context.Context, call string, id int64, do func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if fail := a.Fail; fail != nil {
		if err := fail(call, id); err != nil {
			return err
		}
	}
	line := call
	if id != 0 {
		line = fmt.Sprint(call, " ", id)
	}
	a.mu.Lock()
	a.reads, a.counts[call] = append(a.reads, line), a.counts[call]+1
	a.mu.Unlock()
	if err := do(); err != nil {
		return err
	}
	return a.after(call, id)
}

// write passes a write through Fail and After. do returns the number of the record. fields are named behind it.
func (a *Application) write(call string, id int64, fields []string, do func() (int64, error)) error {
	if fail := a.Fail; fail != nil {
		if err := fail(call, id); err != nil {
			return err
		}
	}
	made, err := do()
	line := call
	if made != 0 {
		line = fmt.Sprint(call, " ", made)
	}
	if len(fields) > 0 {
		line += ": " + strings.Join(fields, " ")
	}
	if err != nil {
		line += " (refused)"
	}
	a.mu.Lock()
	a.writes, a.counts[call] = append(a.writes, line), a.counts[call]+1
	a.mu.Unlock()
	if err != nil {
		return err
	}
	return a.after(call, made)
}

func (a *Application) after(call string, id int64) error {
	if after := a.After; after != nil {
		return after(call, id)
	}
	return nil
}
