package dashboards

import (
	"context"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/backup"
	"github.com/clubhuis/clubhuis/core/dashboard"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/task"
)

// mostTasks is how many tasks a dashboard shows (contract §8).
const mostTasks = 10

// Task is something that the viewer has to do, or gave away.
type Task struct {
	task.Task
	Overdue bool
	About   *person.Summary // the first person whom it is about and whom the viewer may see, nil for none
	GivenTo string          // who does it to whom the viewer gave it, "" for the viewer's own to do
	GivenBy string          // who gave it to the viewer, "" for nobody
}

// tasks are the open ones that concern the viewer, by day, undated last.
func (s *Service) tasks(ctx context.Context, m *moment) ([]Task, error) {
	found, err := s.Tasks.Page(ctx, task.Query{User: m.viewer.User, Status: task.Open, Limit: mostTasks, Bare: true})
	if err != nil {
		return nil, err
	}
	list := make([]Task, len(found.Records))
	for i, t := range found.Records {
		list[i] = Task{Task: t, Overdue: !t.Due.IsZero() && t.Due.Before(m.today)}
		switch {
		case t.Author != m.viewer.User:
			list[i].GivenBy = t.AuthorName
		case t.Delegated():
			list[i].GivenTo = t.AssigneeName
		}
		if names := m.view.AliveOf(t.People, m.as.Reader); len(names) > 0 {
			list[i].About = &names[0]
		}
	}
	return list, nil
}

// attention is what can't wait: what was called off today and a source of matches that fails, for who has the matches; failed
// mails, a failed synchronization and an old backup, for administrators.
func (s *Service) attention(ctx context.Context, m *moment, last *Backup) (notices []dashboard.Notice, err error) {
	notices = []dashboard.Notice{}
	if m.context.MatchSecretary || m.context.Coordinator {
		if notices, err = s.calledOff(ctx, m, notices); err != nil {
			return nil, err
		}
	}
	if !m.viewer.Can(manage) {
		return notices, nil
	}
	counts, err := s.Mails.Count(ctx)
	if err != nil {
		return nil, err
	}
	if n := counts[mail.Failed]; n > 0 {
		notices = append(notices, dashboard.Notice{
			Kind: dashboard.MailsFailed, Message: dashboard.FailedMails(n), URL: "/instellingen/mail?status=failed", Count: n,
		})
	}
	return s.oldBackup(m, last, s.synchronization(m, notices)), nil
}

// synchronization adds that the newest run of a pipeline failed, as it was heard last: the service itself is not waited for.
func (s *Service) synchronization(m *moment, notices []dashboard.Notice) []dashboard.Notice {
	if s.Synchronization == nil {
		return notices
	}
	notice := dashboard.Notice{Kind: dashboard.SyncFailed}
	switch standing := s.Synchronization(); {
	case standing.Silent(m.now):
		notice.Message, notice.Count = dashboard.SilentSync, 1
	case len(standing.Failing) > 0:
		notice.Message, notice.Count = dashboard.FailedSync(standing.Failing), len(standing.Failing)
	default:
		return notices
	}
	return append(notices, notice)
}

// Backup is the last backup of the club.
type Backup struct {
	Verified time.Time // when it was tried out; the zero time for never
}

// backup is the last backup, for administrators; nil for others.
func (s *Service) backup(ctx context.Context, m *moment) (*Backup, error) {
	if !m.viewer.Can(manage) {
		return nil, nil
	}
	verified, err := s.Backup(ctx)
	return &Backup{verified}, err
}

// oldBackup adds that no backup was tried out lately.
func (s *Service) oldBackup(m *moment, last *Backup, notices []dashboard.Notice) []dashboard.Notice {
	if !s.WatchBackups || last == nil {
		return notices
	}
	age := m.now.Sub(last.Verified)
	if age <= backup.Old {
		return notices
	}
	days := -1
	if !last.Verified.IsZero() {
		days = int(age / (24 * time.Hour))
	}
	return append(notices, dashboard.Notice{Kind: dashboard.BackupOld, Message: dashboard.OldBackup(days), Count: 1})
}

// calledOff adds what was called off today: of the whole club for the match secretary, else of the own teams. The sources that
// the viewer's matches come from and that fail are told of, too.
func (s *Service) calledOff(ctx context.Context, m *moment, notices []dashboard.Notice) ([]dashboard.Notice, error) {
	programmes, cancellations, err := s.kept(ctx, m, m.own)
	if err != nil {
		return nil, err
	}
	matches := s.merger.Merge(programmes, cancellations, matchday.Window{From: m.today, To: m.today, Zone: s.Zone}).Matches
	if !m.context.MatchSecretary {
		matches = matchday.Only(matches, m.codes(m.own)...)
	}
	var off []string
	for i := range matches {
		if matches[i].Cancelled {
			off = append(off, matches[i].Home+" – "+matches[i].Away)
		}
	}
	if len(off) > 0 {
		notices = append(notices, dashboard.Notice{
			Kind: dashboard.MatchesCancelled, Message: dashboard.CalledOff(len(off), strings.Join(off, ", ")), Count: len(off),
		})
	}
	for _, warning := range matchday.NewFeed(programmes[:1], cancellations, m.now).Warnings {
		notices = append(notices, dashboard.Notice{Kind: dashboard.SourceFails, Message: warning.Message, Count: 1})
	}
	return notices, nil
}
