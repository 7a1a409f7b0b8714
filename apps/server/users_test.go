package main_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// A treasurer leaves: out at the next request, whatever was open.
func TestWhoLeavesIsShutOut(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		p.addUser("anna", "--role", "club_financieel")
		s := p.start()
		anna := s.as("anna", p.program("anna"))
		browser := s.browse("anna", password)
		anna.get(collection).is(200)
		browser.get(collection).is(200)
		p.run("", "user", "block", "ANNA").prints("sessions ended: 1\napplication passwords that do not work now: 1\n")
		anna.get(collection).is(401)
		browser.get(collection).is(401)
		s.signIn("anna", password).is(401)
		p.run("", "user", "unblock", "anna@club.example").prints("")
		browser.get(collection).is(401)
		anna.get(collection).is(200)
		s.browse("anna", password).get(collection).is(200)
		p.run("", "user", "sign-out", "anna").prints(
			"sessions ended: 1\napplication passwords revoked: 1\napplication passwords that still work: 0\npasskeys revoked: 0\n")
		anna.get(collection).is(401)
		s.signIn("anna", password).is(200)
	})
}

func TestTheLastAdministratorIsOnlyTakenAwayByForce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		p.run("", "user", "block", "beheer").fails("last_administrator", "--force")
		p.run("", "user", "roles", "beheer", "--role", "club_user").fails("last_administrator", "--force")
		p.addUser("cor", "--role", "administrator")
		p.run("", "user", "block", "cor").prints("sessions ended: 0\napplication passwords that do not work now: 0\n")
		p.run("", "user", "block", "beheer").fails("last_administrator")
		p.run("", "user", "roles", "beheer", "--role", "club_user", "--force").prints("")
		p.run("", "user", "unblock", "cor").prints("")
		p.run("", "user", "roles", "cor", "--role", "administrator", "--role", "club_vog", "--role", "club_vog").prints("")
		p.run("", "user", "roles", "cor", "--role", "chef").fails("role")
		p.run("", "user", "roles", "cor").fails("--role")
		p.run("", "user", "roles", "nobody", "--role", "club_user").fails("rest_user_invalid_id")
		var list []struct {
			Username string
			Roles    []string
		}
		ok(t, json.Unmarshal([]byte(p.run("", "user", "list", "--json").out), &list))
		if len(list) != 2 || strings.Join(list[0].Roles, " ") != "club_user" ||
			strings.Join(list[1].Roles, " ") != "administrator club_vog" {
			t.Errorf("got %+v", list)
		}
	})
}

func TestOfTwoAdministratorsWhoAreBlockedAtOnceOneStays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		p.addUser("cor", "--role", "administrator")
		results := make([]result, 2)
		var all sync.WaitGroup
		for i, name := range []string{"beheer", "cor"} {
			all.Go(func() { results[i] = p.run("", "user", "block", name) })
		}
		all.Wait()
		if results[0].code > results[1].code {
			results[0], results[1] = results[1], results[0]
		}
		results[0].prints("sessions ended: 0\napplication passwords that do not work now: 0\n")
		results[1].fails("last_administrator")
	})
}

func TestTheOperatorGivesAnotherPassword(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("anna", "--role", "club_user")
	s := c.start()
	anna := s.as("anna", c.program("anna"))
	const fresh = "een heel ander wachtwoord"
	c.run("kort", "user", "password", "anna", "--password-stdin").fails("password", "12")
	c.run(fresh, "user", "password", "anna").fails("--password-stdin")
	c.run(fresh, "user", "password", "nobody", "--password-stdin").fails("rest_user_invalid_id")
	s.signIn("anna", password).is(200)
	r := c.run(fresh+"\n", "user", "password", "anna", "--password-stdin")
	r.prints("sessions ended: 1\napplication passwords revoked: 0\napplication passwords that still work: 1\npasskeys revoked: 0\n")
	if !strings.Contains(r.err, "--revoke-application-passwords") {
		t.Errorf("says nothing of application passwords: %s", r.err)
	}
	s.signIn("anna", password).is(401)
	s.signIn("anna", fresh).is(200)
	anna.get(collection).is(200)
	c.run(password, "user", "password", "anna", "--password-stdin", "--revoke-application-passwords").prints(
		"sessions ended: 1\napplication passwords revoked: 1\napplication passwords that still work: 0\npasskeys revoked: 0\n")
	anna.get(collection).is(401)
}

