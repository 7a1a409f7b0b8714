package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// collections are the lists that are read back, by the last part of their path.
var collections = []string{"people", "teams", "commissies", "media", "person_label", "relationship_type"}

// lookBack reads everything as the administrator: it must be readable, and what nobody may have changed must be as it was. What
// it finds is what the next round attacks.
func (a *attack) lookBack(ctx context.Context) error {
	if err := a.readLog(); err != nil {
		return err
	}
	seen := &knowledge{records: map[string][]record{}, marks: a.known.marks}
	for _, kind := range collections {
		if a.whole.Operation(http.MethodGet, "/cms/v2/"+kind) == nil {
			continue
		}
		records, err := a.list(ctx, kind)
		if err != nil {
			return fmt.Errorf("the list of %s: %w", kind, err)
		}
		seen.records[kind] = records
	}
	for _, p := range a.planted {
		var shows rawJSON
		path := fmt.Sprintf("/cms/v2/%s/%d", p.kind, p.id)
		if _, err := a.as(ctx, a.administrator(), http.MethodGet, path, "", nil, &shows); err != nil {
			return fmt.Errorf("what belongs to %s: %w", p.owner.name, err)
		}
		if !bytes.Equal(shows, p.shows) {
			return fmt.Errorf("%s %d of %s was changed by somebody who may not:\nit was %s\nit is   %s", p.kind, p.id, p.owner.name,
				p.shows, shows)
		}
	}
	if err := a.otherLists(ctx, len(seen.records["people"])); err != nil {
		return err
	}
	if err := a.credentials(ctx, seen); err != nil {
		return err
	}
	if err := a.readCalendars(ctx); err != nil {
		return err
	}
	if _, err := a.readMails(); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	seen.undos, a.undos = a.undos, nil
	a.known = seen
	return nil
}

// rawJSON keeps a value as it was written.
type rawJSON []byte

// UnmarshalJSON implements json.Unmarshaler.
func (r *rawJSON) UnmarshalJSON(text []byte) error {
	*r = slices.Clone(text)
	return nil
}

// list reads a whole collection, page by page.
func (a *attack) list(ctx context.Context, kind string) ([]record, error) {
	var all []record
	pages := 1
	for page := 1; page <= pages; page++ {
		var list []struct{ ID, Author int64 }
		header, err := a.as(ctx, a.administrator(), http.MethodGet, "/cms/v2/"+kind, fmt.Sprintf("per_page=100&page=%d", page), nil,
			&list)
		if err != nil {
			return nil, err
		}
		if pages, err = strconv.Atoi(header.Get("X-WP-TotalPages")); err != nil {
			return nil, fmt.Errorf("the number of pages: %w", err)
		}
		for _, r := range list {
			witness := slices.ContainsFunc(a.planted, func(p planted) bool { return p.kind == kind && p.id == r.ID })
			all = append(all, record{r.ID, r.Author, witness})
		}
		if page == pages && header.Get("X-WP-Total") != strconv.Itoa(len(all)) {
			return nil, fmt.Errorf("%d records, but a total of %s", len(all), header.Get("X-WP-Total"))
		}
	}
	slices.SortFunc(all, func(x, y record) int { return int(x.id - y.id) })
	if kind == "people" && len(all) == 0 {
		return nil, errors.New("nobody is there any more")
	}
	return all, nil
}

// otherLists reads the lists that are no collection.
func (a *attack) otherLists(ctx context.Context, people int) error {
	admin := a.administrator()
	if a.whole.Operation(http.MethodGet, "/club/v1/people/filtered") != nil {
		count := 0
		for page := 1; ; page++ {
			var filtered struct {
				People []rawJSON
				Total  int
			}
			query := fmt.Sprintf("include_former=1&per_page=100&page=%d", page)
			if _, err := a.as(ctx, admin, http.MethodGet, "/club/v1/people/filtered", query, nil, &filtered); err != nil {
				return err
			}
			if count += len(filtered.People); len(filtered.People) == 0 || count >= filtered.Total {
				break
			}
		}
		if count != people {
			return fmt.Errorf("people/filtered has %d people, the collection %d", count, people)
		}
	}
	if a.whole.Operation(http.MethodGet, "/club/v1/people/export") != nil {
		if err := a.exports(ctx, people); err != nil {
			return fmt.Errorf("the export: %w", err)
		}
	}
	for _, path := range []string{"/club/v1/groups", "/club/v1/people/filter-options", "/club/v1/users", "/club/v1/user/me"} {
		if a.whole.Operation(http.MethodGet, path) == nil {
			continue
		}
		if _, err := a.as(ctx, admin, http.MethodGet, path, "", nil, new(rawJSON)); err != nil {
			return err
		}
	}
	return nil
}

// exports reads both kinds, and counts the lines of the plain one.
func (a *attack) exports(ctx context.Context, people int) error {
	for _, format := range []string{"csv", "xlsx"} {
		r := &request{by: a.administrator(), method: http.MethodGet, path: "/club/v1/people/export",
			query:     "include_former=1&columns=name,email,birthdate&format=" + format,
			operation: &operation{}}
		got, err := a.send(ctx, r)
		if err == nil {
			err = a.check(r, got)
		}
		if err == nil && got.status != http.StatusOK {
			err = fmt.Errorf("status %d: %s", got.status, shortened(got.body))
		}
		if err != nil {
			return err
		}
		if format == "xlsx" {
			if _, err := unpacked(got.body); err != nil {
				return err
			}
			continue
		}
		reader := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(got.body, []byte("\xef\xbb\xbf"))))
		reader.Comma = ';'
		lines, err := reader.ReadAll()
		if err != nil {
			return err
		}
		if len(lines) != people+1 {
			return fmt.Errorf("%d lines for %d people", len(lines), people)
		}
	}
	return nil
}

// credentials finds out what names the attackers' own programs and sessions, for them to attack each other's.
func (a *attack) credentials(ctx context.Context, seen *knowledge) error {
	if a.whole.Operation(http.MethodGet, "/club/v1/user/sessions") == nil {
		return nil
	}
	for _, user := range a.users {
		if user.role == "" {
			continue
		}
		path := fmt.Sprintf("/cms/v2/users/%d/application-passwords", user.id)
		if user.role != "club_synchronisatie" {
			var programs []struct{ UUID string }
			_, err := a.as(ctx, user, http.MethodGet, path, "", nil, &programs)
			if err != nil && !user.guest { // whose password may have been tried too often
				return err
			}
			for _, p := range programs {
				seen.programs = append(seen.programs, p.UUID)
			}
		}
		if !user.browser {
			continue
		}
		var sessions []struct{ ID string }
		_, err := a.as(ctx, user, http.MethodGet, "/club/v1/user/sessions", "", nil, &sessions)
		if err != nil && !user.guest {
			return err
		}
		for _, s := range sessions {
			seen.sessions = append(seen.sessions, s.ID)
		}
	}
	return nil
}
