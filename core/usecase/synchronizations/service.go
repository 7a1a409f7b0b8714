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
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
	"github.com/clubhuis/clubhuis/ports"
)

// Settings are what a club sets.
type Settings struct {
	Club      string        // its name, for reports
	Lists     []string      // ids of the e-mail lists at the provider, one to four; none for no lists
	Pages     string        // address of the operators' pages, for mails; "" for none
	Operator  string        // e-mail address of who reads the reports; "" for no mail
	Guard     diff.Guard    // diff.DefaultGuard when zero
	Retention time.Duration // of runs and conflicts; 90 days when 0

	CustomerFields customer.Numbers // of the club's own fields at the helpdesk
}

// Service runs the pipelines of one club. Lists, Contributions, Helpdesk and Mail may be nil: the club has none.
type Service struct {
	Site       ports.ClubSite
	People     ports.ApplicationPeople
	Dues       ports.ApplicationDues
	Photos     ports.ApplicationPhotos
	Activities ports.ApplicationActivities
	Groups     ports.ApplicationGroups
	Roles      ports.ApplicationRoles
	Cases      ports.ApplicationCases
	Tasks      ports.ApplicationTasks
	Lists      ports.MailLists

	Contributions ports.Contributions
	Helpdesk      ports.Helpdesk
	Mail          ports.Mailer
	Phones        ports.PhoneNumbers
	Files         ports.Files // photos and the evidence of failures
	Stores        ports.SyncStores

	Settings Settings
	Now      func() time.Time
	Zone     *time.Location
	// Pause waits for a random time between the two, or as long as the program lets it; it returns the context's error.
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
	Keep        bool // write a dry run down, with its plan
	WithInvoice bool // functions: also read the invoice data
	Days        int  // functions: who changed in the last so many days; 2 when 0
	Scheduled   bool // a summary is mailed
	// AcceptRemovals is the number of records that the run may mark or remove although that is too many: exactly the number
	// that an earlier report named. 0 accepts none. A scheduled run accepts none.
	AcceptRemovals int
	// AcceptCreations is the number of former members that the run may make: exactly the number that a dry run named.
	AcceptCreations int
	// Repair are differences: the run sends those records alone, whatever is remembered of them. nil is a whole run.
	Repair []difference.Finding
}

// pipelines are what Run runs.
var pipelines = map[run.Pipeline]func(*pipeline, context.Context) error{
	run.People: (*pipeline).people, run.Teams: (*pipeline).teams,
	run.Functions: (*pipeline).functions, run.FunctionsFull: (*pipeline).functions,
	run.Contributions: (*pipeline).contributions, run.Discipline: (*pipeline).discipline, run.Helpdesk: (*pipeline).helpdesk,
	run.FormerMembers: (*pipeline).formerMembers,
}

// Knows reports whether there is a pipeline of the name.
func (s *Service) Knows(name run.Pipeline) bool { return pipelines[name] != nil }

// Run runs a pipeline and returns what is written down about it. The error is nil also for a run with errors: see Run.Outcome.
func (s *Service) Run(ctx context.Context, name run.Pipeline, options Options) (run.Run, error) {
	do, known := pipelines[name]
	switch {
	case !known:
		return run.Run{}, fmt.Errorf("there is no pipeline %q", name)
	case !s.Configured(name):
		return run.Run{}, fmt.Errorf("the pipeline %q has no provider", name)
	}
	if options.Scheduled {
		options.AcceptRemovals = 0
	}
	only, again := repairing(options.Repair)
	r, err := s.engine().Begin(ctx, name, engine.Options{
		Only: only, Again: again,
		Force: options.Force, DryRun: options.DryRun, Keep: options.Keep, Scheduled: options.Scheduled,
		AcceptRemovals: options.AcceptRemovals, AcceptCreations: options.AcceptCreations,
	})
	if err != nil {
		return run.Run{}, err
	}
	p := s.pipeline(r)
	p.options = options
	p.startEditScan(ctx)
	err = do(p, ctx)
	if stopped := p.waitForEdits(nil, nil); err == nil {
		err = stopped
	}
	p.Finish(ctx, err)
	if options.Scheduled {
		if err := s.report(ctx, &p.Run, err); err != nil {
			return p.Run, err
		}
	}
	return p.Run, nil
}

// Configured reports whether the club has the provider that a pipeline needs.
func (s *Service) Configured(name run.Pipeline) bool {
	switch name {
	case run.Contributions:
		return s.Contributions != nil
	case run.Helpdesk:
		return s.Helpdesk != nil
	}
	return true
}

// report mails the report of a run to the operator, and why it failed.
func (s *Service) report(ctx context.Context, r *run.Run, cause error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	err := s.Notify(ctx, r, cause, fmt.Sprintf("clubsync-run-%s-%d-%d", r.Pipeline, r.ID, r.Started.Unix()))
	if err != nil {
		return fmt.Errorf("mail the summary of %s: %w", r.Name(), err)
	}
	return nil
}

// Notify mails the report of a run to the operator, also of one that could not begin. The mail about a failed run begins with
// why it failed, what that means and what to do; cause is nil for another run. The same key is delivered once.
func (s *Service) Notify(ctx context.Context, r *run.Run, cause error, key string) error {
	if s.Mail == nil || s.Settings.Operator == "" {
		return nil
	}
	operator, err := mail.ParseAddress(s.Settings.Operator)
	if err != nil {
		return fmt.Errorf("the operator's address: %w", err)
	}
	report, local := r.Report(), r.Clone()
	if s.Settings.Pages != "" && r.ID != 0 {
		page := fmt.Sprintf("%s/run/%d", s.Settings.Pages, r.ID)
		report.Lines = append(report.Lines, run.Line{Label: texts.Page, Text: page})
	}
	if cause != nil && r.Outcome == run.Failure {
		report.First = stopped(r, cause)
	}
	local.Started = r.Started.In(s.Zone) // the day in the subject is the club's
	_, err = s.Mail.Send(ctx, mail.Message{
		To: []mail.Address{operator}, Subject: local.Subject(s.Settings.Club),
		Text: report.Text(), HTML: report.HTML(), Key: key,
	})
	return err
}

// engine is what runs the steps.
func (s *Service) engine() engine.Engine {
	e := engine.Engine{
		Stores: s.Stores, Files: s.Files, Now: s.Now, Zone: s.Zone, Pause: s.Pause, Progress: s.Progress,
		Guard: s.Settings.Guard, Retention: s.Settings.Retention, Process: s.Process, Host: s.Host,
	}
	if e.Guard == (diff.Guard{}) {
		e.Guard = diff.DefaultGuard
	}
	if e.Retention == 0 {
		e.Retention = 90 * 24 * time.Hour
	}
	return e
}
