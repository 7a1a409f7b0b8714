package directory_test

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/roster"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// model is a club that answers every question by a plain walk over all people, with the functions of the nouns. Generated changes
// and questions hold the directory against it.
type model struct {
	last      int64
	people    map[person.ID]person.Person
	groups    map[group.ID]group.Group
	types     []relation.Type
	labels    []term.Term
	favorites map[account.UserID][]account.Favorite
	linked    map[account.UserID]person.ID
	rules     work.Rules
	search    search.Settings
	matrix    access.Matrix
	given     map[account.UserID]access.Given
	shares    map[account.UserID]access.Shares

	workspaces map[workspace.ID]workspace.Workspace
}

func newModel() *model {
	return &model{
		people:    map[person.ID]person.Person{},
		groups:    map[group.ID]group.Group{group.ClubWide: group.NewClubWide()},
		types:     relation.Defaults(),
		labels:    []term.Term{{ID: 1, Name: "Een"}, {ID: 3, Name: "Drie"}},
		favorites: map[account.UserID][]account.Favorite{},
		linked:    map[account.UserID]person.ID{},
		given:     map[account.UserID]access.Given{},
		shares:    map[account.UserID]access.Shares{},
		rules:     work.DefaultRules(),

		workspaces: map[workspace.ID]workspace.Workspace{},
	}
}

// everything is what a store says when all is asked for.
func (m *model) everything() directory.Changes {
	c := directory.Changes{
		Last: m.last, RelationTypes: &m.types, Labels: &m.labels, Favorites: maps.Clone(m.favorites), Linked: maps.Clone(m.linked),
		Given: maps.Clone(m.given), Shares: maps.Clone(m.shares),
		Rules: &m.rules, Search: &m.search, Matrix: &m.matrix,
	}
	for _, p := range m.people {
		c.People = append(c.People, p.Store())
	}
	for _, g := range m.groups {
		c.Groups = append(c.Groups, g)
	}
	for _, w := range m.workspaces {
		c.Workspaces = append(c.Workspaces, w)
	}
	return c
}

// change draws something that changes, and says what.
func (m *model) change(t *rapid.T) directory.Changes {
	c := directory.Changes{After: m.last, Last: m.last + 1}
	for range rapid.IntRange(1, 3).Draw(t, "changes") {
		m.one(t, &c)
	}
	m.last++
	return c
}

func (m *model) one(t *rapid.T, c *directory.Changes) {
	switch rapid.IntRange(0, 18).Draw(t, "kind of change") {
	case 17, 18:
		m.changeWorkspace(t, c)
	case 14:
		m.matrix = access.Matrix{access.Board: {access.Finance: rapid.Bool().Draw(t, "held")}}
		c.Matrix = &m.matrix
	case 0:
		m.rules = anyClub().Draw(t, "club").Rules
		c.Rules = &m.rules
	case 1:
		m.search = search.Settings{Fields: anyClub().Draw(t, "club").Searchable}
		c.Search = &m.search
	case 2:
		m.types = slices.Clone(relation.Defaults()[rapid.IntRange(0, 4).Draw(t, "first type"):])
		c.RelationTypes = &m.types
	case 3:
		m.labels = listOf(oneOf(term.Term{ID: 1, Name: "Een"}, term.Term{ID: 3, Name: "Drie"}), 1).Draw(t, "labels")
		c.Labels = &m.labels
	case 4:
		user := rapid.Int64Range(1, 3).Draw(t, "user")
		m.favorites[user] = listOf(oneOf(account.Favorite{Kind: account.FavoritePerson, ID: 1}), 1).Draw(t, "favourites")
		if c.Favorites == nil {
			c.Favorites = map[account.UserID][]account.Favorite{}
		}
		c.Favorites[user] = m.favorites[user]
	case 5:
		m.link(t, c)
	case 13:
		m.give(t, c)
	case 15:
		m.share(t, c)
	case 6, 7:
		m.changeGroup(t, c)
	case 8, 9:
		if id := m.somebody(t); id != 0 {
			delete(m.people, id)
			c.People = slices.DeleteFunc(c.People, func(p person.Stored) bool { return p.ID == id })
			c.RemovedPeople = append(c.RemovedPeople, id)
		}
	default:
		p := anyPerson().Draw(t, "person")
		p.ID = rapid.Int64Range(1, 700).Draw(t, "number") // numbers in several blocks
		if slices.Contains(c.RemovedPeople, p.ID) {
			return
		}
		if old, there := m.people[p.ID]; there {
			p.Author = old.Author
		}
		stored := p.Store()
		if m.people[p.ID] = p; rapid.IntRange(0, 7).Draw(t, "damaged") == 0 {
			delete(m.people, p.ID)
			stored.Document = "{"
		}
		c.People = append(slices.DeleteFunc(c.People, func(q person.Stored) bool { return q.ID == p.ID }), stored)
	}
}

