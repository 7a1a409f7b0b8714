package porttest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/message"
)

// Messages is the contract of ports.Messages.
func Messages(t *testing.T, open Open) {
	suite{
		{"a message comes back, and is worked off", keptMessages},
		{"one deed is kept once", messageRequests},
		{"an author reaches no more addresses than most, at once neither", messageQuota},
		{"old ones are destroyed, their attachments before", purgedMessages},
	}.run(t, open)
}

func messageTo(author account.UserID, addresses int) message.Message {
	return message.Message{Author: author, Created: at, Subject: "x", Content: "<p>x</p>", Addresses: addresses}
}

func keptMessages(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	_, _, err := db.Messages.Keep(ctx, messageTo(9, 1), at, 10)
	isFault(t, "of nobody", err, account.ErrAbsent)
	m := message.Message{
		Author: 1, AuthorName: "Jan", ReplyTo: mail.Address{Name: "Jan", Email: "jan@club.example"}, Created: at, Request: "een",
		Subject: "Hé", Content: "<p>é</p>", People: 4, Addresses: 2, Parents: 1, Without: []int64{7, 9},
		Waiting: []addressee.Reached{{Value: "a@x.example", Name: "A", About: []int64{1, 2}}, {Value: "b@x.example"}},
	}
	want := full(m)
	m.Attachments = []mail.Attachment{{Name: "a.pdf", Type: "application/pdf", Data: []byte{0, 1, 255}}}
	stands, kept, err := db.Messages.Keep(ctx, m, at, 10)
	ok(t, err)
	equal(t, "kept", kept, true)
	id := stands.ID
	for name, got := range map[string]message.Message{"kept": stands, "found": must(db.Messages.ByID(ctx, id))(t)} {
		equal(t, name+": number", got.ID, id)
		got.ID = 0
		equal(t, name, full(got), want)
	}
	files := must(db.Messages.Files(ctx, id))(t)
	equal(t, "files", fmt.Sprint(files), fmt.Sprint(m.Attachments))
	refusal := errors.New("no")
	for _, answer := range []error{refusal, nil} {
		err := db.Messages.Update(ctx, id, func(m *message.Message) error {
			m.Next(1)
			m.Subject = "other"
			return answer
		})
		alike(t, "an edit", err, answer)
		left := must(db.Messages.ByID(ctx, id))(t)
		equal(t, "still waiting", len(left.Waiting), map[bool]int{true: 2, false: 1}[answer != nil])
		equal(t, "the rest stays", left.Subject, "Hé")
	}
	equal(t, "addresses", must(db.Messages.ByID(ctx, id))(t).Addresses, 2)
	ok(t, db.Messages.Update(ctx, id, func(m *message.Message) error { m.Stop(); return nil }))
	stopped := must(db.Messages.ByID(ctx, id))(t)
	equal(t, "worked off", len(stopped.Waiting), 0)
	equal(t, "addresses of one that was stopped", stopped.Addresses, 1)
	equal(t, "files stay", len(must(db.Messages.Files(ctx, id))(t)), 1)
	_, err = db.Messages.ByID(ctx, 1<<40)
	isFault(t, "absent", err, message.ErrAbsent)
	isFault(t, "absent edit", db.Messages.Update(ctx, 1<<40, func(*message.Message) error { return nil }), message.ErrAbsent)
	_, err = db.Messages.Files(ctx, 1<<40)
	isFault(t, "absent files", err, fault.ErrNotFound)
}

func messageRequests(t *testing.T, db Database) {
	twoUsers(t, db)
	news := make(chan int64, 24)
	inParallel(t, 12, func(i int) error {
		m := messageTo(1+int64(i)%2, 1)
		m.Request = "een"
		stands, kept, err := db.Messages.Keep(t.Context(), m, at, 10)
		if kept {
			news <- stands.ID
		}
		return err
	})
	equal(t, "kept, one of each author", len(news), 2)
	for range 2 {
		_, kept, err := db.Messages.Keep(t.Context(), messageTo(1, 1), at, 10)
		ok(t, err)
		equal(t, "without a name each is another", kept, true)
	}
}

func messageQuota(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	passed := winners(t, 8, message.ErrQuota, func(int) error {
		_, _, err := db.Messages.Keep(ctx, messageTo(1, 3), at, 10)
		return err
	})
	equal(t, "passed", passed, 3)
	equal(t, "addresses", must(db.Messages.Addressed(ctx, 1, at))(t), 9)
	equal(t, "later", must(db.Messages.Addressed(ctx, 1, at.Add(time.Second)))(t), 0)
	equal(t, "of another", must(db.Messages.Addressed(ctx, 2, at))(t), 0)
	_, _, err := db.Messages.Keep(ctx, messageTo(1, 10), at.Add(time.Second), 10)
	ok(t, err)
}

func purgedMessages(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	var ids []int64
	for i := range 3 {
		m := messageTo(1, 1)
		m.Created = at.Add(time.Duration(i) * time.Second)
		stands, _, err := db.Messages.Keep(ctx, m, at, 10)
		ok(t, err)
		ids = append(ids, stands.ID)
	}
	equal(t, "destroyed", must(db.Messages.Purge(ctx, at.Add(time.Second), at.Add(2*time.Second)))(t), 1)
	_, err := db.Messages.ByID(ctx, ids[0])
	isFault(t, "the oldest", err, message.ErrAbsent)
	must(db.Messages.ByID(ctx, ids[1]))(t)
	_, err = db.Messages.Files(ctx, ids[1])
	isFault(t, "its files", err, fault.ErrNotFound)
	must(db.Messages.Files(ctx, ids[2]))(t)
}
