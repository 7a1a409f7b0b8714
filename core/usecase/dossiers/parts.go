package dossiers

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

func (s *Service) record(ctx context.Context, of *subject) (any, error) {
	view := s.Directory.View()
	labels := []string{}
	for _, label := range view.Labels() {
		for _, id := range of.Labels {
			if label.ID == id {
				labels = append(labels, label.Name)
			}
		}
	}
	functions, err := s.Functions.Of(ctx, of.ID)
	if err != nil {
		return nil, err
	}
	relations := []map[string]any{}
	for i := range of.Relations {
		r := &of.Relations[i]
		one := map[string]any{"person": r.To, "relation": json.RawMessage(r.Document)}
		if other, there := view.Stored(r.To); there {
			one["name"] = other.Name().Full()
		}
		relations = append(relations, one)
	}
	return map[string]any{
		"number": of.ID, "created": s.stamp(of.Created), "modified": s.stamp(of.Modified),
		"fields": json.RawMessage(of.Document), "meta": json.RawMessage(of.Meta), "relations": relations, "labels": labels,
		"functions": functions[of.ID],
	}, nil
}

// entry is what stands on the timeline.
type entry struct {
	Kind    timeline.Kind `json:"kind"`
	Created string        `json:"created"`
	By      string        `json:"by"`
	Type    string        `json:"type,omitempty"`
	About   string        `json:"about,omitempty"` // on whose timeline, when that is another one's
	Date    string        `json:"date,omitempty"`
	Time    string        `json:"time,omitempty"`
	With    []string      `json:"participants,omitempty"`
	Content string        `json:"content"`
	More    string        `json:"more,omitempty"`
	Status  string        `json:"status,omitempty"`
	For     string        `json:"assignee,omitempty"`
}