func (m *model) somebody(t *rapid.T) person.ID {
	ids := slices.Sorted(maps.Keys(m.people))
	if len(ids) == 0 {
		return 0
	}
	return ids[rapid.IntRange(0, len(ids)-1).Draw(t, "somebody")]
}

// link changes which persons users are: two may exchange theirs.
func (m *model) link(t *rapid.T, c *directory.Changes) {
	id := m.somebody(t)
	user := rapid.Int64Range(1, 3).Draw(t, "user")
	if c.Linked == nil {
		c.Linked = map[account.UserID]person.ID{}
	}
	for other, linked := range m.linked {
		if linked == id && other != user {
			m.linked[other] = m.linked[user]
			c.Linked[other] = m.linked[user]
		}
	}
	m.linked[user], c.Linked[user] = id, id
}

func (m *model) changeGroup(t *rapid.T, c *directory.Changes) {
	id := oneOf[group.ID](1, 2, 3, 4, group.ClubWide).Draw(t, "group")
	if _, there := m.groups[id]; there && rapid.IntRange(0, 3).Draw(t, "gone") == 0 &&
		!slices.ContainsFunc(c.Groups, func(g group.Group) bool { return g.ID == id }) {
		delete(m.groups, id)
		c.RemovedGroups = append(c.RemovedGroups, id)
		return
	}
	if slices.Contains(c.RemovedGroups, id) {
		return
	}
	g := group.New(oneOf(work.Team, work.Committee).Draw(t, "kind"), rapid.Int64Range(0, 3).Draw(t, "author"),
		anyMoment.Draw(t, "created"))
	g.ID, g.Title, g.Content = id, anyWord.Draw(t, "title"), anyWord.Draw(t, "content")
	g.Parent = oneOf[group.ID](0, 1, 2).Draw(t, "parent")
	g.Visibility, g.Workspaces = oneOf(person.Visibilities...).Draw(t, "visibility"), anyWorkspaces.Draw(t, "workspaces")
	m.groups[id] = g
	c.Groups = append(slices.DeleteFunc(c.Groups, func(other group.Group) bool { return other.ID == id }), g)
}

// permits is the access rule for somebody, asked with all that it looks at.
func (m *model) permits(scope access.Scope, p person.Indexed) bool {
	subject := access.Subject{
		ID: p.ID, Author: p.Author, Former: p.Membership.Former, AgeGroup: p.Membership.AgeGroup,
		Volunteer: p.Club.Rules.Volunteer(p.Work, scope.Day), Workspaces: openTo(p.Visibility, p.Workspaces),
	}
	for _, e := range p.Work {
		if g, there := m.groups[e.Group]; there && g.Kind == work.Team && e.CurrentOn(scope.Day) {
			subject.Teams = append(subject.Teams, e.Group)
		}
	}
	return scope.Permits(m.grants(scope.User), &subject)
}

func (m *model) permitsGroup(scope access.Scope, g *group.Group) bool {
	return scope.Permits(m.grants(scope.User), &access.Subject{
		ID: g.ID, Author: g.Author, Workspaces: openTo(g.Visibility, g.Workspaces),
	})
}

