package inmem

import (
	"cmp"
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	usecases "github.com/clubhuis/clubhuis/core/usecase/cases"
	usetasks "github.com/clubhuis/clubhuis/core/usecase/tasks"
	"github.com/clubhuis/clubhuis/ports"
)

type applicationCases struct{ *Application }

var _ ports.ApplicationCases = applicationCases{}

// callCase is the noun behind CallCreate, CallChange and CallRemove for a case.
const callCase = " case"

func (c applicationCases) List(ctx context.Context) (list []payload.Case, err error) {
	err = c.read(ctx, CallListCases, 0, func() error {
		list, err = c.filed(ctx)
		return err
	})
	for i := range list {
		list[i] = payload.Case{
			Case: discipline.Case{
				Head: list[i].Head, Title: list[i].Title, Dossier: list[i].Dossier, Person: list[i].Person, Charged: list[i].Charged,
			}, Told: payload.ListedOfCases,
		}
	}
	return cleared(list, err)
}

// filed returns all cases, by number.
func (a *Application) filed(ctx context.Context) ([]payload.Case, error) {
	page, err := a.cases.List(ctx, administrator, discipline.Query{Limit: everybody})
	list := []payload.Case{}
	for _, shown := range page.Shown {
		list = append(list, caseRecord(shown))
	}
	slices.SortFunc(list, func(a, b payload.Case) int { return cmp.Compare(a.ID, b.ID) })
	return list, err
}

// Filed returns all cases of discipline, by number.
func (a *Application) Filed() []payload.Case {
	list, err := a.filed(context.Background())
	return settled(list, err)
}

func (c applicationCases) Create(ctx context.Context, told payload.Case) (kept payload.Case, err error) {
	if err := ctx.Err(); err != nil {
		return kept, err
	}
	err = c.write(CallCreate+callCase, 0, caseFields(told), func() (int64, error) {
		shown, err := c.cases.Create(ctx, administrator, editCase(told))
		kept = answered(err, func() payload.Case { return caseRecord(shown) })
		return shown.ID, err
	})
	return cleared(kept, err)
}

func (c applicationCases) Change(ctx context.Context, id int64, told payload.Case) (kept payload.Case, err error) {
	if err := ctx.Err(); err != nil {
		return kept, err
	}
	err = c.write(CallChange+callCase, id, caseFields(told), func() (int64, error) {
		shown, err := c.cases.Change(ctx, administrator, id, nil, editCase(told))
		kept = answered(err, func() payload.Case { return caseRecord(shown) })
		return id, err
	})
	return cleared(kept, err)
}

func (c applicationCases) Remove(ctx context.Context, id int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return c.write(CallRemove+callCase, id, nil, func() (int64, error) {
		_, err := c.cases.Remove(ctx, administrator, id, nil)
		return id, err
	})
}

// Bill puts a case on an invoice, as a treasurer does.
func (a *Application) Bill(id int64) {
	_, err := a.store.Stores().Invoices.Create(context.Background(), invoice.Invoice{
		Kind: invoice.Discipline, Person: 1, Lines: []invoice.Line{{Description: "Tuchtzaak", Case: id}},
	}, a.Now().Year())
	_ = settled(0, err)
}

func caseFields(told payload.Case) []string {
	names := slices.Clone(told.Told)
	if told.Title != "" {
		names = append(names, "title")
	}
	if told.Season != 0 {
		names = append(names, "seizoen")
	}
	return slices.Sorted(slices.Values(names))
}

func editCase(told payload.Case) usecases.Edit {
	sent := object(told.Encode())
	return func(edited *discipline.Case, problems *fault.Problems) {
		if told.Title != "" {
			edited.Title = told.Title
		}
		if told.Season != 0 {
			edited.Season = told.Season
		}
		discipline.Fields.Decode(edited, sent, "acf", problems)
	}
}

// caseRecord returns a case as the real application's interface returns it.
func caseRecord(shown usecases.Shown) payload.Case {
	c := payload.Case{Case: discipline.Case{
		Head: shown.Head, Title: shown.Title, Season: shown.Season,
	}}
	row := shown.Row()
	c.Read([]byte(row.Document))
	return c
}

type applicationTasks struct{ *Application }

var _ ports.ApplicationTasks = applicationTasks{}

func (t applicationTasks) Given(ctx context.Context, person int64) (list []payload.Task, err error) {
	err = t.read(ctx, CallTasks, person, func() error {
		list, err = t.given(ctx, person)
		return err
	})
	return cleared(list, err)
}

func (a *Application) given(ctx context.Context, person int64) ([]payload.Task, error) {
	read := func() (record.Page[usetasks.Shown], error) { return a.tasks.List(ctx, administrator, "", 0, latest) }
	if person != 0 {
		read = func() (record.Page[usetasks.Shown], error) {
			return a.tasks.About(ctx, administrator, person, 0, latest)
		}
	}
	page, err := read()
	list := []payload.Task{}
	for _, shown := range page.Records {
		list = append(list, payload.Task{ID: shown.ID, Content: shown.Content, Notes: shown.Notes, Due: shown.Due})
	}
	return list, err
}

// Given returns the newest tasks of everybody, open ones first.
func (a *Application) Given() []payload.Task {
	list, err := a.given(context.Background(), 0)
	return settled(list, err)
}

func (t applicationTasks) Give(ctx context.Context, person int64, task payload.Task) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return t.write(CallGive, 0, nil, func() (int64, error) {
		change := usetasks.Change{Content: &task.Content, Notes: &task.Notes, Due: &task.Due, Function: task.Function}
		if person != 0 {
			made, err := t.tasks.CreateAbout(ctx, administrator, person, change)
			return made.ID, err
		}
		made, err := t.tasks.Create(ctx, administrator, change)
		return made.ID, err
	})
}
