package predecessors

import (
	"context"
	"math"
	"slices"

	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/predecessor"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/ports"
)

// author gives a head the new number of who made the record, 0 for who did not come over: the name stays.
func (r *run) author(h record.Head) record.Head {
	h.Author = max(0, r.id(origin.User, h.Author))
	h.Editor = h.Author
	return h
}

// errNobody leaves a record behind whose person did not come over.
var errNobody = errLeft{"the person whom it is about did not come over, and it stays behind"}

func (r *run) bringActivities(ctx context.Context) error {
	return bring(ctx, r, step[activity.Activity]{
		kind: origin.Activity, list: r.club.Activities, old: func(a *activity.Activity) int64 { return a.ID },
		keep: func(ctx context.Context, stores ports.Stores, a *activity.Activity) (int64, error) {
			made := a.Clone()
			made.Head, made.Person, made.Participants = r.author(a.Head), r.id(origin.Person, a.Person), r.people(a.Participants)
			if made.Content = r.render(a.Content); made.Person == 0 || made.Content == "" {
				return 0, errNobody
			}
			return stores.Activities.Create(ctx, made)
		},
	})
}

// mayCome returns why something for some users alone stays behind: none of them is here.
func (r *run) mayCome(users ...int64) error {
	for _, user := range users {
		if r.id(origin.User, user) != 0 {
			return nil
		}
	}
	return errLeft{"it is for users alone who did not come over, and stays behind"}
}

func (r *run) bringNotes(ctx context.Context) error {
	return bring(ctx, r, step[note.Note]{
		kind: origin.Note, list: r.club.Notes, old: func(n *note.Note) int64 { return n.ID },
		find: func(_ context.Context, _ ports.Stores, n *note.Note) (int64, error) {
			if n.Visibility == note.Shared {
				return 0, nil
			}
			return 0, r.mayCome(n.Author)
		},
		keep: func(ctx context.Context, stores ports.Stores, n *note.Note) (int64, error) {
			made := n.Clone()
			made.Head, made.Person = r.author(n.Head), r.id(origin.Person, n.Person)
			if made.Content = r.render(n.Content); made.Person == 0 || made.Content == "" {
				return 0, errNobody
			}
			return stores.Notes.Create(ctx, made)
		},
	})
}

func (r *run) bringTasks(ctx context.Context) error {
	return bring(ctx, r, step[task.Task]{
		kind: origin.Task, list: r.club.Tasks, old: func(t *task.Task) int64 { return t.ID },
		find: func(_ context.Context, _ ports.Stores, t *task.Task) (int64, error) {
			return 0, r.mayCome(t.Author, t.Assignee)
		},
		keep: func(ctx context.Context, stores ports.Stores, t *task.Task) (int64, error) {
			made := t.Clone()
			made.Head, made.People, made.Notes = r.author(t.Head), r.people(t.People), r.render(t.Notes)
			if len(made.People) == 0 && slices.ContainsFunc(t.People, r.destroyed) {
				return 0, errDestroyed
			}
			if made.Assignee = max(0, r.id(origin.User, t.Assignee)); made.Assignee == made.Author {
				made.Assignee, made.AssigneeName = 0, ""
			}
			return stores.Tasks.Create(ctx, made)
		},
	})
}

// bringCases brings cases of discipline. One that is here by its dossier stays as it is.
func (r *run) bringCases(ctx context.Context) error {
	here, err := r.Stores.Cases.Page(ctx, discipline.Query{Limit: math.MaxInt32})
	if err != nil {
		return err
	}
	known := map[string]int64{}
	for i := range here.Records {
		known[here.Records[i].Dossier] = here.Records[i].ID
	}
	return bring(ctx, r, step[discipline.Case]{
		kind: origin.Case, list: r.club.Cases, old: func(c *discipline.Case) int64 { return c.ID },
		find: func(_ context.Context, _ ports.Stores, c *discipline.Case) (int64, error) {
			return known[c.Dossier], nil
		},
		keep: func(ctx context.Context, stores ports.Stores, c *discipline.Case) (int64, error) {
			if r.destroyed(c.Person) {
				return 0, errDestroyed
			}
			made := c.Clone()
			made.Head, made.Person = r.author(c.Head), r.id(origin.Person, c.Person)
			made.Home, made.Away = r.id(origin.Group, c.Home), r.id(origin.Group, c.Away)
			return stores.Cases.Create(ctx, made)
		},
	})
}

