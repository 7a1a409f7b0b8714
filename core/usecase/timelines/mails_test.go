package timelines_test

import (
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/usecase/timelines"
)

// A kind of a section stands on no timeline, and opens nowhere, for who has the section not.
func TestMailsOfASectionAreForThatSection(t *testing.T) {
	t.Parallel()
	ctx, now := t.Context(), time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)
	stores := inmem.Open().Stores()
	ids, err := stores.People.Create(ctx, person.New(7, now), person.New(9, now))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"bill", "message", "welcome"} {
		sent := mail.Mail{
			Head:    record.NewHead(0, "", now),
			Kind:    kind,
			Person:  ids[0],
			Subject: kind,
			Text:    "Dag\n1 < 2 <b>x</b>",
			Message: 4,
		}
		if _, err := stores.Mails.Create(ctx, sent); err != nil {
			t.Fatal(err)
		}
	}
	if err := stores.Directory.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	line := &timelines.Service{
		Directory: stores.Directory, Timeline: stores.Timeline, Mails: stores.MailQueue, Texts: stores.Mails, Messages: stores.Messages,
		Markup: inmem.Markup{}, Letters: []timelines.Letter{{Kind: "message"}, {Kind: "bill", Section: access.Finance}},
		Now: func() time.Time { return now }, Zone: time.UTC,
	}
	plain := access.Viewer{User: 7}
	treasurer := access.Viewer{User: 7, Roles: []access.Role{access.SectionRole(access.Finance)}}
	for _, c := range []struct {
		name   string
		viewer access.Viewer
		total  int
		opens  map[int64]error
	}{
		{"the author", plain, 2, map[int64]error{1: mail.ErrAbsent, 2: nil, 3: mail.ErrClosed, 4: mail.ErrAbsent}},
		{"a treasurer", treasurer, 3, map[int64]error{1: nil, 2: nil, 3: mail.ErrClosed}},
		{"somebody else", access.Viewer{User: 8}, 0, map[int64]error{1: person.ErrHidden, 2: person.ErrHidden}},
	} {
		page, err := line.Page(ctx, c.viewer, ids[0], timelines.Part{Kinds: []timeline.Kind{timeline.Email}, Limit: 9})
		if page.Total != c.total || len(page.Records) != c.total || (err != nil) != (c.total == 0) {
			t.Errorf("%s: %d of %d, %v", c.name, len(page.Records), page.Total, err)
		}
		for id, want := range c.opens {
			opened, err := line.OpenMail(ctx, c.viewer, ids[0], id)
			if !errors.Is(err, want) {
				t.Errorf("%s, mail %d: %v", c.name, id, err)
			}
			if said := "<p>Dag<br>1 &lt; 2 &lt;b&gt;x&lt;/b&gt;</p>"; (err == nil) != (opened.Content == said) {
				t.Errorf("%s, mail %d says %q", c.name, id, opened.Content)
			}
		}
	}
	if _, err := line.OpenMail(ctx, access.Viewer{User: 9}, ids[1], 2); !errors.Is(err, mail.ErrAbsent) {
		t.Errorf("on another timeline: %v", err)
	}
}
