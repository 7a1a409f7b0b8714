package porttest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// Digests is the contract of ports.Digests.
func Digests(t *testing.T, open Open) {
	suite{
		{"when a user's comes is kept", keptDigests},
		{"until when notes were told is kept", toldNotes},
		{"with which mail one came is kept, and found by it", mailedDigests},
		{"those that are due, the earliest first", dueDigests},
		{"of many at once each sees the others", parallelDigests},
		{"they go with their user", digestsOfTheRemoved},
	}.run(t, open)
}

func next(step int) func(*digest.Run) error {
	return func(r *digest.Run) error { r.Next = at.Add(time.Duration(step) * time.Second); return nil }
}

// planned is what is kept of digests: of each the user, how many seconds from at it comes, and when one was sent.
func planned(list []digest.Run) (text string) {
	for _, r := range list {
		step := "never"
		if !r.Next.IsZero() {
			step = fmt.Sprint(r.Next.Sub(civil.Instant(at)).Seconds())
		}
		text += fmt.Sprintf("%d:%s %s|", r.User, step, r.Sent)
	}
	return text
}

func keptDigests(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	equal(t, "at first", planned(must(db.Digests.List(ctx))(t)), "")
	isFault(t, "of nobody", db.Digests.Update(ctx, 9, next(1)), account.ErrAbsent)
	ok(t, db.Digests.Update(ctx, 2, func(r *digest.Run) error {
		equal(t, "what nothing is kept of", *r, digest.Run{User: 2})
		r.User, r.Next, r.Sent = 7, at.Add(5*time.Second), civil.Date{Year: 2026, Month: 3, Day: 1}
		return nil
	}))
	equal(t, "kept", planned(must(db.Digests.List(ctx))(t)), "2:5 2026-03-01|")
	refusal := errors.New("no")
	err := db.Digests.Update(ctx, 2, func(r *digest.Run) error { *r = digest.Run{}; return refusal })
	if !errors.Is(err, refusal) {
		t.Errorf("got %v", err)
	}
	err = db.Digests.Update(ctx, 1, func(*digest.Run) error { return refusal })
	if !errors.Is(err, refusal) {
		t.Errorf("got %v", err)
	}
	equal(t, "after refusals", planned(must(db.Digests.List(ctx))(t)), "2:5 2026-03-01|")
	ok(t, db.Digests.Update(ctx, 2, func(r *digest.Run) error { r.Stop(); return nil }))
	ok(t, db.Digests.Update(ctx, 1, next(3)))
	equal(t, "by user", planned(must(db.Digests.List(ctx))(t)), "1:3 |2:never 2026-03-01|")
}

func toldNotes(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	ok(t, db.Digests.Update(ctx, 1, next(3)))
	told := time.Date(2026, 3, 1, 9, 0, 0, 123_456_789, time.FixedZone("", 3600))
	ok(t, db.Digests.Update(ctx, 2, func(r *digest.Run) error { r.Next, r.Told = at, told; return nil }))
	refusal := errors.New("no")
	if err := db.Digests.Update(ctx, 2, func(r *digest.Run) error { r.Told = at; return refusal }); !errors.Is(err, refusal) {
		t.Errorf("got %v", err)
	}
	want := digest.Run{User: 2, Next: civil.Instant(at), Told: civil.Instant(told)}
	list := must(db.Digests.List(ctx))(t)
	equal(t, "of whom none were told", list[0].Told, time.Time{})
	equal(t, "to the microsecond", list[1], want)
	equal(t, "of one that is due", must(db.Digests.Due(ctx, at))(t)[0], want)
	ok(t, db.Digests.Update(ctx, 2, func(r *digest.Run) error {
		equal(t, "what is changed", *r, want)
		r.Stop()
		return nil
	}))
	want.Next = time.Time{}
	equal(t, "of one that ended", must(db.Digests.List(ctx))(t)[1], want)
	ok(t, db.Digests.Update(ctx, 2, func(r *digest.Run) error { r.Told = time.Time{}; return nil }))
	equal(t, "taken back", must(db.Digests.List(ctx))(t)[1], digest.Run{User: 2})
}

