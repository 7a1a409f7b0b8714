package porttest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// Feedback is the contract of ports.Feedback.
func Feedback(t *testing.T, open Open) {
	suite{
		{"an item comes back whole, and shares nothing", wholeItems},
		{"an item is changed as one step, and some of it never", changedItems},
		{"of many that claim an item one gets it", claimedItems},
		{"one is removed if that is allowed, with its thread", removedItems},
		{"lists hold what is asked for, in order", listedItems},
		{"a list is what there is, whatever was undone", freshItems},
		{"a thread is in order, and has an end", threads},
	}.run(t, open)
}

func itemOf(title string) feedback.Item {
	return feedback.Item{
		Head: record.NewHead(7, "Piet", at), Title: title, Type: feedback.Bug, Status: feedback.New, Priority: feedback.Medium,
		Project: feedback.DefaultProject,
	}
}

func anyItem(t *rapid.T) feedback.Item {
	text := rapid.StringMatching(`[ -~é€\n]{0,20}`)
	i := itemOf(text.Draw(t, "title"))
	i.Type = rapid.SampledFrom(feedback.Types).Draw(t, "type")
	i.Status = rapid.SampledFrom(feedback.Statuses).Draw(t, "status")
	i.Priority = rapid.SampledFrom(feedback.Priorities).Draw(t, "priority")
	for _, field := range []*string{
		&i.Project, &i.Content, &i.Steps, &i.Expected, &i.Actual, &i.UseCase, &i.Browser, &i.Version, &i.Address, &i.Errors, &i.Plan,
		&i.PullRequest, &i.Branch, &i.Owner,
	} {
		*field = text.Draw(t, "text")
	}
	i.ShowPictures = rapid.Bool().Draw(t, "shows")
	i.DuplicateOf = rapid.Int64Range(0, 9).Draw(t, "duplicate")
	if n := rapid.IntRange(0, 3).Draw(t, "pictures"); n > 0 {
		i.Screenshots = []int64{4, 9, 6}[:n]
	}
	if rapid.Bool().Draw(t, "claimed") {
		i.ClaimedAt = at.Add(time.Microsecond).UTC()
	}
	return i
}

func wholeItems(t *testing.T, db Database) {
	ctx := t.Context()
	for n := range cases(30) {
		want := rapid.Custom(anyItem).Example(n)
		id := must(db.Feedback.Create(ctx, want))(t)
		want.ID, want.Revision = id, 1
		found := must(db.Feedback.ByID(ctx, id))(t)
		alike(t, "kept", found, []feedback.Item{want})
		if len(found[0].Screenshots) > 0 {
			found[0].Screenshots[0]++
			alike(t, "after a returned one was changed", must(db.Feedback.ByID(ctx, id))(t), []feedback.Item{want})
		}
	}
	equal(t, "of absent ones", len(must(db.Feedback.ByID(ctx, 99999))(t)), 0)
}

func changedItems(t *testing.T, db Database) {
	ctx := t.Context()
	id := must(db.Feedback.Create(ctx, itemOf("x")))(t)
	ok(t, db.Feedback.Update(ctx, id, func(i *feedback.Item) error {
		i.ID, i.Author, i.Created, i.Revision, i.Plan = 99, 98, at.Add(time.Hour), 50, "plan"
		i.Touch(8, at.Add(time.Minute))
		return nil
	}))
	found := must(db.Feedback.ByID(ctx, id))(t)[0]
	if found.ID != id || found.Author != 7 || found.Revision != 2 || found.Plan != "plan" || found.Editor != 8 {
		t.Errorf("changed: %+v", found)
	}
	sameTime(t, "made", found.Created, at)
	ok(t, db.Feedback.Update(ctx, id, func(*feedback.Item) error { return nil }))
	equal(t, "nothing changed", must(db.Feedback.ByID(ctx, id))(t)[0].Revision, 2)
	refuses(t, db, func(refusal error) error {
		return db.Feedback.Update(ctx, id, func(i *feedback.Item) error { i.Plan = "x"; return refusal })
	})
	equal(t, "refused", must(db.Feedback.ByID(ctx, id))(t)[0].Plan, "plan")
	inParallel(t, 8, func(int) error {
		return db.Feedback.Update(ctx, id, func(i *feedback.Item) error { i.Branch += "x"; return nil })
	})
	equal(t, "in parallel", must(db.Feedback.ByID(ctx, id))(t)[0].Branch, "xxxxxxxx")
	isFault(t, "an absent one", db.Feedback.Update(ctx, 999, func(*feedback.Item) error { return nil }), feedback.ErrAbsent)
}

