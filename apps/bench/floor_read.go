package main

import (
	"context"
	"database/sql"

	"github.com/clubhuis/clubhuis/core/person"
)

// record is a person as the floor reads one.
type record struct {
	personFields
	id, created, modified int64
	extra, meta           []byte
}

func (r *record) pointers() []any {
	return append([]any{&r.id, &r.created, &r.modified, &r.extra, &r.meta}, r.scalars.pointers()...)
}

func (t *tables) one(ctx context.Context, id int64) (record, error) {
	records := []record{newRecord()}
	if err := t.person.QueryRowContext(ctx, id).Scan(records[0].pointers()...); err != nil {
		return record{}, err
	}
	err := t.addChildren(ctx, records)
	return records[0], err
}

// page returns largePage people, or smallPage of those whose name holds the text, newest first, and how many there are.
func (t *tables) page(ctx context.Context, text string, offset int) (records []record, total int, err error) {
	count, page, args := t.count, t.pageOf, []any{}
	if text != "" {
		var s search
		s, args, _ = t.searchFor(text)
		count, page = s.count, s.page
	}
	if err := count.QueryRowContext(ctx, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := page.QueryContext(ctx, append(args, offset)...)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		r := newRecord()
		if err := rows.Scan(r.pointers()...); err != nil {
			return nil, 0, err
		}
		records = append(records, r)
	}
	if err := rows.Err(); err != nil || len(records) == 0 {
		return nil, total, err
	}
	return records, total, t.addChildren(ctx, records)
}

// newRecord has repeaters that are empty, not absent.
func newRecord() record {
	return record{personFields: personFields{
		Contacts: []contactRow{}, Addresses: []addressRow{}, Work: []workRow{}, Relations: []relationRow{},
	}}
}

// addChildren reads the repeaters of at most largePage people, one query a table. A place without a person is number 0.
func (t *tables) addChildren(ctx context.Context, records []record) error {
	byID := make(map[int64]*record, len(records))
	for i := range records {
		byID[records[i].id] = &records[i]
	}
	for i := range t.children {
		c := &t.children[i]
		statement, width := c.ofLarge, largePage
		switch {
		case len(records) == 1:
			statement, width = c.ofOne, 1
		case len(records) <= smallPage:
			statement, width = c.ofSmall, smallPage
		}
		ids := make([]any, width)
		for i := range ids {
			ids[i] = int64(0)
			if i < len(records) {
				ids[i] = records[i].id
			}
		}
		if err := c.add(ctx, statement, ids, byID); err != nil {
			return err
		}
	}
	return nil
}

func (c *child) add(ctx context.Context, statement *sql.Stmt, ids []any, byID map[int64]*record) error {
	rows, err := statement.QueryContext(ctx, ids...)
	if err != nil {
		return err
	}
	defer rows.Close()
	// The person's number comes first and says whose row the rest is, so every row is read into the same place and copied.
	var of int64
	var one record
	places := append([]any{&of}, c.read(&one)...)
	for rows.Next() {
		if err := rows.Scan(places...); err != nil {
			return err
		}
		byID[of].take(&one)
	}
	return rows.Err()
}

// take copies the rows of another record.
func (r *record) take(from *record) {
	r.Contacts = append(r.Contacts, from.Contacts...)
	r.Addresses = append(r.Addresses, from.Addresses...)
	r.Work = append(r.Work, from.Work...)
	r.Relations = append(r.Relations, from.Relations...)
}

// found is what a search returns.
type found struct {
	People []personHit `json:"people"`
	Teams  []teamHit   `json:"teams"`
}

type personHit struct {
	ID        int64    `json:"id"`
	Name      string   `json:"name"`
	FirstName string   `json:"first_name"`
	LastName  string   `json:"last_name"`
	Thumbnail string   `json:"thumbnail"`
	Labels    []string `json:"labels"`
	Former    bool     `json:"former_member"`
	Favorite  bool     `json:"is_favorite"`
}

type teamHit struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Thumbnail string `json:"thumbnail"`
	Website   string `json:"website"`
	Favorite  bool   `json:"is_favorite"`
}

// find returns the first people and teams in which the text occurs. It ranks nothing.
func (t *tables) find(ctx context.Context, text string) (found, error) {
	f := found{People: []personHit{}, Teams: []teamHit{}}
	s, _, args := t.searchFor(text)
	err := each(ctx, s.find, args, func(row *sql.Rows) error {
		hit := personHit{Labels: []string{}}
		var infix string
		err := row.Scan(&hit.ID, &hit.FirstName, &infix, &hit.LastName, &hit.Former)
		hit.Name = person.Name{First: hit.FirstName, Infix: infix, Last: hit.LastName}.Full()
		f.People = append(f.People, hit)
		return err
	})
	if err != nil {
		return f, err
	}
	err = each(ctx, t.findTeams, []any{"%" + text + "%"}, func(row *sql.Rows) error {
		var hit teamHit
		err := row.Scan(&hit.ID, &hit.Name, &hit.Website)
		f.Teams = append(f.Teams, hit)
		return err
	})
	return f, err
}

func each(ctx context.Context, statement *sql.Stmt, args []any, read func(*sql.Rows) error) error {
	rows, err := statement.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