func mailedDigests(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	from := time.Date(2026, 3, 1, 9, 0, 0, 123_456_789, time.FixedZone("", 3600))
	ok(t, db.Digests.Update(ctx, 1, next(3)))
	ok(t, db.Digests.Update(ctx, 2, func(r *digest.Run) error { r.Next, r.Mail, r.From = at, 7, from; return nil }))
	want := digest.Run{User: 2, Next: civil.Instant(at), Mail: 7, From: civil.Instant(from)}
	equal(t, "listed", must(db.Digests.List(ctx))(t)[1], want)
	equal(t, "due", must(db.Digests.Due(ctx, at))(t)[0], want)
	equal(t, "by its mail", must(db.Digests.OfMail(ctx, 7))(t), want)
	equal(t, "by another", must(db.Digests.OfMail(ctx, 8))(t), digest.Run{})
	equal(t, "by none", must(db.Digests.OfMail(ctx, 0))(t), digest.Run{})
	ok(t, db.Do(ctx, func(s ports.Stores) error {
		ok(t, s.Digests.Update(ctx, 1, func(r *digest.Run) error { r.Mail = 9; return nil }))
		equal(t, "in the step that kept it", must(s.Digests.OfMail(ctx, 9))(t).User, 1)
		return s.Digests.Update(ctx, 2, func(r *digest.Run) error { r.Mail, r.From = 0, time.Time{}; return nil })
	}))
	want.Mail, want.From = 0, time.Time{}
	equal(t, "taken back", must(db.Digests.List(ctx))(t)[1], want)
	equal(t, "by the mail of before", must(db.Digests.OfMail(ctx, 7))(t), digest.Run{})
}

func dueDigests(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	for user := int64(1); user <= 2; user++ {
		ok(t, db.Digests.Update(ctx, user, next(5)))
	}
	due := func(step int) string {
		return planned(must(db.Digests.Due(ctx, at.Add(time.Duration(step)*time.Second)))(t))
	}
	equal(t, "before", due(4), "")
	equal(t, "at the moment", due(5), "1:5 |2:5 |")
	ok(t, db.Digests.Update(ctx, 2, next(3)))
	equal(t, "the earliest first", due(9), "2:3 |1:5 |")
	ok(t, db.Digests.Update(ctx, 2, func(r *digest.Run) error { r.Stop(); return nil }))
	equal(t, "never is not due", due(9), "1:5 |")
}

func parallelDigests(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	var all sync.WaitGroup
	var mu sync.Mutex
	mailed := 0
	for range 8 {
		all.Go(func() {
			first := false
			err := db.Digests.Update(ctx, 1, func(r *digest.Run) error {
				first = r.Sent.IsZero()
				r.Sent = civil.Date{Year: 2026, Month: 3, Day: 1}
				return nil
			})
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			if first {
				mailed++
			}
		})
	}
	all.Wait()
	equal(t, "how many were the first", mailed, 1)
}

// contract: club §6-1: who is deleted gets no more digests.
func digestsOfTheRemoved(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	ok(t, db.Digests.Update(ctx, 1, next(1)))
	must(db.UserTokens.Keep(ctx, tokenOf(1, "een"), false))(t)
	ok(t, db.Users.Remove(ctx, 1, func(*account.User) error { return nil }))
	equal(t, "digests", planned(must(db.Digests.List(ctx))(t)), "")
	_, err := db.UserTokens.Find(ctx, account.ForCalendars, account.DigestOf("een"))
	isFault(t, "the token", err, account.ErrNoLink)
}

// UserTokens is the contract of ports.UserTokens.
func UserTokens(t *testing.T, open Open) {
	suite{
		{"one of each kind a user", keptTokens},
		{"of many first ones at once all get the same", parallelTokens},
	}.run(t, open)
}

