package dossiers

import (
	"cmp"
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// log is what happened to the person's record and account, and what the account did, newest first. Of what others did it tells no
// address, and of what the account did to something else no values: they tell of others.
func (s *Service) log(ctx context.Context, of *subject) (any, error) {
	queries := []audit.Query{}
	for _, id := range of.numbers {
		queries = append(queries, audit.Query{Object: audit.PersonNumbered(id)})
	}
	if of.user != 0 {
		queries = append(queries, audit.Query{Object: audit.Object{Noun: audit.User, ID: of.user}}, audit.Query{Actor: of.user})
	}
	all := []audit.Entry{}
	for _, q := range queries {
		part, err := every(func(offset int) ([]audit.Entry, error) {
			q.Offset, q.Limit = offset, most
			page, err := s.Audit.Page(ctx, q)
			return page.Records, err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	sorting.By(all, func(a, b audit.Entry) int { return cmp.Compare(b.ID, a.ID) })
	all = slices.CompactFunc(all, func(a, b audit.Entry) bool { return a.ID == b.ID })
	list := []map[string]any{}
	for i := range all {
		list = append(list, s.logged(of, &all[i]))
	}
	return list, nil
}

func (s *Service) logged(of *subject, e *audit.Entry) map[string]any {
	told := map[string]any{
		"at": s.stamp(e.At), "kind": e.Kind, "by": e.Actor.Name, "way": e.Actor.Way, "about": e.Object.String(), "fields": e.Fields,
	}
	own := of.user != 0 && e.Actor.User == of.user
	if own || e.Actor.User == 0 { // a sign-in that failed is nobody's yet
		told["address"] = e.Actor.Address
	}
	if own {
		told["way_name"] = e.Actor.Entrance.Name
	}
	if e.Object.Noun == audit.Person && slices.Contains(of.numbers, e.Object.ID) ||
		of.user != 0 && e.Object.Noun == audit.User && e.Object.ID == of.user {
		told["before"], told["after"] = e.Before, e.After
	}
	return told
}
