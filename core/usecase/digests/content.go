package digests

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

// How much is looked at. A club has fewer.
const (
	mostShifts = 10_000
	mostNotes  = 5000 // of a week
)

// day is what the digests of one run share.
type day struct {
	at     time.Time // when it was read
	today  civil.Date
	shifts map[person.ID][]volunteer.Shift
	notes  []note.Note
	until  time.Time // the notes shared before it are told
	names  map[account.UserID]string
}

// day reads what the digests of some runs need.
func (s *Service) day(ctx context.Context, all users, due []digest.Run) (d day, err error) {
	if err := s.Directory.Refresh(ctx); err != nil { // another program may have written
		return d, err
	}
	now := s.Now()
	d = day{
		at: now, today: civil.On(now, s.Zone), shifts: map[person.ID][]volunteer.Shift{}, until: digest.Until(now), names: all.names,
	}
	found, err := s.Shifts.Page(ctx, volunteer.Query{From: d.today, To: d.today.AddDays(digest.Days - 1), Limit: mostShifts})
	if err != nil {
		return d, err
	}
	for _, shift := range found.Records {
		if shift.State == volunteer.Completed {
			continue
		}
		told := map[person.ID]bool{}
		for _, a := range shift.Assignments {
			if !told[a.Person] {
				told[a.Person] = true
				d.shifts[a.Person] = append(d.shifts[a.Person], shift)
			}
		}
	}
	since := d.until
	for _, run := range due {
		if u := all.get[run.User]; u != nil {
			if from := s.since(&d, &run, u); from.Before(since) {
				since = from
			}
		}
	}
	d.notes, err = s.Timeline.Shared(ctx, since, mostNotes)
	return d, err
}

// content is what a user's digest says: what the user may read now, of notes those shared from a time on. told are the numbers of
// the mentions that it tells of.
func (s *Service) content(
	ctx context.Context, d *day, from time.Time, u *account.User,
) (c digest.Content, told []int64, err error) {
	view := s.Directory.View()
	as := record.View{Day: d.today, Reader: u.Viewer(view.Matrix()).Reader(d.today)}
	var given digest.Given
	for _, b := range view.Birthdays(as, digest.Days) {
		given.Birthdays = append(given.Birthdays, digest.Birthday{Person: b.Person, Name: b.Name, On: b.On, Age: b.Age})
	}
	if given.Tasks, err = s.tasks(ctx, d, view, as.Reader, u.ID); err != nil {
		return c, nil, err
	}
	if me := view.PersonOf(u.ID); me != 0 && view.Serves(me) {
		for _, shift := range d.shifts[me] {
			given.Shifts = append(given.Shifts, digest.Shift{
				Title: shift.Title, Place: shift.Place, Date: shift.Date, Start: shift.Start, End: shift.End,
				CalledOff: shift.State == volunteer.Cancelled,
			})
		}
	}
	if given.CalledOff, err = s.calledOff(ctx, d, view, u.ID); err != nil {
		return c, nil, err
	}
	if u.Preferences.Notifications.OfMentions() != account.MentionsNever {
		called := func(id account.UserID) string { return d.names[id] }
		if given.Mentions, told, err = s.Mentions(ctx, u.Viewer(view.Matrix()), called); err != nil {
			return c, nil, err
		}
	}
	given.Notes, given.MoreNotes = sharedNotes(d.news(from), view, as.Reader, u.ID)
	return digest.New(d.today, given), told, nil
}

