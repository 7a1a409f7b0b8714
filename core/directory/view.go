package directory

import (
	"maps"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

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

// View is the club at one moment. It never changes, and many readers may use it at once. What it returns belongs to the reader,
// but for the texts and lists inside records, which nobody may change.
type View struct {
	number     int64
	rules      work.Rules
	search     search.Settings
	matrix     access.Matrix
	factorRule account.FactorRule
	functions  access.FunctionMap
	welcome    account.Welcome
	fees       fee.Book
	finance    finance.Settings
	bulk       bulk.Job
	screening  screening.Settings
	jubilee    jubilee.Settings
	leavers    leaver.Settings
	identity   identity.Settings
	firstStart account.FirstStart
	suppressed map[string]bool    // addresses to which nothing is sent
	training   *training.Schedule // nobody may change it
	club       *person.Club

	people    table[member]
	everybody *roaring.Bitmap           // their numbers
	authors   map[int64]*roaring.Bitmap // the people that a user created
	entries   map[group.ID][]person.ID  // who has an entry of work in a group, by number
	turn      int64                     // which of the club's views this is: the next one in which people change has the next number
	lists     *lists
	parts     *parts // of what a search looks in first, and of
	reach     *parts // telephone numbers and addresses

	groups     map[group.ID]*team
	listed     *listed // those of them that can be read
	teams      int     // how many of them are teams
	committees int
	types      []relation.Type
	typeOf     map[term.ID]*relation.Type
	labels     []term.Term
	labelOf    map[term.ID]term.Term
	favorites  map[account.UserID][]account.Favorite
	persons    map[account.UserID]person.ID // which person a user is
	users      map[person.ID]account.UserID // and the other way round
	given      map[account.UserID]access.Given
	welcomed   map[account.UserID]time.Time
	shares     map[account.UserID]access.Shares
	reached    *reached

	workspaces  map[workspace.ID]*workspace.Workspace
	memberships map[account.UserID][]workspace.ID // by number
}

// newView is a club of which nothing is known.
func newView() *View {
	v := &View{
		rules: work.DefaultRules(), training: new(training.Schedule),
		everybody: roaring.New(), authors: map[int64]*roaring.Bitmap{}, entries: map[group.ID][]person.ID{},
		groups: map[group.ID]*team{}, listed: &listed{},
		favorites: map[account.UserID][]account.Favorite{}, persons: map[account.UserID]person.ID{},
		users: map[person.ID]account.UserID{}, given: map[account.UserID]access.Given{}, reached: new(reached), lists: newLists(),
		shares: map[account.UserID]access.Shares{}, parts: newParts(placeSearch), reach: newParts(placeReach),
		workspaces: map[workspace.ID]*workspace.Workspace{}, memberships: map[account.UserID][]workspace.ID{},
	}
	v.club = &person.Club{Rules: v.rules.Folded()}
	return v
}

// Number is the number of the last change that the view contains.
func (v *View) Number() int64 { return v.number }

// Size is how many people there are.
func (v *View) Size() int { return int(v.everybody.GetCardinality()) }

// Damaged are the people whose stored form can't be read, by number. They are in no list.
func (v *View) Damaged() (ids []person.ID) {
	v.people.each(func(id int64, m *member) bool {
		if m.damaged != nil {
			ids = append(ids, id)
		}
		return true
	})
	return ids
}

// with returns the view after changes.
func (v *View) with(c *Changes) (*View, error) {
	next := *v
	next.number, next.reached = c.Last, new(reached)
	next.takeTerms(c)
	next.takeUsers(c)
	next.takeWorkspaces(c)
	if c.Matrix != nil {
		next.matrix = c.Matrix.Clone()
	}
	if c.FactorRule != nil {
		next.factorRule = c.FactorRule.Clone()
	}
	if c.Functions != nil {
		next.functions = c.Functions.Clone()
	}
	if c.Welcome != nil {
		next.welcome = *c.Welcome
	}
	if c.FeeBook != nil {
		next.fees = c.FeeBook.Clone()
	}
	if c.Finance != nil {
		next.finance = c.Finance.Clone()
	}
	if c.BulkJob != nil {
		next.bulk = c.BulkJob.Clone()
	}
	if c.Suppressed != nil {
		next.suppressed = map[string]bool{}
		for _, address := range *c.Suppressed {
			next.suppressed[address] = true
		}
	}
	if c.Screening != nil {
		next.screening = c.Screening.Clone()
	}
	if c.Leavers != nil {
		next.leavers = c.Leavers.Clone()
	}
	if c.Jubilee != nil {
		next.jubilee = c.Jubilee.Clone()
	}
	if c.Training != nil {
		schedule := c.Training.Clone()
		next.training = &schedule
	}
	if c.Identity != nil {
		next.identity = *c.Identity
	}
	if c.FirstStart != nil {
		next.firstStart = *c.FirstStart
	}
	changed := map[int64]*member{}
	if next.takeSettings(c) { // what follows from them is derived anew for everybody
		var all []person.Stored
		v.people.each(func(_ int64, m *member) bool {
			if m.damaged == nil {
				all = append(all, m.stored())
			}
			return true
		})
		for _, m := range newMembers(all, next.club) {
			changed[m.record.ID] = m
		}
	}
	if c.Everybody != nil {
		for _, m := range c.Everybody.members() {
			changed[m.record.ID] = m
		}
	}
	for _, m := range newMembers(c.People, next.club) {
		changed[m.record.ID] = m
	}
	for _, id := range c.RemovedPeople {
		changed[id] = nil
	}
	if err := next.takePeople(v, changed); err != nil {
		return nil, err
	}
	next.takeGroups(c)
	return &next, nil
}

// takeSettings reports whether something changed that is derived about people.
func (v *View) takeSettings(c *Changes) bool {
	if c.Rules == nil && c.Search == nil {
		return false
	}
	if c.Rules != nil {
		v.rules = c.Rules.Clone()
	}
	if c.Search != nil {
		v.search = search.Settings{Fields: slices.Clone(c.Search.Fields)}
	}
	v.club = clubWith(v.rules, v.search)
	return true
}

func clubWith(rules work.Rules, searches search.Settings) *person.Club {
	return &person.Club{Rules: rules.Folded(), Searchable: slices.Clone(searches.Fields)}
}

func (v *View) takeTerms(c *Changes) {
	if c.RelationTypes != nil {
		v.types = slices.Clone(*c.RelationTypes)
		v.typeOf = map[term.ID]*relation.Type{}
		for i := range v.types {
			v.typeOf[v.types[i].ID] = &v.types[i]
		}
	}
	if c.Labels != nil {
		v.labels = slices.Clone(*c.Labels)
		v.labelOf = map[term.ID]term.Term{}
		for _, label := range v.labels {
			v.labelOf[label.ID] = label
		}
	}
}

func (v *View) takeUsers(c *Changes) {
	if len(c.Favorites) > 0 {
		v.favorites = maps.Clone(v.favorites)
		for user, marked := range c.Favorites {
			v.favorites[user] = slices.Clone(marked)
		}
	}
	if len(c.Given) > 0 {
		v.given = maps.Clone(v.given)
		for user, given := range c.Given {
			if v.given[user] = given.Clone(); len(given.Teams)+len(given.AgeGroups) == 0 {
				delete(v.given, user)
			}
		}
	}
	if len(c.Welcomed) > 0 {
		v.welcomed = maps.Clone(v.welcomed)
		if v.welcomed == nil {
			v.welcomed = map[account.UserID]time.Time{}
		}
		for user, at := range c.Welcomed {
			if v.welcomed[user] = at; at.IsZero() {
				delete(v.welcomed, user)
			}
		}
	}
	if len(c.Shares) > 0 {
		v.shares = maps.Clone(v.shares)
		for user, shares := range c.Shares {
			if v.shares[user] = shares.Clone(); len(shares.People)+len(shares.Groups) == 0 {
				delete(v.shares, user)
			}
		}
	}
	if len(c.Linked) == 0 {
		return
	}
	v.persons, v.users = maps.Clone(v.persons), maps.Clone(v.users)
	for user := range c.Linked { // all are let go first: two users may have exchanged their persons
		if id := v.persons[user]; v.users[id] == user {
			delete(v.users, id)
		}
		delete(v.persons, user)
	}
	for user, id := range c.Linked {
		if id != 0 {
			v.persons[user], v.users[id] = id, user
		}
	}
}

// takePeople makes v, a copy of before, hold other people.
func (v *View) takePeople(before *View, changed map[int64]*member) (err error) {
	if len(changed) == 0 {
		return nil
	}
	if v.people, err = before.people.with(changed); err != nil {
		return err
	}
	v.everybody, v.authors = v.everybody.Clone(), maps.Clone(v.authors)
	own := map[int64]bool{} // the authors whose bitmap is ours to change
	mark := func(m *member, present bool) {
		id := uint32(m.record.ID) //nolint:gosec // a table holds no greater number
		if !own[m.record.Author] {
			own[m.record.Author] = true
			if created := v.authors[m.record.Author]; created != nil {
				v.authors[m.record.Author] = created.Clone()
			} else {
				v.authors[m.record.Author] = roaring.New()
			}
		}
		if present {
			v.everybody.Add(id)
			v.authors[m.record.Author].Add(id)
		} else {
			v.everybody.Remove(id)
			v.authors[m.record.Author].Remove(id)
		}
	}
	for id, after := range changed {
		was := before.people.at(id)
		if was != nil && was.damaged == nil && (after == nil || after.damaged != nil || after.record.Author != was.record.Author) {
			mark(was, false)
		}
		if after != nil && after.damaged == nil && (was == nil || was.damaged != nil || after.record.Author != was.record.Author) {
			mark(after, true)
		}
	}
	v.takeEntries(before, changed)
	v.turn++
	if 4*len(changed) > before.Size() { // to make all lists again is cheaper
		v.lists, v.parts, v.reach = newLists(), newParts(placeSearch), newParts(placeReach)
		v.parts.fill(v)
		v.reach.fill(v)
		if before.Size() > 0 { // no start: it may be asked at once
			go v.parts.begin()
			go v.reach.begin()
		}
		return nil
	}
	v.lists.note(v, newMoves(before, changed))
	v.parts, v.reach = v.parts.after(v, before, changed), v.reach.after(v, before, changed)
	return nil
}

// takeEntries keeps who has an entry of work in which group.
func (v *View) takeEntries(before *View, changed map[int64]*member) {
	gone, come := map[group.ID]map[person.ID]bool{}, map[group.ID]map[person.ID]bool{}
	note := func(where map[group.ID]map[person.ID]bool, m *member) {
		if m == nil {
			return
		}
		for _, e := range m.work {
			if where[e.Group] == nil {
				where[e.Group] = map[person.ID]bool{}
			}
			where[e.Group][m.record.ID] = true
		}
	}
	for id, after := range changed {
		note(gone, before.people.at(id))
		note(come, after)
	}
	if len(gone)+len(come) == 0 {
		return
	}
	v.entries = maps.Clone(v.entries)
	for id := range gone {
		v.entries[id] = slices.DeleteFunc(slices.Clone(v.entries[id]), func(p person.ID) bool { return gone[id][p] && !come[id][p] })
	}
	for id, people := range come {
		list := slices.Clone(v.entries[id])
		for p := range people {
			if !gone[id][p] {
				list = append(list, p)
			}
		}
		slices.Sort(list)
		v.entries[id] = list
	}
}
