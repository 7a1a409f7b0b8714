package synchronizations_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sync/dues"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// fortnight is a club that lives on for two weeks while its pipelines run as they are scheduled and everything fails by chance.
type fortnight struct {
	*world
	dice  *rand.Rand
	asked []string // the subjects of what was asked at the helpdesk
	ran   map[run.Pipeline]int
	ended map[run.Outcome]int
	owed  map[string]dues.Item // of this year, by member
	left  int
}

// silent is a side that does not answer.
var silent = fault.New(fault.Unavailable, "application_silent", "De andere kant antwoordt niet.")

// siteFaults are what the calls to the site may end with.
var siteFaults = map[string][]error{
	"Members": {federation.ErrAnswer, federation.ErrShape, federation.ErrSignIn},
	"Teams":   {federation.ErrAnswer, federation.ErrShape},
	"Roster":  {federation.ErrAnswer, federation.ErrShape}, "Cases": {federation.ErrAnswer, federation.ErrShape},
	"Member": {federation.ErrAnswer, federation.ErrAbsent, federation.ErrSignIn, federation.ErrShape},
	"Photo":  {federation.ErrBadPhoto, federation.ErrSignIn},
	"Edit":   {federation.ErrNotKept, federation.ErrFormer, federation.ErrShape},
}

// breakDown lets something fail, always or by chance, and returns what mends it.
func (f *fortnight) breakDown() (mend func()) {
	sometimes := f.dice.IntN(2) == 0
	dice := rand.New(rand.NewPCG(f.dice.Uint64(), 1)) //nolint:gosec // a test that can be repeated
	var mu sync.Mutex                                 // the sides are asked side by side
	fails := func() error {
		mu.Lock()
		defer mu.Unlock()
		if sometimes && dice.IntN(3) > 0 {
			return nil
		}
		return silent
	}
	switch f.dice.IntN(8) {
	case 0, 1:
		call := slices.Sorted(maps.Keys(siteFaults))[f.dice.IntN(len(siteFaults))]
		err := siteFaults[call][f.dice.IntN(len(siteFaults[call]))]
		f.site.Fail = func(name, _ string) error {
			if name == call && fails() != nil {
				return err
			}
			return nil
		}
	case 2:
		f.app.Fail = func(string, int64) error { return fails() }
	case 3: // it is done, and the answer is lost
		f.app.After = func(string, int64) error { return fails() }
	case 4:
		f.desk.Fail = func(string, int64) error { return fails() }
		f.lists.Fail = func(string, string, string) error { return fails() }
	case 5:
		f.desk.After = func(string, int64) error { return fails() }
		f.lists.After = func(string, string, string) error { return fails() }
	case 6:
		f.dues.Fail = func(int) error { return fails() }
	case 7:
		f.edit("ZZ0001", func(m *inmem.SiteMember) { m.Garbled = true })
		f.site.Change(func(c *inmem.SiteClub) { c.Cases[0].Garbled = true })
	}
	return func() {
		f.site.Fail, f.app.Fail, f.app.After, f.desk.Fail, f.desk.After = nil, nil, nil, nil, nil
		f.lists.Fail, f.lists.After, f.dues.Fail = nil, nil, nil
		f.edit("ZZ0001", func(m *inmem.SiteMember) { m.Garbled = false })
		f.site.Change(func(c *inmem.SiteClub) { c.Cases[0].Garbled = false })
	}
}

// live lets something happen in the club.
func (f *fortnight) live() {
	n := f.dice.IntN(1000)
	who := f.dice.IntN(20)
	code := fmt.Sprintf("ZZ%04d", who)
	mobile := fmt.Sprintf("06-1234%04d", n)
	now := f.at.Format(time.RFC3339)
	switch f.dice.IntN(9) {
	case 0:
		f.edit(code, func(m *inmem.SiteMember) { m.Mobile, m.Updated = mobile, now })
	case 1: // a volunteer
		for _, p := range f.app.Everybody() {
			if p.Membership.Code == code {
				people, _ := f.app.ByHand()
				change := told(contacts("email", fmt.Sprintf("lid%d@club.example", who), "mobile", "+316"+mobile[3:]))
				if _, err := people.Change(f.t.Context(), p.ID, change); err != nil {
					f.t.Fatal(err)
				}
			}
		}
	case 2:
		f.site.Change(func(c *inmem.SiteClub) {
			joined := fmt.Sprintf("N%05d", len(c.Members))
			c.Members = append(c.Members, member(joined, "Nieuw", fmt.Sprint("Lid", len(c.Members)), func(m *inmem.SiteMember) {
				m.Email = strings.ToLower(joined) + "@club.example"
				m.Parents[0] = federation.Parent{Name: "Ouder " + joined, Email: "ouder." + strings.ToLower(joined) + "@club.example"}
			}))
		})
	case 3:
		if f.left++; f.left <= 4 {
			f.edit(fmt.Sprintf("ZZ%04d", 20+f.left), func(m *inmem.SiteMember) { m.Left = true })
		}
	case 4:
		f.site.Change(func(c *inmem.SiteClub) {
			c.Rosters["200"] = append(c.Rosters["200"], federation.Place{Member: code})
			m := c.Member(code)
			m.Roles.Seats = []federation.Seat{{Committee: "C3", Name: "Feestcommissie", Title: "Lid", Active: true}}
			m.Updated = now
		})
	case 5:
		f.site.Change(func(c *inmem.SiteClub) { c.Cases = append(c.Cases, filed(fmt.Sprint("T-", 100+len(c.Cases)), code)) })
	case 6:
		f.asked = append(f.asked, fmt.Sprint("vraag ", len(f.asked)))
		f.desk.Ask(0, fmt.Sprintf("lid%d@club.example", n%10), f.asked[len(f.asked)-1], f.at)
	case 7:
		total := money.Cents(n)*100 + 25_000
		f.owed[code] = owes(code, total, total/2, "Deels betaald")
		byMember := func(a, b dues.Item) int { return strings.Compare(a.Member, b.Member) }
		f.dues.Put(f.at.Year(), slices.SortedFunc(maps.Values(f.owed), byMember)...)
	case 8:
		f.edit(code, func(m *inmem.SiteMember) {
			m.PhotoOn, m.Photo = civil.On(f.at, f.at.Location()), federation.Picture{Data: portrait(f.t), Ext: "jpg"}
		})
	}
}

