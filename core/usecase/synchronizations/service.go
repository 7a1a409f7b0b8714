// Package synchronizations owns the pipelines of the synchronization service (contract §1 to §4): what is read from the
// club administration site, what of it is sent to the club application and the e-mail lists, what goes back to the site,
// and what is remembered of it.
//
// All pipelines take the same road: read, store, plan (core/sync/diff, and the rules of the nouns), apply with the contract's
// pauses, and remember each record after it was sent; so a run that dies anywhere is made good by the next one. When a run
// is due, who may run beside whom and how a run is shown belong to the program around it.
package synchronizations

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

// Settings are what a club sets.
type Settings struct {
	Club      string        // its name, for reports
	Lists     []string      // ids of the e-mail lists at the provider, one to four; none for no lists
	Operator  string        // e-mail address of who reads the reports; "" for no mail
	Guard     diff.Guard    // diff.DefaultGuard when zero
	Retention time.Duration // of runs and conflicts; 90 days when 0
}

// Service runs the pipelines of one club. Lists and Mail may be nil: the club has none.
type Service struct {
	Site   ports.ClubSite
	People ports.ApplicationPeople
	Photos ports.ApplicationPhotos
	Groups ports.ApplicationGroups
	Lists  ports.MailLists
	Mail   ports.Mail
	Phones ports.PhoneNumbers
	Files  ports.Files // photos and the evidence of failures
	Stores ports.SyncStores

	Settings Settings
	Now      func() time.Time
	Zone     *time.Location
	// Pause waits for a random time between the two, or as long as the program lets it; it answers the context's error.
	Pause func(ctx context.Context, least, most time.Duration) error
	// Progress is told how far a step is; nil for nobody who looks. total is 0 when nobody knows.
	Progress func(step string, done, total int)

	Process int // the number of this process on Host
	Host    string
}

// Options say how to run.
type Options struct {
	Force       bool // send records whose hash did not change, too; nothing else
	DryRun      bool // plan, and write nothing anywhere
	WithInvoice bool // functions: also read the invoice data
	Days        int  // functions: who changed in the last so many days; 2 when 0
	Scheduled   bool // a summary is mailed
	// AcceptRemovals is the number of records that the run may mark or remove although that is too many: exactly the number
	// that an earlier report named. 0 accepts none. A scheduled run accepts none.
	AcceptRemovals int
}

// Run runs a pipeline and answers what is written down about it. The error is nil also for a run with errors: see Run.Outcome.
func (s *Service) Run(ctx context.Context, pipeline run.Pipeline, options Options) (run.Run, error) {
	pipelines := map[run.Pipeline]func(*execution, context.Context) error{
		run.People: (*execution).people, run.Teams: (*execution).teams,
		run.Functions: (*execution).functions, run.FunctionsFull: (*execution).functions,
	}
	work, known := pipelines[pipeline]
	if !known {
		return run.Run{}, fmt.Errorf("there is no pipeline %q", pipeline)
	}
	if options.Scheduled {
		options.AcceptRemovals = 0
	}
	x, err := s.begin(ctx, pipeline, options)
	if err != nil {
		return run.Run{}, err
	}
	x.notice(ctx)
	err = work(x, ctx)
	if stopped := x.noticed(nil); err == nil {
		err = stopped
	}
	x.finish(ctx, err)
	if options.Scheduled {
		if err := s.report(ctx, &x.run); err != nil {
			return x.run, err
		}
	}
	return x.run, nil
}

// report mails the report of a run to the operator.
func (s *Service) report(ctx context.Context, r *run.Run) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	err := s.Notify(ctx, r, fmt.Sprintf("clubsync-run-%s-%d-%d", r.Pipeline, r.ID, r.Started.Unix()))
	if err != nil {
		return fmt.Errorf("mail the summary of %s: %w", r.Name(), err)
	}
	return nil
}

// Notify mails the report of a run to the operator, also of one that could not begin. The same key is delivered once.
func (s *Service) Notify(ctx context.Context, r *run.Run, key string) error {
	if s.Mail == nil || s.Settings.Operator == "" {
		return nil
	}
	report, local := r.Report(), r.Clone()
	local.Started = r.Started.In(s.Zone) // the day in the subject is the club's
	_, err := s.Mail.Send(ctx, mailing.Message{
		To: []string{s.Settings.Operator}, Subject: local.Subject(s.Settings.Club), Text: report.Text(), HTML: report.HTML(), Key: key,
	})
	return err
}

func (s *Service) guard() diff.Guard {
	if s.Settings.Guard == (diff.Guard{}) {
		return diff.DefaultGuard
	}
	return s.Settings.Guard
}

func (s *Service) retention() time.Duration {
	if s.Settings.Retention == 0 {
		return 90 * 24 * time.Hour
	}
	return s.Settings.Retention
}

// stop ends a pipeline before its next step.
type stop struct{ err error }

func (s *stop) Error() string { return s.err.Error() }
func (s *stop) Unwrap() error { return s.err }

// stops reports whether an error ends the run: its context's end, or what was marked so.
func stops(ctx context.Context, err error) bool {
	var marked *stop
	return err != nil && (ctx.Err() != nil || errors.As(err, &marked))
}
