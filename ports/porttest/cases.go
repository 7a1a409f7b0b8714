package porttest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// Cases is the contract of ports.Cases.
func Cases(t *testing.T, open Open) {
	suite{
		{"a case comes back whole, and shares nothing", wholeCases},
		{"a dossier has one case", dossiers},
		{"a case is changed as one step, and some of it never", changedCases},
		{"one is removed if that is allowed", removedCases},
		{"a case that is held stays until the step ends", heldCases},
		{"lists hold what is asked for, in order", listedCases},
		{"seasons are counted", seasonsOfCases},
	}.run(t, open)
}

func caseOf(dossier string) discipline.Case {
	return discipline.Case{Head: record.NewHead(7, "Piet", at), Dossier: dossier, Title: "Zaak " + dossier}
}

// anyCase fills every field with what is read back from the acf object as it was.
func anyCase(t *rapid.T) discipline.Case {
	text := rapid.StringMatching(`[ -~é€]{0,20}`)
	v := caseOf(rapid.StringMatching(`[A-Z0-9]{6,10}`).Draw(t, "dossier"))
	v.Title, v.Match, v.Team, v.Codes = text.Draw(t, "title"), text.Draw(t, "match"), text.Draw(t, "team"), text.Draw(t, "codes")
	v.Charge, v.Sanction = text.Draw(t, "charge"), text.Draw(t, "sanction")
	v.Person, v.Home, v.Away = rapid.Int64Range(0, 9).Draw(t, "person"), rapid.Int64Range(0, 9).Draw(t, "home"), 7
	v.MatchOn = civil.Date{Year: 2026, Month: 3, Day: rapid.IntRange(1, 31).Draw(t, "day")}
	v.ProcessedOn = v.MatchOn.AddDays(3)
	v.Charged = rapid.SampledFrom([]discipline.Charged{"", discipline.ByFederation, discipline.ByClub}).Draw(t, "charged")
	v.Season = season.Season(rapid.SampledFrom([]int{0, 2024, 2025}).Draw(t, "season"))
	if rapid.Bool().Draw(t, "costs") {
		fee := money.Cents(rapid.Int64Range(0, 99999).Draw(t, "fee"))
		v.Fee = &fee
	}
	if rapid.Bool().Draw(t, "more") {
		v.Extra = acf.Extra{"more": []byte(`{"a":1}`)}
	}
	return v
}

func wholeCases(t *testing.T, db Database) {
	ctx := t.Context()
	for n := range cases(30) {
		want := rapid.Custom(anyCase).Example(n)
		want.Dossier += fmt.Sprint("-", n)
		id := must(db.Cases.Create(ctx, want))(t)
		want.ID, want.Revision = id, 1
		found := must(db.Cases.ByID(ctx, id))(t)
		alike(t, "kept", found, []discipline.Case{want})
		if found[0].Fee != nil {
			*found[0].Fee++
			alike(t, "after a returned one was changed", must(db.Cases.ByID(ctx, id))(t), []discipline.Case{want})
		}
	}
	equal(t, "of absent ones", len(must(db.Cases.ByID(ctx, 99999))(t)), 0)
}

func dossiers(t *testing.T, db Database) {
	ctx := t.Context()
	first := must(db.Cases.Create(ctx, caseOf("A1")))(t)
	second := must(db.Cases.Create(ctx, caseOf("A2")))(t)
	if _, err := db.Cases.Create(ctx, caseOf("A1")); !errors.Is(err, discipline.ErrTaken) {
		t.Errorf("a second case of a dossier: %v", err)
	}
	if err := db.Cases.Update(
		ctx,
		second,
		func(c *discipline.Case) error { c.Dossier = "A1"; return nil },
	); !errors.Is(err, discipline.ErrTaken) {
		t.Errorf("one that becomes a second: %v", err)
	}
	equal(t, "the second", must(db.Cases.ByID(ctx, second))(t)[0].Dossier, "A2")
	won := 0
	errs := make(chan error, 6)
	for range 6 {
		go func() {
			_, err := db.Cases.Create(ctx, caseOf("B1"))
			errs <- err
		}()
	}
	for range 6 {
		if err := <-errs; err == nil {
			won++
		} else if !errors.Is(err, discipline.ErrTaken) {
			t.Errorf("of many at once: %v", err)
		}
	}
	equal(t, "of many at once, filed", won, 1)
	ok(t, db.Cases.Remove(ctx, first, func(*discipline.Case) error { return nil }))
	if again := must(db.Cases.Create(ctx, caseOf("A1")))(t); again <= second {
		t.Errorf("the number %d came again", again)
	}
}

