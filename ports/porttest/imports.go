package porttest

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/undo"
)

// Imports is the contract of ports.Imports.
func Imports(t *testing.T, open Open) {
	suite{
		{"an import comes back as it was kept, with its rows", keptImports},
		{"an absent one is told", absentImports},
		{"the newest come first, page by page", pagedImports},
		{"a change is kept, and a failed one leaves no trace", changedImports},
		{"one import works at a time", workingImports},
		{"of many that begin at once one does", parallelImports},
		{"what became of rows is kept", keptRows},
		{"rows follow people who were brought back", restoredImports},
		{"one is removed with its rows", removedImports},
		{"what is old is forgotten", purgedImports},
		{"what begins while others are forgotten keeps its rows", purgedInParallel},
	}.run(t, open)
}

func anImport(file string) peoplefile.Import {
	return peoplefile.Import{
		User: 3, UserName: "Anna", File: file, Made: civil.Instant(at), State: peoplefile.Draft, Total: 2,
		KeptUntil: civil.Instant(at.Add(time.Hour)),
		Columns:   []peoplefile.Column{{Heading: "Voornaam", Field: peoplefile.FirstName, Sample: "Zoë"}, {Heading: ""}},
		Notices:   []string{peoplefile.NoticeFormulas}, Date1904: true,
	}
}

var importRows = []peoplefile.Row{{Number: 2, Cells: []string{"Zoë", ""}}, {Number: 5, Cells: []string{"a\"b;c\n", "'"}}}

func newImport(t *testing.T, db Database, file string) int64 {
	t.Helper()
	return must(db.Imports.Create(t.Context(), anImport(file), importRows))(t)
}

func changeImport(t *testing.T, db Database, id int64, change func(*peoplefile.Import)) peoplefile.Import {
	t.Helper()
	return must(db.Imports.Change(t.Context(), id, func(i *peoplefile.Import) error { change(i); return nil }))(t)
}

func keptImports(t *testing.T, db Database) {
	first, second := newImport(t, db, "a.csv"), newImport(t, db, "b.csv")
	want := anImport("a.csv")
	want.ID = first
	got := must(db.Imports.ByID(t.Context(), first))(t)
	alike(t, "the import", got, want)
	got.Columns[0].Heading = "scribbled"
	alike(t, "again", must(db.Imports.ByID(t.Context(), first))(t), want)
	for _, id := range []int64{first, second} {
		rows := must(db.Imports.Rows(t.Context(), id, 0, 0))(t)
		alike(t, "rows", rows, []peoplefile.Result{{Row: importRows[0]}, {Row: importRows[1]}})
	}
	alike(t, "rows after one", must(db.Imports.Rows(t.Context(), first, 2, 0))(t), []peoplefile.Result{{Row: importRows[1]}})
	alike(t, "a part", must(db.Imports.Rows(t.Context(), first, 0, 1))(t), []peoplefile.Result{{Row: importRows[0]}})
	many := make([]peoplefile.Row, 1234)
	for n := range many {
		many[n] = peoplefile.Row{Number: n + 2, Cells: []string{"x"}}
	}
	id := must(db.Imports.Create(t.Context(), anImport("many.csv"), many))(t)
	equal(t, "many rows", len(must(db.Imports.Rows(t.Context(), id, 0, 0))(t)), len(many))
	none := must(db.Imports.Create(t.Context(), anImport("none.csv"), nil))(t)
	equal(t, "no rows", len(must(db.Imports.Rows(t.Context(), none, 0, 0))(t)), 0)
}

func absentImports(t *testing.T, db Database) {
	_, err := db.Imports.ByID(t.Context(), 77)
	isFault(t, "read", err, peoplefile.ErrAbsent)
	_, err = db.Imports.Change(t.Context(), 77, func(*peoplefile.Import) error { return nil })
	isFault(t, "changed", err, peoplefile.ErrAbsent)
	err = db.Imports.Remove(t.Context(), 77, func(*peoplefile.Import) error { return nil })
	isFault(t, "removed", err, peoplefile.ErrAbsent)
	equal(t, "its rows", len(must(db.Imports.Rows(t.Context(), 77, 0, 0))(t)), 0)
}

func pagedImports(t *testing.T, db Database) {
	for _, file := range []string{"a", "b", "c"} {
		newImport(t, db, file)
	}
	page := must(db.Imports.Page(t.Context(), 1, 1))(t)
	equal(t, "total", page.Total, 3)
	equal(t, "the middle one", len(page.Records) == 1 && page.Records[0].File == "b", true)
	page = must(db.Imports.Page(t.Context(), 9, 5))(t)
	equal(t, "beyond the end", page.Total == 3 && len(page.Records) == 0, true)
}

