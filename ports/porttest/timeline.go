package porttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

// Records is the contract of ports.Records, of each noun.
func Records(t *testing.T, open Open) {
	suite{
		{"activities", func(t *testing.T, db Database) {
			growing[activity.Activity, *activity.Activity]{
				db.Activities, activity.ErrAbsent, anyActivity, func(a *activity.Activity) *string { return &a.Content },
				func(a *activity.Activity) { a.Person = max(1, a.Person) },
			}.suite(t, db)
		}},
		{"notes", func(t *testing.T, db Database) {
			growing[note.Note, *note.Note]{
				db.Notes,
				note.ErrAbsent,
				anyNote,
				func(n *note.Note) *string { return &n.Content },
				func(n *note.Note) { n.Person = max(1, n.Person) },
			}.suite(t, db)
		}},
		{"tasks", func(t *testing.T, db Database) {
			growing[task.Task, *task.Task]{
				db.Tasks, task.ErrAbsent, anyTask, func(t *task.Task) *string { return &t.Content }, func(*task.Task) {},
			}.suite(t, db)
		}},
		{"mails", func(t *testing.T, db Database) {
			growing[mail.Mail, *mail.Mail]{
				db.Mails,
				mail.ErrAbsent,
				anyMail,
				func(m *mail.Mail) *string { return &m.Subject },
				func(m *mail.Mail) { m.Person = max(1, m.Person) },
			}.suite(t, db)
		}},
		{"they stay with somebody who is removed, and go with somebody who is destroyed", recordsOfTheRemoved},
	}.run(t, open)
}

// growing is one of the nouns of which there is no end.
type growing[T any, P timeline.Record[T]] struct {
	ports.Records[T]
	absent *fault.Fault
	any    *rapid.Generator[T]
	text   func(*T) *string
	about  func(*T) // puts somebody where the record is about nobody
}

// threePeople are those whom generated records name, numbers 1 to 3.
func threePeople(t *testing.T, db Database) {
	t.Helper()
	for range 3 {
		create(t, db.People, personNamed("Jan", "", "Kok"))
	}
}

// Generated records have words, as those that rules made, and name three people.
var (
	anyActivity = rapid.Map(anything[activity.Activity](), func(a activity.Activity) activity.Activity {
		a.Person = 1 + a.Person%3
		return a
	})
	anyNote = rapid.Map(anything[note.Note](), func(n note.Note) note.Note {
		n.Person, n.Author = 1+n.Person%3, 1+n.Author // users have numbers from 1
		n.Visibility = []note.Visibility{note.Private, note.Shared}[len(n.Content)%2]
		return n
	})
	anyTask = rapid.Map(anything[task.Task](), func(t task.Task) task.Task {
		t.Status, t.Author = task.Statuses[t.Assignee%3], 1+t.Author
		return t
	})
)

func (s growing[T, P]) suite(t *testing.T, db Database) {
	threePeople(t, db)
	records[T]{
		values: s.any, create: s.Create, absent: s.absent, text: s.text,
		update: func(ctx context.Context, id int64, change func(*T) error) error {
			return s.Update(ctx, id, func(v *T) error {
				err := change(v)
				s.about(v)
				return err
			})
		},
		revision: func(v *T) *int64 { return &P(v).Common().Revision },
		others: map[string]func(context.Context, int64) error{
			"Remove": func(ctx context.Context, id int64) error { return s.Remove(ctx, id, func(*T) error { return nil }) },
		},
		seen: func(t fataler, id int64) T {
			found := must(s.ByID(t.Context(), id))(t)
			if len(found) != 1 {
				t.Fatal(len(found), " records have the number ", id)
			}
			return found[0]
		},
		stays: func(id int64, created, edit *T) {
			P(edit).Common().ID, P(edit).Common().Created = id, P(created).Common().Created
			s.about(edit)
		},
	}.suite(t, db)
	s.removes(t)
}

func (s growing[T, P]) removes(t *testing.T) {
	ctx := t.Context()
	first, second := must(s.Create(ctx, s.any.Example(1)))(t), must(s.Create(ctx, s.any.Example(2)))(t)
	numbers := func() string {
		ids := []int64{}
		for _, v := range must(s.ByID(ctx, second, 1<<40, first, second))(t) {
			ids = append(ids, P(&v).Common().ID)
		}
		return fmt.Sprint(ids)
	}
	equal(t, "by number", numbers(), fmt.Sprint([]int64{first, second}))
	equal(t, "of none", len(must(s.ByID(ctx))(t)), 0)
	refusal := errors.New("no")
	err := s.Remove(ctx, first, func(v *T) error {
		equal(t, "asked about", P(v).Common().ID, first)
		*s.text(v) = "changed"
		return refusal
	})
	if !errors.Is(err, refusal) {
		t.Errorf("got %v", err)
	}
	equal(t, "after a refusal", numbers(), fmt.Sprint([]int64{first, second}))
	ok(t, s.Remove(ctx, second, func(*T) error { return nil }))
	equal(t, "after a removal", numbers(), fmt.Sprint([]int64{first}))
	if third := must(s.Create(ctx, s.any.Example(3)))(t); third <= second {
		t.Errorf("number %d is used again as %d", second, third)
	}
}

