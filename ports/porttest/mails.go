package porttest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/mail"
)

var anyMail = rapid.Map(anything[mail.Mail](), func(m mail.Mail) mail.Mail {
	m.Person, m.State = 1+m.Person%3, mail.States[m.Tries%len(mail.States)]
	if len(m.To) == 0 {
		m.To = nil
	}
	if len(m.Attachments) == 0 {
		m.Attachments = nil
	}
	for i := range m.Attachments {
		m.Attachments[i].Data = []byte{0, byte(i), 255}
	}
	return m
})

// MailQueue is the contract of ports.MailQueue.
func MailQueue(t *testing.T, open Open) {
	suite{
		{"newest first, in pages, by state, without what they say", mailPages},
		{"counted by state", countedMails},
		{"old ones of nobody are destroyed", purgedMails},
	}.run(t, open)
}

// keptMails keeps mails: each is its state and how many steps after a moment it was made.
func keptMails(t *testing.T, db Database, mails ...string) {
	t.Helper()
	for _, text := range mails {
		var state mail.State
		var step int
		must(fmt.Sscan(text, &state, &step))(t)
		m := mail.Mail{
			State:       state,
			Subject:     text,
			Text:        "hallo",
			HTML:        "<p>",
			Sealed:      "x",
			To:          []mail.Address{{Name: "Jan", Email: "jan@club.example"}},
			Attachments: []mail.Attachment{{Name: "a"}},
		}
		m.Created = at.Add(time.Duration(step) * time.Second)
		must(db.Mails.Create(t.Context(), m))(t)
	}
}

func mailPages(t *testing.T, db Database) {
	keptMails(t, db, "sent 1", "failed 3", "sent 2", "failed 2", "waiting 0")
	for _, c := range []struct {
		q    mail.Query
		want string
	}{
		{mail.Query{Limit: 10}, "failed 3|failed 2|sent 2|sent 1|waiting 0 of 5"},
		{mail.Query{Limit: 2, Offset: 1}, "failed 2|sent 2 of 5"},
		{mail.Query{Limit: 2, Offset: 5}, " of 5"},
		{mail.Query{}, " of 5"},
		{mail.Query{State: mail.Failed, Limit: 1, Offset: 1}, "failed 2 of 2"},
		{mail.Query{State: mail.Uncertain, Limit: 1}, " of 0"},
		{mail.Query{IDs: []int64{1, 4, 99}, Limit: 10}, "failed 2|sent 1 of 2"},
		{mail.Query{IDs: []int64{}, Limit: 10}, " of 0"},
	} {
		page := must(db.MailQueue.Page(t.Context(), c.q))(t)
		var subjects []string
		for _, m := range page.Records {
			subjects = append(subjects, m.Subject)
			if m.Text+m.HTML+m.Sealed != "" || m.Attachments != nil || len(m.To) != 1 || m.To[0].Email != "jan@club.example" {
				t.Errorf("got %+v", m)
			}
		}
		equal(t, fmt.Sprintf("%+v", c.q), fmt.Sprintf("%s of %d", strings.Join(subjects, "|"), page.Total), c.want)
	}
}

func countedMails(t *testing.T, db Database) {
	equal(t, "without mails", fmt.Sprint(must(db.MailQueue.Count(t.Context()))(t)), "map[]")
	keptMails(t, db, "sent 1", "failed 3", "sent 2")
	equal(t, "counts", fmt.Sprint(must(db.MailQueue.Count(t.Context()))(t)), "map[failed:1 sent:2]")
}

func purgedMails(t *testing.T, db Database) {
	ctx := t.Context()
	jan := create(t, db.People, personNamed("Jan", "", "Kok"))
	keptMails(t, db, "sent 1", "failed 2", "waiting 3")
	of := mail.Mail{Subject: "of Jan", Person: jan, State: mail.Sent}
	of.Created = at
	must(db.Mails.Create(ctx, of))(t)
	equal(t, "destroyed", must(db.MailQueue.Purge(ctx, at.Add(3*time.Second)))(t), 2)
	var left []string
	for _, m := range must(db.MailQueue.Page(ctx, mail.Query{Limit: 10}))(t).Records {
		left = append(left, m.Subject)
	}
	equal(t, "left", strings.Join(left, "|"), "waiting 3|of Jan")
}

// PasswordLinks is the contract of ports.PasswordLinks.
func PasswordLinks(t *testing.T, open Open) {
	suite{
		{"a link comes back, one for each request", keptLinks},
		{"using one uses all of its user, once", usedLinks},
		{"of many who use one at once one gets it", linksUsedAtOnce},
		{"those of a user become void together", voidLinks},
		{"those from before a time are forgotten", purgedLinks},
	}.run(t, open)
}

// twoUsers are those whose links these are, numbers 1 and 2.
func twoUsers(t *testing.T, db Database) {
	t.Helper()
	for _, name := range []string{"jan", "piet"} {
		must(db.Users.Create(t.Context(), account.User{Username: name, Email: name + "@club.example", DisplayName: name}))(t)
	}
}

