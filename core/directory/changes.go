package directory

import (
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/jubilee"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// Changes are what changed in a store after the change with the number After, up to and including that with the number Last, as
// it stood after Last. What is nil did not change.
type Changes struct {
	After, Last int64

	People        []person.Stored // registered or edited
	Everybody     *Newcomers      // when a directory is loaded: people who were derived before; People go before them
	RemovedPeople []person.ID
	Groups        []group.Group
	DamagedGroups map[group.ID]error // why what is stored can't be read
	RemovedGroups []group.ID

	RemovedWorkspaces []workspace.ID

	RelationTypes *[]relation.Type                      // all of them, by number
	Labels        *[]term.Term                          // likewise
	Favorites     map[account.UserID][]account.Favorite // of these users: all of them
	Linked        map[account.UserID]person.ID          // which person these users are, 0 for none
	Given         map[account.UserID]access.Given       // what these users were given to read
	Welcomed      map[account.UserID]time.Time          // when these users were last written a welcome, the zero time for never
	Workspaces    []workspace.Workspace                 // made or changed
	Shares        map[account.UserID]access.Shares      // with these users: all of them, of removed records too
	Rules         *work.Rules
	Search        *search.Settings
	Matrix        *access.Matrix
	FactorRule    *account.FactorRule
	Functions     *access.FunctionMap
	Welcome       *account.Welcome
	FeeBook       *fee.Book
	Finance       *finance.Settings
	BulkJob       *bulk.Job
	Suppressed    *[]string // all addresses to which nothing is sent
	Screening     *screening.Settings
	Jubilee       *jubilee.Settings
	Leavers       *leaver.Settings
	Training      *training.Schedule
	Identity      *identity.Settings
	FirstStart    *account.FirstStart
}
