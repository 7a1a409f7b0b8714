package predecessor_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/predecessor"
	"github.com/clubhuis/clubhuis/core/work"
)

var now = time.Date(2026, time.March, 14, 12, 0, 0, 0, time.UTC)

// reading is an application with a team, a committee, two types of relations and a label, and nobody.
func reading(t *testing.T) *predecessor.Reading {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	r := &predecessor.Reading{Zone: zone, Now: now, User: 1}
	take := func(list predecessor.List, id int64, text string) { r.Take(list, id, []byte(text)) }
	take(predecessor.RelationTypes, 2, `{"id":2,"name":"Ouder","slug":"parent","acf":{"inverse_relationship_type":3}}`)
	take(predecessor.RelationTypes, 3, `{"id":3,"name":"Kind","slug":"child","acf":{"inverse_relationship_type":"2"}}`)
	take(predecessor.Labels, 31, `{"id":31,"name":"Bar &amp; keuken","slug":"bar"}`)
	take(predecessor.Seasons, 52, `{"id":52,"name":"2025-2026","slug":"2025-2026"}`)
	take(predecessor.Teams, 101, `{"id":101,"title":{"rendered":"JO9-1 &#8211; blauw"},"acf":[]}`)
	take(predecessor.Committees, 102, `{"id":102,"title":{"rendered":"Bar"},"acf":false,"parent":"101"}`)
	return r
}

// somebody is a person of the acf object, whose number is 12.
func somebody(t *testing.T, acf string) (person.Person, []predecessor.Finding) {
	t.Helper()
	r := reading(t)
	r.Take(predecessor.People, 11, []byte(`{"id":11,"acf":{"first_name":"Piet"}}`))
	r.Take(predecessor.People, 12,
		[]byte(`{"id":12,"date":"2025-07-01T12:00:00","date_gmt":"2025-07-01T10:00:00","person_label":["31"],"acf":`+acf+`}`))
	c := r.Club()
	for _, p := range c.People {
		if p.ID == 12 {
			return p.Person, c.Report.Findings
		}
	}
	return person.Person{}, c.Report.Findings
}

