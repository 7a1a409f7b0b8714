package usecase_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
)

// contract: club §6-1 and §6-2: a year in which the clock is moved, goes forward and back, the program is down, users choose
// otherwise, and that holds 1 July, the turn of the year and a leap day.
func TestAYearOfDigests(t *testing.T) {
	t.Parallel()
	c := open(t, "2027-03-01 00:01")
	own := c.person("Schrikkel", "2000-02-29")
	every := func(of account.UserID) { c.task(of, "Altijd te laat", "2027-01-01") }
	jan := c.user("jan", []access.Role{access.Administrator}, 0, account.Notifications{})
	every(jan)
	every(c.user("nacht", []access.Role{access.Member}, 0, account.Notifications{Time: "02:30"}))
	every(c.user("laat", []access.Role{access.Member}, 0, account.Notifications{Time: "23:55"}))
	every(c.user("uit", []access.Role{access.Member}, 0, account.Notifications{NoMail: true}))
	blocked := c.user("geblokkeerd", []access.Role{access.Member}, 0, account.Notifications{})
	every(blocked)
	c.must(c.stores.Users.Update(ctx, blocked, func(u *account.User) error { u.Blocked = c.at; return nil }))
	c.user("lid", []access.Role{access.Member}, own, account.Notifications{}) // reads nobody else: hears of the own birthday
	c.user("leeg", []access.Role{access.Member}, 0, account.Notifications{})

	choose := func(change func(*account.Notifications)) {
		t.Helper()
		_, err := c.Accounts.Notify(ctx, access.Viewer{User: jan, Roles: []access.Role{access.Administrator}}, change)
		c.must(err)
	}
	at := func(clock string) func() {
		return func() { choose(func(n *account.Notifications) { n.Time = clock }) }
	}
	off := func(is bool) func() {
		return func() { choose(func(n *account.Notifications) { n.NoMail = is }) }
	}
	happens := map[string]func(){
		"2027-06-15 12:00": at("08:00"), // has passed: tomorrow
		"2027-06-20 07:00": at("18:00"), // today
		"2027-06-20 19:00": at("21:00"), // today's was mailed: tomorrow
		"2027-06-25 12:00": at("09:00"),
		"2027-12-01 08:00": off(true),
		"2027-12-03 08:00": off(false),
		"2027-12-05 08:00": off(true), // off and on again on a day whose digest was mailed
		"2027-12-05 07:00": at("07:30"),
		"2027-12-05 08:05": off(false),
		"2027-12-05 08:10": at("09:00"),
		"2027-11-15 12:00": func() { c.at = c.at.Add(-26 * time.Hour) }, // the clock is set wrong
	}
	down := [][2]string{
		{"2027-08-10 08:00", "2027-08-10 14:00"}, // missed: later the same day
		{"2027-09-05 08:00", "2027-09-08 07:00"}, // missed for days: not made up for
		{"2027-10-31 01:00", "2027-10-31 10:00"},
	}
	// When jan's digests come, where that is not at nine.
	otherwise := map[string]string{
		"2027-06-16": "08:00", "2027-06-17": "08:00", "2027-06-18": "08:00", "2027-06-19": "08:00", "2027-06-20": "18:00",
		"2027-06-21": "21:00", "2027-06-22": "21:00", "2027-06-23": "21:00", "2027-06-24": "21:00", "2027-06-25": "",
		"2027-08-10": "14:00", "2027-09-05": "", "2027-09-06": "", "2027-09-07": "", "2027-10-31": "10:00",
		"2027-12-01": "", "2027-12-02": "", "2027-12-05": "07:30",
	}
	expected := map[string]map[string]string{"jan": {}, "nacht": {}, "laat": {}, "lid": {}}
	for d, last := day("2027-03-01"), day("2028-03-05"); !last.Before(d); d = d.AddDays(1) {
		text := d.String()
		expected["jan"][text], expected["nacht"][text], expected["laat"][text] = "09:00", "02:30", "23:55"
		if clock, is := otherwise[text]; is {
			expected["jan"][text] = clock
		}
	}
	expected["nacht"]["2027-03-28"] = "03:00" // there is no half past two
	expected["nacht"]["2027-10-31"] = "10:00"
	for _, missed := range []string{"2027-09-06", "2027-09-07"} {
		expected["nacht"][missed] = ""
	}
	expected["nacht"]["2027-09-08"] = "07:00"
	for _, missed := range []string{"2027-09-05", "2027-09-06", "2027-09-07"} {
		expected["laat"][missed] = ""
	}
	for _, birthday := range []string{"2027-03-01", "2028-02-29"} { // and the six days before each
		for ahead := range 7 {
			if d := day(birthday).AddDays(-ahead); !d.Before(day("2027-03-01")) {
				expected["lid"][d.String()] = "09:00"
			}
		}
	}

	got := map[string]map[string]string{}
	for end := local("2028-03-06 00:00"); c.at.Before(end); c.at = c.at.Add(5 * time.Minute) {
		now := c.at.In(amsterdam)
		c.at = c.at.Truncate(5 * time.Minute)
		minute := now.Truncate(5 * time.Minute).Format("2006-01-02 15:04")
		if happen := happens[minute]; happen != nil {
			delete(happens, minute)
			happen()
			now = c.at.In(amsterdam)
		}
		if within(now, down) {
			continue
		}
		before := map[string]int{}
		for name, list := range c.drafts {
			before[name] = len(list)
		}
		if _, err := c.Digests.Run(ctx); err != nil {
			t.Fatal(err)
		}
		for name, list := range c.drafts {
			if len(list) == before[name] {
				continue
			}
			if got[name] == nil {
				got[name] = map[string]string{}
			}
			if len(list) > before[name]+1 || got[name][civil.Of(now).String()] != "" {
				t.Errorf("%s gets a second one at %v", name, now)
			}
			got[name][civil.Of(now).String()] = now.Format("15:04")
		}
	}
	for _, name := range []string{"uit", "geblokkeerd", "leeg"} {
		if len(got[name]) > 0 {
			t.Errorf("%s got %v", name, got[name])
		}
	}
	for name, days := range expected {
		for d := day("2027-03-01"); d.Before(day("2028-03-06")); d = d.AddDays(1) {
			if text := d.String(); got[name][text] != days[text] {
				t.Errorf("%s on %s: at %q, want %q", name, text, got[name][text], days[text])
			}
		}
	}
	if len(happens) > 0 {
		t.Errorf("did not happen: %v", happens)
	}
}

// within reports whether a moment lies in one of the spans.
func within(at time.Time, spans [][2]string) bool {
	for _, span := range spans {
		if !at.Before(local(span[0])) && at.Before(local(span[1])) {
			return true
		}
	}
	return false
}