// due runs what is due at a moment, as the schedule does.
func (f *fortnight) due(at time.Time, slots []run.Slot, wild bool) {
	f.t.Helper()
	for n, slot := range slots {
		f.at = at.Add(time.Duration(n) * time.Minute)
		f.app.SetNow(f.at)
		kill := wild && f.dice.IntN(8) == 0
		mend := func() {}
		switch {
		case kill:
			_, revive := f.mortal(1 + f.dice.IntN(40))
			mend = revive
		case wild && f.dice.IntN(2) == 0:
			mend = f.breakDown()
		}
		r, err := f.Run(f.t.Context(), slot.Pipeline, synchronizations.Options{
			Scheduled: true, WithInvoice: slot.Pipeline == run.FunctionsFull,
		})
		mend()
		switch {
		case kill: // a dead process tells nobody
			continue
		case err != nil:
			f.t.Fatal(err)
		case r.Outcome != run.Success && len(r.Problems) == 0:
			f.t.Errorf("%s ends as %s and says nothing", r.Name(), r.Outcome)
		case !wild && r.Outcome != run.Success:
			f.t.Errorf("without a fault %s ends as %s: %+v", r.Name(), r.Outcome, r.Problems)
		}
		f.ran[slot.Pipeline]++
		f.ended[r.Outcome]++
	}
}

// pass runs the schedule from now on for so many days.
func (f *fortnight) pass(days int, wild bool) {
	f.t.Helper()
	end := f.at.AddDate(0, 0, days)
	for {
		at, slots := run.Next(f.at, f.Zone, run.Schedule)
		if at.After(end) {
			f.at = end
			return
		}
		for range f.dice.IntN(3) {
			if wild {
				f.live()
			}
		}
		f.due(at, slots, wild)
		f.at = at
	}
}

// fortnights is how many are lived through: one for each clock change, in the nightly build more.
func fortnights() uint64 {
	n, err := strconv.ParseUint(os.Getenv("CLUBHUIS_FORTNIGHTS"), 10, 16)
	if err != nil {
		return 1
	}
	return n
}

// All schedules for two weeks across a clock change, with the failure catalogue switched through at random and processes killed:
// a week later everything stands as its owner says, once.
//
// contract: sync §1, §8
func TestAFortnightOfFaultsLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]civil.Date{
		"spring": {Year: 2026, Month: time.March, Day: 20}, "autumn": {Year: 2026, Month: time.October, Day: 16},
	} {
		for seed := range fortnights() {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				t.Parallel()
				f := &fortnight{
					world: newWorld(t), dice: rand.New(rand.NewPCG(seed, 14)), //nolint:gosec // likewise
					ran: map[run.Pipeline]int{}, ended: map[run.Outcome]int{}, owed: map[string]dues.Item{},
				}
				f.many(40)
				f.seats()
				f.at = time.Date(start.Year, start.Month, start.Day, 0, 0, 0, 0, f.Zone)
				f.pass(14, true)
				f.pass(8, false) // every pipeline runs once more, the weekly ones too
				for _, slot := range run.Schedule {
					if f.ran[slot.Pipeline] == 0 {
						t.Errorf("%s ran %d times", slot.Pipeline, f.ran[slot.Pipeline])
					}
				}
				if f.ended[run.Partial] == 0 {
					t.Errorf("runs ended as %v", f.ended)
				}
				f.differences(nil)
				f.whole()
				f.forget()
				f.pass(8, false)
				f.unwritten()
			})
		}
	}
}

// whole holds that everybody of the site is there once, and everything that was asked stands on one timeline, once.
func (f *fortnight) whole() {
	f.t.Helper()
	members, err := f.site.Members(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	for _, m := range members {
		if p := f.person(m.Code); p.Membership.Former {
			f.t.Errorf("%s is a former member", m.Code)
		}
	}
	logged := map[string]int{}
	for _, p := range f.app.Everybody() {
		for _, a := range f.app.Logged(p.ID) {
			for _, subject := range f.asked {
				if strings.Contains(a.Content, subject+"<") || strings.HasSuffix(a.Content, subject) {
					logged[subject]++
				}
			}
		}
	}
	for _, subject := range f.asked {
		if logged[subject] != 1 {
			f.t.Errorf("%q was logged %d times", subject, logged[subject])
		}
	}
	if len(f.asked) == 0 || len(f.app.Filed()) < 4 {
		f.t.Errorf("%d questions, %d cases", len(f.asked), len(f.app.Filed()))
	}
}
