package synchronizations

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// A stranger is a record that is not administered: nobody who administers members made it or vouched for it, and whoever did make
// it may read and change it. It is never taken for a member, a parent, a team or a committee, whatever stands in it: nothing is sent to
// it, nothing of it goes to the site, and it is neither marked nor removed. The synchronization makes a record of its own, and the
// report says so.

// mostStrangers is how many sentences about strangers, and about records that cannot be read, stand in a report.
const mostStrangers = 20

// tell puts a sentence into the report, each once in a run, beside the step that is under way.
func (x *execution) tell(format string, values ...any) {
	sentence := fmt.Sprintf(format, values...)
	if slices.Contains(x.told, sentence) || len(x.run.Steps) == 0 {
		return
	}
	x.told = append(x.told, sentence)
	st := &step{x, len(x.run.Steps) - 1}
	switch n := len(x.told); {
	case n <= mostStrangers:
		st.note("%s", sentence)
	case n == mostStrangers+1:
		st.note("en meer: clubsync verify noemt ze allemaal")
	}
}

// What the report says of strangers.
const (
	strangeMember = "iemand anders heeft lid %s al ingevoerd (persoon %d) en krijgt er geen gegevens in; laat een beheerder die persoon overnemen of verwijderen"
	strangeParent = "persoon %d heeft het e-mailadres van een ouder, maar is door iemand anders ingevoerd en krijgt geen gegevens; " +
		"laat een beheerder die persoon overnemen of verwijderen"
	strangeGroup = "%s %s is door iemand anders ingevoerd (nummer %d) en wordt niet gebruikt; laat een beheerder het overnemen of verwijderen"
)

// tellUnreadable puts records that could not be read into the report, and leaves other errors.
func (x *execution) tellUnreadable(err error) error {
	var unreadable *payload.Unreadable
	if !errors.As(err, &unreadable) {
		return err
	}
	for _, r := range unreadable.Records {
		x.tell("%v", r)
	}
	return nil
}

// detached are the members and parents whose number turned out to be a stranger's.
type detached struct {
	members, parents map[string]int64
	unreadable       error
	err              error // why the run must stop
}

// detachStrangers forgets the numbers of members and parents that are strangers': of whoever was taken for one before records told it, or
// stands under a number that was somebody else's. They are made anew, with photo and work. It writes nothing about too many, and
// stops the run: more likely the account that made them does not administer members any more.
func (x *execution) detachStrangers(ctx context.Context, strangers map[int64]bool, p *detached) error {
	p.members, p.parents = map[string]int64{}, map[string]int64{}
	if len(strangers) == 0 {
		return nil
	}
	members, err := x.entries(ctx, ledger.Member)
	if err != nil {
		return err
	}
	parents, err := x.entries(ctx, ledger.Parent)
	if err != nil {
		return err
	}
	for key, e := range members {
		if strangers[e.Number()] {
			p.members[key] = e.Number()
		}
	}
	for key, e := range parents {
		if strangers[e.Number()] {
			p.parents[key] = e.Number()
		}
	}
	p.err = x.check(
		loss{"bekende leden staan op naam van wie geen leden beheert", len(p.members), len(members)},
		loss{"bekende ouders staan op naam van wie geen leden beheert", len(p.parents), len(parents)},
	)
	if p.err != nil || x.options.DryRun {
		return p.err
	}
	for _, key := range sorted(p.members) {
		if err := x.detachMember(ctx, members[key]); err != nil {
			return err
		}
	}
	for _, key := range sorted(p.parents) {
		if err := x.Stores.Ledger.Remove(ctx, ledger.Parent, key); err != nil {
			return &stop{fmt.Errorf("forget a parent: %w", err)}
		}
	}
	return nil
}

// detachMember forgets who a member is in the application.
func (x *execution) detachMember(ctx context.Context, e *ledger.Entry) error {
	if left(e) {
		return x.forget(ctx, e, map[string]*ledger.Entry{})
	}
	if err := errors.Join(x.lostPhoto(ctx, e.Key), x.forgetWork(ctx, e.Key)); err != nil {
		return err
	}
	if err := x.Stores.Ledger.Remove(ctx, ledger.Seen, e.Key); err != nil {
		return &stop{fmt.Errorf("forget a member: %w", err)}
	}
	unknown(e)
	return x.remember(ctx, *e)
}

// unknown lets an entry be one that was never sent.
func unknown(e *ledger.Entry) {
	e.Remote, e.Synced, e.State = "", "", nil
}

// applyTo tells the club, as it was read meanwhile, whose numbers were forgotten, and the report.
func (p *detached) applyTo(x *execution, c *club) {
	for _, key := range sorted(p.members) {
		x.tell(strangeMember, key, p.members[key])
		if c == nil || c.members[key] == nil {
			continue
		}
		if left(c.members[key]) {
			delete(c.members, key)
		} else {
			unknown(c.members[key])
		}
	}
	for _, key := range sorted(p.parents) {
		x.tell(strangeParent, p.parents[key])
		if c != nil {
			delete(c.parents, key)
		}
	}
}

// requireAdministered refuses a record that the synchronization made and that is not administered: the account does not administer
// members, or the application is an older one that does not tell. The record is removed again, because every run would make another
// one, and the run stops.
func (x *execution) requireAdministered(written payload.Record, remove func() error) error {
	if written.Administered {
		return nil
	}
	return &stop{errors.Join(errNotOurs.Because(fmt.Errorf("record %d", written.ID)), remove())}
}