func changedImports(t *testing.T, db Database) {
	id := newImport(t, db, "a")
	no := errors.New("no")
	_, err := db.Imports.Change(t.Context(), id, func(i *peoplefile.Import) error { i.Columns[0].Heading = "x"; return no })
	equal(t, "a failed change", errors.Is(err, no), true)
	want := anImport("a")
	want.ID = id
	alike(t, "afterwards", must(db.Imports.ByID(t.Context(), id))(t), want)
	got := changeImport(t, db, id, func(i *peoplefile.Import) { i.ID, i.Made, i.Counts.New = 99, at.Add(time.Hour), 7 })
	want.Counts.New = 7
	alike(t, "returned", got, want)
	alike(t, "kept", must(db.Imports.ByID(t.Context(), id))(t), want)
}

func workingImports(t *testing.T, db Database) {
	first, second := newImport(t, db, "a"), newImport(t, db, "b")
	apply := func(i *peoplefile.Import) { i.State = peoplefile.Applying }
	changeImport(t, db, first, apply)
	begin := func() error {
		_, err := db.Imports.Change(t.Context(), second, func(i *peoplefile.Import) error { apply(i); return nil })
		return err
	}
	isFault(t, "a second one", begin(), peoplefile.ErrBusy)
	changeImport(t, db, first, func(i *peoplefile.Import) { i.State = peoplefile.Applied })
	ok(t, begin())
}

