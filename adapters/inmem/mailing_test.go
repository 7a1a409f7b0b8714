package inmem_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestMailLists(t *testing.T) {
	t.Parallel()
	porttest.MailLists(t, func(testing.TB) porttest.MailProvider {
		m := inmem.NewMailLists([]string{"voornaam", "oudervan"}, "een", "twee")
		return porttest.MailProvider{MailLists: m, List: "een", Other: "twee", SetState: func(list, email, state string) {
			m.SetState(list, email, state)
		}}
	})
}

func TestPhoneNumbers(t *testing.T) {
	t.Parallel()
	porttest.PhoneNumbers(t, inmem.PhoneNumbers{})
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	porttest.Markup(t, inmem.Markup{})
}

func TestMailListsWriteDownWhatTheyAreAskedAndFailWhereTheyAreTold(t *testing.T) {
	t.Parallel()
	down := fault.New(fault.Unavailable, "down", "Even niet.")
	m := inmem.NewMailLists([]string{"voornaam"}, "een")
	jan := mailing.Entry{Email: "jan@club.example"}
	put := func(want error) {
		t.Helper()
		if _, err := m.Put(ctx, "een", jan); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	m.Fail = func(call, list, who string) error { return down }
	put(down)
	if len(m.On("een")) != 0 || len(m.Writes()) != 0 {
		t.Errorf("something was done: %q", m.Writes())
	}
	m.Fail, m.After = nil, func(call, list, who string) error { return down }
	put(down)
	m.After = nil
	put(nil)
	if _, err := m.Put(ctx, "een", mailing.Entry{Email: "x"}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("got %v", err)
	}
	_, fields := m.Fields(ctx, "een")
	if err := errors.Join(fields, m.Remove(ctx, "een", "s0000001")); err != nil {
		t.Fatal(err)
	}
	want := []string{"put een jan@club.example", "put een jan@club.example", "put een x (refused)", "take off een s0000001"}
	if got := m.Writes(); !slices.Equal(got, want) || !slices.Equal(m.Reads(), []string{"fields een"}) {
		t.Errorf("got %q and %q", got, m.Reads())
	}
	m.Forget()
	if len(m.Writes())+len(m.Reads()) != 0 {
		t.Error("Forget forgot nothing")
	}
}
