package directory

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/core/work"
)

// Permits reports whether a person or a group, as the scope says, lies within it: access.Scope.Permits for one record. One that
// does not exist does not.
func (v *View) Permits(scope access.Scope, id int64) bool {
	switch scope.Kind {
	case access.People:
		m := v.people.at(id)
		return m != nil && (scope.All || v.permits(scope, m))
	case access.Groups:
		t := v.groups[id]
		return t != nil && v.permitsGroup(scope, t)
	}
	return false
}

func (v *View) permits(scope access.Scope, m *member) bool {
	grants := v.grants(scope.User)
	subject := access.Subject{ID: m.record.ID, Author: m.record.Author}
	if m.damaged == nil {
		subject.Workspaces = person.KeyedWorkspaces(m.values.At(placeWorkspaces))
		subject.Former, subject.Volunteer = m.record.Former, m.volunteer(scope.Day)
		subject.AgeGroup = person.Exact(m.values.At(placeAgeGroup))
		for i := range m.work {
			if m.work[i].CurrentOn(scope.Day) && v.IsTeam(m.work[i].Group) {
				subject.Teams = append(subject.Teams, m.work[i].Group)
			}
		}
	}
	return scope.Permits(&grants, &subject)
}

func (v *View) permitsGroup(scope access.Scope, t *team) bool {
	if scope.All {
		return true
	}
	grants := v.grants(scope.User)
	return permitsGroup(scope, &grants, t)
}

// permitsGroup is View.permitsGroup by grants that the caller looked up.
func permitsGroup(scope access.Scope, grants *access.Grants, t *team) bool {
	subject := access.Subject{ID: t.record.ID, Author: t.record.Author}
	if t.damaged == nil {
		subject.Workspaces = person.KeyedWorkspaces(t.values.At(placeGroupWorkspaces))
	}
	return scope.Permits(grants, &subject)
}

// grants are what the club knows of a user that opens records.
func (v *View) grants(user account.UserID) access.Grants {
	return access.Grants{
		Person: v.persons[user], Given: v.given[user], Shares: v.shares[user], Workspaces: v.memberships[user],
	}
}