// bringInvoices brings invoices with their numbers. A number that another invoice has here leaves one behind.
func (r *run) bringInvoices(ctx context.Context) error {
	here, err := r.Stores.Invoices.Page(ctx, invoice.Query{On: r.today(), Limit: math.MaxInt32})
	if err != nil {
		return err
	}
	taken := map[invoice.Key]bool{}
	for i := range here.Records {
		for _, key := range here.Records[i].Keys() {
			taken[key] = true
		}
	}
	if err := r.passNumbers(ctx); err != nil {
		return err
	}
	for i := range r.club.Invoices {
		if v := &r.club.Invoices[i]; r.destroyed(v.Draw.Person) && r.id(origin.Invoice, v.Head.ID) == 0 {
			r.club.Report.Add(origin.Invoice, v.Head.ID, "its person %d was destroyed here: it stands on nobody's card", v.Draw.Person)
		}
	}
	r.paidSince(here.Records)
	return bring(ctx, r, step[predecessor.Invoice]{
		kind: origin.Invoice, list: r.club.Invoices, old: func(v *predecessor.Invoice) int64 { return v.Head.ID },
		find: func(_ context.Context, _ ports.Stores, v *predecessor.Invoice) (int64, error) {
			if taken[invoice.Key{By: invoice.ByNumber, Value: v.Past.Number}] {
				return 0, errLeft{"IT STAYS BEHIND: an invoice of Clubhuis has the number " + v.Past.Number}
			}
			who := r.id(origin.Person, v.Draw.Person)
			if who != 0 && v.Draw.Season != 0 && taken[invoice.SeasonKey(who, v.Draw.Season)] {
				return 0, errLeft{"IT STAYS BEHIND: Clubhuis billed the same membership already, and this is " + v.Past.Number}
			}
			for _, line := range v.Draw.Lines {
				if id := r.id(origin.Case, line.Case); id > 0 && taken[invoice.CaseKey(id)] {
					return 0, errLeft{"IT STAYS BEHIND: Clubhuis billed the same case already, and this is " + v.Past.Number}
				}
			}
			return 0, nil
		},
		keep: func(ctx context.Context, stores ports.Stores, v *predecessor.Invoice) (int64, error) {
			draw := v.Draw
			draw.Person = r.id(origin.Person, v.Draw.Person)
			draw.Lines = make([]invoice.Line, len(v.Draw.Lines))
			for i, line := range v.Draw.Lines {
				line.Case = r.id(origin.Case, line.Case)
				draw.Lines[i] = line
			}
			var err error
			if draw.TokenDigest, draw.TokenSealed, err = r.Token(v.Token); err != nil {
				return 0, err
			}
			head := v.Head
			head.Author, head.AuthorName, head.Editor = r.viewer.User, r.viewer.Name, r.viewer.User
			made, err := invoice.Bring(head, draw, v.Past, r.moment())
			if err != nil {
				return 0, err
			}
			made, err = stores.Invoices.Import(ctx, made)
			return made.ID, err
		},
	})
}

// paidSince tells of the invoices that earlier runs brought and that were paid there since: what was brought is not written
// again.
func (r *run) paidSince(here []invoice.Invoice) {
	open := map[int64]money.Cents{}
	for i := range here {
		open[here[i].ID] = here[i].Open()
	}
	for i := range r.club.Invoices {
		v := &r.club.Invoices[i]
		is, brought := open[r.brought[origin.Invoice][v.Head.ID]]
		if !brought || is <= 0 {
			continue
		}
		there, err := invoice.Bring(v.Head, v.Draw, v.Past, r.moment())
		if err == nil && there.Open() < is {
			r.club.Report.Add(origin.Invoice, v.Head.ID,
				"IT STAYS OPEN HERE: %s is open there now, and %s here: book what was paid there since", max(there.Open(), 0), is)
		}
	}
}

// passNumbers keeps the numbers of invoices that stay behind from being given again.
func (r *run) passNumbers(ctx context.Context) error {
	if r.options.Rehearse {
		return nil
	}
	return r.Atomic.Do(ctx, func(stores ports.Stores) error {
		for _, number := range r.club.Numbers {
			series, year, nth, there := invoice.InSeries(number)
			if !there {
				continue
			}
			if err := stores.InvoiceNumbers.Pass(ctx, series, year, nth); err != nil {
				return err
			}
		}
		return nil
	})
}

// bringFeedback brings items of feedback without their threads.
func (r *run) bringFeedback(ctx context.Context) error {
	return bring(ctx, r, step[predecessor.Item]{
		kind: origin.Feedback, list: r.club.Feedback, old: func(i *predecessor.Item) int64 { return i.ID },
		keep: func(ctx context.Context, stores ports.Stores, i *predecessor.Item) (int64, error) {
			made := i.Item.Clone()
			made.Head = r.author(i.Head)
			for _, text := range []*string{&made.Content, &made.Steps, &made.Expected, &made.Actual, &made.UseCase, &made.Plan} {
				*text = r.render(*text)
			}
			return stores.Feedback.Create(ctx, made)
		},
	})
}

func (r *run) bringComments(ctx context.Context) error {
	var list []feedback.Comment
	for i := range r.club.Feedback {
		if r.id(origin.Feedback, r.club.Feedback[i].ID) != 0 {
			list = append(list, r.club.Feedback[i].Comments...)
		}
	}
	return bring(ctx, r, step[feedback.Comment]{
		kind: origin.Comment, list: list, old: func(c *feedback.Comment) int64 { return c.ID },
		keep: func(ctx context.Context, stores ports.Stores, c *feedback.Comment) (int64, error) {
			made := *c
			made.Item, made.Author = r.id(origin.Feedback, c.Item), max(0, r.id(origin.User, c.Author))
			if made.Content = r.render(c.Content); made.Content == "" {
				return 0, errLeft{"it says nothing, and stays behind"}
			}
			return stores.Feedback.Comment(ctx, made)
		},
	})
}
