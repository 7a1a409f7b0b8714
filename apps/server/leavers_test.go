package main_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

// A run that is killed leaves each person whole or cleared, and the next run does the rest, each once.
func TestARunOverLeaversThatIsKilledIsMadeGood(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		const people = 200
		p.addUser("beheer", "--role", "administrator")
		o, err := openOutboxed(p.flags[1], time.Now)
		ok(t, err)
		t.Cleanup(func() { ok(t, o.Close()) })
		ctx := t.Context()
		ok(t, o.Do(ctx, func(s ports.Stores) error {
			for i := range people {
				_, err := s.People.Create(ctx, person.Person{
					Name:       person.Name{First: "Oud", Last: fmt.Sprint("Lid ", i)},
					Contacts:   []person.Contact{{Type: person.Email, Value: fmt.Sprintf("oud%d@weg.example", i)}},
					Membership: person.Membership{Former: true, Until: civil.Date{Year: 2025, Month: 1, Day: 31}},
				})
				if err != nil {
					return err
				}
			}
			_, err := s.LeaverRules.Change(ctx, func(rules *leaver.Settings) error { rules.On = true; return nil })
			return err
		}))
		at := func(day string) []string {
			return []string{"job", "run", "clear-leavers", "--debug", "--clock", day + "T12:00:00Z"}
		}
		p.run("", at("2030-01-01")...).prints("clear-leavers: 0\n") // it is proposed
		proposal := func() leaver.Proposal {
			page, err := o.Stores().LeaverProposals.Page(ctx, leaver.Query{Limit: 9})
			ok(t, err)
			if page.Total != 1 || page.Records[0].People != people {
				t.Fatalf("proposed %+v", page)
			}
			return page.Records[0]
		}
		p.run("", at("2030-02-01")...).prints("clear-leavers: 0\n") // no mail went out
		ok(t, o.Stores().Mails.Update(ctx, proposal().Mails[0], func(m *mail.Mail) error {
			m.State, m.Ended = mail.Sent, time.Date(2030, 1, 1, 13, 0, 0, 0, time.UTC)
			return nil
		}))

		done := 0
		for _, day := range []string{"2030-02-02", "2030-02-03"} {
			cmd := p.command(ctx, at(day)...)
			ok(t, cmd.Start())
			before := done
			eventually(t, "it is busy", func() bool {
				kept := proposal()
				done = kept.Done[leaver.Contacts]
				return done > before+3
			})
			ok(t, cmd.Process.Kill())
			if err := cmd.Wait(); err == nil {
				t.Fatal("it was done before it was killed")
			}
			kept := proposal()
			done = kept.Done[leaver.Contacts]
			items, err := o.Stores().LeaverProposals.Items(ctx, kept.ID, 0, people)
			ok(t, err)
			if kept.State != leaver.Waiting || done+len(items) != people || kept.LeftOut != 0 {
				t.Fatalf("%s: %d done, %d to go, %+v", day, done, len(items), kept)
			}
			cleared(t, o, len(items))
		}
		p.run("", at("2030-02-04")...).prints(fmt.Sprintf("clear-leavers: %d\n", people-done))
		if kept := proposal(); kept.State != leaver.Carried || kept.Done[leaver.Contacts] != people {
			t.Errorf("in the end %+v", kept)
		}
		cleared(t, o, 0)
		p.run("", at("2030-02-05")...).prints("clear-leavers: 0\n")
		page, err := o.Stores().Audit.Page(ctx, audit.Query{Kind: audit.LeaverCleared, Limit: 1})
		ok(t, err)
		if page.Total != people {
			t.Errorf("the log tells of %d people", page.Total)
		}
	})
}

// cleared holds how many leavers have an address still, in the record and among the changes alike.
func cleared(t *testing.T, o outboxed, want int) {
	t.Helper()
	ok(t, o.Stores().Directory.Load(t.Context()))
	whole := 0
	for _, stored := range o.Stores().Directory.View().Everybody() {
		if strings.Contains(stored.Document, "weg.example") {
			whole++
		}
	}
	if whole != want {
		t.Errorf("%d have an address still, want %d", whole, want)
	}
}
