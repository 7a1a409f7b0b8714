package dossiers

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

func (s *Service) record(_ context.Context, _ access.Viewer, stored *person.Stored) (any, error) {
	view := s.Directory.View()
	labels := []string{}
	for _, label := range view.Labels() {
		for _, id := range stored.Labels {
			if label.ID == id {
				labels = append(labels, label.Name)
			}
		}
	}
	relations := []map[string]any{}
	for i := range stored.Relations {
		r := &stored.Relations[i]
		one := map[string]any{"person": r.To, "relation": json.RawMessage(r.Document)}
		if other, there := view.Stored(r.To); there {
			one["name"] = other.Name().Full()
		}
		relations = append(relations, one)
	}
	return map[string]any{
		"number": stored.ID, "created": s.stamp(stored.Created), "modified": s.stamp(stored.Modified),
		"fields": json.RawMessage(stored.Document), "meta": json.RawMessage(stored.Meta), "relations": relations, "labels": labels,
	}, nil
}

// entry is what stands on the timeline.
type entry struct {
	Kind    timeline.Kind `json:"kind"`
	Created string        `json:"created"`
	By      string        `json:"by"`
	Type    string        `json:"type,omitempty"`
	Date    string        `json:"date,omitempty"`
	Content string        `json:"content"`
	More    string        `json:"more,omitempty"`
	Status  string        `json:"status,omitempty"`
}

func (s *Service) timeline(ctx context.Context, viewer access.Viewer, stored *person.Stored) (any, error) {
	kinds := []timeline.Kind{timeline.Activity, timeline.Note, timeline.Todo}
	shown, err := every(func(offset int) ([]timeline.Entry, error) {
		page, err := s.Timeline.Page(ctx, timeline.Query{
			Person: stored.ID, User: viewer.User, Kinds: kinds, Offset: offset, Limit: most,
		})
		return page.Records, err
	})
	if err != nil {
		return nil, err
	}
	ids := map[timeline.Kind][]int64{}
	for _, e := range shown {
		ids[e.Kind] = append(ids[e.Kind], e.ID)
	}
	list := []entry{}
	add := func(kind timeline.Kind, head record.Head, e entry) {
		e.Kind, e.Created, e.By = kind, s.stamp(head.Created), head.AuthorName
		list = append(list, e)
	}
	activities, err := s.Activities.ByID(ctx, ids[timeline.Activity]...)
	for i := range activities {
		a := &activities[i]
		add(timeline.Activity, a.Head, entry{Type: string(a.Type), Date: day(a.Date), Content: a.Content})
	}
	if err != nil {
		return nil, err
	}
	notes, err := s.Notes.ByID(ctx, ids[timeline.Note]...)
	for i := range notes {
		add(timeline.Note, notes[i].Head, entry{Content: notes[i].Content})
	}
	if err != nil {
		return nil, err
	}
	tasks, err := s.Tasks.ByID(ctx, ids[timeline.Todo]...)
	for i := range tasks {
		t := &tasks[i]
		add(timeline.Todo, t.Head, entry{Status: string(t.Status), Date: day(t.Due), Content: t.Content, More: t.Notes})
	}
	return list, err
}

func (s *Service) mails(ctx context.Context, viewer access.Viewer, stored *person.Stored) (any, error) {
	shown, err := every(func(offset int) ([]timeline.Entry, error) {
		page, err := s.Timeline.Page(ctx, timeline.Query{
			Person: stored.ID, User: viewer.User, Kinds: []timeline.Kind{timeline.Email}, Offset: offset, Limit: most,
		})
		return page.Records, err
	})
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(shown))
	for i := range shown {
		ids[i] = shown[i].ID
	}
	mails, err := s.Texts.ByID(ctx, ids...)
	list := []map[string]any{}
	for i := range mails {
		m := &mails[i]
		to := []string{}
		for _, address := range m.To {
			to = append(to, address.Email)
		}
		list = append(list, map[string]any{
			"created": s.stamp(m.Created), "by": m.AuthorName, "to": to, "subject": m.Subject, "text": m.Text, "state": m.State,
		})
	}
	return list, err
}

// invoices are what was asked for and paid. What opens the page where it is paid, what the payment provider was told, and how a
// fee was computed, which tells of others of the household, are left out.
func (s *Service) invoices(ctx context.Context, _ access.Viewer, stored *person.Stored) (any, error) {
	today := civil.On(s.Now(), s.Zone)
	all, err := every(func(offset int) ([]invoice.Invoice, error) {
		page, err := s.Invoices.Page(ctx, invoice.Query{On: today, Person: stored.ID, Offset: offset, Limit: most})
		return page.Records, err
	})
	list := []map[string]any{}
	for i := range all {
		v := &all[i]
		payments, credits := []map[string]any{}, []map[string]any{}
		for _, p := range v.Payments {
			payments = append(payments, map[string]any{
				"on": day(p.PaidOn), "amount": p.Amount, "method": p.Method, "given_back": p.Refunded + p.ChargedBack, "note": p.Note,
			})
		}
		for n := range v.Credits {
			c := &v.Credits[n]
			credits = append(credits, map[string]any{"number": c.Number, "total": c.Total(), "reason": c.Reason})
		}
		list = append(list, map[string]any{
			"number": v.Number, "kind": v.Kind, "status": v.StatusOn(today), "sent": day(v.SentOn), "due": day(v.DueOn),
			"lines": linesOf(v.Lines), "total": v.Total(), "open": v.Open(), "plan": v.Plan, "payments": payments, "credits": credits,
		})
	}
	return list, err
}

