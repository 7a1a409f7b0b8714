package porttest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/suppression"
)

// Suppressions is the contract of ports.Suppressions.
func Suppressions(t *testing.T, open Open) {
	suite{
		{"news is heard once, until that is forgotten", heardNews},
		{"an address is kept as it was changed, and a failed change leaves no trace", changedSuppressions},
		{"the last told comes first, page by page", pagedSuppressions},
		{"one is removed, and some are forgotten", removedSuppressions},
		{"the directory has what is blocked", blockedAddresses},
		{"parallel changes lose nothing", parallelSuppressions},
	}.run(t, open)
}

func heardNews(t *testing.T, db Database) {
	ctx := t.Context()
	equal(t, "at first", must(db.Suppressions.Hear(ctx, "a", at))(t), true)
	equal(t, "again", must(db.Suppressions.Hear(ctx, "a", at.Add(time.Hour)))(t), false)
	equal(t, "another", must(db.Suppressions.Hear(ctx, "b", at.Add(time.Hour)))(t), true)
	equal(t, "forgotten", must(db.Suppressions.Purge(ctx, at.Add(time.Minute)))(t), 1)
	equal(t, "after that", must(db.Suppressions.Hear(ctx, "a", at))(t), true)
	equal(t, "the other", must(db.Suppressions.Hear(ctx, "b", at))(t), false)
}

// told notes something of an address, seconds after the beginning.
func told(t *testing.T, db Database, address string, kind suppression.Kind, seconds int) suppression.Suppression {
	t.Helper()
	return must(db.Suppressions.Change(t.Context(), address, func(s *suppression.Suppression) error {
		s.Note(kind, at.Add(time.Duration(seconds)*time.Second))
		return nil
	}))(t)
}

func changedSuppressions(t *testing.T, db Database) {
	ctx := t.Context()
	no := errors.New("no")
	_, err := db.Suppressions.Change(ctx, "jan@club.example", func(s *suppression.Suppression) error { s.Blocked = true; return no })
	equal(t, "a failed change", errors.Is(err, no), true)
	equal(t, "afterwards", must(db.Suppressions.Page(ctx, suppression.Query{Limit: 9}))(t).Total, 0)
	first := told(t, db, "jan@club.example", suppression.SoftBounce, 1)
	second := must(db.Suppressions.Change(ctx, "jan@club.example", func(s *suppression.Suppression) error {
		s.Note(suppression.SoftBounce, at.Add(2*time.Second))
		s.Tasks, s.ID, s.Address = []int64{3, 5}, 99, "piet@club.example"
		return nil
	}))(t)
	equal(t, "number", second.ID, first.ID)
	equal(t, "address", second.Address, "jan@club.example")
	newest := must(db.Suppressions.Page(ctx, suppression.Query{Limit: 9}))(t).Records[0]
	for _, kept := range []suppression.Suppression{second, newest} {
		equal(t, "tasks", fmt.Sprint(kept.Tasks), "[3 5]")
		equal(t, "kind", kept.Kind, suppression.SoftBounce)
		equal(t, "blocked", kept.Blocked, false)
		equal(t, "softs", len(kept.Softs), 2)
		sameTime(t, "a soft one", kept.Softs[1], at.Add(2*time.Second))
		sameTime(t, "first", kept.First, at.Add(time.Second))
		sameTime(t, "last", kept.Last, at.Add(2*time.Second))
		kept.Tasks[0] = 7
	}
	equal(t, "after a returned value changed",
		fmt.Sprint(must(db.Suppressions.Page(ctx, suppression.Query{Limit: 9}))(t).Records[0].Tasks), "[3 5]")
}

