package synchronizations

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// WarnOverdue mails the operator about each pipeline that is overdue, once until it has run. since is when the service started:
// what came due before then has the same grace from that moment, because it is made up for. A run that failed did run, and has
// its own mail.
func (s *Service) WarnOverdue(ctx context.Context, since time.Time) error {
	if s.Mail == nil || s.Settings.Operator == "" {
		return nil
	}
	pipelines := run.Scheduled()
	latest, err := s.Stores.Runs.Latest(ctx, pipelines...)
	if err != nil {
		return fmt.Errorf("see what is overdue: %w", err)
	}
	entries, err := s.Stores.Ledger.Entries(ctx, ledger.Overdue)
	if err != nil {
		return fmt.Errorf("see what is overdue: %w", err)
	}
	known := map[string]ledger.Entry{}
	for _, e := range entries {
		known[e.Key] = e
	}
	now := s.Now()
	for _, p := range pipelines {
		if !s.Configured(p) {
			continue
		}
		e, seen := known[string(p)]
		last, number := latest[p].Run.Started, fmt.Sprint(latest[p].Run.ID)
		if last.IsZero() {
			if !seen { // it is due from the first look on
				err := s.Stores.Ledger.Put(ctx, ledger.Entry{Kind: ledger.Overdue, Key: string(p), At: now.UTC()})
				if err != nil {
					return fmt.Errorf("note that nothing ran: %w", err)
				}
				continue
			}
			last = e.At
		}
		standing := run.StandingOf(p, last, now, s.Zone, run.Schedule)
		if !standing.Overdue || now.Sub(since) <= run.Grace || e.Remote == number {
			continue
		}
		if err := s.mailOverdue(ctx, p, standing, number); err != nil {
			return fmt.Errorf("mail that %s is overdue: %w", p, err)
		}
		told := ledger.Entry{Kind: ledger.Overdue, Key: string(p), Remote: number, At: cmp.Or(e.At, now.UTC())}
		if err := s.Stores.Ledger.Put(ctx, told); err != nil {
			return fmt.Errorf("note that %s is overdue: %w", p, err)
		}
	}
	return nil
}

func (s *Service) mailOverdue(ctx context.Context, p run.Pipeline, standing run.Standing, number string) error {
	operator, err := mail.ParseAddress(s.Settings.Operator)
	if err != nil {
		return fmt.Errorf("the operator's address: %w", err)
	}
	due := standing.Due.In(s.Zone)
	report := run.Report{
		First: []run.Line{
			{Label: texts.Cause, Text: fmt.Sprintf(texts.OverdueCause, due.Format("2006-01-02 15:04"))},
			{Label: texts.Effect, Text: fmt.Sprintf(texts.OverdueEffect, cmp.Or(texts.Subjects[p], string(p)))},
			{Label: texts.Next, Text: fmt.Sprintf(texts.OverdueNext, byHand(p))},
		},
		Title: strings.ToUpper(p.Title()) + " SYNC OVERDUE",
		Lines: []run.Line{{Label: "Due", Text: standing.Due.UTC().Format(time.RFC3339)}},
	}
	if s.Settings.Pages != "" {
		report.Lines = append(report.Lines, run.Line{Label: texts.Page, Text: s.Settings.Pages + "/pipeline/" + string(p)})
	}
	_, err = s.Mail.Send(ctx, mail.Message{
		To:      []mail.Address{operator},
		Subject: fmt.Sprintf("%s sync — %s overdue - %s", s.Settings.Club, p.Title(), due.Format(time.DateOnly)),
		Text:    report.Text(), HTML: report.HTML(),
		Key: fmt.Sprintf("clubsync-overdue-%s-%s-%d", p, number, standing.Due.Unix()),
	})
	return err
}
