package synchronizations_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// blind is a helpdesk whose search by address finds nobody.
type blind struct{ *inmem.Helpdesk }

func (blind) ByEmail(context.Context, string) (int64, error) { return 0, nil }

// timeline is what is logged of the person of a member code, the newest first.
func (w *world) timeline(code string) (said []string) {
	for _, a := range w.app.Logged(w.person(code).ID) {
		said = append(said, fmt.Sprintf("%s %s %s %s", a.Type, a.On, a.Time, a.Content))
	}
	return said
}

// contract: sync §1-2, §2.5, conversations become activities.
func TestConversationsBecomeActivities(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.good(run.Helpdesk)
	anna := w.customerOf("anna@bos.example").ID
	asked := w.at.Add(65 * time.Minute)
	w.desk.Ask(anna, "thuis@bos.example", `Vraag <b>over</b> "contributie"`, asked)  // by the customer
	w.desk.Ask(987, "Carla@bos.example", "", asked)                                  // by the address
	w.desk.Ask(988, "onbekend@elders.example", "Wanneer begint het seizoen?", asked) // of nobody yet
	r := w.good(run.Helpdesk)
	if got := w.timeline("AAAA11"); len(got) != 1 || !strings.HasPrefix(got[0], asked.Format("email 2006-01-02 15:04 ")) {
		t.Errorf("%q", got)
	} else {
		has(t, "Anna", got[0], "Helpdesk #1", `href="https://helpdesk.example/conversation/501"`, "&lt;b&gt;over&lt;/b&gt;")
	}
	if got := w.timeline("CCCC33"); len(got) != 1 || !strings.Contains(got[0], "Zonder onderwerp") {
		t.Errorf("%q", got)
	}
	has(
		t,
		"the report",
		r.Report().Text(),
		"CONVERSATIONS",
		"Conversations: 3",
		"Activities added: 2",
		"(of nobody who is known yet): 1",
	)

	w.forget()
	w.good(run.Helpdesk)
	w.quiet()

	// Somebody joins whose question waited.
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Eva", "Els", func(m *inmem.SiteMember) { m.Email = "onbekend@elders.example" }))
	})
	w.good(run.People)
	w.good(run.Helpdesk)
	if got := w.timeline("EEEE55"); len(got) != 1 {
		t.Errorf("%q", got)
	}
}

// contract: facts §10, "conversation watermark not advanced past failures".
func TestAConversationThatCannotBeLoggedIsLoggedLater(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.good(run.Helpdesk)
	anna, carla := w.customerOf("anna@bos.example").ID, w.customerOf("carla@bos.example").ID
	w.desk.Ask(anna, "", "Een", w.at)
	w.desk.Ask(carla, "", "Twee", w.at.Add(time.Minute))
	refused := w.person("AAAA11").ID
	w.app.Fail = func(call string, id int64) error {
		if call == inmem.CallLog && id == refused {
			return fault.New(fault.Unavailable, "application_broken", "stuk")
		}
		return nil
	}
	if r := w.run(run.Helpdesk, synchronizations.Options{}); r.Outcome != run.Partial {
		t.Errorf("%s", r.Outcome)
	}
	w.app.Fail = nil
	if len(w.timeline("AAAA11")) != 0 || len(w.timeline("CCCC33")) != 1 {
		t.Errorf("%q %q", w.timeline("AAAA11"), w.timeline("CCCC33"))
	}
	for range 7 { // long after the look that met it
		w.at = w.at.Add(24 * time.Hour)
		w.good(run.Helpdesk)
	}
	if len(w.timeline("AAAA11")) != 1 || len(w.timeline("CCCC33")) != 1 {
		t.Errorf("%q %q", w.timeline("AAAA11"), w.timeline("CCCC33"))
	}
}

func TestAnAnswerThatWasLostLogsNothingTwice(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.good(run.Helpdesk)
	anna, carla := w.customerOf("anna@bos.example").ID, w.customerOf("carla@bos.example").ID
	c := w.desk.Ask(anna, "anna@bos.example", "Een", w.at)
	w.app.After = func(call string, _ int64) error {
		if call == inmem.CallLog {
			return fault.New(fault.Unavailable, "application_silent", "stil")
		}
		return nil
	}
	w.run(run.Helpdesk, synchronizations.Options{})
	w.app.After = nil
	w.desk.Move(c.ID, carla, "carla@bos.example") // somebody gives it to another customer meanwhile
	w.good(run.Helpdesk)
	w.good(run.Helpdesk)
	if a, c := w.timeline("AAAA11"), w.timeline("CCCC33"); len(a) != 1 || len(c) != 0 {
		t.Errorf("%q %q", a, c)
	}
}