func TestEachWayToWriteAPerson(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		acf   string
		holds func(p *person.Person) bool
		found int // findings about people
	}{
		"entities in names": {`{"first_name":"Ren&eacute;e","last_name":"A&#8217;Beckett &amp; Co"}`, func(p *person.Person) bool {
			return p.Name.First == "Renée" && p.Name.Last == "A’Beckett & Co"
		}, 0},
		"entities that are written in code": {`{"first_name":"Ren\u0026eacute;e","last_name":"D\u0026#8217;Arc",` +
			`"contact_info":[{"contact_type":"email","contact_label":"A \u0026amp; B","contact_value":"a@x.example"}]}`,
			func(p *person.Person) bool {
				return p.Name.First == "Renée" && p.Name.Last == "D’Arc" && p.Contacts[0].Label == "A & B"
			}, 0},
		"repeaters that are false": {`{"first_name":"Jan","contact_info":false,"addresses":null,"work_history":[],"relationships":""}`,
			func(p *person.Person) bool { return len(p.Contacts)+len(p.Addresses)+len(p.Work)+len(p.Relations) == 0 }, 0},
		"days as Ymd and Y-m-d": {`{"first_name":"Jan","birthdate":"20100203","lid-sinds":"2019-08-01","datum-vog":false}`,
			func(p *person.Person) bool {
				return p.Birthdate.String() == "2010-02-03" && p.Membership.Since.String() == "2019-08-01" &&
					p.Membership.CertificateOn.IsZero()
			}, 0},
		"a day that is none": {`{"first_name":"Jan","birthdate":"31-02-2010"}`,
			func(p *person.Person) bool { return p.Birthdate.IsZero() }, 1},
		"the fields' own names": {`{"first_name":"Jan","knvb-id":"ABC123","freescout-id":7}`, func(p *person.Person) bool {
			return p.Membership.Code == "ABC123" && p.Membership.HelpdeskID == "7" && len(p.Extra) == 0
		}, 0},
		"numbers as texts, types as lists": {`{"first_name":"Jan","work_history":[{"team":"101","job_title":"Keeper","is_current":"1"}],` +
			`"relationships":[{"related_person":"11","relationship_type":["2"],"relationship_label":false}]}`,
			func(p *person.Person) bool {
				return len(p.Work) == 1 && p.Work[0].Group == 101 && p.Work[0].Kind == work.Team && p.Work[0].Current &&
					len(p.Relations) == 1 && p.Relations[0].To == 11 && p.Relations[0].Type == 2
			}, 1}, // the other side was missing
		"flags in words": {`{"first_name":"Jan","financiele-blokkade":"Ja","former_member":"1","isparent":0}`,
			func(p *person.Person) bool {
				return p.Membership.FinancialBlock && p.Membership.Former && !p.Membership.Parent
			}, 0},
		"a team that is gone": {`{"first_name":"Jan","work_history":[{"team":999,"job_title":"x"},{"team":102,"job_title":"y"}]}`,
			func(p *person.Person) bool { return len(p.Work) == 1 && p.Work[0].Group == 102 }, 1},
		"a person and a type that are gone": {`{"first_name":"Jan","relationships":[{"related_person":999,"relationship_type":2},` +
			`{"related_person":11,"relationship_type":77}]}`, func(p *person.Person) bool { return len(p.Relations) == 0 }, 2},
		"an unknown gender": {`{"first_name":"Jan","gender":"Male"}`, func(p *person.Person) bool { return p.Gender == "" }, 1},
		"an unknown sort of contact": {`{"first_name":"Jan","contact_info":[{"contact_type":"fax","contact_value":"1"},` +
			`{"contact_type":"email","contact_value":" JAN@x.example "}]}`, func(p *person.Person) bool {
			return len(p.Contacts) == 1 && p.Contacts[0].Value == "jan@x.example"
		}, 1},
		"no first name": {`{"first_name":"","last_name":"Kok"}`, func(p *person.Person) bool { return p.Name.Full() == "Kok" }, 1},
		"fields of later versions": {`{"first_name":"Jan","email_1":"a@x.example","mobile_2":"0612345678",` +
			`"addresses":[{"street_name":"Dorpsweg","house_number":12,"house_number_addition":"A","city":"Elst"}]}`,
			func(p *person.Person) bool {
				return len(p.Contacts) == 2 && p.Contacts[1].Label == "2" && p.Addresses[0].Street == "Dorpsweg 12 A" && len(p.Extra) == 0
			}, 0},
		"a field that nobody knows": {`{"first_name":"Jan","shirtmaat":"XL"}`,
			func(p *person.Person) bool { return string(p.Extra["shirtmaat"]) == `"XL"` }, 1},
		"of workspaces": {`{"first_name":"Jan","_visibility":"workspace","_assigned_workspaces":[4]}`, func(p *person.Person) bool {
			return p.Visibility == person.Private && p.Workspaces == nil
		}, 1},
		"no object at all": {`[]`, func(p *person.Person) bool { return p.Name.First == "Onbekend" }, 1},
		"a number for a name, rows that are none": {`{"first_name":12,"contact_info":"x","addresses":[7]}`,
			func(p *person.Person) bool {
				return p.Name.First == "12" && len(p.Contacts) == 0
			}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, findings := somebody(t, c.acf)
			about := slices.DeleteFunc(slices.Clone(findings), func(f predecessor.Finding) bool { return f.Kind != "person" })
			if p.ID == 0 || !c.holds(&p) || len(about) != c.found {
				t.Errorf("%+v\n%+v", p, about)
			}
			if p.ID != 0 && (!p.Administered || p.Created.Hour() != 10 || len(p.Labels) != 1) {
				t.Errorf("%+v", p)
			}
		})
	}
}