func parallelImports(t *testing.T, db Database) {
	var begun atomic.Int64
	var all sync.WaitGroup
	for range 4 {
		id := newImport(t, db, "a")
		all.Go(func() {
			_, err := db.Imports.Change(t.Context(), id, func(i *peoplefile.Import) error { i.State = peoplefile.Applying; return nil })
			if err == nil {
				begun.Add(1)
			} else if !errors.Is(err, peoplefile.ErrBusy) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	equal(t, "begun", begun.Load(), 1)
}

func keptRows(t *testing.T, db Database) {
	id, other := newImport(t, db, "a"), newImport(t, db, "b")
	taken := peoplefile.Result{
		Row: peoplefile.Row{Number: 5}, Person: 812, Outcome: peoplefile.Changed, Name: "Zoë",
		Changes: []peoplefile.Change{{Field: peoplefile.FirstName, From: "Zoe", To: "Zoë"}},
		Kept:    []peoplefile.Field{peoplefile.Birthdate},
		Reasons: []string{"x"}, Before: &undo.Before{ID: 812, Document: `{"first_name":"Zoe"}`, Labels: []int64{2}, After: 3}, After: 3,
	}
	ok(t, db.Imports.KeepRows(t.Context(), id, []peoplefile.Result{taken}, nil))
	ok(t, db.Imports.KeepRows(t.Context(), id, nil, nil))
	if err := db.Imports.KeepRows(t.Context(), 99, []peoplefile.Result{taken}, nil); !errors.Is(err, peoplefile.ErrAbsent) {
		t.Errorf("rows of an absent import: %v", err)
	}
	want := taken
	want.Cells = importRows[1].Cells
	rows := must(db.Imports.Rows(t.Context(), id, 0, 0))(t)
	deepEqual(t, "kept", rows[1], want)
	deepEqual(t, "the other row", rows[0], peoplefile.Result{Row: importRows[0]})
	taken.Undone, taken.Left = true, "y"
	ok(t, db.Imports.KeepRows(t.Context(), id, []peoplefile.Result{taken}, nil))
	rows = must(db.Imports.Rows(t.Context(), id, 2, 0))(t)
	equal(t, "kept again", rows[0].Undone && rows[0].Left == "y" && rows[0].Cells[1] == "'", true)
	deepEqual(t, "of another one", must(db.Imports.Rows(t.Context(), other, 2, 0))(t)[0], peoplefile.Result{Row: importRows[1]})
}

func restoredImports(t *testing.T, db Database) {
	first, second := newImport(t, db, "a"), newImport(t, db, "b")
	row := func(number int, id person.ID, after int64, undone bool) peoplefile.Result {
		return peoplefile.Result{
			Row: peoplefile.Row{Number: number}, Person: id, Outcome: peoplefile.Changed, After: after, Undone: undone,
			Before: &undo.Before{ID: id, Document: "{}", Labels: []int64{}, After: after},
		}
	}
	fresh := peoplefile.Result{Row: peoplefile.Row{Number: 5}, Person: 813, Outcome: peoplefile.New, After: 1}
	ok(t, db.Imports.KeepRows(t.Context(), first, []peoplefile.Result{row(2, 812, 3, false), fresh}, nil))
	last := []peoplefile.Result{row(2, 812, 4, true), row(5, 814, 7, false)}
	ok(t, db.Imports.KeepRows(t.Context(), second, last, map[person.ID]peoplefile.Restored{
		812: {Was: 3, Is: 5}, 813: {Was: 1, Is: 3}, 814: {Was: 6, Is: 8}, 999: {Was: 1, Is: 3},
	}))
	after := func(id int64) (list []int64) {
		for _, r := range must(db.Imports.Rows(t.Context(), id, 0, 0))(t) {
			equal(t, "the cells", len(r.Cells), 2)
			if list = append(list, r.After); r.Before != nil {
				equal(t, "what it takes back", r.Before.After, r.After)
			}
		}
		return list
	}
	deepEqual(t, "followed", after(first), []int64{5, 3})
	deepEqual(t, "taken back, and another revision", after(second), []int64{4, 7})
}

func removedImports(t *testing.T, db Database) {
	id := newImport(t, db, "a")
	no := errors.New("no")
	err := db.Imports.Remove(t.Context(), id, func(i *peoplefile.Import) error {
		equal(t, "the one", i.File, "a")
		return no
	})
	equal(t, "not allowed", errors.Is(err, no), true)
	equal(t, "its rows stay", len(must(db.Imports.Rows(t.Context(), id, 0, 0))(t)), 2)
	ok(t, db.Imports.Remove(t.Context(), id, func(*peoplefile.Import) error { return nil }))
	_, err = db.Imports.ByID(t.Context(), id)
	isFault(t, "removed", err, peoplefile.ErrAbsent)
	equal(t, "its rows", len(must(db.Imports.Rows(t.Context(), id, 0, 0))(t)), 0)
	equal(t, "the next number", newImport(t, db, "b") > id, true)
}

func purgedImports(t *testing.T, db Database) {
	draft, applied, working, young := newImport(t, db, "a"), newImport(t, db, "b"), newImport(t, db, "c"), newImport(t, db, "d")
	changeImport(t, db, applied, func(i *peoplefile.Import) { i.State = peoplefile.Applied })
	changeImport(t, db, working, func(i *peoplefile.Import) { i.State = peoplefile.Undoing })
	changeImport(t, db, young, func(i *peoplefile.Import) { i.KeptUntil = at.Add(3 * time.Hour) })
	equal(t, "purged", must(db.Imports.Purge(t.Context(), at.Add(2*time.Hour)))(t), 2)
	_, err := db.Imports.ByID(t.Context(), draft)
	isFault(t, "the draft", err, peoplefile.ErrAbsent)
	left := must(db.Imports.ByID(t.Context(), applied))(t)
	equal(t, "the applied one", left.Forgotten && left.Columns[0].Sample == "" && left.Columns[0].Heading == "Voornaam", true)
	for id, want := range map[int64]int{applied: 0, working: 2, young: 2} {
		equal(t, "rows", len(must(db.Imports.Rows(t.Context(), id, 0, 0))(t)), want)
	}
	equal(t, "again", must(db.Imports.Purge(t.Context(), at.Add(2*time.Hour)))(t), 0)
}

// purgedInParallel begins with the last one of many old drafts while they are destroyed.
func purgedInParallel(t *testing.T, db Database) {
	ctx := t.Context()
	for range 6 {
		var last int64
		for range 20 {
			last = newImport(t, db, "a")
		}
		begun := false
		inParallel(t, 3, func(i int) error {
			if i < 2 { // of two servers
				_, err := db.Imports.Purge(ctx, at.Add(2*time.Hour))
				return err
			}
			_, err := db.Imports.Change(ctx, last, func(i *peoplefile.Import) error {
				i.State, i.KeptUntil = peoplefile.Applying, at.Add(9*time.Hour)
				return nil
			})
			if begun = err == nil; errors.Is(err, peoplefile.ErrAbsent) {
				return nil
			}
			return err
		})
		if begun {
			equal(t, "rows", len(must(db.Imports.Rows(ctx, last, 0, 0))(t)), len(importRows))
			changeImport(t, db, last, func(i *peoplefile.Import) { i.State = peoplefile.Applied })
		}
	}
}
