package people_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
)

var synchronization = access.Viewer{User: 8, Roles: []access.Role{access.Synchronizer}}

// role is a viewer of anna's user with one section.
func role(section access.Capability) access.Viewer {
	return access.Viewer{User: anna.User, Roles: []access.Role{access.SectionRole(section)}}
}

func (c *club) change(viewer access.Viewer, id person.ID, text string) error {
	_, err := c.Change(ctx, viewer, id, nil, patch(text))
	return err
}

func TestAMemberCodeIsForTheMembersAdministration(t *testing.T) {
	c := open(t)
	_, err := c.Register(ctx, anna, patch(`{"first_name":"Plant","assoc-id":"QPND49Q"}`))
	if got := refusedFields(t, err); got != "acf.assoc-id" {
		t.Errorf("registering: refused %q", got)
	}
	id := c.register(anna, `{"first_name":"Jan","assoc-id":"AAAA11"}`)
	for _, text := range []string{`{"assoc-id":"BBBB22"}`, `{"assoc-id":""}`, `{"assoc-id":null}`} {
		if got := refusedFields(t, c.change(anna, id, text)); got != "acf.assoc-id" {
			t.Errorf("%s: refused %q", text, got)
		}
	}
	wants(t, "the code that stands", c.change(anna, id, `{"assoc-id":"AAAA11","nickname":"J"}`), nil)
	for i, viewer := range []access.Viewer{role(access.Administration), admin, synchronization} {
		wants(t, fmt.Sprint(viewer.Roles), c.change(viewer, id, fmt.Sprintf(`{"assoc-id":"CCCC%d"}`, i)), nil)
	}
}

func TestTheSynchronizationBringsPeriodsAsTheFederationHasThem(t *testing.T) {
	c := open(t)
	const backwards = `{"first_name":"Jan","work_history":[{"job_title":"Lid","start_date":"2026-01-09","end_date":"2026-01-08"}]}`
	_, err := c.Register(ctx, admin, patch(backwards))
	if got := refusedFields(t, err); got != "acf.work_history[0].end_date" {
		t.Errorf("an administrator: refused %q", got)
	}
	id := c.register(synchronization, backwards)
	wants(t, "a client that sends all of it back", c.change(admin, id, strings.Replace(backwards, "Jan", "Jo", 1)), nil)
}

// Clients with a stale whole acf must still save a phone number.
func TestWhatTheFederationHoldsOfAMemberIsIgnoredFromOthers(t *testing.T) {
	c := open(t)
	id := c.register(anna, `{"first_name":"Jan","infix":"de","birthdate":"2010-01-02","assoc-id":"AAAA11","lid-sinds":"2020-01-01","type-lid":"Junior",
		"datum-vog":"2025-01-01","financiele-blokkade":true,"_nikki_2025_total":12.50,"factuur-email":"a@club.example"}`)
	before := c.person(id)
	err := c.change(anna, id, `{"contact_info":[{"contact_type":"mobile","contact_value":"06"}],"infix":"van","birthdate":"2011-01-02","lid-sinds":"",
		"type-lid":"Senior","former_member":true,"datum-vog":"2026-11-01","financiele-blokkade":false,"isparent":true,"helpdesk-id":"7","_nikki_2025_total":0,
		"_nikki_2026_saldo":5,"factuur-email":"evil@club.example","factuur-adres":"x"}`)
	wants(t, "a stale acf", err, nil)
	after := c.person(id)
	if len(after.Contacts) != 1 {
		t.Errorf("the phone number was not saved: %+v", after.Contacts)
	}
	after.Contacts, after.Modified = before.Contacts, before.Modified
	if !after.Same(&before) {
		t.Errorf("got  %s\nwant %s", person.Fields.Object(&after), person.Fields.Object(&before))
	}
	meta := person.Patch{Meta: acf.Extra{"vog_email_sent_date": json.RawMessage(`"2026-01-01"`)}}
	if _, err := c.Change(ctx, anna, id, nil, meta.Apply); err != nil || !c.person(id).Screening.MailedOn.IsZero() {
		t.Errorf("a step towards a certificate: %v, %+v", err, c.person(id).Screening)
	}
}