func TestGroups(t *testing.T) {
	t.Parallel()
	r := reading(t)
	r.Take(predecessor.Teams, 104,
		[]byte(`{"id":104,"title":{"rendered":""},"parent":105,"acf":{"website":"geen","gender":"mixed"}}`))
	r.Take(predecessor.Teams, 105, []byte(`{"id":105,"title":{"rendered":"Onder"},"parent":104,"acf":{"contact_info":false}}`))
	r.Take(predecessor.Teams, 103, []byte(`{"id":103,"title":{"rendered":"Jeugd"},"parent":101,"acf":{"activiteit":"Veld"}}`))
	c := r.Club()
	seen := map[int64]bool{0: true}
	for _, g := range c.Groups {
		if !seen[g.Parent] {
			t.Errorf("group %d comes before the one above it, %d", g.ID, g.Parent)
		}
		seen[g.ID] = true
		if g.ID == 101 && g.Title != "JO9-1 – blauw" || g.ID == 104 && (g.Title != "team 104" || g.Website != "" || g.Gender != "") {
			t.Errorf("%+v", g)
		}
	}
	if len(c.Groups) != 5 || len(c.Report.Findings) != 5 {
		t.Errorf("%d groups, %+v", len(c.Groups), c.Report.Findings)
	}
}