func (m *model) grants(user account.UserID) *access.Grants {
	return &access.Grants{
		Person: m.linked[user], Given: m.given[user], Shares: m.shares[user], Workspaces: m.memberships(user),
	}
}

func (m *model) of(p *person.Person) person.Indexed {
	return person.Indexed{Person: p, Club: &person.Club{Rules: m.rules, Searchable: m.search.Fields}}
}

// give changes what somebody was given to read.
func (m *model) give(t *rapid.T, c *directory.Changes) {
	user := rapid.Int64Range(1, 3).Draw(t, "user")
	m.given[user] = access.Given{
		Teams:     listOf(rapid.Int64Range(1, 4), 2).Draw(t, "teams"),
		AgeGroups: listOf(oneOf("", "\u0301", "Onder 9", "Onder 9 Meiden", "onder 9", "Senioren"), 2).Draw(t, "age groups"),
	}
	if c.Given == nil {
		c.Given = map[account.UserID]access.Given{}
	}
	c.Given[user] = m.given[user]
}

// share changes what is shared with somebody: people and groups that are there, and some that are not.
func (m *model) share(t *rapid.T, c *directory.Changes) {
	user := rapid.Int64Range(1, 3).Draw(t, "user")
	permissions := oneOf(access.Permissions()...)
	ids := append(slices.Sorted(maps.Keys(m.people)), -1, 1, 9999, 1<<40)
	shares := access.Shares{
		People: rapid.MapOfN(oneOf(ids...), permissions, 0, 6).Draw(t, "people"),
		Groups: rapid.MapOfN(rapid.Int64Range(0, 5), permissions, 0, 3).Draw(t, "groups"),
	}
	if c.Shares == nil {
		c.Shares = map[account.UserID]access.Shares{}
	}
	m.shares[user], c.Shares[user] = shares, shares
}

func (m *model) indexed() (all []person.Indexed) {
	club := &person.Club{Rules: m.rules, Searchable: m.search.Fields}
	for _, id := range slices.Sorted(maps.Keys(m.people)) {
		p := m.people[id]
		all = append(all, person.Indexed{Person: &p, Club: club})
	}
	return all
}

// found are the people within a scope who pass a filter, in an order.
func (m *model) found(q *record.Query) (found []person.Indexed) {
	values := map[person.ID]*listing.Values{} // of all keys, made once
	for _, p := range m.indexed() {
		if m.permits(q.Reader.People, p) && passes(&q.Filter, person.Keys, p.ID, person.Slug(p.Name, p.ID), &p) {
			found = append(found, p)
			values[p.ID] = person.Keys.Values(&p)
		}
	}
	rank, sorting := person.Keys.Ranking(q.Order.Best), person.Keys.Sorting(q.Order)
	slices.SortFunc(found, func(a, b person.Indexed) int {
		x, y := values[a.ID], values[b.ID]
		return cmp.Or(rank.Points(y)-rank.Points(x), sorting.Compare(x, y), listing.Direct(cmp.Compare(a.ID, b.ID), q.Order.Desc()))
	})
	return found
}

// passes is what a filter says, word by word.
func passes[T any](f *record.Filter, keys *listing.Keys[T], id int64, slug string, v *T) bool {
	return (f.Include == nil || slices.Contains(f.Include, id)) && !slices.Contains(f.Exclude, id) &&
		(f.Slugs == nil || slices.Contains(f.Slugs, slug)) && keys.MatchAll(f.Tests, v)
}

func (m *model) list(q record.Query) record.Page[person.Record] {
	found := m.found(&q)
	page := record.Page[person.Record]{Total: len(found)}
	for _, p := range window(found, q.Offset, q.Limit) {
		page.Records = append(page.Records, m.record(p, q.View))
	}
	return page
}

func window[T any](list []T, offset, limit int) []T {
	start := min(offset, len(list))
	return list[start:min(start+limit, len(list))]
}

