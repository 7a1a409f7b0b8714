// Package calendars owns the calendars that users subscribe to: the token by which a calendar program reads them without signing
// in, and what that user may read (contract §4.5 and §4.9).
//
// It does not own what stands in a calendar (core/calendar), nor how it is written.
package calendars

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/calendar"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the calendars of one club. All its fields are needed.
type Service struct {
	Directory ports.Directory
	Users     ports.Users
	Tokens    ports.UserTokens
	Tasks     ports.TaskLists
	Shifts    ports.ShiftLists
	Now       func() time.Time
	Random    func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read
	Key       []byte                    // secret of this installation, for tokens are shown again
	House     func() calendar.House     // whose calendars these are

	// Kept returns what is kept of the programme of the club and then of the teams with these numbers at the federation, and
	// of what was called off.
	Kept func(ctx context.Context, teams ...string) (programmes []matchday.Fetched, off matchday.Fetched, err error)
}

// Token returns the token of the viewer's calendars. Who has none yet gets one.
func (s *Service) Token(ctx context.Context, viewer access.Viewer) (string, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return "", err
	}
	kept, err := s.Tokens.Of(ctx, viewer.User, account.ForCalendars)
	if errors.Is(err, account.ErrNoLink) {
		return s.give(ctx, viewer.User, true)
	}
	if err != nil {
		return "", err
	}
	token, err := seal.Open(s.Key, seal.Calendars, kept.Sealed)
	if err != nil { // it was sealed with another key, and the addresses with it go on working
		return s.give(ctx, viewer.User, false)
	}
	return token, nil
}

// Renew gives the viewer another token. The addresses with the old one stop working.
func (s *Service) Renew(ctx context.Context, viewer access.Viewer) (string, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return "", err
	}
	return s.give(ctx, viewer.User, false)
}

func (s *Service) give(ctx context.Context, user account.UserID, only bool) (string, error) {
	raw := make([]byte, account.TokenSize+seal.NonceSize)
	if _, err := s.Random(raw); err != nil {
		return "", fmt.Errorf("no random bytes: %w", err)
	}
	token := hex.EncodeToString(raw[:account.TokenSize])
	sealed, err := seal.Seal(s.Key, seal.Calendars, raw[account.TokenSize:], token)
	if err != nil {
		return "", err
	}
	stands, err := s.Tokens.Keep(ctx, account.Token{
		User: user, Kind: account.ForCalendars, Digest: account.DigestOf(token), Sealed: sealed, Made: s.Now(),
	}, only)
	if err != nil {
		return "", err
	}
	return seal.Open(s.Key, seal.Calendars, stands.Sealed)
}

// subscriber is whose calendar a program reads, and the club at that moment.
type subscriber struct {
	user  account.User
	view  *directory.View
	as    record.View
	today civil.Date
}

// subscriber finds out whose token it is. What is no token is fault.ErrNotFound; one that is nobody's any more, or of a user who
// may not sign in, is fault.ErrForbidden.
func (s *Service) subscriber(ctx context.Context, token string) (sub subscriber, err error) {
	if !account.IsToken(token) {
		return sub, fault.ErrNotFound
	}
	kept, err := s.Tokens.Find(ctx, account.ForCalendars, account.DigestOf(token))
	if err == nil {
		sub.user, err = s.Users.ByID(ctx, kept.User)
	}
	if errors.Is(err, account.ErrNoLink) || errors.Is(err, account.ErrAbsent) || err == nil && !sub.user.MaySignIn() {
		return sub, fault.ErrForbidden
	}
	if err == nil {
		err = s.Directory.Refresh(ctx) // another program may have written
	}
	if err != nil {
		return sub, err
	}
	sub.view, sub.today = s.Directory.View(), civil.On(s.Now(), s.House().Zone)
	sub.as = record.View{Day: sub.today, Reader: sub.user.Viewer(sub.view.Matrix()).Reader(sub.today)}
	return sub, nil
}

// Birthdays are those of the people whom the token's user may read.
func (s *Service) Birthdays(ctx context.Context, token string) (c calendar.Calendar, err error) {
	sub, err := s.subscriber(ctx, token)
	if err != nil {
		return c, err
	}
	return s.House().Birthdays(sub.view.Born(sub.as, 0), ""), nil
}

// WorkspaceBirthdays are those of the people in a workspace of which the token's user is a member.
func (s *Service) WorkspaceBirthdays(ctx context.Context, token string, id workspace.ID) (c calendar.Calendar, err error) {
	sub, err := s.subscriber(ctx, token)
	if err != nil {
		return c, err
	}
	found, there := sub.view.Workspace(id)
	if !there {
		return c, workspace.ErrAbsent
	}
	if !slices.Contains(sub.view.Memberships(sub.user.ID), id) {
		return c, fault.ErrForbidden
	}
	return s.House().Birthdays(sub.view.Born(sub.as, id), found.Name), nil
}

// How far the other calendars look, and how much stands in them at most.
const (
	daysBack      = 30
	daysAhead     = 366
	trainingAhead = 56
	mostEvents    = 1000
)

// OwnTasks are the open to-dos of the token's user that have a day, without those that the user gave to somebody else.
func (s *Service) OwnTasks(ctx context.Context, token string) (c calendar.Calendar, err error) {
	sub, err := s.subscriber(ctx, token)
	if err != nil {
		return c, err
	}
	found, err := s.Tasks.Page(ctx, task.Query{User: sub.user.ID, Status: task.Open, Limit: mostEvents, Bare: true})
	own := slices.DeleteFunc(found.Records, func(t task.Task) bool { return t.Author == sub.user.ID && t.Delegated() })
	return s.House().Tasks(own), err
}

// OwnShifts are the shifts of the token's user.
func (s *Service) OwnShifts(ctx context.Context, token string) (c calendar.Calendar, err error) {
	sub, err := s.subscriber(ctx, token)
	if err != nil {
		return c, err
	}
	me := sub.view.PersonOf(sub.user.ID)
	if me == 0 {
		return s.House().Shifts(nil), nil
	}
	found, err := s.Shifts.Page(ctx, volunteer.Query{
		Person: me, From: sub.today.AddDays(-daysBack), To: sub.today.AddDays(daysAhead), Limit: mostEvents,
	})
	return s.House().Shifts(found.Records), err
}

// Matches are those of the teams that the token's user was given.
func (s *Service) Matches(ctx context.Context, token string) (c calendar.Calendar, err error) {
	sub, err := s.subscriber(ctx, token)
	if err != nil {
		return c, err
	}
	var codes []string
	for _, team := range sub.view.Given(sub.user.ID).Teams {
		if code := sub.view.TeamCode(team); code != "" {
			codes = append(codes, code)
		}
	}
	if len(codes) == 0 {
		return s.House().Matches(nil, sub.today), nil
	}
	programmes, off, err := s.Kept(ctx, codes...)
	if err != nil {
		return c, err
	}
	window := matchday.Window{From: sub.today.AddDays(-daysBack), To: sub.today.AddDays(daysAhead), Zone: s.House().Zone}
	return s.House().Matches(matchday.Only(matchday.Merge(programmes, off, window), codes...), sub.today), nil
}

// Training is when the teams train that the token's user was given.
func (s *Service) Training(ctx context.Context, token string) (c calendar.Calendar, err error) {
	sub, err := s.subscriber(ctx, token)
	if err != nil {
		return c, err
	}
	teams := sub.view.Given(sub.user.ID).Teams
	return s.House().Training(sub.view.Training(), teams, sub.view.GroupTitle, sub.today, sub.today.AddDays(trainingAhead)), nil
}
