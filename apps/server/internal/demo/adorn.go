package demo

import (
	"context"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
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

// adorn gives the people of a demo labels, and some of them a photo.
func (m Maker) adorn(ctx context.Context, administrator access.Viewer) error {
	labels, err := m.label(ctx, administrator)
	if err != nil {
		return err
	}
	page, err := m.Club.People.Collection(ctx, administrator, record.Filter{}, record.Window{Limit: MostPeople})
	if err != nil {
		return err
	}
	type labelling struct {
		labels []term.ID
		people []person.ID
	}
	labelled := map[string]labelling{}
	var told, everyone []person.Person
	var photographed []person.ID
	for i := range page.Records {
		member, err := page.Records[i].Person()
		if err != nil {
			return err
		}
		everyone = append(everyone, member)
		var own []term.ID
		for _, place := range club.Labelled(&member) {
			own = append(own, labels[place])
		}
		if name := fmt.Sprint(own); own != nil {
			labelled[name] = labelling{own, append(labelled[name].people, member.ID)}
		}
		if len(club.Moments(&member)) > 0 && len(told) < adorned {
			told = append(told, member)
		}
		if !member.Membership.PhotoOn.IsZero() && member.ID%6 == 0 && len(photographed) < adorned {
			photographed = append(photographed, member.ID)
		}
	}
	if err := m.tell(ctx, told, everyone); err != nil {
		return err
	}
	for _, l := range labelled {
		who, bulk := people.Selection{IDs: l.people}, people.Bulk{Labels: &l.labels}
		if _, err := m.Club.People.ChangeMany(ctx, administrator, who, bulk); err != nil {
			return err
		}
	}
	for _, id := range photographed {
		if _, err := m.Club.Pictures.Photograph(ctx, administrator, id, nil, club.Portrait(id)); err != nil {
			return err
		}
	}
	if err := m.bill(ctx, administrator); err != nil {
		return err
	}
	return m.invoices(ctx, administrator, everyone)
}