func recordsOfTheRemoved(t *testing.T, db Database) {
	ctx := t.Context()
	threePeople(t, db)
	activities := []int64{
		must(db.Activities.Create(ctx, activity.Activity{Person: 1, Content: "x"}))(t),
		must(db.Activities.Create(ctx, activity.Activity{Person: 2, Content: "x", Participants: []int64{1}}))(t),
	}
	notes := []int64{must(db.Notes.Create(ctx, note.Note{Person: 1, Content: "x", Visibility: note.Shared}))(t)}
	var tasks []int64
	for _, people := range [][]int64{{1}, {1, 2}, {3, 1}, nil} {
		tasks = append(tasks, must(db.Tasks.Create(ctx, task.Task{
			Head: record.NewHead(7, "Anna", at), Content: "x", Status: task.Open, People: people,
		}))(t))
	}
	stand := func() string {
		all := [][]int64{{}, {}, {}}
		for _, v := range must(db.Activities.ByID(ctx, activities...))(t) {
			all[0] = append(all[0], v.ID)
		}
		for _, v := range must(db.Notes.ByID(ctx, notes...))(t) {
			all[1] = append(all[1], v.ID)
		}
		for _, v := range must(db.Tasks.ByID(ctx, tasks...))(t) {
			all[2] = append(all[2], v.ID)
		}
		return fmt.Sprint(all)
	}
	lengths := func() string {
		counts := []int{}
		for id := range int64(3) {
			counts = append(counts, must(db.Timeline.Page(ctx, timeline.Query{Person: id + 1, User: 7}))(t).Total)
		}
		return fmt.Sprint(counts)
	}
	whole := stand()
	equal(t, "timelines", lengths(), "[5 2 1]")
	ok(t, db.People.Remove(ctx, 1, 7, at, anybody))
	equal(t, "of a removed one", stand(), whole)
	ok(t, db.People.Restore(ctx, 1, 7, at))
	equal(t, "restored", stand()+lengths(), whole+"[5 2 1]")
	ok(t, db.People.Remove(ctx, 1, 7, at, anybody))
	ok(t, db.People.Remove(ctx, 3, 7, at.AddDate(0, 0, 3), anybody))
	equal(t, "destroyed", must(db.People.Purge(ctx, at.AddDate(0, 0, 1)))(t), 1)
	equal(t, "of a destroyed one", stand(), fmt.Sprint([][]int64{activities[1:], {}, tasks[1:]}))
	equal(t, "timelines afterwards", lengths(), "[0 2 1]")
	ok(t, db.Tasks.Update(ctx, tasks[1], func(v *task.Task) error { v.Assignee = 8; return nil }))
	equal(t, "handed on afterwards", lengths(), "[0 2 1]")
	equal(t, "to whom", must(db.Timeline.Page(ctx, timeline.Query{Person: 2, User: 8}))(t).Total, 2)
	equal(t, "destroyed later", must(db.People.Purge(ctx, at.AddDate(0, 1, 0)))(t), 1)
	equal(t, "whom nobody is left for", stand(), fmt.Sprint([][]int64{activities[1:], {}, {tasks[1], tasks[3]}}))
}

// Timeline is the contract of ports.Timeline.
func Timeline(t *testing.T, open Open) {
	suite{
		{"a part of it is as a walk over everything finds it", timelinesAreWalked},
		{"it holds what a step wrote, and nothing of a step that failed", timelinesInSteps},
		{"it leaves out mails of hidden kinds, and counts without them", timelinesWithoutMails},
		{"it knows whom a user contacted last", lastContacted},
		{"the shared notes of the last time", sharedNotes},
	}.run(t, open)
}

