package inmem

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/ports"
)

type mentions struct{ handle }

var _ ports.Mentions = mentions{}

func (s mentions) Keep(ctx context.Context, m mention.Mention) (bool, error) {
	return ask(ctx, s.handle, func(t *tables) (bool, error) {
		if _, there := t.users[m.User]; !there {
			return false, account.ErrAbsent
		}
		if slices.ContainsFunc(t.mentions, func(known mention.Mention) bool {
			return known.User == m.User && known.Kind == m.Kind && known.Record == m.Record
		}) {
			return false, nil
		}
		t.lastMention++
		m.ID, m.At = t.lastMention, civil.Instant(m.At)
		t.mentions = append(slices.Clip(t.mentions), m)
		return true, nil
	})
}

func (s mentions) Waiting(ctx context.Context, user account.UserID, newest bool, limit int) ([]mention.Mention, error) {
	return ask(ctx, s.handle, func(t *tables) (waiting []mention.Mention, err error) {
		for _, m := range t.mentions {
			if m.User == user && !m.Told {
				waiting = append(waiting, m)
			}
		}
		if newest {
			slices.Reverse(waiting)
		}
		return waiting[:min(limit, len(waiting))], nil
	})
}

func (s mentions) Tell(ctx context.Context, user account.UserID, mail int64, ids ...int64) error {
	return s.mark(ctx, true, mail, func(m *mention.Mention) bool { return m.User == user && slices.Contains(ids, m.ID) })
}

func (s mentions) TakeBack(ctx context.Context, user account.UserID, mail int64) error {
	return s.mark(ctx, false, 0, func(m *mention.Mention) bool { return m.User == user && m.Mail == mail && mail != 0 })
}

func (s mentions) mark(ctx context.Context, told bool, mail int64, these func(*mention.Mention) bool) error {
	return s.run(ctx, func(t *tables) error {
		t.mentions = slices.Clone(t.mentions)
		for i := range t.mentions {
			if m := &t.mentions[i]; these(m) {
				m.Told, m.Mail = told, mail
			}
		}
		return nil
	})
}

func (s mentions) Purge(ctx context.Context, before time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		was := len(t.mentions)
		t.mentions = slices.DeleteFunc(slices.Clone(t.mentions), func(m mention.Mention) bool { return m.At.Before(before) })
		return was - len(t.mentions), nil
	})
}