// What anna does not read stays as it was, whatever she sends.
func TestWhatTheFederationHoldsIsRefusedOfSomebodyWithoutACode(t *testing.T) {
	c := open(t)
	id := c.register(anna, `{"first_name":"Jan"}`)
	for text, want := range map[string]string{
		`{"infix":"de","birthdate":"2010-01-02"}`:         "",
		`{"birthdate":"20100102"}`:                        "",
		`{"lid-sinds":"2020-01-01","former_member":true}`: "acf.former_member acf.lid-sinds",
		`{"datum-vog":"20261101"}`:                        "acf.datum-vog",
		`{"financiele-blokkade":"1","isparent":"Ja"}`:     "acf.financiele-blokkade acf.isparent",
		`{"_nikki_2026_total":1,"factuur-adres":"x"}`:     "",
		`{"lid-sinds":null,"former_member":"0","type-lid":"","_nikki_2026_total":null,"factuur-adres":""}`: "",
	} {
		err := c.change(anna, id, text)
		if want == "" && err != nil || want != "" && refusedFields(t, err) != want {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
	_, err := c.Register(ctx, anna, patch(`{"first_name":"Piet","lid-sinds":"2020-01-01","birthdate":"2010-01-02","type-lid":null}`))
	if got := refusedFields(t, err); got != "acf.lid-sinds" {
		t.Errorf("registering: refused %q", got)
	}
}

func TestSectionsSetTheirOwnFields(t *testing.T) {
	c := open(t)
	member, other := c.register(anna, `{"first_name":"Jan","assoc-id":"AAAA11"}`), c.register(anna, `{"first_name":"Piet"}`)
	mailed := person.Patch{Meta: acf.Extra{"vog_email_sent_date": json.RawMessage(`"2026-01-01"`)}}
	for _, id := range []person.ID{member, other} {
		wants(t, "a certificate by vog", c.change(role(access.Certificates), id, `{"datum-vog":"2026-11-01"}`), nil)
		_, err := c.Change(ctx, role(access.Certificates), id, nil, mailed.Apply)
		wants(t, "a step by vog", err, nil)
		wants(t, "a block by financieel", c.change(role(access.Finance), id, `{"financiele-blokkade":true}`), nil)
		if p := c.person(id); p.Membership.CertificateOn.IsZero() || p.Screening.MailedOn.IsZero() || !p.Membership.FinancialBlock {
			t.Errorf("got %+v, %+v", p.Membership, p.Screening)
		}
	}
	wants(t, "another section's field of a member", c.change(role(access.Finance), member, `{"datum-vog":"2020-01-01"}`), nil)
	if got := c.person(member).Membership.CertificateOn.String(); got != "2026-11-01" {
		t.Errorf("got %s", got)
	}
	if got := refusedFields(t, c.change(role(access.Certificates), other, `{"financiele-blokkade":false}`)); got != "acf.financiele-blokkade" {
		t.Errorf("refused %q", got)
	}
}

func TestAMemberCodeBelongsToOnePerson(t *testing.T) {
	c := open(t)
	var told []string
	c.CodeMoved = func(_ context.Context, _ access.Viewer, losers []person.ID, to person.ID) {
		told = append(told, fmt.Sprint(losers, to))
	}
	jan := c.register(anna, `{"first_name":"Jan","assoc-id":"AAAA11"}`)
	piet := c.register(anna, `{"first_name":"Piet"}`)
	if got := refusedFields(t, c.change(admin, piet, `{"assoc-id":"aaaa11 "}`)); got != "acf.assoc-id" {
		t.Errorf("changing: refused %q", got)
	}
	_, err := c.Register(ctx, admin, patch(`{"first_name":"Kees","assoc-id":"Aaaa11"}`))
	if got := refusedFields(t, err); got != "acf.assoc-id" {
		t.Errorf("registering: refused %q", got)
	}
	wants(t, "another spelling of the own code", c.change(admin, jan, `{"assoc-id":"aaaa11"}`), nil)
	if _, _, err := c.Remove(ctx, admin, jan, nil); err != nil {
		t.Fatal(err)
	}
	wants(t, "the code of somebody who was removed", c.change(admin, piet, `{"assoc-id":"AAAA11"}`), nil)
	if len(told) > 0 {
		t.Errorf("told of %v", told)
	}
}

func TestACodeThatNobodyVouchedForMoves(t *testing.T) {
	c := open(t)
	var told []string
	c.CodeMoved = func(_ context.Context, _ access.Viewer, losers []person.ID, to person.ID) {
		told = append(told, fmt.Sprint(losers, to))
	}
	planted := func(code string) person.ID { // as builds before this rule kept them
		p := person.New(anna.User, c.at)
		p.Name.First, p.Membership.Code = "Plant", code
		ids, err := c.People.Create(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		return ids[0]
	}
	one, two, other := planted("AAAA11"), planted("aaaa11"), planted("BBBB22")
	record, err := c.Register(ctx, synchronization, patch(`{"first_name":"Jan","assoc-id":"AAAA11"}`))
	if err != nil || !record.Administered {
		t.Fatalf("got %+v, %v", record, err)
	}
	id := c.register(bert, `{"first_name":"Piet"}`)
	wants(t, "by a change", c.change(admin, id, `{"assoc-id":"BBBB22"}`), nil)
	for _, loser := range []person.ID{one, two, other} {
		if p := c.person(loser); p.Membership.Code != "" || p.Administered {
			t.Errorf("%d kept %q", loser, p.Membership.Code)
		}
	}
	want := []string{fmt.Sprint([]person.ID{one, two}, record.ID), fmt.Sprint([]person.ID{other}, id)}
	if !slices.Equal(told, want) {
		t.Errorf("told of %v, want %v", told, want)
	}
}

func TestOneOfManyGetsACode(t *testing.T) {
	c := open(t)
	var all sync.WaitGroup
	failed := make(chan error, 20)
	for i := range cap(failed) {
		id := c.register(anna, `{"first_name":"Jan"}`)
		all.Go(func() {
			if i%2 == 0 {
				failed <- c.change(admin, id, `{"assoc-id":"AAAA11"}`)
				return
			}
			_, err := c.Register(ctx, admin, patch(`{"first_name":"Piet","assoc-id":"AAAA11"}`))
			failed <- err
		})
	}
	all.Wait()
	close(failed)
	won := 0
	for err := range failed {
		if err == nil {
			won++
		} else if got := refusedFields(t, err); got != "acf.assoc-id" {
			t.Errorf("refused %q", got)
		}
	}
	if holders, err := c.stores.MemberCodes.Holders(ctx, "AAAA11"); err != nil || won != 1 || len(holders) != 1 {
		t.Errorf("%d won, %v hold it, %v", won, holders, err)
	}
}

func TestWhoVouchesForAPerson(t *testing.T) {
	c := open(t)
	for _, v := range []struct {
		viewer access.Viewer
		want   bool
	}{{anna, false}, {bert, false}, {role(access.Certificates), false}, {role(access.Administration), true}, {synchronization, true},
		{admin, true}} {
		record, err := c.Register(ctx, v.viewer, func(p *person.Person, _ *fault.Problems) {
			p.Name.First, p.Administered = "Jan", !v.want
		})
		if err != nil || record.Administered != v.want {
			t.Errorf("%v: %v, %v", v.viewer.Roles, record.Administered, err)
		}
	}
	record, err := c.Register(ctx, anna, patch(`{"first_name":"Jan"}`))
	if err != nil {
		t.Fatal(err)
	}
	id := record.ID
	if _, err := c.Change(ctx, anna, id, nil, func(p *person.Person, _ *fault.Problems) { p.Administered = true }); err != nil ||
		c.person(id).Administered {
		t.Errorf("an edit vouches: %v", err)
	}
	wants(t, "an administrator's edit", c.change(admin, id, `{"nickname":"J"}`), nil)
	if c.person(id).Administered {
		t.Error("an edit by an administrator vouches")
	}
	adopt := func(viewer access.Viewer, id person.ID) error { _, err := c.Adopt(ctx, viewer, id, nil); return err }
	wants(t, "nobody", adopt(nobody, id), fault.ErrNotSignedIn)
	wants(t, "its author", adopt(anna, id), fault.ErrForbidden)
	wants(t, "the members' administration", adopt(secretary(bert), id), nil)
	wants(t, "nobody there", adopt(admin, 99), person.ErrAbsent)
	wants(t, "an administrator", adopt(admin, id), nil)
	if p := c.person(id); !p.Administered || p.Author != anna.User {
		t.Errorf("got %+v", p)
	}
	c.at = c.at.Add(1000)
	before := c.person(id).Modified
	wants(t, "again", adopt(admin, id), nil)
	if !c.person(id).Modified.Equal(before) {
		t.Error("adopting twice is a change")
	}
}

func TestAnAdoptedCodeIsOnePersons(t *testing.T) {
	c := open(t)
	plant := person.New(anna.User, c.at)
	plant.Name.First, plant.Membership.Code = "Plant", "AAAA11"
	ids, err := c.People.Create(ctx, plant, plant)
	if err != nil {
		t.Fatal(err)
	}
	one, other := ids[0], ids[1]
	if _, err := c.Adopt(ctx, admin, one, nil); err != nil || c.person(other).Membership.Code != "" ||
		c.person(one).Membership.Code != "AAAA11" {
		t.Errorf("%v: %q and %q", err, c.person(one).Membership.Code, c.person(other).Membership.Code)
	}
	if ids, err = c.People.Create(ctx, plant); err != nil {
		t.Fatal(err)
	}
	_, err = c.Adopt(ctx, admin, ids[0], nil)
	if got := refusedFields(t, err); got != "acf.assoc-id" || c.person(ids[0]).Administered {
		t.Errorf("refused %q, administered %v", got, c.person(ids[0]).Administered)
	}
}

func TestFindByEmailPrefersWhoIsAdministered(t *testing.T) {
	c := open(t)
	const els = `{"first_name":"Els","contact_info":[{"contact_type":"email","contact_value":"els@club.example"}]}`
	for range 120 { // more than a page of plants
		if _, err := c.Register(ctx, anna, patch(els)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := c.FindByEmail(ctx, admin, "els@club.example"); err != nil || got != 1 {
		t.Errorf("of plants alone: got %d, %v", got, err)
	}
	own := c.register(admin, els)
	c.register(admin, els)
	if got, err := c.FindByEmail(ctx, synchronization, "Els@club.example"); err != nil || got != own {
		t.Errorf("got %d, want %d, %v", got, own, err)
	}
}

func TestUnknownMembersWeighLittle(t *testing.T) {
	c := open(t)
	own := c.register(anna, `{"first_name":"Jan"}`)
	list := func(n int) string { return "[" + strings.Repeat("1,", n/2-1) + "1]" }
	members := func(n int) string { return `{"x":` + list(n) + `,"addresses":[{"street":"A","y":` + list(n) + `}]}` }
	const half = acf.MaxUnknown/2 - 10
	wants(t, "as much as may be", c.change(anna, own, members(half)), nil)
	if got := refusedFields(t, c.change(anna, own, members(half+20))); got != "acf" {
		t.Errorf("refused %q", got)
	}
	wants(t, "more by who administers members", c.change(admin, own, members(40_000)), nil)
	wants(t, "no more by others", c.change(anna, own, `{"x":`+list(40_000)+`,"nickname":"J"}`), nil)
	if got := refusedFields(t, c.change(anna, own, `{"z":1}`)); got != "acf" {
		t.Errorf("refused %q", got)
	}
}

// Who vouched for somebody vouched for who they are: an author who turns the record into somebody else has nobody's word for it.
func TestAnAdoptedRecordIsNotTurnedIntoSomebodyElse(t *testing.T) {
	c := open(t)
	const contact = `"contact_info":[{"contact_type":"email","contact_value":"%s"},{"contact_type":"mobile","contact_value":"%s"}]`
	for text, want := range map[string]bool{
		`{"nickname":"P"}`: true, `{` + fmt.Sprintf(contact, "anna@club.example", "07") + `}`: true,
		`{"first_name":"Anna","last_name":" Kok"}`: true,
		`{"first_name":"Peter"}`:                   false, `{"last_name":"de Koning"}`: false, `{"infix":"van"}`: false,
		`{` + fmt.Sprintf(contact, "familie@club.example", "06") + `}`: false, `{"contact_info":[]}`: false,
		`{"contact_info":[{"contact_type":"email","contact_value":"anna@club.example"},{"contact_type":"email2","contact_value":"x@club.example"}]}`: false,
	} {
		record, err := c.Register(ctx, anna,
			patch(`{"first_name":"Anna","last_name":"Kok",`+fmt.Sprintf(contact, "anna@club.example", "06")+`}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Adopt(ctx, admin, record.ID, nil); err != nil {
			t.Fatal(err)
		}
		wants(t, text, c.change(anna, record.ID, text), nil)
		if got := c.person(record.ID).Administered; got != want {
			t.Errorf("%s by the author: administered %v", text, got)
		}
		if _, err := c.Adopt(ctx, admin, record.ID, nil); err != nil {
			t.Fatal(err)
		}
		wants(t, text, c.change(admin, record.ID, text), nil)
		if !c.person(record.ID).Administered {
			t.Errorf("%s by an administrator ends what they vouch for", text)
		}
	}
	member := c.register(anna, `{"first_name":"Jan","assoc-id":"AAAA11"}`)
	wants(t, "a member", c.change(anna, member, `{"first_name":"Johan",`+fmt.Sprintf(contact, "jan@club.example", "06")+`}`), nil)
	if !c.person(member).Administered {
		t.Error("a member is known by the code, whatever the name")
	}
}
