package demo

import (
	"context"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/fixtures/club"
)

// label returns the numbers of the club's labels, which are made when they are not there.
func (m Maker) label(ctx context.Context, administrator access.Viewer) ([]term.ID, error) {
	known, err := m.Club.Labels.All(ctx, administrator)
	if err != nil {
		return nil, err
	}
	labels := make([]term.ID, len(club.Labels))
	for i, name := range club.Labels {
		at := slices.IndexFunc(known, func(t term.Term) bool { return t.Name == name })
		if at >= 0 {
			labels[i] = known[at].ID
			continue
		}
		label, err := m.Club.Labels.Create(ctx, administrator, func(t *term.Term) { t.Name = name })
		if err != nil {
			return nil, err
		}
		labels[i] = label.ID
	}
	return labels, nil
}

// adorned is how many people of a demo get a photo, and of how many something is written down: enough for every page to show
// some.
const adorned = 150

// Adorn lets something happen with the people of a demo who arrived, once. Their photos came with them.
func (m Maker) Adorn(ctx context.Context) error {
	if err := m.mayBeDemo(ctx); err != nil {
		return err
	}
	first, err := m.Stores.Users.ByLogin(ctx, administrator.username)
	if err != nil {
		return err
	}
	return m.adorn(ctx, asAdministrator(first.ID), false)
}

// adorn gives the people of a demo labels, and some of them a photo when they have none, and lets something happen with them.
// What happened before is not told again.
func (m Maker) adorn(ctx context.Context, administrator access.Viewer, photos bool) error {
	everyone, err := m.everyone(ctx, administrator)
	if err != nil {
		return err
	}
	if err := m.labelled(ctx, administrator, everyone); err != nil {
		return err
	}
	var told []person.Person
	for i := range everyone {
		if len(club.Moments(&everyone[i])) > 0 && len(told) < adorned {
			told = append(told, everyone[i])
		}
	}
	reports, err := m.Stores.Feedback.Page(ctx, feedback.Query{})
	if err != nil {
		return err
	}
	if reports.Total == 0 {
		if err := m.tell(ctx, told, everyone); err != nil {
			return err
		}
		if err := m.looks(ctx, told); err != nil {
			return err
		}
	}
	if photos {
		if err := m.photograph(ctx, administrator, everyone); err != nil {
			return err
		}
	}
	billed, err := m.Stores.Invoices.Page(ctx, invoice.Query{})
	if err != nil || billed.Total > 0 {
		return err
	}
	if err := m.bill(ctx, administrator); err != nil {
		return err
	}
	if err := m.invoices(ctx, administrator, everyone); err != nil {
		return err
	}
	if err := m.erasures(ctx, administrator); err != nil {
		return err
	}
	return m.leavers(ctx, administrator)
}

func (m Maker) everyone(ctx context.Context, administrator access.Viewer) (everyone []person.Person, err error) {
	page, err := m.Club.People.Collection(ctx, administrator, record.Filter{}, record.Window{Limit: MostPeople})
	if err != nil {
		return nil, err
	}
	for i := range page.Records {
		member, err := page.Records[i].Person()
		if err != nil {
			return nil, err
		}
		everyone = append(everyone, member)
	}
	return everyone, nil
}

func (m Maker) labelled(ctx context.Context, administrator access.Viewer, everyone []person.Person) error {
	labels, err := m.label(ctx, administrator)
	if err != nil {
		return err
	}
	type labelling struct {
		labels []term.ID
		people []person.ID
	}
	all := map[string]labelling{}
	for i := range everyone {
		var own []term.ID
		for _, place := range club.Labelled(&everyone[i]) {
			own = append(own, labels[place])
		}
		if name := fmt.Sprint(own); own != nil {
			all[name] = labelling{own, append(all[name].people, everyone[i].ID)}
		}
	}
	for _, l := range all {
		who, bulk := people.Selection{IDs: l.people}, people.Bulk{Labels: &l.labels}
		if _, err := m.Club.People.ChangeMany(ctx, administrator, who, bulk); err != nil {
			return err
		}
	}
	return nil
}

func (m Maker) photograph(ctx context.Context, administrator access.Viewer, everyone []person.Person) error {
	made := 0
	for i := range everyone {
		id := everyone[i].ID
		if everyone[i].Membership.PhotoOn.IsZero() || id%6 != 0 || made == adorned {
			continue
		}
		if _, err := m.Club.Pictures.Photograph(ctx, administrator, id, nil, club.Portrait(id)); err != nil {
			return err
		}
		made++
	}
	return nil
}
