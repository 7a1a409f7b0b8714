// Package predecessors owns how a club moves from the application that it had before: in which order its records are read and
// kept, what happens when that is cut off, and what is done with a record that is here already.
//
// It does not own how records of that application become ours (core/predecessor), nor how it is reached (ports.Predecessor).
//
// Every record is kept in one step with its origin, and a record that has one is never brought again: so a run that was cut off
// is started anew and comes to the same end, a second run brings only what came since, and what was changed here stays.
package predecessors

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/predecessor"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/ports"
)

// Service moves one club. All its fields are needed.
type Service struct {
	Stores ports.Stores
	Atomic ports.Atomic // of the same stores
	Markup ports.Markup
	Now    func() time.Time
	Zone   *time.Location // the club's: it decides which day it is
	Given  identity.Given // what the operator says of who the club is

	// Hang keeps a picture, of a person or for 0 of the library, and lets place put it where it belongs. vectors allows SVG.
	Hang func(
		ctx context.Context, viewer access.Viewer, data []byte, name string, of person.ID, vectors bool,
		place func(s ports.Stores, picture int64) (before int64, err error),
	) error
	// Provision makes an account of a person, and sends the mail of welcome when it is asked to.
	Provision func(ctx context.Context, viewer access.Viewer, of person.ID, send bool) (user int64, err error)
	// Token prepares the token of a payment page to be kept, a new one for "".
	Token func(token string) (digest, sealed string, err error)
}

// Options say how a club moves.
type Options struct {
	Rehearse bool // read everything, and keep nothing
	Welcome  bool // users get the mail of welcome with the link that sets a password

	Progress func(Progress) // hears how far it is; nil is nobody
}

// Progress is how far a step is.
type Progress struct {
	Step        string
	Done, Total int
}

// Run brings everything that was not brought before, in the name of an administrator, and returns what to tell. Also when it
// fails it returns the report of what it came to.
func (s *Service) Run(
	ctx context.Context, viewer access.Viewer, from ports.Predecessor, o Options,
) (report predecessor.Report, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return report, err
	}
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	r := &run{Service: s, viewer: viewer, from: from, options: o, brought: map[origin.Kind]map[int64]int64{},
		promised: map[string]account.User{}}
	if err := s.Stores.Directory.Refresh(ctx); err != nil {
		return report, err
	}
	about, err := from.About(ctx)
	if err != nil {
		return report, err
	}
	r.about = about
	if err := r.read(ctx); err != nil {
		return r.club.Report, err
	}
	for _, kind := range append(predecessor.Counted, origin.Met) {
		if r.brought[kind], err = s.Stores.Origins.All(ctx, kind); err != nil {
			return r.club.Report, err
		}
	}
	if err := r.lookSince(ctx); err != nil {
		return r.club.Report, err
	}
	r.tellLater()
	if err := r.tell(ctx, audit.ClubMoving, nil); err != nil {
		return r.club.Report, err
	}
	for _, step := range []func(context.Context) error{
		r.bringTypes, r.bringLabels, r.bringPeople, r.bringUsers, r.bringGroups, r.bringParents, r.weave, r.bringPhotos, r.bringLogos,
		r.bringActivities, r.bringNotes, r.bringTasks, r.bringCases, r.bringInvoices, r.bringFeedback, r.bringComments,
		r.bringSettings, r.bringInvoiceLogo,
	} {
		if err := step(ctx); err != nil {
			r.club.Report.Sort()
			return r.club.Report, err
		}
	}
	r.club.Report.Sort()
	counts := audit.Values{}
	for _, kind := range predecessor.Counted {
		counts[string(kind)] = r.club.Report.Counts[kind].Brought
	}
	return r.club.Report, r.tell(ctx, audit.ClubMoved, counts)
}

// run is one move.
type run struct {
	*Service
	viewer  access.Viewer
	from    ports.Predecessor
	options Options
	about   predecessor.About
	club    predecessor.Club

	brought map[origin.Kind]map[int64]int64 // new numbers by old ones; in a rehearsal made up for what is not there
	since   map[origin.Kind]map[int64]int64 // which record is in the place of one that was brought before, 0 for none
	madeUp  int64                           // the last one

	promised map[string]account.User // accounts that a rehearsal would make, by e-mail address
}

// tellLater tells of the records that come with the next run. Those that came before are not among them.
func (r *run) tellLater() {
	for _, f := range r.club.Later {
		if r.brought[f.Kind][f.Old] == 0 {
			r.club.Report.Leave(f.Kind, f.Old, f.Text)
			continue
		}
		r.club.Report.Count(f.Kind, func(c *predecessor.Count) { c.Read, c.Already = c.Read+1, c.Already+1 })
	}
}

// tell writes in the log that the club moves, or what came.
func (r *run) tell(ctx context.Context, kind audit.Kind, counts audit.Values) error {
	if r.options.Rehearse {
		return nil
	}
	entry := audit.New(kind, audit.By(r.viewer), r.Now(), audit.Object{Noun: audit.Settings, Name: "predecessor"})
	if counts != nil {
		entry = entry.With(counts)
	}
	return r.Stores.Audit.Append(ctx, entry)
}

// id returns the number that an old one has here now, 0 when it did not come over, or was destroyed since.
func (r *run) id(kind origin.Kind, old int64) int64 {
	id := r.brought[kind][old]
	if now, moved := r.since[kind][id]; moved {
		return now
	}
	return id
}

// people returns the new numbers of people, each once, without those who did not come over.
func (r *run) people(old []int64) (ids []int64) {
	for _, one := range old {
		if id := r.id(origin.Person, one); id != 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

func (r *run) render(text string) string {
	if text == "" {
		return ""
	}
	return richtext.Render(r.Markup.Sanitize, text)
}

func (r *run) moment() invoice.Moment { return invoice.At(r.Now(), r.Zone) }

func (r *run) today() civil.Date { return civil.On(r.Now(), r.Zone) }

func (r *run) progress(step string, done, total int) {
	r.options.Progress(Progress{Step: step, Done: done, Total: total})
}

// LeadsTo returns the number that a record of the application before has here, and whether an old address leads there: one that
// has a record of this club itself under its number does not.
func (s *Service) LeadsTo(ctx context.Context, kind origin.Kind, old int64) (id int64, leads bool, err error) {
	switch kind {
	case origin.Group:
		if _, err := s.Stores.Directory.View().Group(old, record.View{}); err == nil {
			return 0, false, nil
		}
	case origin.Feedback:
		if own, err := s.Stores.Feedback.ByID(ctx, old); err != nil || len(own) > 0 {
			return 0, false, err
		}
	}
	return s.Stores.Origins.Find(ctx, kind, old)
}