func linesOf(lines []invoice.Line) []map[string]any {
	list := []map[string]any{}
	for _, line := range lines {
		list = append(list, map[string]any{"description": line.Description, "amount": line.Amount})
	}
	return list
}

func (s *Service) cases(ctx context.Context, _ access.Viewer, stored *person.Stored) (any, error) {
	all, err := every(func(offset int) ([]discipline.Case, error) {
		page, err := s.Cases.Page(ctx, discipline.Query{Person: stored.ID, Offset: offset, Limit: most})
		return page.Records, err
	})
	list := []map[string]any{}
	for i := range all {
		c := &all[i]
		list = append(list, map[string]any{
			"dossier": c.Dossier, "match": c.Match, "match_on": day(c.MatchOn), "team": c.Team, "codes": c.Codes, "charge": c.Charge,
			"sanction": c.Sanction, "fee": c.Fee, "charged": c.Charged, "processed_on": day(c.ProcessedOn),
		})
	}
	return list, err
}

func (s *Service) shifts(ctx context.Context, _ access.Viewer, stored *person.Stored) (any, error) {
	all, err := every(func(offset int) ([]volunteer.Shift, error) {
		page, err := s.Shifts.Page(ctx, volunteer.Query{Person: stored.ID, Offset: offset, Limit: most})
		return page.Records, err
	})
	list := []map[string]any{}
	for i := range all { // without who else was there
		shift := &all[i]
		list = append(list, map[string]any{
			"date": shift.Date.String(), "from": shift.Start, "to": shift.End, "title": shift.Title, "place": shift.Place,
		})
	}
	return list, err
}

func (s *Service) account(ctx context.Context, _ access.Viewer, stored *person.Stored) (any, error) {
	known, err := s.Directory.View().Person(stored.ID, record.View{})
	if err != nil || known.LinkedUser == 0 {
		return nil, err
	}
	found, err := s.Users.ByID(ctx, known.LinkedUser)
	if errors.Is(err, account.ErrAbsent) {
		return nil, nil
	}
	return map[string]any{
		"number": found.ID, "login": found.Username, "name": found.DisplayName, "email": found.Email, "roles": found.Roles,
	}, err
}

func (s *Service) changes(ctx context.Context, _ access.Viewer, stored *person.Stored) (any, error) {
	all, err := every(func(offset int) ([]person.Change, error) {
		page, err := s.Changes.Page(ctx, person.ChangesQuery{Person: stored.ID, Offset: offset, Limit: most})
		return page.Records, err
	})
	list := []map[string]any{}
	for i := range all {
		list = append(list, map[string]any{"at": s.stamp(all[i].At), "by": all[i].ByName, "fields": all[i].Fields})
	}
	return list, err
}

func (s *Service) looks(ctx context.Context, _ access.Viewer, stored *person.Stored) (any, error) {
	all, err := every(func(offset int) ([]person.Look, error) {
		page, err := s.Looks.Page(ctx, person.LooksQuery{Person: stored.ID, Offset: offset, Limit: most})
		return page.Records, err
	})
	list := []map[string]any{}
	for i := range all {
		l := &all[i]
		list = append(list, map[string]any{
			"day": l.Day.String(), "by": l.ByName, "opened": s.stamp(l.Opened), "exported": s.stamp(l.Exported),
		})
	}
	return list, err
}

func (s *Service) log(ctx context.Context, _ access.Viewer, stored *person.Stored) (any, error) {
	all, err := every(func(offset int) ([]audit.Entry, error) {
		page, err := s.Audit.Page(ctx, audit.Query{Object: audit.PersonNumbered(stored.ID), Offset: offset, Limit: most})
		return page.Records, err
	})
	list := []map[string]any{}
	for i := range all {
		e := &all[i]
		list = append(list, map[string]any{"at": s.stamp(e.At), "kind": e.Kind, "by": e.Actor.Name, "fields": e.Fields})
	}
	return list, err
}

// stamp is a moment at the club, "" for none.
func (s *Service) stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(s.Zone).Format(civil.StampLayout)
}

// day is a date, "" for none.
func day(d civil.Date) string {
	if d.IsZero() {
		return ""
	}
	return d.String()
}
