// Package former owns those who left the club before the application knew them: who of them is brought there, as a former member.
//
// It changes nobody who is there: who leaves now is marked by internal/members, and who comes back becomes current there.
package former

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/parents"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// Former are the former members of a run.
type Former struct {
	*engine.Runner
	Site  Site
	App   People
	Phone func(string) string // writes a telephone number in one form

	rows    map[string]federation.Member // by code
	members map[string]*ledger.Entry     // by code
}

// Site knows the former members (ports.ClubSite).
type Site interface {
	FormerMembers(ctx context.Context) ([]federation.Member, error)
}

// People are the people of the application (ports.ApplicationPeople).
type People interface {
	Create(ctx context.Context, person payload.Person) (payload.Person, error)
	Remove(ctx context.Context, id, revision int64) error
	Each(ctx context.Context, changedAfter time.Time, visit func(payload.Person) error) error
}

// Download reads the former members. Without them there is nothing to do.
func (f *Former) Download(ctx context.Context, step *engine.Step) error {
	rows, err := f.Site.FormerMembers(ctx)
	unreadable, err := federation.Readable(err)
	if err != nil {
		return engine.Stop(err)
	}
	for _, r := range unreadable {
		step.Fail(ctx, r.Code, run.ClubSite, federation.ErrAnswer.Because(r))
	}
	f.rows = make(map[string]federation.Member, len(rows))
	for _, row := range rows {
		f.rows[row.Code] = row
	}
	step.Counts().Total = len(f.rows) + len(unreadable)
	return nil
}

// standing is who stands in the application.
type standing struct {
	codes    map[string]bool     // folded, also those of strangers
	nameless map[string][]string // the names of administered people without a code, by e-mail address
}

// standing reads who is there. It fails when somebody cannot be read who could be one of the former members.
func (f *Former) standing(ctx context.Context) (*standing, error) {
	s := &standing{codes: map[string]bool{}, nameless: map[string][]string{}}
	err := f.App.Each(ctx, time.Time{}, func(p payload.Person) error {
		if code := fold.Key(p.Membership.Code); code != "" {
			s.codes[code] = true
			return nil
		}
		for _, email := range p.Emails() {
			if p.Administered {
				s.nameless[email] = append(s.nameless[email], p.FullName())
			}
		}
		return nil
	})
	var unsure error
	err = payload.Readable(err, func(r payload.UnreadableRecord) {
		f.NoteOnce("%v", r)
		s.codes[fold.Key(r.Code)] = true
		if r.Code == "" && !r.Stranger() {
			unsure = texts.ErrUnsure.Because(r.Cause)
		}
	})
	if err != nil {
		return nil, err
	}
	return s, unsure
}

// has reports whether somebody of the club stands there who is the former member, but has no code: a parent.
func (s *standing) has(row *federation.Member, today civil.Date) bool {
	for _, email := range []string{row.Email, row.Email2} {
		for _, name := range s.nameless[parents.Key(email)] {
			if parents.Named(name, row, today) {
				return true
			}
		}
	}
	return false
}

// Plan works out who is brought: those whose code the application lacks, but for current members, for parents who are there, and
// for people who were there and were removed. It stops the run unless somebody agreed to their number.
func (f *Former) Plan(ctx context.Context, step *engine.Step) (plan diff.Plan, err error) {
	if f.members, err = f.Entries(ctx, ledger.Member); err != nil {
		return plan, err
	}
	there, err := f.standing(ctx)
	if err != nil {
		return plan, err
	}
	var asParents, removed []string
	today := civil.On(f.Now(), f.Zone)
	for code, row := range f.rows {
		e := f.members[code]
		known := e != nil && e.Remote != ""
		switch {
		case there.codes[fold.Key(code)], known && !ledger.Left(e):
			plan.Unchanged++
		case known && !f.Force:
			removed = append(removed, code)
		case there.has(&row, today):
			asParents = append(asParents, code)
		default:
			plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Create, Key: code, Reason: diff.New})
		}
	}
	slices.SortFunc(plan.Actions, func(a, b diff.Action) int { return strings.Compare(a.Key, b.Key) })
	note(step, texts.FormerParents, asParents)
	note(step, texts.FormerRemoved, removed)
	return plan, f.CheckCreations(step, len(plan.Actions))
}

// mostNamed is how many of those who are not brought the report names.
const mostNamed = 20

// note says who is not brought, and why.
func note(step *engine.Step, format string, codes []string) {
	if len(codes) == 0 {
		return
	}
	step.Counts().Excluded += len(codes)
	slices.Sort(codes)
	named := slices.Clone(codes[:min(len(codes), mostNamed)])
	if len(named) < len(codes) {
		named = append(named, "…")
	}
	step.Note(format, len(codes), strings.Join(named, ", "))
}

// Send makes the former members of the plan, and remembers each: who comes back to the club is the same person then.
func (f *Former) Send(ctx context.Context, step *engine.Step, plan diff.Plan) error {
	return step.Apply(ctx, run.Application, plan, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		return f.send(ctx, f.rows[a.Key])
	})
}

// send makes one former member. That the person is about to be made is remembered first, so that a people run finds them when
// this one dies.
func (f *Former) send(ctx context.Context, row federation.Member) error {
	e := ledger.Entry{Kind: ledger.Member, Key: row.Code}
	e.SetState(ledger.MemberState{Begun: true})
	if err := f.Remember(ctx, e); err != nil {
		return err
	}
	written, err := f.App.Create(ctx, payload.FormerMember(row, f.Phone))
	if err == nil {
		err = engine.RequireAdministered(written.Administered, written.ID, func() error {
			return f.App.Remove(ctx, written.ID, written.Revision)
		})
	}
	if err != nil {
		return err
	}
	e.SetNumber(written.ID)
	e.SetState(ledger.MemberState{Former: true})
	return f.Remember(ctx, e)
}