func (m *model) record(p person.Indexed, as record.View) person.Record {
	stored := p.Store()
	r := person.Record{
		ID: p.ID, Author: p.Author, Administered: p.Administered, Created: p.Created, Modified: p.Modified, Name: p.Name,
		Title:  p.Name.Full(),
		Former: p.Membership.Former, Photo: p.Photo, Slug: strings.TrimSuffix(person.Slug(p.Name, p.ID), "-"+listing.Number(p.ID)),
		Document: stored.Document, Meta: stored.Meta, Volunteer: p.Club.Rules.Volunteer(p.Work, as.Day), Labels: m.labelled(p.Person),
		Screened: m.screened(p, as.Day),
	}
	for user, id := range m.linked {
		if id == p.ID {
			r.LinkedUser = user
		}
	}
	r.Whole = as.Reader.Money || r.LinkedUser > 0 && r.LinkedUser == as.Reader.User
	for _, row := range p.Relations {
		other, there := m.people[row.To]
		kind := slices.IndexFunc(m.types, func(t relation.Type) bool { return t.ID == row.Type })
		if !there || kind < 0 {
			continue
		}
		related := person.Related{To: row.To, Document: row.Document(), TypeName: m.types[kind].Name, TypeSlug: m.types[kind].Slug}
		if m.permits(as.Reader.People, m.of(&other)) {
			related.Name, related.Photo = other.Name.Full(), other.Photo
		}
		r.Relations = append(r.Relations, related)
	}
	return r
}

func (m *model) labelled(p *person.Person) (labels []term.Term) {
	for _, id := range p.Labels {
		if i := slices.IndexFunc(m.labels, func(l term.Term) bool { return l.ID == id }); i >= 0 {
			labels = append(labels, m.labels[i])
		}
	}
	return labels
}

// searched is what a search finds, asked of everybody.
func (m *model) searched(q search.Query, as record.View) (hits search.Hits) {
	found := m.found(&record.Query{
		View: as, Filter: record.Filter{Tests: q.People()},
		Window: record.Window{Order: listing.Order{Best: q.PeopleFirst(), By: search.FirstHits}},
	})
	var current, former []person.Indexed
	for _, p := range found {
		if p.Membership.Former {
			former = append(former, p)
		} else {
			current = append(current, p)
		}
	}
	hits.Current, hits.Former = len(current), len(former)
	some, others := search.Shares(len(current), len(former))
	for _, p := range append(current[:some:some], former[:others]...) {
		hit := m.hit(&p, as)
		hit.Matches = q.Why(&p)
		hits.List = append(hits.List, hit)
	}
	return hits
}

func (m *model) hit(p *person.Indexed, as record.View) search.Hit {
	hit := search.Hit{
		Summary: person.Summary{ID: p.ID, Name: p.Name, Former: p.Membership.Former, Photo: p.Photo, Labels: m.labelled(p.Person)},
		Age:     -1,
	}
	if age, known := person.Age(p.Birthdate, as.Day); known && !p.Deceased() {
		hit.Age = age
	}
	if len(p.Addresses) > 0 {
		hit.City = strings.Join(strings.Fields(p.Addresses[0].City), " ")
	}
	for _, kind := range []work.Kind{work.Team, work.Committee} {
		for _, e := range p.Work {
			g, there := m.groups[e.Group]
			if there && g.Kind == kind && g.ID != group.ClubWide && e.CurrentOn(as.Day) && m.permitsGroup(as.Reader.Groups, &g) &&
				!slices.Contains(hit.Groups, g.Title) {
				hit.Groups = append(hit.Groups, g.Title)
			}
		}
	}
	return hit
}

func (m *model) tally(reader access.Reader, filter record.Filter, key string) (counts []listing.Count) {
	tally := map[string]int{}
	for _, p := range m.found(&record.Query{View: record.View{Reader: reader}, Filter: filter}) {
		value := person.Keys.Of(key, &p)
		if !person.Keys.Many(person.Keys.Place(key)) {
			tally[value]++
			continue
		}
		for _, line := range strings.Split(strings.Trim(value, "\n"), "\n") {
			if line != "" {
				tally[line]++
			}
		}
	}
	for value, count := range tally {
		counts = append(counts, listing.Count{Value: value, Count: count})
	}
	slices.SortFunc(counts, func(a, b listing.Count) int { return strings.Compare(a.Value, b.Value) })
	return counts
}

