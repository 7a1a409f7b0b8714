package main_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/person"
)

func TestConfigCheckNamesMemberCodesThatStandTwice(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	if r := c.run("", "config", "check"); r.code != 0 || strings.Contains(r.err, "warning") {
		t.Errorf("without a database: exit %d: %s%s", r.code, r.out, r.err)
	}
	c.addUser("jan", "--role", "club_user")
	store, err := gormstore.Open(t.Context(), "sqlite:"+filepath.Join(c.folder, "club.db"))
	ok(t, err)
	for _, code := range []string{"qpnd49q", "AAAA11", "QPND49Q", ""} {
		p := person.New(1, time.Now())
		p.Name.First, p.Membership.Code = "Jan", code
		_, err := store.Stores().People.Create(t.Context(), p)
		ok(t, err)
	}
	ok(t, store.Close())
	r := c.run("", "config", "check")
	if want := "warning: the member code QPND49Q belongs to 2 people: 1 3\n"; r.code != 0 || !strings.HasSuffix(r.err, want) ||
		strings.Count(r.err, "warning") != 1 {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
}

func TestACodeThatMovesStandsInTheSecurityLog(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("beheer", "--role", "administrator")
	c.addUser("mallory", "--role", "club_user")
	store, err := gormstore.Open(t.Context(), "sqlite:"+filepath.Join(c.folder, "club.db"))
	ok(t, err)
	plant := person.New(2, time.Now())
	plant.Name.First, plant.Membership.Code = "Plant", "QPND49Q"
	ids, err := store.Stores().People.Create(t.Context(), plant)
	ok(t, err)
	planted := ids[0]
	ok(t, store.Close())
	s := c.start()
	admin := s.as("beheer", c.program("beheer"))
	made := admin.send("POST", collection, object{"acf": object{"first_name": "Jan", "assoc-id": "QPND49Q"}}).is(201).object()["id"]
	if acf := admin.get(fmt.Sprintf("%s/%d", collection, planted)).is(200).object()["acf"].(object); acf["assoc-id"] != "" {
		t.Errorf("the plant kept %v", acf["assoc-id"])
	}
	want := fmt.Sprintf("security.what=member-code.moved security.user=1 security.address=127.0.0.1 "+
		"security.record=%v security.losers=[%d] security.result=ok\n", made, planted)
	if !strings.Contains(s.log.String(), want) || strings.Contains(s.log.String(), "QPND49Q") {
		t.Errorf("no %q in %s", want, s.log)
	}
}

func TestConfigCheckNamesVariablesThatSetNothing(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.env = append(c.env, "CLUBHUIS_BASEURL=https://club.example")
	r := c.run("", "config", "check")
	if want := "warning: CLUBHUIS_BASEURL is set, which is the name of no setting\n"; r.code != 0 || r.err != want {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
}
