package porttest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

// ShiftLists is the contract of ports.ShiftLists, and of ports.Records of shifts.
func ShiftLists(t *testing.T, open Open) {
	suite{
		{"as records", func(t *testing.T, db Database) {
			growing[volunteer.Shift, *volunteer.Shift]{
				db.Shifts, volunteer.ErrAbsent, anyShift, func(s *volunteer.Shift) *string { return &s.Title }, func(*volunteer.Shift) {},
			}.suite(t, db)
		}},
		{"a part of them is as a walk over everything finds it", shiftListsAreWalked},
		{"of many who sign up at once so many get a place as there are", parallelSignUps},
	}.run(t, open)
}

// anyShift is one of some days, on which some of three people come.
var anyShift = rapid.Map(anything[volunteer.Shift](), func(s volunteer.Shift) volunteer.Shift {
	s.Author = 1 + s.Author
	s.Date = day(2026, 3, 1+s.Capacity%9)
	s.Start = []string{"09:00", "19:00"}[len(s.Title)%2]
	for i := range s.Assignments {
		s.Assignments[i].Person = 1 + s.Assignments[i].Person%30
		s.Assignments[i].At = civil.Instant(s.Assignments[i].At)
	}
	if len(s.Assignments) == 0 {
		s.Assignments = nil
	}
	return s
})

func shiftListsAreWalked(t *testing.T, db Database) {
	ctx := t.Context()
	var all []volunteer.Shift
	for n := range 40 {
		id := must(db.Shifts.Create(ctx, anyShift.Example(n)))(t)
		all = append(all, must(db.Shifts.ByID(ctx, id))(t)...)
	}
	slices.SortFunc(all, func(a, b volunteer.Shift) int { return a.Compare(&b) })
	rapid.Check(t, func(t *rapid.T) {
		q := volunteer.Query{
			Person: rapid.SampledFrom([]int64{0, 0, 1, 2, 3, 12, 29}).Draw(t, "person"), Published: rapid.Bool().Draw(t, "published"),
			OrPerson: rapid.SampledFrom([]int64{0, 1, 2, 12, 29}).Draw(t, "or"),
			Offset:   rapid.IntRange(0, 9).Draw(t, "offset"), Limit: rapid.IntRange(0, 20).Draw(t, "limit"),
			Bare: rapid.Bool().Draw(t, "bare"),
		}
		if rapid.Bool().Draw(t, "bounded") {
			q.From = day(2026, 3, rapid.IntRange(1, 9).Draw(t, "from"))
			q.To = q.From.AddDays(rapid.IntRange(-1, 5).Draw(t, "days"))
		}
		found := slices.DeleteFunc(slices.Clone(all), func(s volunteer.Shift) bool { return !q.Match(&s) })
		start, end := (&record.Window{Offset: q.Offset, Limit: q.Limit}).Bounds(len(found))
		page := must(db.ShiftLists.Page(ctx, q))(t)
		if q.Bare {
			page.Total = len(found)
		}
		alike(t, fmt.Sprintf("%+v", q), page, record.Page[volunteer.Shift]{Total: len(found), Records: found[start:end]})
	})
}

// parallelSignUps holds the promise of club rule §2.11-7 where programs meet: in the store.
func parallelSignUps(t *testing.T, db Database) {
	ctx := t.Context()
	shift := volunteer.Shift{Title: "Bar", Date: day(2026, 3, 29), Start: "19:00", End: "23:00", Capacity: 3, Published: true}
	id := must(db.Shifts.Create(ctx, shift))(t)
	anybody := func(int64) bool { return true }
	inParallel(t, 8, func(i int) error {
		err := db.Shifts.Update(ctx, id, func(s *volunteer.Shift) error {
			return s.Assign(volunteer.Assignment{Person: int64(1 + i%7), By: 1, At: at}, anybody)
		})
		if errors.Is(err, volunteer.ErrFull) || errors.Is(err, volunteer.ErrTwice) {
			return nil
		}
		return err
	})
	s := must(db.Shifts.ByID(ctx, id))(t)[0]
	equal(t, "places", s.Filled(anybody), 3)
	equal(t, "assignments", len(s.Assignments), 3)
}