func (m *model) roster(id group.ID, reader access.Reader) (entries []roster.Entry) {
	for _, p := range m.indexed() {
		for _, e := range p.Work {
			if e.Group != id || !m.permits(reader.People, p) {
				continue
			}
			row := work.Entry{Group: e.Group, Kind: e.Kind, Title: e.Title, Start: e.Start, End: e.End, Current: e.Current}
			who := person.Summary{ID: p.ID, Name: p.Name, Former: p.Membership.Former, Photo: p.Photo, Labels: m.labelled(p.Person)}
			entries = append(entries, roster.Entry{Person: who, Work: row, Role: m.rules.RoleOf(e)})
		}
	}
	return entries
}

func (m *model) listGroups(q record.Query) (page record.Page[group.Record]) {
	var found []group.Group
	for _, g := range m.groups {
		if m.permitsGroup(q.Reader.Groups, &g) && passes(&q.Filter, group.Keys, g.ID, group.Slug(g.Title, g.ID), &g) {
			found = append(found, g)
		}
	}
	slices.SortFunc(found, func(a, b group.Group) int {
		return cmp.Or(group.Keys.Compare(q.Order, &a, &b), listing.Direct(cmp.Compare(a.ID, b.ID), q.Order.Desc()))
	})
	page.Total = len(found)
	for _, g := range window(found, q.Offset, q.Limit) {
		r := g.Record()
		if !q.Bare {
			r.People, r.Staff = m.counts(g.ID, q.View), m.staff(g.ID, q.View)
		}
		page.Records = append(page.Records, r)
	}
	return page
}

func (m *model) counts(id group.ID, as record.View) map[work.Role]int {
	type once struct {
		person person.ID
		role   work.Role
	}
	counted, counts := map[once]bool{}, map[work.Role]int{}
	for _, e := range m.roster(id, as.Reader) {
		if one := (once{e.Person.ID, e.Role}); !e.Person.Former && e.Work.CurrentOn(as.Day) && !counted[one] {
			counted[one] = true
			counts[e.Role]++
		}
	}
	return counts
}

// staff is who leads a team.
func (m *model) staff(id group.ID, as record.View) (staff []group.Leader) {
	for _, e := range roster.Of(m.roster(id, as.Reader), as.Day).Current {
		if e.Role == work.Staff {
			staff = append(staff, group.Leader{Person: e.Person.ID, Name: e.Person.Name.Full(), Title: e.Work.Title})
		}
	}
	return staff
}

// about is what a group's page shows of somebody.
func (m *model) about(id person.ID, as record.View) (about roster.About) {
	contacts := func(p *person.Person) string {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal([]byte(person.Fields.Object(p)), &fields); err != nil {
			panic(err)
		}
		return string(fields["contact_info"])
	}
	p := m.people[id]
	about = roster.About{Birthdate: p.Birthdate.String(), Certificate: p.Membership.CertificateOn.String(),
		Screened: !p.Membership.Former && !p.Deceased() && m.rules.Volunteer(p.Work, as.Day), Contacts: contacts(&p)}
	if p.Deceased() {
		about.Contacts = "[]"
	}
	if p.Deceased() || !person.Child(p.Birthdate, as.Day) {
		return about
	}
	for _, row := range p.Relations {
		other, there := m.people[row.To]
		if there && row.Type == relation.Parent && !other.Deceased() && m.permits(as.Reader.People, m.of(&other)) {
			about.Parents = append(about.Parents, roster.Parent{ID: row.To, Name: other.Name.Full(), Contacts: contacts(&other)})
		}
	}
	return about
}

func byPerson(a, b roster.Entry) int { return cmp.Compare(a.Person.ID, b.Person.ID) }