// tasks are the open ones of a user that are due within the days of a digest or before, of which some were given by or to
// somebody else, with whom each is about: the first whom the user may see.
func (s *Service) tasks(
	ctx context.Context, d *day, view *directory.View, reader access.Reader, user account.UserID,
) (list []digest.Task, err error) {
	found, err := s.Tasks.Page(ctx, task.Query{
		User: user, Status: task.Open, Until: d.today.AddDays(digest.Days - 1), Limit: math.MaxInt32, Bare: true,
	})
	for _, t := range found.Records {
		one := digest.Task{ID: t.ID, Content: t.Content, Due: t.Due}
		switch {
		case t.Author != user:
			one.From = d.names[t.Author]
		case t.Delegated():
			one.For = cmp.Or(d.names[t.Assignee], t.AssigneeName)
		}
		if names := view.AliveOf(t.People, reader); len(names) > 0 {
			one.Person, one.About = names[0].ID, names[0].Name.Full()
		}
		list = append(list, one)
	}
	return list, err
}

// MaySee reports whether a user may see people now, each of them and alive, and has tasks, each of them open and as a
// digest told it.
func (s *Service) MaySee(ctx context.Context, user *account.User, people []person.ID, tasks []mail.Task) (bool, error) {
	view := s.Directory.View()
	reader := user.Viewer(view.Matrix()).Reader(civil.On(s.Now(), s.Zone))
	if len(view.AliveOf(people, reader)) < len(people) {
		return false, nil
	}
	if len(tasks) == 0 {
		return true, nil
	}
	found, err := s.Tasks.Page(ctx, task.Query{User: user.ID, Status: task.Open, Limit: math.MaxInt32, Bare: true})
	if err != nil {
		return false, err
	}
	has := make(map[mail.Task]bool, len(found.Records))
	for _, t := range found.Records {
		one := digest.Task{ID: t.ID, Content: t.Content, Due: t.Due}
		has[mail.Task{ID: one.ID, Told: one.Told()}] = true
	}
	return !slices.ContainsFunc(tasks, func(told mail.Task) bool { return !has[told] }), nil
}

// calledOff are the matches of today of the teams that a user was given that were called off.
func (s *Service) calledOff(
	ctx context.Context, d *day, view *directory.View, user account.UserID,
) (list []digest.Match, err error) {
	var codes []string
	for _, team := range view.Given(user).Teams {
		if code := view.TeamCode(team); code != "" {
			codes = append(codes, code)
		}
	}
	if len(codes) == 0 {
		return nil, nil
	}
	programmes, off, err := s.Kept(ctx, codes...)
	if err != nil {
		return nil, err
	}
	matches := matchday.Merge(programmes, off, matchday.Window{From: d.today, To: d.today, Zone: s.Zone})
	for _, m := range matchday.Only(matches, codes...) {
		if m.Cancelled {
			list = append(list, digest.Match{
				Start: m.Start.In(s.Zone).Format("15:04"), Home: m.Home, Away: m.Away, Why: m.Cancellation,
			})
		}
	}
	return list, nil
}

// since returns from when on the notes were shared that a user's digest tells.
func (s *Service) since(d *day, run *digest.Run, u *account.User) time.Time {
	return run.Since(u.Preferences.Notifications.At(), d.at, s.Zone)
}

// news are the notes shared from a time on that are told.
func (d *day) news(from time.Time) (list []note.Note) {
	for i := range d.notes {
		if at := d.notes[i].SharedAt; !at.Before(from) && at.Before(d.until) {
			list = append(list, d.notes[i])
		}
	}
	return list
}

// sharedNotes are the first ones of others that a user may read, but for those about the user, and how many more there are.
func sharedNotes(
	notes []note.Note, view *directory.View, reader access.Reader, user account.UserID,
) (list []digest.Note, more int) {
	for i := range notes {
		n := &notes[i]
		if n.Author == user || n.Person == view.PersonOf(user) {
			continue
		}
		names := view.AliveOf([]person.ID{n.Person}, reader)
		switch {
		case len(names) == 0:
		case len(list) == digest.MostNotes:
			more++
		default:
			list = append(list, digest.Note{
				Author: n.AuthorName, Record: n.ID, Person: n.Person, About: names[0].Name.Full(), Preview: mention.Preview(n.Content),
			})
		}
	}
	return list, more
}
