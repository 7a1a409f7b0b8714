package main_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/contributions"
	"github.com/clubhuis/clubhuis/fixtures/helpdesk"
)

// providers are a helpdesk and a provider of contributions, until the test ends. What it returns tells the synchronization of
// them.
func (w *world) providers(t *testing.T) (connect func()) {
	t.Helper()
	made := club.Generate(28, 3, civil.On(time.Now(), time.UTC))
	var desk, collector string
	w.desk, desk = helpdesk.ForTest(t, helpdesk.Options{People: made.People, Now: time.Now})
	w.collector, collector = contributions.ForTest(t, contributions.Options{Club: made, Seed: 3, Now: time.Now})
	return func() {
		for name, value := range map[string]string{
			"HELPDESK_URL": desk, "HELPDESK_KEY_FILE": w.file("helpdesk-key", w.desk.Key),
			"CONTRIBUTIONS_URL": collector, "CONTRIBUTIONS_KEY_FILE": w.file("contributions-key", w.collector.Key),
		} {
			w.env[name] = value
		}
	}
}

func (w *world) contributions(t *testing.T) {
	w.run("run", "contributions").exits(0, "CONTRIBUTIONS SYNC SUMMARY").without("ERRORS")
	year, told := time.Now().Year(), 0
	for _, p := range w.gate.all("people") {
		acf := p["acf"].(map[string]any)
		for _, c := range w.collector.Contributions(year) {
			if c.MemberCode == acf["assoc-id"] {
				told++
				if acf[fmt.Sprintf("_nikki_%d_total", year)] == nil {
					t.Errorf("%s has no total of %d", c.MemberCode, year)
				}
			}
		}
	}
	if told == 0 {
		t.Error("nobody pays")
	}
}

func (w *world) helpdesk(t *testing.T) {
	w.run("run", "helpdesk").exits(0, "HELPDESK SYNC SUMMARY").without("ERRORS")
	codes := map[string]int{}
	for _, customer := range w.desk.Customers() {
		for _, field := range customer.Fields {
			if code, _ := field.Value.(string); slices.Contains(w.members(), code) {
				codes[code]++
			}
		}
	}
	for code, n := range codes {
		if n != 1 {
			t.Errorf("%s is %d customers", code, n)
		}
	}
	numbered := 0
	for _, p := range w.gate.all("people") {
		if text, _ := p["acf"].(map[string]any)["helpdesk-id"].(string); text != "" {
			numbered++
		}
	}
	if len(codes) == 0 || numbered < len(codes) {
		t.Errorf("%d members are customers, and %d people have a number of the helpdesk", len(codes), numbered)
	}
}

// formerMembers lets them come with the number that the first run names.
func (w *world) formerMembers(t *testing.T) {
	r := w.run("run", "former-members").exits(0, "DRY RUN", "--accept-creations ")
	accept := regexp.MustCompile(`--accept-creations \d+`).FindString(r.out)
	w.afterAKill("former-members", w.formerMembersCame, append([]string{"run", "former-members"}, strings.Fields(accept)...)...)(t)
}

func (w *world) formerMembersCame(t *testing.T) {
	w.run("run", "former-members", "--accept-creations", "0").exits(0).without("ERRORS")
	former, seen := 0, map[string]bool{}
	for _, p := range w.gate.all("people") {
		acf := p["acf"].(map[string]any)
		code, _ := acf["assoc-id"].(string)
		if code != "" && seen[code] {
			t.Errorf("%s came twice", code)
		}
		seen[code] = true
		if acf["former_member"] == true {
			former++
		}
	}
	if former == 0 {
		t.Error("no former members")
	}
}
