package directory

import (
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/work"
)

// Search returns the people whom a search finds among those whom the reader may see.
func (v *View) Search(q search.Query, as record.View) (hits search.Hits) {
	found := v.found(as.Reader, &record.Filter{Tests: q.People()})
	former := roaring.And(found, v.passing(listing.Test{Key: person.KeyFormer, Value: listing.Flag(true)}))
	current := found
	if !former.IsEmpty() {
		current = roaring.AndNot(found, former)
	}
	//nolint:gosec // there are no more people
	hits.Current, hits.Former = int(current.GetCardinality()), int(former.GetCardinality())
	mostCurrent, mostFormer := search.Shares(hits.Current, hits.Former)
	order := listing.Order{Best: q.PeopleFirst(), By: search.FirstHits}
	for _, share := range []struct {
		of   *roaring.Bitmap
		most int
	}{{current, mostCurrent}, {former, mostFormer}} {
		for _, m := range v.page(share.of, &record.Window{Order: order, Limit: share.most}) {
			hit := v.hit(m, as)
			if !q.InName(m.values.At(placeTitle)) {
				if p, err := m.record.Person(); err == nil {
					hit.Matches = q.Why(&person.Indexed{Person: &p, Club: v.club})
				}
			}
			hits.List = append(hits.List, hit)
		}
	}
	return hits
}

// SearchGroups returns the teams and the committees that a search finds among those that the reader may see: search.MostHits of
// each, the best first, and how many there are.
func (v *View) SearchGroups(q search.Query, reader access.Reader) (teams, committees record.Page[group.Record]) {
	order := listing.Order{Best: q.TeamsFirst(), By: []listing.Sort{{By: group.KeySort}}}
	all := record.Window{Order: order, Limit: math.MaxInt}
	filter, groups := record.Filter{Tests: q.Teams()}, v.listed.all()
	if len(filter.Tests) > 0 { // the first word leaves few groups, of which the filter is asked
		groups = v.listed.having(filter.Tests[0].Value)
	}
	for _, t := range record.Select(group.Keys, &filter, &all, v.readable(reader.Groups, groups)).Records {
		page := &committees
		if t.record.Kind == work.Team {
			page = &teams
		}
		if page.Total++; page.Total <= search.MostHits {
			page.Records = append(page.Records, t.record)
		}
	}
	return teams, committees
}

// Hits returns those of the people whom the reader may see, in their order, as a search shows them.
func (v *View) Hits(people []person.ID, as record.View) (list []search.Hit) {
	for _, id := range people {
		m := v.people.at(id)
		if m != nil && m.damaged == nil && v.permits(as.Reader.People, m) {
			list = append(list, v.hit(m, as))
		}
	}
	return list
}

func (v *View) hit(m *member, as record.View) search.Hit {
	hit := search.Hit{Summary: v.summary(m), Age: -1, City: person.Exact(m.values.At(placeCity))}
	born, _ := civil.Parse(m.values.At(placeBirthdate))
	if age, known := person.Age(born, as.Day); known && m.values.At(placeDeceased) != listing.Flag(true) {
		hit.Age = age
	}
	var committees []string
	for i := range m.work {
		g, err := v.group(m.work[i].Group)
		if err != nil || g.record.ID == group.ClubWide || !m.work[i].CurrentOn(as.Day) || !v.permitsGroup(as.Reader.Groups, g) {
			continue
		}
		list := &hit.Groups
		if g.record.Kind != work.Team {
			list = &committees
		}
		if !slices.Contains(*list, g.record.Title) {
			*list = append(*list, g.record.Title)
		}
	}
	for _, title := range committees { // which may be called as a team is
		if !slices.Contains(hit.Groups, title) {
			hit.Groups = append(hit.Groups, title)
		}
	}
	return hit
}
