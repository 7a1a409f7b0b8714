package clubapi

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/ports"
)

type people struct{ client *Client }

var _ ports.ApplicationPeople = people{}

func (p people) Person(ctx context.Context, id int64) (payload.Person, error) {
	var kept record
	_, err := p.client.send(ctx, get(peoplePath.one(id), nil), &kept)
	return kept.person(), err
}

func (p people) ByEmail(ctx context.Context, email string) (int64, error) {
	if email == "" {
		return 0, ctx.Err()
	}
	var who found
	_, err := p.client.send(ctx, get("club/v1/people/find-by-email", url.Values{"email": {email}}), &who)
	return who.id, err
}

func (p people) Create(ctx context.Context, change payload.Person) (payload.Person, error) {
	kept, err := p.client.create(ctx, peoplePath, aboutPerson(change))
	return kept.person(), err
}

func (p people) Change(ctx context.Context, id int64, change payload.Person) (payload.Person, error) {
	kept, err := p.client.change(ctx, peoplePath, id, change.Revision, aboutPerson(change))
	return kept.person(), err
}

func (p people) Remove(ctx context.Context, id, revision int64) error {
	return p.client.remove(ctx, peoplePath, id, revision)
}

func (p people) Each(ctx context.Context, changedAfter time.Time, visit func(payload.Person) error) error {
	query := url.Values{}
	if !changedAfter.IsZero() {
		query.Set("modified_after", changedAfter.UTC().Format(time.RFC3339Nano))
	}
	return p.client.each(ctx, peoplePath, query, payload.ListedOfPeople, func(r record) error { return visit(r.person()) })
}

type contributions struct{ client *Client }

var _ ports.ApplicationDues = contributions{}

func (c contributions) Each(ctx context.Context, years []int, visit func(payload.Person) error) error {
	return c.client.each(ctx, peoplePath, url.Values{}, payload.ListedOfDues(years),
		func(r record) error { return visit(r.person()) })
}

func (p people) Volunteers(ctx context.Context) ([]string, error) {
	query := url.Values{
		"huidig_vrijwilliger": {"1"}, "vog_missing": {"1"}, "vog_older_than_years": {strconv.Itoa(person.CertificateYears)},
		"per_page": {strconv.Itoa(perPage)},
	}
	codes, seen := []string{}, map[string]bool{"": true}
	for page := 1; ; page++ {
		if page > mostPages {
			return nil, errEndless
		}
		query.Set("page", strconv.Itoa(page))
		var answer struct {
			People []struct {
				ACF struct {
					Code string `json:"assoc-id"`
				}
			}
			TotalPages int `json:"total_pages"`
		}
		if _, err := p.client.send(ctx, get("club/v1/people/filtered", query), &answer); err != nil {
			return nil, err
		}
		if answer.People == nil {
			return nil, errUnreadable.Because(errors.New("an answer without people"))
		}
		for _, volunteer := range answer.People {
			if code := volunteer.ACF.Code; !seen[code] {
				seen[code] = true
				codes = append(codes, code)
			}
		}
		if page >= answer.TotalPages {
			return codes, nil
		}
	}
}

func (p people) RelationTypes(ctx context.Context) (map[string]int64, error) {
	ids := map[string]int64{}
	for page := 1; ; page++ {
		if page > mostPages {
			return nil, errEndless
		}
		list, of, err := onePage[struct {
			ID   int64
			Slug string
		}](ctx, p.client, "cms/v2/relationship_type", url.Values{}, page)
		if err != nil {
			return nil, err
		}
		for _, kind := range list {
			if kind.ID <= 0 || kind.Slug == "" {
				return nil, errUnreadable.Because(errors.New("a kind of relation without a number or a name"))
			}
			ids[kind.Slug] = kind.ID
		}
		if of.last(page, len(list)) {
			return ids, nil
		}
	}
}
