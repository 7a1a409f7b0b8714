package synchronizations_test

import (
	"context"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

// looker writes down since when the looks at what was edited asked, and how many records they met. An empty one meets nobody.
type looker struct {
	ports.ApplicationPeople
	empty bool
	since []time.Time
	met   int
}

func (l *looker) Each(ctx context.Context, changedAfter time.Time, visit func(payload.Person) error) error {
	l.since = append(l.since, changedAfter)
	if l.empty {
		return nil
	}
	return l.ApplicationPeople.Each(ctx, changedAfter, func(r payload.Person) error {
		l.met++
		return visit(r)
	})
}

// A look meets its own service's last writes once more, for others may have been under way beside them, and then never again.
func TestALookDoesNotMeetTheSameChangesForever(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := &looker{ApplicationPeople: w.People}
	w.People = l
	w.good(run.People)
	w.good(run.Teams)
	w.good(run.FunctionsFull)
	met := func() int {
		l.met = 0
		w.good(run.People)
		return l.met
	}
	if first, second, third := met(), met(), met(); first == 0 || second+third != 0 {
		t.Errorf("looks met %d, %d and %d records", first, second, third)
	}
	w.byHand(w.person("DDDD44").ID, contacts("email", "daan@eik.example", "mobile", "0644444444"))
	if first := met(); first == 0 {
		t.Error("an edit after quiet looks was not met")
	}
	if got := w.member("DDDD44").Mobile; got != "0644444444" {
		t.Errorf("the site has %q", got)
	}
}

// What was under way during a look has a time before the last change that it met, and is met by the next one.
func TestAnEditThatWasUnderWayDuringALookIsMet(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	anna, daan := w.person("AAAA11").ID, w.person("DDDD44").ID
	w.byHand(anna, contacts("email", "anna@bos.example", "mobile", "0611111111"))
	ended := w.at
	w.good(run.Teams) // meets Anna's
	people, _ := w.app.ByHand()
	w.app.SetNow(ended.Add(-3 * time.Second))
	change := told(contacts("email", "daan@eik.example", "mobile", "0644444444"))
	if _, err := people.Change(t.Context(), daan, change); err != nil {
		t.Fatal(err)
	}
	w.good(run.People)
	if a, d := w.member("AAAA11").Mobile, w.member("DDDD44").Mobile; a != "0611111111" || d != "0644444444" {
		t.Errorf("the site has %q and %q", a, d)
	}
}

// An application that lost everybody tells no time to look from.
func TestALookAtAnEmptyApplicationIsAtEverybodyAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := &looker{ApplicationPeople: w.People, empty: true}
	w.People = l
	for range 3 {
		w.good(run.People)
	}
	w.good(run.Teams)
	if len(l.since) < 3 {
		t.Fatalf("%d looks", len(l.since))
	}
	for _, since := range l.since {
		if !since.IsZero() {
			t.Errorf("a look asked for changes since %v", since)
		}
	}
}
