package person

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/work"
)

func TestADifferenceTellsWhatWentAndWhatCame(t *testing.T) {
	t.Parallel()
	before := New(1, time.Unix(1, 0))
	before.Name.First, before.Labels = "Jan", []int64{1, 2}
	before.Contacts = []Contact{{Type: Email, Value: "a@x.nl"}, {Type: Phone, Value: "1"}}
	before.Work = []work.Entry{{Group: 7, Title: "Speler"}}
	before.Relations = []Relation{{To: 5, Type: 2}}
	before.Extra = acf.Extra{"eigen": []byte(`1`), "weg": []byte(`[1]`)}
	for what, c := range map[string]struct {
		edit func(*Person)
		want string
	}{
		"nothing":        {func(p *Person) { p.Touch(9, time.Unix(2, 0)) }, `null`},
		"a text":         {func(p *Person) { p.Name.First = "Piet" }, `[{"field":"first_name","from":"Jan","to":"Piet"}]`},
		"another order":  {func(p *Person) { p.Contacts[0], p.Contacts[1] = p.Contacts[1], p.Contacts[0] }, `null`},
		"computed ones":  {func(p *Person) { p.DiedOn = civil.Date{Year: 2026, Month: 1, Day: 2} }, `[{"field":"datum-overlijden","from":"","to":"2026-01-02"}]`},
		"a step of meta": {func(p *Person) { p.Screening.MailedOn = civil.Date{Year: 2026, Month: 1, Day: 2} }, `[{"field":"vog_email_sent_date","from":"","to":"2026-01-02"}]`},
		"one of several rows": {func(p *Person) { p.Contacts[1].Value = "2" },
			`[{"field":"contact_info","from":[{"contact_type":"phone","contact_label":"","contact_value":"1"}],` +
				`"to":[{"contact_type":"phone","contact_label":"","contact_value":"2"}]}]`},
		"a relation that went": {func(p *Person) { p.Relations = nil },
			`[{"field":"relationships","from":[{"related_person":5,"relationship_type":2,"relationship_label":""}],"to":[]}]`},
		"labels":       {func(p *Person) { p.Labels = []int64{2, 3} }, `[{"field":"person_label","from":[1],"to":[3]}]`},
		"a photo":      {func(p *Person) { p.Photo = 4 }, `[{"field":"photo","to":4}]`},
		"visibility":   {func(p *Person) { p.Visibility = "shared" }, `[{"field":"_visibility","from":"private","to":"shared"}]`},
		"unknown ones": {func(p *Person) { p.Extra = acf.Extra{"eigen": []byte(`2`)} }, `[{"field":"eigen","from":1,"to":2},{"field":"weg","from":[1],"to":[]}]`},
	} {
		after := before.Clone()
		c.edit(&after)
		was, is := before.Store(), after.Store()
		if got := EncodeChanges(Difference(&was, &is)); got != c.want {
			t.Errorf("%s: got %s, want %s", what, got, c.want)
		}
	}
}
