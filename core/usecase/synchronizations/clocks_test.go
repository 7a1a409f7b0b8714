package synchronizations_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// apart is a world in which the application's clock and ours are two, and a run over people with the application's so far ahead.
func apart(t *testing.T) (w *world, people func(ahead time.Duration)) {
	w = newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Email = "daan@eik.example" })
	w.all()
	w.Now = func() time.Time { return w.at }
	return w, func(ahead time.Duration) {
		t.Helper()
		w.at = w.at.Add(10 * time.Minute)
		w.app.SetNow(w.at.Add(ahead))
		if r, err := w.Run(t.Context(), run.People, synchronizations.Options{}); err != nil || r.Outcome != run.Success {
			t.Fatalf("%s %+v, %v", r.Outcome, r.Problems, err)
		}
	}
}

// mobiles gives two members another number, by hand, while the application's clock is so far ahead of ours.
func (w *world) mobiles(anna, daan string, ahead time.Duration) {
	w.t.Helper()
	w.at = w.at.Add(10 * time.Minute)
	w.app.SetNow(w.at.Add(ahead))
	people, _ := w.app.ByHand()
	for code, rows := range map[string][]string{
		"AAAA11": {"email", "anna@bos.example", "mobile", anna}, "DDDD44": {"email", "daan@eik.example", "mobile", daan},
	} {
		if _, err := people.Change(w.t.Context(), w.person(code).ID, told(contacts(rows...))); err != nil {
			w.t.Fatal(err)
		}
	}
}

// reached holds that both numbers stand on both sides.
func (w *world) reached(what, anna, daan string) {
	w.t.Helper()
	for code, want := range map[string]string{"AAAA11": anna, "DDDD44": daan} {
		if got := w.member(code).Mobile; got != want {
			w.t.Errorf("%s: the site has %q of %s, want %q", what, got, code, want)
		}
		has(w.t, what, text(w.person(code), "contact_info"), want[1:])
	}
}

// A machine that starts with a clock three hours ahead writes a member; then its clock is put right.
func TestAnApplicationWhoseClockRanAheadLosesNoEdit(t *testing.T) {
	t.Parallel()
	const ahead = 3 * time.Hour
	w, people := apart(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Last = "Eikel" })
	people(ahead)
	people(ahead) // meets what the one before wrote
	w.mobiles("0611111111", "0644444444", 0)
	people(0)
	w.reached("after the clock was put right", "0611111111", "0644444444")
	w.mobiles("0611111112", "0644444445", ahead)
	people(ahead)
	w.reached("while the clock is ahead", "0611111112", "0644444445")
	w.mobiles("0611111113", "0644444446", 0)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Last = "Eik" }) // is written for another reason
	people(0)
	w.reached("after the clock was put right again", "0611111113", "0644444446")
	if c := w.conflicts(); len(c) != 0 {
		t.Errorf("conflicts %+v", c)
	}
	w.settle()
}

// The last edit before the time that the application told, met after it.
func TestAnEditIsNotHiddenWhenTheTimeOfAWrongClockHasCome(t *testing.T) {
	t.Parallel()
	w, people := apart(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Last = "Eikel" })
	people(3 * time.Hour)
	people(3 * time.Hour) // meets what the one before wrote
	w.at = w.at.Add(150 * time.Minute)
	w.mobiles("0611111111", "0644444444", 0)
	w.at = w.at.Add(10 * time.Minute)
	people(0)
	w.reached("afterwards", "0611111111", "0644444444")
	w.settle()
}

// What was noted by a clock that ran days ahead, or by our own before it was put back, hides nothing.
func TestWhatAWrongClockNotedHidesNoEdit(t *testing.T) {
	t.Parallel()
	w, people := apart(t)
	wrong := w.at.Add(100 * time.Hour)
	w.mobiles("0611111111", "0644444444", 0)
	w.noted(wrong)
	w.at = w.at.Add(48 * time.Hour) // nobody looked for two days
	people(0)
	w.reached("after a wrong clock", "0611111111", "0644444444")
	w.settle()
}

// noted makes everything that was met, and every member, one of the time.
func (w *world) noted(at time.Time) {
	w.t.Helper()
	ctx := w.t.Context()
	review, err := w.Stores.Ledger.Find(ctx, ledger.Review, "people")
	if err != nil {
		w.t.Fatal(err)
	}
	entries, err := w.Stores.Ledger.Entries(ctx, ledger.Seen)
	if err != nil {
		w.t.Fatal(err)
	}
	review.Remote = at.UTC().Format(time.RFC3339Nano)
	entries = append(entries, review)
	for i := range entries[:len(entries)-1] {
		seen, err := ledger.State[conflict.Seen](&entries[i])
		if err != nil {
			w.t.Fatal(err)
		}
		seen.Latest = at
		entries[i].SetState(seen)
	}
	if err := w.Stores.Ledger.Put(ctx, entries...); err != nil {
		w.t.Fatal(err)
	}
}

// When our own clock is behind, every change lies in the future: scans find them all the same.
func TestOurOwnClockMayBeBehind(t *testing.T) {
	t.Parallel()
	const behind = 200 * time.Hour
	w, people := apart(t)
	w.at = w.at.Add(-behind)
	w.mobiles("0611111111", "0644444444", behind)
	people(behind)
	w.reached("behind", "0611111111", "0644444444")
	w.mobiles("0611111112", "0644444445", behind)
	people(behind)
	w.reached("behind still", "0611111112", "0644444445")
	w.at = w.at.Add(behind)
	w.mobiles("0611111113", "0644444446", 0)
	people(0)
	w.reached("put right", "0611111113", "0644444446")
	w.settle()
}