// bill reads one invoice for person 11.
func bill(t *testing.T, detail string) (predecessor.Club, *invoice.Invoice) {
	t.Helper()
	r := reading(t)
	r.Take(predecessor.People, 11, []byte(`{"id":11,"acf":{"first_name":"Piet"}}`))
	r.Take(predecessor.Cases, 7,
		[]byte(`{"id":7,"title":{"rendered":"x"},"acf":{"dossier_id":"T1","person":11,"is_charged":"rondo"},"seizoen":[52]}`))
	whole := `{"id":50,"invoice_number":"C2025-007","invoice_type":"membership","season":"2025-2026",` +
		`"person":{"id":11,"name":"Piet"},"created":"2025-09-01 10:00:00",` + detail + `}`
	r.Take(predecessor.Invoices, 50, []byte(whole))
	r.TakePart(predecessor.Detail, 50, []byte(whole))
	c := r.Club()
	if len(c.Invoices) == 0 {
		return c, nil
	}
	v := c.Invoices[0]
	made, err := invoice.Bring(v.Head, v.Draw, v.Past, invoice.At(now, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	return c, &made
}

// What the members paid is here what it was there, to the cent; what does not add up is told.
func TestMoneyComesToTheCent(t *testing.T) {
	t.Parallel()
	part := func(n int, amount, status string) string {
		return fmt.Sprintf(`{"number":%d,"amount":%s,"admin_fee":"1.50","status":%q,"due_date":"2025-%02d-23","paid_at":"2025-%02d-24 10:00:00"}`,
			n, amount, status, 8+n, 8+n)
	}
	line := `"line_items":[{"description":"Pupil","amount":"240.00"},{"description":"Korting","amount":-60}]`
	sent := `"sent_date":"20250903","due_date":"2026-04-30",`
	for name, c := range map[string]struct {
		detail                string
		total, received, open int
		status                invoice.Status
		plan                  invoice.Plan
		tells                 []string // a part of each finding about it
	}{
		"sent": {sent + `"status":"sent","total_amount":180,` + line, 18000, 0, 18000, invoice.Sent, "", nil},
		"draft": {`"status":"draft","total_amount":"180.00","sent_date":null,"due_date":"",` + line, 18000, 0, 18000,
			invoice.Draft, "", nil},
		"paid, nobody knows when": {sent + `"status":"paid","total_amount":180,` + line, 18000, 18000, 0, invoice.Paid, "",
			[]string{"do not say when"}},
		"paid on a day": {sent + `"status":"paid","paid_at":"2025-10-01 09:00:00","total_amount":180,` + line, 18000,
			18000, 0, invoice.Paid, "", nil},
		"overdue before its day": {sent + `"status":"overdue","total_amount":180,` + line, 18000, 0, 18000, invoice.Overdue, "", nil},
		"another total than the lines": {sent + `"status":"sent","total_amount":"179.99",` + line, 17999, 0, 17999, invoice.Sent, "",
			[]string{"lines are 180.00 together, and its total is 179.99"}},
		"a total that is none": {sent + `"status":"sent","total_amount":"veel",` + line, 18000, 0, 18000, invoice.Sent, "",
			[]string{"is no amount"}},
		"a line that is none": {sent + `"status":"sent","total_amount":180,"line_items":[{"description":"x","amount":"1,50"}]`,
			18000, 0, 18000, invoice.Sent, "", []string{"lines could not be read"}},
		"no lines": {sent + `"status":"sent","total_amount":180,"line_items":false`, 18000, 0, 18000, invoice.Sent, "",
			[]string{"lines could not be read"}},
		"three instalments, one paid": {sent + `"status":"sent","total_amount":180,"installment_plan":"quarterly_3","installments":[` +
			part(1, "60", "paid") + "," + part(2, `"60.00"`, "pending") + "," + part(3, "60", "pending") + `],` + line,
			18000, 6150, 12300, invoice.Overdue, invoice.Quarterly, nil},
		"instalments on time": {sent + `"status":"overdue","total_amount":180,"installment_plan":"quarterly_3","installments":[` +
			part(1, "120", "paid") + `,{"number":2,"amount":60,"admin_fee":"1.50","status":"pending","due_date":"2026-04-23"}],` + line,
			18000, 12150, 6150, invoice.Sent, invoice.Quarterly, nil},
		"the later one was paid": {sent + `"status":"sent","total_amount":180,"installment_plan":"quarterly_3","installments":[` +
			part(1, "60", "pending") + "," + part(2, "60", "betaald") + "," + part(3, "60", "pending") + `],` + line,
			18000, 6150, 12300, invoice.Overdue, invoice.Quarterly, []string{"instalment 2 is paid, and one before it is not"}},
		"instalments that are not the whole": {sent +
			`"status":"sent","total_amount":180,"installment_plan":"quarterly_3","installments":[` +
			part(1, "60", "paid") + "," + part(2, "60", "pending") + "," + part(3, "59.99", "pending") + `],` + line,
			18150, 6150, 12000, invoice.Sent, "", []string{"is 179.99 together, and the invoice 180.00",
				"1.50 of what was paid are fees"}},
		"paid, and its instalments are not": {sent +
			`"status":"paid","total_amount":180,"installment_plan":"quarterly_3","installments":[` +
			part(1, "60", "paid") + "," + part(2, "60", "sent") + "," + part(3, "60", "pending") + `],` + line,
			18000, 18450, 0, invoice.Paid, invoice.Quarterly, []string{"the 123.00 that they leave open are booked", "do not say when"}},
		"instalments are paid, and it is not": {sent +
			`"status":"sent","total_amount":180,"installment_plan":"monthly_8","installments":[` +
			part(1, "90", "paid") + "," + part(2, "90", "paid") + `],` + line, 18000, 18300, 0, invoice.Paid, invoice.Monthly,
			[]string{"all of it is paid"}},
		"a plan that nobody knows": {sent + `"status":"sent","total_amount":180,"installment_plan":"weekly","installments":[` +
			part(1, "180", "pending") + `],` + line, 18000, 0, 18000, invoice.Sent, "", []string{"weekly"}},
		"paid at once by plan": {sent + `"status":"paid","payment_plan":"full","installments":[],"total_amount":180,` + line,
			18000, 18000, 0, invoice.Paid, "", []string{"do not say when"}},
		"an open link": {sent + `"status":"sent","payment_link":"https://p.example/pl_1","total_amount":180,` + line, 18000, 0,
			18000, invoice.Sent, "",
			[]string{"payment link still takes money"}},
		"a case": {sent +
			`"status":"sent","total_amount":20,"line_items":[{"description":"Zaak","amount":20,"discipline_case":{"id":7}}]`,
			2000, 0, 2000, invoice.Sent, "", nil},
		"a case twice, and one that is gone": {sent + `"status":"sent","total_amount":30,"line_items":[` +
			`{"description":"Zaak","amount":10,"discipline_case":7},{"description":"Zaak","amount":10,"discipline_case":{"id":7}},` +
			`{"description":"Zaak","amount":10,"discipline_case":{"id":8}}]`, 3000, 0, 3000, invoice.Sent, "",
			[]string{"another line", "is not there"}},
		"no day of sending": {`"status":"sent","total_amount":180,` + line, 18000, 0, 18000, invoice.Overdue, "",
			[]string{"without a day on which it was sent", "no day by which"}},
		"an unknown status": {sent + `"status":"weg","total_amount":180,` + line, 18000, 0, 18000, invoice.Draft, "",
			[]string{"is not understood", "a draft that was sent"}},
		"nothing to pay": {sent + `"status":"paid","total_amount":0,"line_items":[{"description":"x","amount":0}]`, 0, 0, 0,
			invoice.Paid, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			club, v := bill(t, c.detail)
			if v == nil {
				t.Fatalf("it stays behind: %+v", club.Report.Findings)
			}
			if int(v.Total()) != c.total || int(v.Received()) != c.received || int(v.Open()) != c.open ||
				v.StatusOn(civil.Of(now)) != c.status ||
				v.Plan != c.plan || v.Number != "C2025-007" {
				t.Errorf("%v of %v, open %v, %s, plan %q: %+v", v.Received(), v.Total(), v.Open(), v.StatusOn(civil.Of(now)), v.Plan, v)
			}
			var told []string
			for _, f := range club.Report.Findings {
				if f.Kind == "invoice" {
					told = append(told, f.Text)
				}
			}
			all := strings.Join(told, "\n")
			if len(told) != len(c.tells) || slices.ContainsFunc(c.tells, func(part string) bool { return !strings.Contains(all, part) }) {
				t.Errorf("told:\n%s\nwant %q", all, c.tells)
			}
		})
	}
}

// An invoice whose detail could not be read this time is left to the next run, and keeps its number.
func TestAnInvoiceWithoutItsDetailWaits(t *testing.T) {
	t.Parallel()
	r := reading(t)
	for _, id := range []int64{50, 51} {
		text := fmt.Sprintf(`{"id":%d,"invoice_number":"C2025-007","status":"paid","total_amount":180}`, id)
		r.Take(predecessor.Invoices, id, []byte(text))
		if id == 51 {
			r.TakePart(predecessor.Detail, id, []byte(text))
		}
	}
	r.Miss(predecessor.Detail, 50)
	c := r.Club()
	if len(c.Invoices) != 1 || c.Invoices[0].Past.Number != "C2025-007/2" || !slices.Equal(c.Numbers, []string{"C2025-007", "C2025-007"}) {
		t.Errorf("%+v, %v", c.Invoices, c.Numbers)
	}
	if len(c.Later) != 1 || c.Later[0].Old != 50 || !strings.HasPrefix(c.Later[0].Text, "it comes with the next run") {
		t.Errorf("%+v", c.Later)
	}
}

func TestAnInvoiceThatCannotBeKeptIsToldOf(t *testing.T) {
	t.Parallel()
	for name, detail := range map[string]string{
		"less than nothing": `"status":"sent","total_amount":-5,"line_items":[{"description":"x","amount":-5}]`,
		"no amount at all":  `"status":"sent","total_amount":"x","line_items":[{"description":"x","amount":"y"}]`,
	} {
		club, v := bill(t, detail)
		if v != nil || !slices.ContainsFunc(club.Report.Findings, func(f predecessor.Finding) bool {
			return f.Old == 50 && strings.HasPrefix(f.Text, "IT STAYS BEHIND")
		}) {
			t.Errorf("%s: %+v %+v", name, v, club.Report.Findings)
		}
	}
}

func FuzzReading(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"acf":{"first_name":"Jan","work_history":[{"team":"101"}]}}`,
		`{"line_items":[{"amount":"1.50"}],"installments":false}`,
		`[]`, `null`, `{"acf":[]}`, `[{"id":1,"type":"activity","content":"x"}]`, `{"map":{"a":["admin"]}}`,
		`{"current_season":{"key":"2025-2026","categories":{"a":{}}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r := reading(t)
		for i, list := range predecessor.Lists {
			r.Take(list, int64(1000+i), text)
		}
		for _, part := range []predecessor.Part{predecessor.Timeline, predecessor.Detail, predecessor.Comments} {
			for i := range predecessor.Lists {
				r.TakePart(part, int64(1000+i), text)
			}
		}
		for _, part := range predecessor.Settings {
			r.TakePart(part, 0, text)
		}
		c := r.Club()
		for i := range c.Invoices {
			v := &c.Invoices[i]
			if _, err := invoice.Bring(v.Head, v.Draw, v.Past, invoice.At(now, time.UTC)); err != nil {
				t.Errorf("an invoice that cannot be kept: %v", err)
			}
		}
	})
}