func linkOf(user account.UserID, token string, step int) account.PasswordLink {
	made := at.Add(time.Duration(step) * time.Second)
	return account.PasswordLink{Digest: account.DigestOf(token), Request: "request " + token, User: user, Made: made}
}

func keptLinks(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	_, err := db.PasswordLinks.Find(ctx, account.DigestOf("een"))
	isFault(t, "an unknown link", err, account.ErrNoLink)
	_, err = db.PasswordLinks.Keep(ctx, linkOf(9, "nul", 0))
	isFault(t, "of nobody", err, account.ErrAbsent)
	one := linkOf(1, "een", 0)
	equal(t, "kept", must(db.PasswordLinks.Keep(ctx, one))(t), true)
	again := linkOf(1, "twee", 1)
	again.Request = one.Request
	equal(t, "kept for the same request", must(db.PasswordLinks.Keep(ctx, again))(t), false)
	_, err = db.PasswordLinks.Find(ctx, again.Digest)
	isFault(t, "the second one", err, account.ErrNoLink)
	got := must(db.PasswordLinks.Find(ctx, one.Digest))(t)
	sameTime(t, "made", got.Made, one.Made)
	equal(t, "used", got.Used.IsZero(), true)
	equal(t, "the rest", fmt.Sprint(got.Digest, got.Request, got.User), fmt.Sprint(one.Digest, one.Request, one.User))
	must(db.PasswordLinks.Keep(ctx, linkOf(1, "drie", 2)))(t)
	must(db.PasswordLinks.Keep(ctx, linkOf(2, "vier", 2)))(t)
	for step, want := range map[int]int{-1: 2, 0: 1, 2: 0} {
		after := at.Add(time.Duration(step) * time.Second)
		equal(t, fmt.Sprint("made after ", step), must(db.PasswordLinks.Made(ctx, 1, after))(t), want)
	}
}

func usedLinks(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	for token, user := range map[string]account.UserID{"een": 1, "twee": 1, "drie": 2} {
		must(db.PasswordLinks.Keep(ctx, linkOf(user, token, 0)))(t)
	}
	used := at.Add(time.Minute)
	isFault(t, "an unknown link", db.PasswordLinks.Use(ctx, account.DigestOf("x"), used), account.ErrNoLink)
	ok(t, db.PasswordLinks.Use(ctx, account.DigestOf("een"), used))
	for _, token := range []string{"een", "twee"} {
		isFault(t, token, db.PasswordLinks.Use(ctx, account.DigestOf(token), used.Add(time.Minute)), account.ErrLinkUsed)
		sameTime(t, token, must(db.PasswordLinks.Find(ctx, account.DigestOf(token)))(t).Used, used)
	}
	ok(t, db.PasswordLinks.Use(ctx, account.DigestOf("drie"), used))
}

func voidLinks(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	for token, user := range map[string]account.UserID{"een": 1, "twee": 1, "drie": 2} {
		must(db.PasswordLinks.Keep(ctx, linkOf(user, token, 0)))(t)
	}
	ok(t, db.PasswordLinks.Void(ctx, 1, at))
	ok(t, db.PasswordLinks.Void(ctx, 1, at.Add(time.Minute))) // those that are used stay as they were
	for _, token := range []string{"een", "twee"} {
		isFault(t, token, db.PasswordLinks.Use(ctx, account.DigestOf(token), at), account.ErrLinkUsed)
		sameTime(t, token, must(db.PasswordLinks.Find(ctx, account.DigestOf(token)))(t).Used, at)
	}
	ok(t, db.PasswordLinks.Use(ctx, account.DigestOf("drie"), at))
}

func linksUsedAtOnce(t *testing.T, db Database) {
	twoUsers(t, db)
	must(db.PasswordLinks.Keep(t.Context(), linkOf(1, "een", 0)))(t)
	must(db.PasswordLinks.Keep(t.Context(), linkOf(1, "twee", 0)))(t)
	won := winners(t, 12, account.ErrLinkUsed, func(i int) error {
		return db.PasswordLinks.Use(t.Context(), account.DigestOf([]string{"een", "twee"}[i%2]), at)
	})
	equal(t, "winners", won, 1)
}

func purgedLinks(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	for i, token := range []string{"een", "twee", "drie"} {
		must(db.PasswordLinks.Keep(ctx, linkOf(1, token, i)))(t)
	}
	equal(t, "forgotten", must(db.PasswordLinks.Purge(ctx, at.Add(2*time.Second)))(t), 2)
	must(db.PasswordLinks.Find(ctx, account.DigestOf("drie")))(t)
	_, err := db.PasswordLinks.Find(ctx, account.DigestOf("een"))
	isFault(t, "a forgotten one", err, account.ErrNoLink)
}
