package gormstore

import (
	"context"
	"encoding/json"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/ports"
)

type shiftRow struct {
	Head        headRow `gorm:"embedded"`
	Title       string
	Place       string
	Day         string
	StartsAt    string
	EndsAt      string
	Capacity    int
	State       string
	Published   bool
	People      string // numbers, a comma before and behind each
	Assignments string // JSON
}

func (shiftRow) TableName() string { return "shifts" }

// shiftKind is the kind of no timeline: a shift stands on none.
const shiftKind timeline.Kind = "shift"

func (h handle) shiftRecords() records[volunteer.Shift, *volunteer.Shift, shiftRow] {
	return records[volunteer.Shift, *volunteer.Shift, shiftRow]{
		handle: h, kind: shiftKind, absent: volunteer.ErrAbsent, row: newShiftRow, noun: (*shiftRow).shift,
	}
}

func newShiftRow(s *volunteer.Shift) shiftRow {
	row := shiftRow{
		Head: newHeadRow(&s.Head), Title: s.Title, Place: s.Place, Day: s.Date.String(), StartsAt: s.Start, EndsAt: s.End,
		Capacity: s.Capacity, State: string(s.State), Published: s.Published,
	}
	if len(s.Assignments) > 0 {
		people := make([]int64, len(s.Assignments))
		for i, a := range s.Assignments {
			people[i] = a.Person
		}
		assignments, _ := json.Marshal(s.Assignments) // numbers and times
		row.People, row.Assignments = joined(people)+",", string(assignments)
	}
	return row
}

func (r *shiftRow) shift() volunteer.Shift {
	s := volunteer.Shift{
		Head: r.Head.head(), Title: r.Title, Place: r.Place, Date: dayOf(r.Day), Start: r.StartsAt, End: r.EndsAt, Capacity: r.Capacity,
		State: volunteer.State(r.State), Published: r.Published,
	}
	if r.Assignments != "" {
		_ = json.Unmarshal([]byte(r.Assignments), &s.Assignments) // as it was written
	}
	return s
}

// withPerson is the pattern of the people of a shift with somebody among them.
func withPerson(id int64) string { return "%," + listing.Number(id) + ",%" }

type shiftLists struct{ handle }

var _ ports.ShiftLists = shiftLists{}

// Page implements ports.ShiftLists.
func (s shiftLists) Page(ctx context.Context, q volunteer.Query) (page record.Page[volunteer.Shift], err error) {
	where := func() *gorm.DB {
		db := s.Read.WithContext(ctx).Model(&shiftRow{}).Where("day >= ?", q.From.String())
		if !q.To.IsZero() {
			db = db.Where("day <= ?", q.To.String())
		}
		if q.Person != 0 {
			db = db.Where("people LIKE ?", withPerson(q.Person))
		}
		switch {
		case q.Published && q.OrPerson != 0:
			db = db.Where("(published = ? OR people LIKE ?)", true, withPerson(q.OrPerson))
		case q.Published:
			db = db.Where("published = ?", true)
		}
		return db
	}
	if !q.Bare {
		var total int64
		if err := where().Count(&total).Error; err != nil {
			return page, err
		}
		page.Total = int(total)
		if q.Offset >= page.Total {
			return page, nil
		}
	}
	if q.Limit == 0 {
		return page, nil
	}
	page.Records, err = list(where().Order("day, starts_at, id").Offset(q.Offset).Limit(q.Limit), (*shiftRow).shift)
	return page, err
}
