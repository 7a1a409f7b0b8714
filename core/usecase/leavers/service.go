// Package leavers owns who decides for how long the club keeps what it knows of people who left, what they are told before
// anything is destroyed, and the daily work that proposes and destroys.
//
// It does not own the rules (core/leaver), nor how a whole person is erased: it is given what it needs of that.
package leavers

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the rules about who left of one club. All its fields are needed.
type Service struct {
	Directory ports.Directory
	Proposals ports.LeaverProposals
	Leavers   ports.Leavers
	Users     ports.Users
	Invoices  ports.Invoices
	Mails     ports.Records[mail.Mail]
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Zone      *time.Location // the club's
	House     func() letter.House

	// Post keeps a mail and the job that sends it, in a step.
	Post func(context.Context, ports.Stores, record.Head, mail.Draft) (int64, error)

	// Owes, Addresses, KeepAddress and Erase are those of the use case of erasures: whether somebody owes or is owed money, which
	// addresses are nobody else's, that the books keep an address, and that somebody is to be erased, in a step.
	Owes        func(ctx context.Context, bills ports.Invoices, id person.ID) (bool, error)
	Addresses   func(ctx context.Context, stores ports.Stores, id person.ID) (erasure.Subject, error)
	KeepAddress func(ctx context.Context, stores ports.Stores, id person.ID) error
	Erase       func(ctx context.Context, stores ports.Stores, id person.ID, by audit.Actor) error
}

// may says who sees and stops what goes: administrators and the ledenadministratie.
func may(viewer access.Viewer) error {
	if err := viewer.RequireInteractive(); err != nil {
		return err
	}
	return viewer.Require(access.Administration)
}

func (s *Service) today() civil.Date { return civil.On(s.Now(), s.Zone) }

// remembered is how many proposals an overview tells of: those of a year.
const remembered = 12

// Overview is the rules, and what became of them.
type Overview struct {
	Rules     leaver.Settings
	Names     map[person.ID]string // of who is kept; who is in the trash is not named
	TellsTo   []string             // who are mailed before anything goes
	Proposals []leaver.Proposal    // the newest first
	Mailed    time.Time            // when the first mail of the newest proposal went out, zero for not yet
}

// Show returns the rules and the latest proposals.
func (s *Service) Show(ctx context.Context, viewer access.Viewer) (o Overview, err error) {
	if err := may(viewer); err != nil {
		return o, err
	}
	view := s.Directory.View()
	o.Rules = view.LeaverRules()
	kept := make([]person.ID, len(o.Rules.Kept))
	for i, e := range o.Rules.Kept {
		kept[i] = e.Person
	}
	o.Names = s.names(view, viewer, kept)
	tells, err := s.recipients(ctx, view)
	if err != nil {
		return o, err
	}
	for i := range tells {
		o.TellsTo = append(o.TellsTo, tells[i].DisplayName)
	}
	page, err := s.Proposals.Page(ctx, leaver.Query{Limit: remembered})
	if err != nil || page.Total == 0 {
		return o, err
	}
	o.Proposals = page.Records
	o.Mailed, err = s.mailed(ctx, &page.Records[0])
	return o, err
}

func (s *Service) names(view *directory.View, viewer access.Viewer, ids []person.ID) map[person.ID]string {
	names := map[person.ID]string{}
	for _, found := range view.Names(ids, viewer.Reader(s.today())) {
		names[found.ID] = found.Name.Full()
	}
	return names
}

// recipients are who is mailed, of those who can sign in and have an address: who has the ledenadministratie by a role of their
// own, or else the administrators. In a demo they are mailed, too: without a mail nothing goes.
func (s *Service) recipients(ctx context.Context, view *directory.View) (list []account.User, err error) {
	all, err := s.Users.List(ctx, nil, 0)
	if err != nil {
		return nil, err
	}
	matrix := view.Matrix()
	var administrators []account.User
	for i := range all {
		u := &all[i].User
		viewer := u.Viewer(matrix)
		holds := slices.ContainsFunc(viewer.Roles, func(role access.Role) bool {
			return role != access.Administrator && matrix.Holds(role, access.Administration)
		})
		switch {
		case !u.MaySignIn() || u.Email == "":
		case holds && !viewer.Synchronizes():
			list = append(list, *u)
		case u.Administers():
			administrators = append(administrators, *u)
		}
	}
	if len(list) == 0 {
		list = administrators
	}
	return list, nil
}

// mailed returns when the first mail of a proposal went out, zero for not yet.
func (s *Service) mailed(ctx context.Context, p *leaver.Proposal) (first time.Time, err error) {
	list, err := s.Mails.ByID(ctx, p.Mails...)
	for i := range list {
		if m := &list[i]; m.State == mail.Sent && (first.IsZero() || m.Ended.Before(first)) {
			first = m.Ended
		}
	}
	return first, err
}