func TestTheListOfUsersIsATableOrJSON(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.run("", "migrate").prints("")
	c.run("", "user", "list", "--json").prints("[]\n")
	c.addUser("beheer", "--role", "administrator")
	c.addUser("anna", "--role", "club_bestuur", "--role", "club_vog")
	c.run("", "user", "block", "anna")
	lines := strings.Split(c.run("", "user", "list").out, "\n")
	const time = `\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`
	for i, want := range []string{
		`^NUMBER +USER NAME +NAME +E-MAIL +PERSON +LAST ACTIVE +BLOCKED +ROLES$`,
		`^2 +anna +anna +anna@club\.example +- +- +` + time + ` +club_bestuur, club_vog$`,
		`^1 +beheer +beheer +beheer@club\.example +- +- +- +administrator$`, `^$`,
	} {
		if i >= len(lines) || !regexp.MustCompile(want).MatchString(lines[i]) {
			t.Errorf("line %d of %q is not %s", i, lines, want)
		}
	}
	printed := c.run("", "user", "list", "--json").out
	var list []map[string]any
	ok(t, json.Unmarshal([]byte(printed), &list))
	if len(list) != 2 || list[0]["username"] != "anna" || list[0]["blocked"] == nil || list[1]["blocked"] != nil ||
		list[1]["id"] != 1.0 {
		t.Errorf("got %v", list)
	}
	if strings.Contains(printed, "password") || strings.Contains(printed, "argon2") {
		t.Errorf("shows a secret: %s", printed)
	}
}

// Every change of who gets in leaves a line, which names nobody.
func TestTheOperatorsChangesLeaveALineOfTheSecurityLog(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	noted := func(r result, want string) {
		t.Helper()
		lines := regexp.MustCompile(`msg=security (.*)\n`).FindAllStringSubmatch(r.err, -1)
		if len(lines) != 1 || lines[0][1] != want {
			t.Errorf("noted %q, want %q", lines, want)
		}
		if strings.Contains(strings.SplitN(r.err, "clubhuis:", 2)[0], "anna") {
			t.Errorf("names somebody: %s", r.err)
		}
	}
	line := func(what, user, result string) string {
		return "security.what=" + what + " security.user=" + user + " security.by=operator security.result=" + result
	}
	add := []string{"user", "add", "--username", "anna", "--email", "anna@club.example", "--display-name", "Anna", "--role",
		"administrator", "--password-stdin"}
	noted(c.run(password, add...), line("user.add", "1", "ok"))
	noted(c.run(password, add...), line("user.add", "0", "username_taken"))
	noted(c.run("", "app-password", "add", "--username", "anna", "--name", "x"), line("app-password.add", "1", "ok"))
	noted(c.run("", "user", "email", "anna", "anne@club.example"), line("user.email", "1", "ok"))
	noted(c.run("", "user", "email", "anna", "no address"), line("user.email", "1", "rest_invalid_param"))
	noted(c.run("", "user", "link", "--username", "anna", "--person", "9"), line("user.link", "1", "rest_post_invalid_id"))
	noted(c.run("", "user", "block", "anna"), line("user.block", "1", "last_administrator"))
	noted(c.run("", "user", "block", "anna", "--force"), line("user.block", "1", "ok"))
	noted(c.run("", "user", "unblock", "anna"), line("user.unblock", "1", "ok"))
	noted(c.run("", "user", "roles", "anna", "--role", "club_user", "--force"), line("user.roles", "1", "ok"))
	noted(c.run(password, "user", "password", "anna", "--password-stdin"), line("user.password", "1", "ok"))
	noted(c.run("", "user", "sign-out", "anna"), line("user.sign-out", "1", "ok"))
	noted(c.run("", "user", "sign-out", "nobody"), line("user.sign-out", "0", "rest_user_invalid_id"))
}
