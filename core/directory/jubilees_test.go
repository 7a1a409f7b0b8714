package directory_test

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/jubilee"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/screening"
)

// anyMilestones are short, as the days of generated clubs lie near to each other.
var anyMilestones = oneOf(jubilee.Settings{}, jubilee.Settings{Milestones: []jubilee.Span{6, 12, 18}},
	jubilee.Settings{Milestones: []jubilee.Span{30, 36}}, jubilee.Default())

func (m *model) screened(p person.Indexed, on civil.Date) bool {
	return !p.Membership.Former && p.DiedOn.IsZero() && p.Club.Rules.Volunteer(p.Work, on)
}

// contract: club §2.11-8
func (m *model) screening(as record.View) (counts screening.Counts) {
	for _, p := range m.indexed() {
		if !m.screened(p, as.Day) || !m.permits(as.Reader.People, p) {
			continue
		}
		switch state := screening.StateOn(as.Day, p.Membership.CertificateOn); {
		case state == screening.Expiring:
			counts.Expiring++
		case state == screening.Valid:
		case p.Screening.SubmittedOn.IsZero():
			counts.NotRequested++
		default:
			counts.Requested++
		}
	}
	return counts
}

// contract: club §2.11-5
func (m *model) jubilees(celebrated jubilee.Settings, as record.View, from, to civil.Date) []directory.Jubilee {
	found := []directory.Jubilee{}
	for _, p := range m.indexed() {
		since, until := p.Membership.Since, p.Membership.Until
		if p.Membership.Former || p.Deceased() || since.IsZero() || as.Day.Before(since) || !until.IsZero() && until.Before(as.Day) {
			continue
		}
		for _, span := range celebrated.Milestones {
			day := span.After(since)
			if day.Before(from) || to.Before(day) || !until.IsZero() && until.Before(day) {
				continue
			}
			one := directory.Jubilee{
				Milestone: jubilee.Milestone{Span: span, Date: day}, ID: p.ID, Name: p.Name.Full(), Since: since,
				Open: m.permits(as.Reader.People, p),
			}
			if one.Open {
				one.Photo = p.Photo
			}
			found = append(found, one)
		}
	}
	slices.SortFunc(found, func(a, b directory.Jubilee) int {
		return cmp.Or(a.Date.Compare(b.Date), cmp.Compare(b.Span, a.Span), strings.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return found
}
