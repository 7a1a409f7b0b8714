package timelineapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
)

// meeting is a club in which a user writes about somebody whom some colleagues may read, and others not.
type meeting struct {
	*apitest.Site
	jan  apitest.Call
	anna int64
	ids  map[string]int64
}

func TestOfManyMentionsTheNewestAreListed(t *testing.T) {
	t.Parallel()
	m := newMeeting(t)
	m.prefers("leo", "mention-notifications", object{"preference": "digest"})
	for i := range 101 {
		m.Later(time.Second)
		m.Post(of(m.anna, "activities"), object{"content": fmt.Sprintf("%s %d", m.at("leo"), i)}, m.jan).Is(200)
	}
	list := m.Get("/api/club/v1/user/mentions", m.Program("leo")).Is(200).Has("0.preview", "@leo 100").Has("99.preview", "@leo 1")
	if got := len(list.List("")); got != 100 {
		t.Errorf("%d are listed", got)
	}
}

func newMeeting(t *testing.T) *meeting {
	t.Helper()
	m := &meeting{Site: apitest.New(t), ids: map[string]int64{}}
	m.User("jan")
	m.jan = m.Program("jan")
	m.anna = m.Names(m.jan, "Anna")[0]
	for name, role := range map[string]access.Role{"leo": access.Administrator, "mia": access.Administrator, "piet": access.Member} {
		m.User(name, role)
		m.prefers(name, "mention-notifications", object{"preference": "immediate"})
		m.ids[name] = int64(m.Get("/api/club/v1/user/me", m.Program(name)).Is(200).At("id").(float64))
	}
	return m
}

func (m *meeting) prefers(name, what string, body object) {
	m.T.Helper()
	m.Post(club+"/user/"+what, body, m.Program(name)).Is(200)
}

func (m *meeting) at(name string) string { return fmt.Sprintf("@[%s](%d)", name, m.ids[name]) }

// told runs the jobs and returns to whom mails went since the last time.
func (m *meeting) told(before *int) string {
	m.T.Helper()
	m.Work()
	var to []string
	for _, sent := range m.Mail.Sent()[*before:] {
		to = append(to, strings.TrimSuffix(sent.To[0].Email, "@club.example"))
	}
	*before = len(m.Mail.Sent())
	return strings.Join(to, " ")
}

func TestWhoIsMentionedIsToldAtOnce(t *testing.T) {
	t.Parallel()
	m := newMeeting(t)
	told := 0
	m.Post(of(m.anna, "activities"), object{"content": "Bel " + m.at("leo") + " en " + m.at("leo") + ", niet " + m.at("piet") +
		" of @[niemand](999)\n<b>" + strings.Repeat("Lang ", 60)}, m.jan).Is(200)
	if got := m.told(&told); got != "leo" {
		t.Errorf("told %q", got)
	}
	sent := m.Mail.Sent()[0]
	if sent.Subject != "Heet jan noemde je in een activiteit van Anna" || !strings.Contains(sent.Text, "Bel @leo en @leo") ||
		!strings.Contains(sent.Text, fmt.Sprintf("http://club.example/leden/%d?tab=tijdlijn", m.anna)) ||
		strings.Count(sent.Text, "Lang") > 40 || strings.Contains(sent.HTML, "<b>Lang") {
		t.Errorf("%s\n%s", sent.Subject, sent.Text)
	}
	for _, step := range []struct{ content, want string }{
		{m.at("leo") + " en " + m.at("mia"), "mia"}, {"niemand", ""}, {m.at("mia") + " " + m.at("leo"), ""},
	} {
		m.Send("PUT", at("activities", 1), object{"content": step.content}, m.jan).Is(200)
		if got := m.told(&told); got != step.want {
			t.Errorf("%s: told %q", step.content, got)
		}
	}
}

// The mail may wait for a mail server: whoever may not read the text by then is not sent it.
func TestWhatMayNotBeReadAnyMoreIsNotMailed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		meanwhile func(*meeting)
		want      string
	}{
		"nothing":      {func(*meeting) {}, "leo"},
		"private":      {func(m *meeting) { m.Send("PUT", at("notes", 1), object{"visibility": "private"}, m.jan).Is(200) }, ""},
		"deleted":      {func(m *meeting) { m.Send("DELETE", at("notes", 1), nil, m.jan).Is(200) }, ""},
		"a role taken": {func(m *meeting) { m.Roles("leo", access.Member) }, ""},
	} {
		m, told := newMeeting(t), 0
		m.Post(of(m.anna, "notes"), object{"content": "Voor " + m.at("leo"), "visibility": "shared"}, m.jan).Is(200)
		m.Mail.Fail = func(mail.Message) error { return mail.Refuse(fault.New(fault.Unavailable, "mail_busy", "")) }
		if got := m.told(&told); got != "" {
			t.Errorf("%s: told %q", name, got)
		}
		c.meanwhile(m)
		m.Mail.Fail = nil
		m.Later(time.Hour)
		if got := m.told(&told); got != c.want {
			t.Errorf("%s: told %q", name, got)
		}
	}
}

