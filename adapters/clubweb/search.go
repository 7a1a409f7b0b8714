package clubweb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rod/rod"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Members implements ports.ClubSite.
func (s *Site) Members(ctx context.Context) ([]federation.Member, error) {
	return s.find(ctx, "read the members", s.searchMembers, s.profile.Search.Statuses)
}

// FormerMembers implements ports.ClubSite.
func (s *Site) FormerMembers(ctx context.Context) ([]federation.Member, error) {
	members, err := s.find(ctx, "read the former members", s.searchFormer, s.profile.Search.Former)
	for i := range members {
		members[i].UnionTeams, members[i].ClubTeams = "", ""
	}
	return members, err
}

// find operates the search, and reads the members of the statuses that it finds.
func (s *Site) find(
	ctx context.Context, what string, operate func(context.Context, *rod.Page) error, statuses []string,
) (members []federation.Member, err error) {
	var unread error
	err = s.do(ctx, what, func(ctx context.Context) error {
		return s.open(ctx, visit{
			name: "search", path: s.profile.Pages.Search, limit: s.limits.Search, act: operate,
			wants: []want{s.want("members", "", func(r *request, answer any) error {
				var unreadable []federation.UnreadableRow
				if members, unreadable, err = s.readMembers(r, answer, statuses); err != nil {
					return err
				}
				if unread = federation.Unread(unreadable, len(members)+len(unreadable)); errors.Is(unread, federation.ErrShape) {
					return unread
				}
				return nil
			})},
		})
	})
	if err != nil {
		return nil, err
	}
	return members, unread
}

// errNoControl is the cause when a page lacks something to press; it may not have loaded.
var errNoControl = errors.New("a control is not there")

// searchMembers asks the page for everybody with a current membership, with the names of their teams.
func (s *Site) searchMembers(ctx context.Context, page *rod.Page) error {
	controls := s.profile.Search
	return s.operate(ctx, page, controls.More, controls.Teams, controls.Start)
}

// searchFormer asks the page for everybody without one: it turns the statuses of the current ones off and the others on.
func (s *Site) searchFormer(ctx context.Context, page *rod.Page) error {
	controls := s.profile.Search
	selectors := []string{controls.More}
	for _, status := range slices.Concat(controls.Statuses, controls.Former) {
		selectors = append(selectors, strings.ReplaceAll(controls.Status, "{status}", status))
	}
	return s.operate(ctx, page, append(selectors, controls.Start)...)
}

// operate presses what the selectors find, one after the other; the box of the teams it ticks.
func (s *Site) operate(ctx context.Context, page *rod.Page, selectors ...string) error {
	controls := s.profile.Search
	for _, selector := range selectors {
		element, err := find(ctx, page, selector, s.limits.Control)
		if err != nil {
			return shape("%w: %s of the search within %v", errNoControl, selector, s.limits.Control)
		}
		if selector == controls.Teams {
			err = tick(ctx, element, true)
		} else {
			err = press(ctx, element)
		}
		if err != nil {
			return federation.ErrAnswer.Because(fmt.Errorf("%s of the search: %w", selector, err))
		}
	}
	return nil
}

// tick sets a checkbox, unless it is set already.
func tick(ctx context.Context, box *rod.Element, on bool) error {
	before, err := box.Property("checked")
	if err != nil || before.Bool() == on {
		return err
	}
	if err := press(ctx, box); err != nil {
		return err
	}
	if after, err := box.Property("checked"); err != nil || after.Bool() != on {
		return errors.Join(errors.New("the box does not change"), err)
	}
	return nil
}

// readMembers returns the rows of the search, and those with a date that cannot be read apart.
func (s *Site) readMembers(r *request, answer any, statuses []string) ([]federation.Member, []federation.UnreadableRow, error) {
	rows, err := r.rowsOf(answer)
	if err == nil {
		err = r.columns(rows)
	}
	if err != nil {
		return nil, nil, err
	}
	var unreadable []federation.UnreadableRow
	members := make([]federation.Member, 0, len(rows))
	for _, row := range rows {
		v := &values{request: r, of: row, lenient: true}
		m := federation.Member{
			Code: v.text("code"), First: v.text("first"), Infix: v.text("infix"), Last: v.text("last"), Gender: v.text("gender"),
			Birth: v.date("birth"), Died: v.date("died"), Status: v.text("status"), Type: v.text("type"), AgeClass: v.text("age-class"),
			Activity: v.text("activity"), Since: v.date("since"), Until: v.date("until"), Updated: v.text("updated"),
			PhotoOn: v.date("photo-on"), Email: v.text("email"), Email2: v.text("email2"),
			Mobile: v.text("mobile"), Mobile2: v.text("mobile2"),
			Telephone: v.text("telephone"), Telephone2: v.text("telephone2"), Address: v.address(), Parents: v.parents(),
			UnionTeams: v.text("union-teams"), ClubTeams: v.text("club-teams"),
		}
		if m.Code == "" {
			v.fail("a member has no code")
		}
		if m.Status != "" && !slices.Contains(statuses, m.Status) {
			v.fail("a member has the status %q, which the search should not find", m.Status)
		}
		switch {
		case v.err != nil:
			return nil, nil, v.err
		case v.unread != nil:
			unreadable = append(unreadable, federation.UnreadableRow{Code: m.Code, Cause: v.unread})
		default:
			members = append(members, m)
		}
	}
	return members, unreadable, nil
}

// address reads the parts of an address.
func (v *values) address() federation.Address {
	a := federation.Address{
		Street: v.text("street"), Number: v.text("number"), Appendix: v.text("appendix"), Zip: v.text("zip"), City: v.text("city"),
		Country: v.text("country"),
	}
	if _, has := v.request.Fields["country-code"]; has {
		a.CountryCode = v.text("country-code")
	}
	return a
}

// parents reads the two people through whom a child is reached.
func (v *values) parents() (parents [2]federation.Parent) {
	for i, name := range []string{"parent1", "parent2"} {
		parents[i] = federation.Parent{Name: v.text(name), Telephone: v.text(name + "-telephone"), Email: v.text(name + "-email")}
	}
	return parents
}