// RightsOf returns a digest of all that decides what a user may read: roles, what they bring, and what the club knows of the
// user. It is another one when one of these is.
func (v *View) RightsOf(u *account.User) string {
	text, err := json.Marshal(struct {
		Roles  []access.Role
		Reader access.Reader
		Grants access.Grants
	}{slices.Sorted(slices.Values(u.Held())), u.Viewer(v.Matrix()).Reader(civil.Date{}), v.grants(u.ID)})
	if err != nil { // there is nothing in them that has no JSON; without a digest nobody would ask
		panic(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Given is what a user was given to read, as far as it still exists.
func (v *View) Given(user account.UserID) access.Given {
	given := v.given[user].Clone()
	given.Teams = slices.DeleteFunc(given.Teams, func(id int64) bool { return !v.IsTeam(id) })
	return given
}

// SharedWith returns with whom a person or a group was shared, by the numbers of the users.
func (v *View) SharedWith(kind access.Kind, id int64) (list []access.SharedWith) {
	for user, shares := range v.shares {
		if permission := shares.Of(kind)[id]; permission != "" {
			list = append(list, access.SharedWith{User: user, Permission: permission})
		}
	}
	sorting.By(list, func(a, b access.SharedWith) int { return cmp.Compare(a.User, b.User) })
	return list
}

// SharesOf returns what was shared with a user. Nobody may change it.
func (v *View) SharesOf(user account.UserID) access.Shares { return v.shares[user] }

// IsTeam reports whether there is a team with this number.
func (v *View) IsTeam(id group.ID) bool {
	t := v.groups[id]
	return t != nil && t.damaged == nil && t.record.Kind == work.Team
}

// within is everybody within a scope of people: access.Scope.Permits for all of them at once. It is made once for a view. Nobody
// may change the bitmap.
func (v *View) within(scope access.Scope) *roaring.Bitmap {
	switch {
	case scope.Kind != access.People:
		return nobody
	case scope.All:
		return v.everybody
	case scope.User == 0:
		return nobody
	}
	return v.reached.of(scope, func() *roaring.Bitmap { return v.opened(scope) })
}

// opened works out who is within a scope of people.
func (v *View) opened(scope access.Scope) *roaring.Bitmap {
	created := v.authors[scope.User]
	if created == nil {
		created = nobody
	}
	grants, found := v.grants(scope.User), roaring.New()
	if scope.Verb == access.Read {
		v.addGiven(found, &grants, scope)
	}
	if scope.Together() {
		v.addTogether(found, &grants)
	}
	for id, permission := range grants.Shares.People {
		if permission.Allows(scope.Verb) && id > 0 && id <= mostNumber {
			found.Add(uint32(id))
		}
	}
	if found.IsEmpty() {
		return created
	}
	found.Or(created)
	found.And(v.everybody)
	return found
}

// addGiven adds whom a user reads by what the club gave to the user or the account says.
func (v *View) addGiven(found *roaring.Bitmap, grants *access.Grants, scope access.Scope) {
	for _, team := range grants.Teams {
		if !v.IsTeam(team) { // people's work goes on naming one that was removed
			continue
		}
		for _, id := range v.entries[team] {
			if v.plays(id, team, scope) {
				found.Add(uint32(id)) //nolint:gosec // a table holds no greater number
			}
		}
	}
	if len(grants.AgeGroups) > 0 {
		ages := v.by(person.KeyAgeGroup).ids
		for _, age := range grants.AgeGroups {
			key := person.AgeGroupKey(age)
			if ids := ages[key]; key != "" && ids != nil { // the empty key is that of everybody without an age group
				found.Or(ids)
			}
		}
	}
	if !found.IsEmpty() {
		found.And(v.passing(person.WithoutFormer()))
	}
	if scope.Volunteers {
		found.Or(v.passing(person.VolunteerOn(scope.Day)))
	}
	if id := grants.Person; id > 0 && id <= mostNumber {
		found.Add(uint32(id))
	}
}

// plays reports whether somebody is on the roster of a team on the day of a scope.
func (v *View) plays(id person.ID, team group.ID, scope access.Scope) bool {
	return slices.ContainsFunc(v.people.at(id).work, func(e entry) bool { return e.Group == team && e.CurrentOn(scope.Day) })
}

// reached are the people within scopes of a view, as far as they were asked for.
type reached struct {
	mu    sync.Mutex
	ids   map[access.Scope]*roaring.Bitmap
	lists map[*roaring.Bitmap]*inOrder
}

// inOrder are people in the order in which they were last asked for.
type inOrder struct {
	order *order
	ids   []uint32 // nil until they are asked for a second time, for most orders are asked for once
}

// mostReached is how many scopes of a view are kept.
const mostReached = 1000

func (r *reached) of(scope access.Scope, make func() *roaring.Bitmap) *roaring.Bitmap {
	r.mu.Lock()
	found := r.ids[scope]
	r.mu.Unlock()
	if found != nil {
		return found
	}
	found = make()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ids == nil || len(r.ids) >= mostReached {
		r.ids, r.lists = map[access.Scope]*roaring.Bitmap{}, map[*roaring.Bitmap]*inOrder{}
	}
	r.ids[scope] = found
	if r.lists[found] == nil {
		r.lists[found] = &inOrder{}
	}
	return found
}

// ordered returns all people of a scope in an order, when they are asked for again. Of people who are not a whole scope it
// reports false. Nobody may change the slice.
func (r *reached) ordered(found *roaring.Bitmap, o *order) ([]uint32, bool) {
	r.mu.Lock()
	list := r.lists[found]
	if list == nil {
		r.mu.Unlock()
		return nil, false
	}
	again, ids := list.order == o, list.ids
	list.order = o
	if !again {
		list.ids = nil
	}
	r.mu.Unlock()
	if !again || ids != nil {
		return ids, again
	}
	ids = o.page(found, 0, int(found.GetCardinality())) //nolint:gosec // there are no more people
	r.mu.Lock()
	defer r.mu.Unlock()
	if list.order == o {
		list.ids = ids
	}
	return ids, true
}