func TestAPrivateNoteTellsNobodyUntilItIsShared(t *testing.T) {
	t.Parallel()
	m := newMeeting(t)
	told := 0
	m.Post(of(m.anna, "notes"), object{"content": "Voor " + m.at("leo")}, m.jan).Is(200)
	if got := m.told(&told); got != "" {
		t.Errorf("told %q", got)
	}
	m.prefers("mia", "notification-channels", object{"channels": []string{}})
	m.Send("PUT", at("notes", 1), object{"visibility": "shared", "content": m.at("leo") + m.at("mia") + m.at("piet")}, m.jan).Is(200)
	if got := m.told(&told); got != "leo" {
		t.Errorf("told %q", got)
	}
	if got := m.Mail.Sent()[0].Subject; got != "Heet jan noemde je in een notitie over Anna" {
		t.Error(got)
	}
	m.Send("PUT", at("notes", 1), object{"content": m.at("jan") + m.at("leo")}, m.jan).Is(200)
	if got := m.told(&told); got != "" {
		t.Errorf("told %q", got)
	}
}

func TestWhoWaitsForTheOverviewOrWantsNothingGetsNoMail(t *testing.T) {
	t.Parallel()
	m := newMeeting(t)
	told := 0
	m.prefers("leo", "mention-notifications", object{"preference": "digest"})
	m.prefers("mia", "mention-notifications", object{"preference": "never"})
	for range 2 {
		m.Post(of(m.anna, "notes"), object{"visibility": "shared", "content": m.at("leo") + m.at("mia")}, m.jan).Is(200)
	}
	if got := m.told(&told); got != "" {
		t.Errorf("told %q", got)
	}
	for name, want := range map[string]string{"leo": "1 2", "mia": "", "piet": ""} {
		waiting, err := m.Server.Timelines.Mentions.Waiting(t.Context(), m.ids[name], false, 10)
		var records []string
		for _, one := range waiting {
			records = append(records, fmt.Sprint(one.Record))
		}
		if got := strings.Join(records, " "); err != nil || got != want {
			t.Errorf("%s waits for %q, %v", name, got, err)
		}
	}
}

// Whoever waits for an overview sees what waits, as far as they may read it at that moment.
func TestMentionsThatWait(t *testing.T) {
	t.Parallel()
	m := newMeeting(t)
	const waiting = "/api/club/v1/user/mentions"
	m.Get(waiting).Refuses(401, "rest_not_logged_in")
	leo := m.Program("leo")
	m.Get(waiting, leo).Is(200).Has("", []any{})
	m.prefers("leo", "mention-notifications", object{"preference": "digest"})
	m.Post(of(m.anna, "activities"), object{"content": "Bel " + m.at("leo") + "<b>snel</b>"}, m.jan).Is(200)
	m.Later(time.Minute)
	m.Post(of(m.anna, "notes"), object{"content": m.at("leo") + " leest dit", "visibility": "shared"}, m.jan).Is(200)
	list := m.Get(waiting, leo).Is(200).Has("0.type", "note").Has("0.preview", "@leo leest dit").Has("1.type", "activity").
		Has("1.preview", "Bel @leosnel").Has("1.person_id", float64(m.anna)).Has("1.person_name", "Anna").Has("1.author", "Heet jan").
		Has("1.record_id", 1.)
	if len(list.List("")) != 2 {
		t.Errorf("%s", list.Text)
	}
	m.Get(waiting, m.jan).Is(200).Has("", []any{})
	m.Send("PUT", at("notes", 1), object{"visibility": "private"}, m.jan).Is(200)
	hidden := m.Get(waiting, leo).Is(200).Has("0.preview", "").Has(
		"0.record_id",
		0.,
	).Has("0.person_id", 0.).Has("0.person_name", "").
		Has("1.preview", "Bel @leosnel")
	if strings.Contains(hidden.Text, "leest dit") {
		t.Errorf("a hidden note is told: %s", hidden.Text)
	}
	m.Send("DELETE", at("activities", 1), nil, m.jan).Is(200)
	if left := m.Get(waiting, leo).Is(200).List(""); len(left) != 1 {
		t.Errorf("of what is gone: %v", left)
	}
}