func lastContacted(t *testing.T, db Database) {
	threePeople(t, db)
	for _, of := range []struct {
		author, person int64
		minutes        int
	}{{7, 2, 1}, {7, 1, 5}, {7, 2, 9}, {7, 3, 5}, {8, 1, 20}} {
		head := record.NewHead(of.author, "Anna", at.Add(time.Duration(of.minutes)*time.Minute))
		must(db.Activities.Create(t.Context(), activity.Activity{Head: head, Person: of.person, Content: "gebeld"}))(t)
	}
	// A note is no contact.
	must(db.Notes.Create(t.Context(), note.Note{
		Head: record.NewHead(7, "Anna", at.Add(time.Hour)), Person: 1, Content: "x", Visibility: note.Shared,
	}))(t)
	for _, c := range []struct {
		user  int64
		limit int
		want  string
	}{{7, 9, "2@9m 1@5m 3@5m"}, {7, 2, "2@9m 1@5m"}, {8, 9, "1@20m"}, {9, 9, ""}} {
		found := []string{}
		for _, contact := range must(db.Timeline.Contacted(t.Context(), c.user, c.limit))(t) {
			found = append(found, fmt.Sprintf("%d@%.0fm", contact.Person, contact.Last.Sub(at).Minutes()))
		}
		equal(t, fmt.Sprintf("of user %d, at most %d", c.user, c.limit), strings.Join(found, " "), c.want)
	}
}

func timelinesWithoutMails(t *testing.T, db Database) {
	threePeople(t, db)
	for _, kind := range []string{"bill", "message", "bill", "welcome"} {
		must(db.Mails.Create(t.Context(), mail.Mail{Head: record.NewHead(0, "", at), Kind: kind, Person: 1}))(t)
	}
	must(
		db.Notes.Create(t.Context(), note.Note{Head: record.NewHead(7, "Anna", at), Person: 1, Content: "x", Visibility: note.Shared}),
	)(t)
	for _, c := range []struct {
		hidden []string
		want   string
	}{
		{nil, "5 [email 4 email 3 email 2 email 1 note 1]"},
		{[]string{"bill"}, "3 [email 4 email 2 note 1]"},
		{[]string{"bill", "x", "welcome"}, "2 [email 2 note 1]"},
	} {
		page := must(db.Timeline.Page(t.Context(), timeline.Query{Person: 1, User: 7, Hidden: c.hidden, Limit: 9}))(t)
		found := []string{}
		for _, e := range page.Records {
			found = append(found, fmt.Sprint(e.Kind, " ", e.ID))
		}
		equal(t, fmt.Sprint(c.hidden), fmt.Sprint(page.Total, " ", found), c.want)
	}
}

// placed is a record as a walk sees it.
type placed struct {
	entry timeline.Entry
	shown timeline.Shown
}

func timelinesAreWalked(t *testing.T, db Database) {
	threePeople(t, db)
	kept := map[timeline.Kind]map[int64]placed{timeline.Activity: {}, timeline.Note: {}, timeline.Todo: {}}
	rapid.Check(t, func(t *rapid.T) {
		switch rapid.IntRange(0, 2).Draw(t, "noun") {
		case 0:
			changeSome(t, timeline.Activity, db.Activities, anyActivity, kept[timeline.Activity])
		case 1:
			changeSome(t, timeline.Note, db.Notes, anyNote, kept[timeline.Note])
		case 2:
			changeSome(t, timeline.Todo, db.Tasks, anyTask, kept[timeline.Todo])
		}
		q := timeline.Query{
			Person: rapid.Int64Range(1, 4).Draw(t, "person"), User: rapid.Int64Range(0, 9).Draw(t, "user"),
			Offset: rapid.IntRange(0, 4).Draw(t, "offset"), Limit: rapid.IntRange(0, 5).Draw(t, "limit"),
		}
		if rapid.Bool().Draw(t, "some kinds") {
			q.Kinds = append([]timeline.Kind{}, rapid.SliceOfDistinct(rapid.SampledFrom(timeline.Kinds), rapid.ID).Draw(t, "kinds")...)
		}
		var found []timeline.Entry
		for kind, all := range kept {
			for _, one := range all {
				if q.Asks(kind) && one.shown.To(q.Person, q.User) {
					found = append(found, one.entry)
				}
			}
		}
		slices.SortFunc(found, timeline.Entry.Compare)
		start, end := (&record.Window{Offset: q.Offset, Limit: q.Limit}).Bounds(len(found))
		alike(t, fmt.Sprintf("%+v", q), must(db.Timeline.Page(t.Context(), q))(t),
			record.Page[timeline.Entry]{Total: len(found), Records: found[start:end]})
	})
}