func TestALostLedgerLogsNothingTwice(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.good(run.Helpdesk)
	w.desk.Ask(w.customerOf("anna@bos.example").ID, "anna@bos.example", "Een", w.at)
	w.good(run.Helpdesk)
	customers := len(w.desk.Known())
	w.Stores = inmem.NewSync()
	w.all()
	w.good(run.Helpdesk)
	if got := w.timeline("AAAA11"); len(got) != 1 || len(w.desk.Known()) != customers {
		t.Errorf("%q, %d customers", got, len(w.desk.Known()))
	}
}

// The mark of the last look stands in an older backup, too.
func TestALedgerOfAnOlderBackupLogsNothingTwice(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.good(run.Helpdesk)
	anna, carla := w.customerOf("anna@bos.example").ID, w.customerOf("carla@bos.example").ID
	back := w.remembers(ledger.Conversation, ledger.Review)
	for n := range 3 {
		w.desk.Ask(anna, "anna@bos.example", fmt.Sprint("Vraag ", n), w.at)
	}
	w.desk.Ask(carla, "carla@bos.example", "Van Carla", w.at)
	w.forget()
	w.good(run.Helpdesk)
	if n := w.app.Count(inmem.CallActivities); n != 4 {
		t.Errorf("for 4 conversations %d timelines are read", n)
	}
	back()
	w.forget()
	w.good(run.Helpdesk)
	w.unwritten()
	if a, c := w.timeline("AAAA11"), w.timeline("CCCC33"); len(a) != 3 || len(c) != 1 {
		t.Errorf("%q %q", a, c)
	}
	w.forget()
	w.good(run.Helpdesk)
	if n := w.app.Count(inmem.CallActivities); n != 0 {
		t.Errorf("what stands is looked for again: %d", n)
	}
}

// remembers takes a backup of what is remembered of some kinds, and returns what brings it back.
func (w *world) remembers(kinds ...ledger.Kind) (back func()) {
	w.t.Helper()
	entries := func(kind ledger.Kind) []ledger.Entry {
		list, err := w.Stores.Ledger.Entries(w.t.Context(), kind)
		if err != nil {
			w.t.Fatal(err)
		}
		return list
	}
	kept := map[ledger.Kind][]ledger.Entry{}
	for _, kind := range kinds {
		kept[kind] = entries(kind)
	}
	return func() {
		w.t.Helper()
		for kind, before := range kept {
			for _, e := range entries(kind) {
				if err := w.Stores.Ledger.Remove(w.t.Context(), kind, e.Key); err != nil {
					w.t.Fatal(err)
				}
			}
			if err := w.Stores.Ledger.Put(w.t.Context(), before...); err != nil {
				w.t.Fatal(err)
			}
		}
	}
}

func TestAQuestionOfNobodyIsForgottenAfterAWhile(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.good(run.Helpdesk)
	w.desk.Ask(987, "onbekend@elders.example", "Vraag", w.at)
	w.good(run.Helpdesk)
	w.at = w.at.Add(91 * 24 * time.Hour)
	w.good(run.Helpdesk)
	r := w.good(run.Helpdesk)
	entries, err := w.Stores.Ledger.Entries(t.Context(), ledger.Conversation)
	if err != nil || len(entries) != 0 || r.Outcome != run.Success {
		t.Errorf("%+v %v", entries, err)
	}
}

// contract: facts §10, "SIGKILLed run": a run that was killed at any event converges, and logs nothing twice.
func TestAKilledRunOfTheHelpdeskConverges(t *testing.T) {
	t.Parallel()
	begin := func() *world {
		w := helped(t)
		w.desk.Ask(0, "anna@bos.example", "Van voor de eerste run", w.at)
		return w
	}
	picture := func(w *world) string {
		lines := []string{w.picture()}
		for _, c := range w.desk.Known() {
			lines = append(lines, fmt.Sprint("customer ", c.First, " ", c.Last, " ", c.Emails, c.Phones, c.Websites, c.Fields))
		}
		slices.Sort(lines[1:])
		text := strings.Join(lines, "\n")
		for _, c := range w.desk.Known() {
			text = strings.ReplaceAll(text, fmt.Sprintf(`helpdesk-id="%d"`, c.ID), "helpdesk-id=("+c.First+")")
		}
		return text
	}
	clean := begin()
	clean.good(run.Helpdesk)
	want, at := picture(clean), 1
	for ; ; at += stride() {
		w := begin()
		if !w.killed(at, run.Helpdesk) {
			break
		}
		w.good(run.Helpdesk)
		if got := picture(w); got != want {
			t.Fatalf("killed at event %d:\n%s", at, difference(want, got))
		}
		w.forget()
		w.good(run.Helpdesk)
		if w.quiet(); t.Failed() {
			t.Fatalf("killed at event %d: not quiet", at)
		}
	}
	if at < 20 {
		t.Errorf("only %d events", at-1)
	}
}