// timeline is what stands on the timeline, the same whoever asks for the dossier: without private notes, of whomever they are,
// and with those tasks alone that somebody else gave the person to do.
func (s *Service) timeline(ctx context.Context, of *subject) (any, error) {
	kinds := []timeline.Kind{timeline.Activity, timeline.Note, timeline.Todo}
	shown, err := every(func(offset int) ([]timeline.Entry, error) {
		page, err := s.Timeline.Page(ctx, timeline.Query{
			Person: of.ID, User: of.user, Kinds: kinds, Offset: offset, Limit: most,
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
	list, err := s.activities(ctx, of, append(ids[timeline.Activity], of.traces.Together...))
	if err != nil {
		return nil, err
	}
	notes, err := s.notes(ctx, of, ids[timeline.Note])
	if err != nil {
		return nil, err
	}
	list = append(list, notes...)
	tasks, err := s.Tasks.ByID(ctx, ids[timeline.Todo]...)
	for i := range tasks {
		t := &tasks[i]
		if t.Assignee != of.user || !t.Delegated() {
			continue
		}
		e := s.entry(timeline.Todo, &t.Head, t.Content)
		e.Status, e.Date, e.More, e.For = string(t.Status), day(t.Due), t.Notes, t.AssigneeName
		list = append(list, e)
	}
	return list, err
}

func (s *Service) entry(kind timeline.Kind, head *record.Head, content string) entry {
	return entry{Kind: kind, Created: s.stamp(head.Created), By: head.AuthorName, Content: content}
}

func (s *Service) activities(ctx context.Context, of *subject, ids []int64) ([]entry, error) {
	found, err := s.Activities.ByID(ctx, ids...)
	list := []entry{}
	for i := range found {
		a := &found[i]
		e := s.entry(timeline.Activity, &a.Head, a.Content)
		e.Type, e.Date, e.Time, e.About = string(a.Type), day(a.Date), a.Time, s.other(of, a.Person)
		for _, id := range a.Participants {
			e.With = append(e.With, s.name(id))
		}
		list = append(list, e)
	}
	return list, err
}

// notes are the shared ones with these numbers.
func (s *Service) notes(ctx context.Context, of *subject, ids []int64) ([]entry, error) {
	found, err := s.Notes.ByID(ctx, ids...)
	list := []entry{}
	for i := range found {
		n := &found[i]
		if n.Visibility != note.Shared {
			continue
		}
		e := s.entry(timeline.Note, &n.Head, n.Content)
		e.About = s.other(of, n.Person)
		list = append(list, e)
	}
	return list, err
}

// other is whom something is about, "" for the person of the dossier.
func (s *Service) other(of *subject, id person.ID) string {
	if id == of.ID {
		return ""
	}
	return s.name(id)
}

// name is what somebody is called, the number for who is not there.
func (s *Service) name(id person.ID) string {
	return cmp.Or(s.Directory.View().NameOf(id), strconv.FormatInt(id, 10))
}

func (s *Service) mails(ctx context.Context, of *subject) (any, error) {
	shown, err := every(func(offset int) ([]timeline.Entry, error) {
		page, err := s.Timeline.Page(ctx, timeline.Query{
			Person: of.ID, User: of.user, Kinds: []timeline.Kind{timeline.Email}, Offset: offset, Limit: most,
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
		list = append(list, s.mail(&mails[i]))
		list[i]["text"] = mails[i].Text
	}
	if err != nil {
		return nil, err
	}
	mails, err = s.Texts.ByID(ctx, of.traces.Mails...) // to the user: nobody else reads their texts
	for i := range mails {
		list = append(list, s.mail(&mails[i]))
	}
	return list, err
}

func (s *Service) mail(m *mail.Mail) map[string]any {
	to := []string{}
	for _, address := range m.To {
		to = append(to, address.Email)
	}
	return map[string]any{
		"created": s.stamp(m.Created), "by": m.AuthorName, "kind": m.Kind, "to": to, "subject": m.Subject, "state": m.State,
	}
}

// invoices are what was asked for and paid. What opens the page where it is paid, what the payment provider was told, and how a
// fee was computed, which tells of others of the household, are left out.
func (s *Service) invoices(ctx context.Context, of *subject) (any, error) {
	today := civil.On(s.Now(), s.Zone)
	all, err := every(func(offset int) ([]invoice.Invoice, error) {
		page, err := s.Invoices.Page(ctx, invoice.Query{On: today, Person: of.ID, Offset: offset, Limit: most})
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
		installments := []map[string]any{}
		for _, part := range v.Parts() {
			installments = append(installments, map[string]any{
				"number": part.Number, "amount": part.Amount, "admin_fee": part.AdminFee, "due": day(part.DueOn),
				"status": v.InstallmentStatusOn(part.Number, today), "paid": s.stamp(v.Installments[part.Number-1].PaidAt),
			})
		}
		list = append(list, map[string]any{
			"number": v.Number, "kind": v.Kind, "name": v.PersonName, "address": append([]string{}, v.Addressee...),
			"status": v.StatusOn(today), "sent": day(v.SentOn), "due": day(v.DueOn),
			"lines": linesOf(v.Lines), "total": v.Total(), "open": v.Open(), "plan": v.Plan, "installments": installments,
			"payments": payments, "credits": credits,
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

func (s *Service) cases(ctx context.Context, of *subject) (any, error) {
	all, err := every(func(offset int) ([]discipline.Case, error) {
		page, err := s.Cases.Page(ctx, discipline.Query{Person: of.ID, Offset: offset, Limit: most})
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

func (s *Service) shifts(ctx context.Context, of *subject) (any, error) {
	all, err := every(func(offset int) ([]volunteer.Shift, error) {
		page, err := s.Shifts.Page(ctx, volunteer.Query{Person: of.ID, Offset: offset, Limit: most})
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

func (s *Service) changes(ctx context.Context, of *subject) (any, error) {
	all, err := ofEach(of.numbers, func(id person.ID, offset int) ([]person.Change, error) {
		page, err := s.Changes.Page(ctx, person.ChangesQuery{Person: id, Offset: offset, Limit: most})
		return page.Records, err
	})
	list := []map[string]any{}
	for i := range all {
		list = append(list, map[string]any{"at": s.stamp(all[i].At), "by": all[i].ByName, "fields": all[i].Fields})
	}
	return list, err
}

func (s *Service) looks(ctx context.Context, of *subject) (any, error) {
	all, err := ofEach(of.numbers, func(id person.ID, offset int) ([]person.Look, error) {
		page, err := s.Looks.Page(ctx, person.LooksQuery{Person: id, Offset: offset, Limit: most})
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