// changeSome creates a record, or changes or removes one.
func changeSome[T any, P timeline.Record[T]](
	t *rapid.T, kind timeline.Kind, port ports.Records[T], values *rapid.Generator[T], kept map[int64]placed,
) {
	v := values.Draw(t, "record")
	ids := []int64{}
	for id := range kept {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	keep := func(id int64) {
		now := must(port.ByID(t.Context(), id))(t)[0]
		kept[id] = placed{timeline.Entry{Kind: kind, ID: id, Created: P(&now).Common().Created}, P(&now).Shown()}
	}
	deed := rapid.IntRange(0, 5).Draw(t, "deed")
	if deed < 3 || len(ids) == 0 {
		keep(must(port.Create(t.Context(), v))(t))
		return
	}
	id := rapid.SampledFrom(ids).Draw(t, "which")
	if deed == 5 {
		must(0, port.Remove(t.Context(), id, func(*T) error { return nil }))(t)
		delete(kept, id)
		return
	}
	must(0, port.Update(t.Context(), id, func(edited *T) error { *edited = v; return nil }))(t)
	keep(id)
}

func timelinesInSteps(t *testing.T, db Database) {
	threePeople(t, db)
	length := func(s ports.Stores) int {
		return must(s.Timeline.Page(t.Context(), timeline.Query{Person: 1, User: 7}))(t).Total
	}
	write := func(answer error) error {
		return db.Do(t.Context(), func(s ports.Stores) error {
			must(s.Notes.Create(t.Context(), note.Note{Person: 1, Content: "x", Visibility: note.Shared}))(t)
			equal(t, "inside", length(s), 1)
			return answer
		})
	}
	refuses(t, db, write)
	equal(t, "after a refusal", length(db.Stores), 0)
	ok(t, write(nil))
	equal(t, "afterwards", length(db.Stores), 1)
}

// TaskLists is the contract of ports.TaskLists.
func TaskLists(t *testing.T, open Open) {
	suite{
		{"a part of them is as a walk over everything finds it", taskListsAreWalked},
		{"open ones by day, then those that wait longest, then completed ones, newest first", taskOrder},
	}.run(t, open)
}

func taskListsAreWalked(t *testing.T, db Database) {
	threePeople(t, db)
	kept := map[int64]placed{}
	rapid.Check(t, func(t *rapid.T) {
		changeSome(t, timeline.Todo, db.Tasks, anyTask, kept)
		q := task.Query{
			User: rapid.Int64Range(0, 9).Draw(t, "user"), Status: rapid.SampledFrom(append(task.Statuses, "")).Draw(t, "status"),
			Offset: rapid.IntRange(0, 4).Draw(t, "offset"), Limit: rapid.IntRange(0, 5).Draw(t, "limit"),
			Until: rapid.SampledFrom([]civil.Date{{}, day(2026, 3, 28), day(2026, 3, 29)}).Draw(t, "until"),
		}
		ids := []int64{}
		for id := range kept {
			ids = append(ids, id)
		}
		found := slices.DeleteFunc(must(db.Tasks.ByID(t.Context(), ids...))(t), func(one task.Task) bool { return !q.Match(&one) })
		slices.SortFunc(found, func(a, b task.Task) int {
			switch {
			case a.SortKey() != b.SortKey():
				return map[bool]int{true: -1, false: 1}[a.SortKey() < b.SortKey()]
			case !a.Created.Equal(b.Created):
				return b.Created.Compare(a.Created)
			}
			return int(b.ID - a.ID)
		})
		start, end := (&record.Window{Offset: q.Offset, Limit: q.Limit}).Bounds(len(found))
		alike(t, fmt.Sprintf("%+v", q), must(db.TaskLists.Page(t.Context(), q))(t),
			record.Page[task.Task]{Total: len(found), Records: found[start:end]})
	})
}

func taskOrder(t *testing.T, db Database) {
	for i, one := range []task.Task{
		{Content: "7", Status: task.Completed, Due: day(2026, 1, 1)}, {Content: "6", Status: task.Completed},
		{Content: "3", Status: task.Open},
		{Content: "2", Status: task.Open, Due: day(2026, 3, 29)}, {Content: "5", Status: task.Awaiting, AwaitingSince: at},
		{Content: "1", Status: task.Open, Due: day(2025, 12, 31)},
		{Content: "4", Status: task.Awaiting, AwaitingSince: at.Add(-time.Hour), Due: day(2027, 1, 1)},
	} {
		one.Head = record.NewHead(7, "Anna", at.Add(time.Duration(i)*time.Second))
		must(db.Tasks.Create(t.Context(), one))(t)
	}
	order := ""
	for _, one := range must(db.TaskLists.Page(t.Context(), task.Query{User: 7, Limit: 9}))(t).Records {
		order += one.Content
	}
	equal(t, "the order", order, "1234567")
	until := func(last civil.Date) (some string) {
		q := task.Query{User: 7, Status: task.Open, Limit: 9, Until: last}
		for _, one := range must(db.TaskLists.Page(t.Context(), q))(t).Records {
			some += one.Content
		}
		return some
	}
	equal(t, "until a day", until(day(2026, 3, 29)), "12")
	equal(t, "until the day before", until(day(2026, 3, 28)), "1")
	equal(t, "of nobody", must(db.TaskLists.Page(t.Context(), task.Query{Limit: 9}))(t).Total, 0)
}