func claimedItems(t *testing.T, db Database) {
	item := itemOf("x")
	item.Status = feedback.Approved
	id := must(db.Feedback.Create(t.Context(), item))(t)
	won := winners(t, 8, feedback.ErrTransition, func(n int) error {
		return db.Feedback.Update(t.Context(), id, func(i *feedback.Item) error { return i.Claim(fmt.Sprint(n), at) })
	})
	equal(t, "won", won, 1)
}

func removedItems(t *testing.T, db Database) {
	ctx := t.Context()
	id := must(db.Feedback.Create(ctx, itemOf("x")))(t)
	same := itemOf("y")
	same.DuplicateOf = id
	other := must(db.Feedback.Create(ctx, same))(t)
	must(db.Feedback.Comment(ctx, feedback.Comment{Item: id, By: feedback.ByUser, Created: at}))(t)
	must(db.Feedback.Comment(ctx, feedback.Comment{Item: other, By: feedback.ByUser, Created: at}))(t)
	refuses(t, db, func(refusal error) error {
		return db.Feedback.Remove(ctx, id, func(*feedback.Item) error { return refusal })
	})
	equal(t, "still there", len(must(db.Feedback.Comments(ctx, id))(t)), 1)
	ok(t, db.Feedback.Remove(ctx, id, func(*feedback.Item) error { return nil }))
	equal(t, "gone", len(must(db.Feedback.ByID(ctx, id))(t)), 0)
	equal(t, "its thread", len(must(db.Feedback.Comments(ctx, id))(t)), 0)
	equal(t, "the other thread", len(must(db.Feedback.Comments(ctx, other))(t)), 1)
	left := must(db.Feedback.ByID(ctx, other))(t)[0]
	equal(t, "a duplicate of none", left.DuplicateOf, 0)
	equal(t, "its revision", left.Revision, 2)
	isFault(t, "again", db.Feedback.Remove(ctx, id, func(*feedback.Item) error { return nil }), feedback.ErrAbsent)
	if again := must(db.Feedback.Create(ctx, itemOf("z")))(t); again <= other {
		t.Errorf("the number %d came again", again)
	}
}

// freshItems looks whether a list is what there is, after changes that are kept, undone, and made anew.
func freshItems(t *testing.T, db Database) {
	ctx := t.Context()
	begun := itemOf("een")
	begun.Screenshots = []int64{5, 6}
	id := must(db.Feedback.Create(ctx, begun))(t)
	listed := func(f ports.Feedback) feedback.Item {
		t.Helper()
		page := must(f.Page(ctx, feedback.Query{Limit: 10}))(t)
		equal(t, "items", len(page.Records), 1)
		equal(t, "total", page.Total, 1)
		return page.Records[0]
	}
	rename := func(f ports.Feedback, title string) error {
		return f.Update(ctx, id, func(i *feedback.Item) error { i.Title = title; return nil })
	}
	listed(db.Feedback).Screenshots[0] = 7
	equal(t, "not the caller's", listed(db.Feedback).Screenshots[0], 5)
	refusal := errors.New("undone")
	err := db.Do(ctx, func(stores ports.Stores) error {
		ok(t, rename(stores.Feedback, "twee"))
		equal(t, "within", listed(stores.Feedback).Title, "twee")
		return refusal
	})
	if !errors.Is(err, refusal) {
		t.Errorf("got %v", err)
	}
	equal(t, "undone", listed(db.Feedback).Title, "een")
	ok(t, rename(db.Feedback, "drie"))
	equal(t, "the same revision anew", listed(db.Feedback).Title, "drie")
	ok(t, rename(db.Feedback, "vier"))
	equal(t, "once more", listed(db.Feedback).Title, "vier")
	equal(t, "revision", listed(db.Feedback).Revision, 3)
}