// Change decides on the rules, for administrators: whom they spare stays as it is. When they are switched off, what waits stops.
func (s *Service) Change(ctx context.Context, viewer access.Viewer, rules leaver.Settings) (after leaver.Settings, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return after, err
	}
	if err := rules.Validate(); err != nil {
		return after, err
	}
	now := civil.Instant(s.Now())
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var before leaver.Settings
		after, err = stores.LeaverRules.Change(ctx, func(kept *leaver.Settings) error {
			before = kept.Clone()
			*kept = leaver.Settings{On: rules.On, Notice: rules.Notice, Rules: rules.Clone().Rules, Kept: before.Kept}
			return nil
		})
		if err != nil {
			return err
		}
		if !after.On {
			if err := s.stopWaiting(ctx, stores, viewer, now); err != nil {
				return err
			}
		}
		entry := audit.New(audit.SettingsChanged, audit.By(viewer), now, audit.Object{Noun: audit.Settings, Name: "leavers"})
		return stores.Audit.Append(ctx, entry.Changed(logged(&before), logged(&after)))
	})
	return after, err
}

// logged are the rules as they stand in the log: the months, or nothing for a rule that is off.
func logged(s *leaver.Settings) audit.Values {
	values := audit.Values{"on": s.On, "notice_days": s.Notice}
	for _, kind := range leaver.Kinds() {
		values[string(kind)] = nil
		if rule := s.Rules[kind]; rule.On {
			values[string(kind)] = rule.Months
		}
	}
	return values
}

func (s *Service) stopWaiting(ctx context.Context, stores ports.Stores, viewer access.Viewer, now time.Time) error {
	page, err := stores.LeaverProposals.Page(ctx, leaver.Query{State: leaver.Waiting, Limit: 1})
	if err != nil || page.Total == 0 {
		return err
	}
	return s.stop(ctx, stores, viewer, page.Records[0].ID, now)
}

// Stop ends a proposal that waits, or that is being carried out: nobody else of it is touched.
func (s *Service) Stop(ctx context.Context, viewer access.Viewer, id int64) error {
	if err := may(viewer); err != nil {
		return err
	}
	now := civil.Instant(s.Now())
	return s.Atomic.Do(ctx, func(stores ports.Stores) error { return s.stop(ctx, stores, viewer, id, now) })
}

func (s *Service) stop(ctx context.Context, stores ports.Stores, viewer access.Viewer, id int64, now time.Time) error {
	err := stores.LeaverProposals.Update(ctx, id, func(p *leaver.Proposal) error { return p.Stop(viewer.User, viewer.Name, now) })
	if err != nil {
		return err
	}
	return stores.Audit.Append(ctx, audit.New(audit.LeaversStopped, audit.By(viewer), now, audit.Object{}).
		With(audit.Values{"proposal": id}))
}

// Keep spares somebody who left, with a reason, also from what waits already.
func (s *Service) Keep(ctx context.Context, viewer access.Viewer, id person.ID, reason string) error {
	if err := may(viewer); err != nil {
		return err
	}
	stored, there := s.Directory.View().Stored(id)
	if !there {
		return person.ErrAbsent
	}
	p, err := stored.Person()
	if err != nil {
		return err
	}
	if !p.Membership.Former {
		return leaver.ErrStays
	}
	now := civil.Instant(s.Now())
	kept := leaver.Exemption{Person: id, Reason: reason, By: viewer.Name, User: viewer.User, Since: s.today()}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		_, err := stores.LeaverRules.Change(ctx, func(rules *leaver.Settings) error { return rules.Keep(kept) })
		if err != nil {
			return err
		}
		if err := spare(ctx, stores, id); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, audit.New(audit.LeaverKept, audit.By(viewer), now, audit.PersonNumbered(id)))
	})
}

// spare takes somebody out of what waits.
func spare(ctx context.Context, stores ports.Stores, id person.ID) error {
	page, err := stores.LeaverProposals.Page(ctx, leaver.Query{State: leaver.Waiting, Limit: 1})
	if err != nil || page.Total == 0 {
		return err
	}
	waiting := page.Records[0].ID
	dropped, err := stores.LeaverProposals.Drop(ctx, waiting, id)
	if err != nil || !dropped {
		return err
	}
	return stores.LeaverProposals.Update(ctx, waiting, func(p *leaver.Proposal) error { return p.Settle(nil) })
}

// LetGo ends that somebody is spared.
func (s *Service) LetGo(ctx context.Context, viewer access.Viewer, id person.ID) error {
	if err := may(viewer); err != nil {
		return err
	}
	now := civil.Instant(s.Now())
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		_, err := stores.LeaverRules.Change(ctx, func(rules *leaver.Settings) error {
			if !rules.LetGo(id) {
				return leaver.ErrNotKept
			}
			return nil
		})
		if err != nil {
			return err
		}
		return stores.Audit.Append(ctx, audit.New(audit.LeaverNotKept, audit.By(viewer), now, audit.PersonNumbered(id)))
	})
}