func changedCases(t *testing.T, db Database) {
	ctx := t.Context()
	id := must(db.Cases.Create(ctx, caseOf("A1")))(t)
	ok(t, db.Cases.Update(ctx, id, func(c *discipline.Case) error {
		c.ID, c.Created, c.Revision, c.Team = 99, at.Add(time.Hour), 50, "JO9-1"
		c.Touch(8, at.Add(time.Minute))
		return nil
	}))
	found := must(db.Cases.ByID(ctx, id))(t)[0]
	if found.ID != id || found.Revision != 2 || found.Team != "JO9-1" || found.Editor != 8 {
		t.Errorf("changed: %+v", found)
	}
	sameTime(t, "made", found.Created, at)
	ok(t, db.Cases.Update(ctx, id, func(*discipline.Case) error { return nil }))
	equal(t, "nothing changed", must(db.Cases.ByID(ctx, id))(t)[0].Revision, 2)
	refuses(t, db, func(refusal error) error {
		return db.Cases.Update(ctx, id, func(c *discipline.Case) error { c.Team = "x"; return refusal })
	})
	equal(t, "refused", must(db.Cases.ByID(ctx, id))(t)[0].Team, "JO9-1")
	inParallel(t, 8, func(int) error {
		return db.Cases.Update(ctx, id, func(c *discipline.Case) error { c.Sanction += "x"; return nil })
	})
	equal(t, "in parallel", must(db.Cases.ByID(ctx, id))(t)[0].Sanction, "xxxxxxxx")
	if err := db.Cases.Update(ctx, 999, func(*discipline.Case) error { return nil }); !errors.Is(err, discipline.ErrAbsent) {
		t.Errorf("an absent one: %v", err)
	}
}

func removedCases(t *testing.T, db Database) {
	ctx := t.Context()
	id := must(db.Cases.Create(ctx, caseOf("A1")))(t)
	refuses(t, db, func(refusal error) error {
		return db.Cases.Remove(ctx, id, func(*discipline.Case) error { return refusal })
	})
	equal(t, "still there", len(must(db.Cases.ByID(ctx, id))(t)), 1)
	ok(t, db.Cases.Remove(ctx, id, func(*discipline.Case) error { return nil }))
	equal(t, "gone", len(must(db.Cases.ByID(ctx, id))(t)), 0)
	if err := db.Cases.Remove(ctx, id, func(*discipline.Case) error { return nil }); !errors.Is(err, discipline.ErrAbsent) {
		t.Errorf("an absent one: %v", err)
	}
}

func heldCases(t *testing.T, db Database) {
	ctx := t.Context()
	ids := []int64{must(db.Cases.Create(ctx, caseOf("A1")))(t), must(db.Cases.Create(ctx, caseOf("A2")))(t)}
	removed, other := make(chan error, 1), db.Another(t, 0)
	ok(t, db.Do(ctx, func(stores ports.Stores) error {
		held := must(stores.Cases.Hold(ctx, ids[1], 99, ids[0]))(t)
		equal(t, "held", len(held), 2)
		equal(t, "the first of them", held[0].ID, ids[0])
		go func() { removed <- other.Cases.Remove(ctx, ids[0], func(*discipline.Case) error { return nil }) }()
		select {
		case err := <-removed:
			t.Errorf("it was removed meanwhile: %v", err)
			removed <- err
		case <-time.After(20 * time.Millisecond): // nothing tells that somebody waits
		}
		equal(t, "still there", len(must(stores.Cases.ByID(ctx, ids...))(t)), 2)
		return nil
	}))
	ok(t, <-removed)
	equal(t, "then it is gone", len(must(db.Cases.ByID(ctx, ids...))(t)), 1)
}