// listedItems holds every list against the plain walk over all items.
func listedItems(t *testing.T, db Database) {
	ctx := t.Context()
	var all []feedback.Item
	for n := range 40 {
		i := itemOf([]string{"Élan", "ajax", "Zwart", "élan"}[n%4])
		i.Author = int64(n % 5)
		i.Type, i.Status = feedback.Types[n%2], feedback.Statuses[n%len(feedback.Statuses)]
		i.Priority = feedback.Priorities[n%len(feedback.Priorities)]
		i.Created = at.Add(time.Duration(n/4) * time.Minute)
		i.DuplicateOf = int64(n % 3)
		if n%6 == 0 {
			i.Project = "website"
		}
		id := must(db.Feedback.Create(ctx, i))(t)
		all = append(all, must(db.Feedback.ByID(ctx, id))(t)...)
	}
	for _, q := range []feedback.Query{
		{}, {Author: 2}, {Statuses: feedback.Open()}, {Statuses: []feedback.Status{}},
		{Statuses: []feedback.Status{feedback.New, feedback.Declined}, Author: 1}, {Type: feedback.FeatureRequest},
		{Priority: feedback.High}, {Project: "website", Type: feedback.Bug}, {DuplicateOf: []int64{1, 99}}, {DuplicateOf: []int64{}},
	} {
		for _, order := range []feedback.Order{"", feedback.ByTitle, feedback.ByPriority, feedback.ByStatus} {
			for _, desc := range []bool{false, true} {
				for _, window := range [][2]int{{0, 100}, {3, 4}, {100, 5}, {0, 0}} {
					q.Order, q.Desc, q.Offset, q.Limit = order, desc, window[0], window[1]
					got, want := must(db.Feedback.Page(ctx, q))(t), walkedItems(all, &q)
					if got.Total != want.Total || !reflect.DeepEqual(itemNumbers(got.Records), itemNumbers(want.Records)) {
						t.Fatalf("%+v: %d, %v, want %d, %v", q, got.Total, itemNumbers(got.Records), want.Total, itemNumbers(want.Records))
					}
				}
			}
		}
	}
}

func walkedItems(all []feedback.Item, q *feedback.Query) (page record.Page[feedback.Item]) {
	found := slices.DeleteFunc(slices.Clone(all), func(i feedback.Item) bool { return !q.Match(&i) })
	slices.SortFunc(found, func(a, b feedback.Item) int { return q.Compare(&a, &b) })
	window := record.Window{Offset: q.Offset, Limit: q.Limit}
	start, end := window.Bounds(len(found))
	page.Total, page.Records = len(found), found[start:end]
	return page
}

func itemNumbers(list []feedback.Item) []int64 {
	ids := []int64{}
	for i := range list {
		ids = append(ids, list[i].ID)
	}
	return ids
}

func threads(t *testing.T, db Database) {
	ctx := t.Context()
	id := must(db.Feedback.Create(ctx, itemOf("x")))(t)
	other := must(db.Feedback.Create(ctx, itemOf("y")))(t)
	want := []feedback.Comment{}
	for _, minutes := range []int{5, 1, 1, 9} {
		c := feedback.Comment{
			Item: id, Author: 3, AuthorName: "Jan", By: feedback.ByAgent, Content: "<p>é</p>",
			Created: at.Add(time.Duration(minutes) * time.Minute).UTC(),
		}
		c.ID = must(db.Feedback.Comment(ctx, c))(t)
		want = append(want, c)
	}
	alike(t, "thread", must(db.Feedback.Comments(ctx, id))(t), []feedback.Comment{want[1], want[2], want[0], want[3]})
	equal(t, "of another", len(must(db.Feedback.Comments(ctx, other))(t)), 0)
	_, err := db.Feedback.Comment(ctx, feedback.Comment{Item: 999, Created: at})
	isFault(t, "of an absent one", err, feedback.ErrAbsent)
	for range feedback.MostComments - len(want) - 2 {
		must(db.Feedback.Comment(ctx, feedback.Comment{Item: id, Content: strings.Repeat("x", 9), Created: at}))(t)
	}
	fit := winners(t, 6, feedback.ErrTooManyComments, func(int) error {
		_, err := db.Feedback.Comment(ctx, feedback.Comment{Item: id, Created: at})
		return err
	})
	equal(t, "the last that fit", fit, 2)
	if _, err := db.Feedback.Comment(ctx, feedback.Comment{Item: id}); !errors.Is(err, feedback.ErrTooManyComments) {
		t.Errorf("one more: %v", err)
	}
}