func tokenOf(user account.UserID, token string) account.Token {
	return account.Token{
		User: user, Kind: account.ForCalendars, Digest: account.DigestOf(token), Sealed: "sealed " + token, Made: civil.Instant(at),
	}
}

func keptTokens(t *testing.T, db Database) {
	ctx, tokens := t.Context(), db.UserTokens
	twoUsers(t, db)
	_, err := tokens.Of(ctx, 1, account.ForCalendars)
	isFault(t, "at first", err, account.ErrNoLink)
	_, err = tokens.Keep(ctx, tokenOf(9, "x"), false)
	isFault(t, "of nobody", err, account.ErrAbsent)
	equal(t, "the first", must(tokens.Keep(ctx, tokenOf(1, "een"), true))(t), tokenOf(1, "een"))
	equal(t, "only the first", must(tokens.Keep(ctx, tokenOf(1, "twee"), true))(t), tokenOf(1, "een"))
	equal(t, "of another", must(tokens.Keep(ctx, tokenOf(2, "drie"), false))(t), tokenOf(2, "drie"))
	equal(t, "found", must(tokens.Find(ctx, account.ForCalendars, account.DigestOf("een")))(t), tokenOf(1, "een"))
	_, err = tokens.Find(ctx, "other", account.DigestOf("een"))
	isFault(t, "of another kind", err, account.ErrNoLink)
	other := tokenOf(1, "vier")
	other.Kind = "other"
	equal(t, "a second kind", must(tokens.Keep(ctx, other, true))(t), other)
	equal(t, "replaced", must(tokens.Keep(ctx, tokenOf(1, "vijf"), false))(t), tokenOf(1, "vijf"))
	_, err = tokens.Find(ctx, account.ForCalendars, account.DigestOf("een"))
	isFault(t, "the old one", err, account.ErrNoLink)
	equal(t, "the new one", must(tokens.Of(ctx, 1, account.ForCalendars))(t), tokenOf(1, "vijf"))
	equal(t, "the others", must(tokens.Of(ctx, 2, account.ForCalendars))(t), tokenOf(2, "drie"))
	for range 2 { // none is fine
		ok(t, tokens.Forget(ctx, 1, account.ForCalendars))
	}
	_, err = tokens.Find(ctx, account.ForCalendars, account.DigestOf("vijf"))
	isFault(t, "forgotten", err, account.ErrNoLink)
	equal(t, "another kind", must(tokens.Of(ctx, 1, "other"))(t), other)
	equal(t, "of another user", must(tokens.Of(ctx, 2, account.ForCalendars))(t), tokenOf(2, "drie"))
}

func parallelTokens(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	got := make([]account.Token, 8)
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() {
			token, err := db.UserTokens.Keep(ctx, tokenOf(1, fmt.Sprint(i)), true)
			if err != nil {
				t.Error(err)
			}
			got[i] = token
		})
	}
	all.Wait()
	for _, token := range got {
		equal(t, "the token", token, got[0])
	}
}

// sharedNotes is a part of the contract of ports.Timeline.
func sharedNotes(t *testing.T, db Database) {
	ctx := t.Context()
	threePeople(t, db)
	for i, visibility := range []note.Visibility{note.Shared, note.Private, note.Shared, note.Shared} {
		made := at.Add(-time.Duration(i) * time.Hour) // the last shared is the first made
		must(db.Notes.Create(ctx, note.Note{
			Head: record.NewHead(1, "Jan", made), Person: 1, Content: fmt.Sprint(i), Visibility: visibility,
			SharedAt: at.Add(time.Duration(i/3) * time.Second),
		}))(t)
	}
	texts := func(since, limit int) (all string) {
		for _, n := range must(db.Timeline.Shared(ctx, at.Add(time.Duration(since)*time.Second), limit))(t) {
			all += n.Content
		}
		return all
	}
	equal(t, "the last shared first", texts(0, 10), "320")
	equal(t, "at most", texts(0, 2), "32")
	equal(t, "since", texts(1, 10), "3")
	equal(t, "none", texts(2, 10), "")
}