// listedCases holds every list against the plain walk over all cases.
func listedCases(t *testing.T, db Database) {
	ctx := t.Context()
	var all []discipline.Case
	for n := range 40 {
		v := caseOf(fmt.Sprint("D", n))
		v.Title = []string{"Élan 50%_x", "ajax", "Zwart", "élan"}[n%4]
		v.Person, v.Author = int64(n%3), int64(n%5)
		v.Season = season.Season([]int{0, 2024, 2025}[n%3])
		v.MatchOn = civil.Date{Year: 2026, Month: 3, Day: n%7 + 1}
		v.Created, v.Modified = at.Add(time.Duration(n/4)*time.Minute), at.Add(time.Duration(n%6)*time.Hour)
		fee := money.Cents(n)
		v.Fee = &fee
		id := must(db.Cases.Create(ctx, v))(t)
		all = append(all, must(db.Cases.ByID(ctx, id))(t)...)
	}
	slug := func(n int) string { r := all[n].Row(); return fmt.Sprintf("%s-%d", r.Slug, all[n].ID) }
	queries := []discipline.Query{
		{},
		{Person: 1},
		{Seasons: []season.Season{2024}},
		{Seasons: []season.Season{}},
		{Seasons: []season.Season{0, 2025}, Person: 2},
		{
			Words: fold.Words("ELAN"),
		},
		{Words: fold.Words("50%_x d1")},
		{Words: []string{"_"}},
		{Include: []int64{all[3].ID, all[5].ID, 999}},
		{Include: []int64{}},
		{Exclude: []int64{all[0].ID}},
		{Slugs: []string{slug(4), "ajax-1", "x"}},
		{Slugs: []string{}},
		{Authors: []int64{1, 2}},
		{Modified: at.Add(2 * time.Hour)},
	}
	for _, q := range queries {
		for _, order := range []discipline.Order{"", discipline.ByTitle, discipline.ByModified, discipline.ByMatch} {
			for _, desc := range []bool{false, true} {
				for _, window := range [][2]int{{0, 100}, {3, 4}, {100, 5}, {0, 0}} {
					q.Order, q.Desc, q.Offset, q.Limit = order, desc, window[0], window[1]
					got, want := must(db.Cases.Page(ctx, q))(t), walked(all, &q)
					if got.Total != want.Total || got.Fees != want.Fees ||
						!reflect.DeepEqual(caseNumbers(got.Records), caseNumbers(want.Records)) {
						t.Fatalf(
							"%+v: %d, %v, %v, want %d, %v, %v",
							q,
							got.Total,
							got.Fees,
							caseNumbers(got.Records),
							want.Total,
							want.Fees,
							caseNumbers(want.Records),
						)
					}
				}
			}
		}
	}
}

func walked(all []discipline.Case, q *discipline.Query) (page discipline.Page) {
	var found []discipline.Case
	for i := range all {
		if row := all[i].Row(); q.Match(&all[i], &row) {
			found = append(found, all[i])
			page.Fees += *all[i].Fee
		}
	}
	slices.SortFunc(found, func(a, b discipline.Case) int {
		x, y := a.Row(), b.Row()
		return q.Compare(&a, &x, &b, &y)
	})
	window := record.Window{Offset: q.Offset, Limit: q.Limit}
	start, end := window.Bounds(len(found))
	page.Total, page.Records = len(found), found[start:end]
	return page
}

func caseNumbers(list []discipline.Case) []int64 {
	ids := []int64{}
	for i := range list {
		ids = append(ids, list[i].ID)
	}
	return ids
}

func seasonsOfCases(t *testing.T, db Database) {
	ctx := t.Context()
	equal(t, "at first", len(must(db.Cases.Seasons(ctx))(t)), 0)
	for n, of := range []season.Season{2024, 0, 2025, 2024} {
		v := caseOf(fmt.Sprint("D", n))
		v.Season = of
		must(db.Cases.Create(ctx, v))(t)
	}
	alike(t, "counted", must(db.Cases.Seasons(ctx))(t), map[season.Season]int{2024: 2, 2025: 1})
}
