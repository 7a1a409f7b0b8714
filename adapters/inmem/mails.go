package inmem

import (
	"cmp"
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

func (h handle) mails() records[mail.Mail, *mail.Mail] {
	return records[mail.Mail, *mail.Mail]{h, func(t *tables) *growing[mail.Mail] { return &t.mails }, mail.ErrAbsent}
}

type mailQueue struct{ handle }

var _ ports.MailQueue = mailQueue{}

func (s mailQueue) Page(ctx context.Context, q mail.Query) (mail.Page, error) {
	return ask(ctx, s.handle, func(t *tables) (page mail.Page, err error) {
		found := picked(t.mails.byID, q.Match, func(a, b mail.Mail) int {
			return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(b.ID, a.ID))
		})
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(found))
		for _, one := range found[start:end] {
			one = one.Clone()
			one.Text, one.HTML, one.Sealed, one.Attachments = "", "", "", nil
			page.Records = append(page.Records, one)
		}
		page.Total = len(found)
		return page, nil
	})
}

func (s mailQueue) Count(ctx context.Context) (map[mail.State]int, error) {
	return ask(ctx, s.handle, func(t *tables) (map[mail.State]int, error) {
		counts := map[mail.State]int{}
		for _, m := range t.mails.byID {
			counts[m.State]++
		}
		return counts, nil
	})
}

func (s mailQueue) Purge(ctx context.Context, before time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		return dropped(t.mails.byID, func(_ int64, m mail.Mail) bool { return m.Person == 0 && m.Created.Before(before) }), nil
	})
}

type passwordLinks struct{ handle }

var _ ports.PasswordLinks = passwordLinks{}

func (s passwordLinks) Keep(ctx context.Context, link account.PasswordLink) (bool, error) {
	return ask(ctx, s.handle, func(t *tables) (bool, error) {
		if _, there := t.users[link.User]; !there {
			return false, account.ErrAbsent
		}
		for _, known := range t.passwordLinks {
			if known.Request == link.Request {
				return false, nil
			}
		}
		link.Made, link.Used = civil.Instant(link.Made), civil.Instant(link.Used)
		t.passwordLinks[link.Digest] = link
		return true, nil
	})
}

func (s passwordLinks) Find(ctx context.Context, digest account.Digest) (account.PasswordLink, error) {
	return ask(ctx, s.handle, func(t *tables) (account.PasswordLink, error) {
		link, there := t.passwordLinks[digest]
		if !there {
			return account.PasswordLink{}, account.ErrNoLink
		}
		return link, nil
	})
}

func (s passwordLinks) Made(ctx context.Context, user account.UserID, after time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (count int, err error) {
		for _, link := range t.passwordLinks {
			if link.User == user && link.Made.After(after) {
				count++
			}
		}
		return count, nil
	})
}

func (s passwordLinks) Use(ctx context.Context, digest account.Digest, at time.Time) error {
	return s.run(ctx, func(t *tables) error {
		used, there := t.passwordLinks[digest]
		switch {
		case !there:
			return account.ErrNoLink
		case !used.Used.IsZero():
			return account.ErrLinkUsed
		}
		t.voidLinks(used.User, at)
		return nil
	})
}

func (s passwordLinks) Void(ctx context.Context, user account.UserID, at time.Time) error {
	return s.run(ctx, func(t *tables) error {
		t.voidLinks(user, at)
		return nil
	})
}

func (t *tables) voidLinks(user account.UserID, at time.Time) {
	for digest, link := range t.passwordLinks {
		if link.User == user && link.Used.IsZero() {
			link.Used = civil.Instant(at)
			t.passwordLinks[digest] = link
		}
	}
}

func (s passwordLinks) Purge(ctx context.Context, before time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		return dropped(t.passwordLinks, func(_ account.Digest, link account.PasswordLink) bool { return link.Made.Before(before) }), nil
	})
}