func pagedSuppressions(t *testing.T, db Database) {
	for i, one := range []struct {
		kind    suppression.Kind
		seconds int
	}{{suppression.HardBounce, 1}, {suppression.SoftBounce, 3}, {suppression.Complaint, 3}, {suppression.HardBounce, 2}} {
		told(t, db, fmt.Sprintf("%d@club.example", i), one.kind, one.seconds)
	}
	for _, c := range []struct {
		q     suppression.Query
		total int
		want  string
	}{
		{suppression.Query{Limit: 9}, 4, "2130"}, {suppression.Query{Limit: 2}, 4, "21"},
		{suppression.Query{Offset: 3, Limit: 2}, 4, "0"},
		{suppression.Query{Offset: 4, Limit: 2}, 4, ""}, {suppression.Query{}, 4, ""},
		{suppression.Query{Blocked: true, Limit: 9}, 3, "230"},
	} {
		page := must(db.Suppressions.Page(t.Context(), c.q))(t)
		got := ""
		for i := range page.Records {
			got += page.Records[i].Address[:1]
		}
		equal(t, fmt.Sprintf("%+v", c.q), got, c.want)
		equal(t, "total", page.Total, c.total)
	}
}

func removedSuppressions(t *testing.T, db Database) {
	ctx := t.Context()
	one := told(t, db, "a@club.example", suppression.HardBounce, 1)
	told(t, db, "b@club.example", suppression.SoftBounce, 1)
	told(t, db, "c@club.example", suppression.Complaint, 1)
	_, err := db.Suppressions.Remove(ctx, one.ID+99)
	isFault(t, "nothing", err, suppression.ErrAbsent)
	equal(t, "removed", must(db.Suppressions.Remove(ctx, one.ID))(t).Address, "a@club.example")
	_, err = db.Suppressions.Remove(ctx, one.ID)
	isFault(t, "again", err, suppression.ErrAbsent)
	known := must(db.Suppressions.Known(ctx, "a@club.example", "b@club.example", "x@club.example"))(t)
	equal(t, "known", fmt.Sprint(known), "[b@club.example]")
	equal(t, "nothing is known of none", len(must(db.Suppressions.Known(ctx))(t)), 0)
	gone := must(db.Suppressions.Forget(ctx, "a@club.example", "b@club.example", "x@club.example"))(t)
	equal(t, "forgotten", len(gone) == 1 && gone[0].Address == "b@club.example", true)
	equal(t, "nothing is forgotten", len(must(db.Suppressions.Forget(ctx))(t)), 0)
	equal(t, "left", must(db.Suppressions.Page(ctx, suppression.Query{}))(t).Total, 1)
	equal(t, "a new number", told(t, db, "a@club.example", suppression.HardBounce, 1).ID > one.ID, true)
}

func blockedAddresses(t *testing.T, db Database) {
	ctx := t.Context()
	among := []string{"c@club.example", "a@club.example", "b@club.example"}
	blocked := func() string { return fmt.Sprint(view(t, db).Suppressed(among)) }
	equal(t, "at first", blocked(), "[]")
	one := told(t, db, "a@club.example", suppression.HardBounce, 1)
	told(t, db, "b@club.example", suppression.SoftBounce, 1)
	told(t, db, "c@club.example", suppression.Complaint, 1)
	equal(t, "some", blocked(), "[c@club.example a@club.example]")
	must(db.Suppressions.Remove(ctx, one.ID))(t)
	equal(t, "one is removed", blocked(), "[c@club.example]")
	must(db.Suppressions.Forget(ctx, among...))(t)
	equal(t, "all are forgotten", blocked(), "[]")
}

func parallelSuppressions(t *testing.T, db Database) {
	const many = 8
	var all sync.WaitGroup
	for range many {
		all.Go(func() {
			_, err := db.Suppressions.Change(t.Context(), "a@club.example", func(s *suppression.Suppression) error {
				s.Tasks = append(s.Tasks, int64(len(s.Tasks))+1)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	page := must(db.Suppressions.Page(t.Context(), suppression.Query{Limit: 9}))(t)
	equal(t, "what was noted", fmt.Sprint(page.Records[0].Tasks), "[1 2 3 4 5 6 7 8]")
}
