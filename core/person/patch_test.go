package person_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

func members(text string) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if text != "" {
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			panic(err)
		}
	}
	return m
}

// jan has something in the fields that the cases below look at.
func jan() person.Person {
	p := person.New(1, now)
	p.ID = 12
	p.Name = person.Name{First: "Jan", Infix: "de", Last: "Wit", Nick: "Jantje"}
	p.Gender, p.Birthdate = "male", civil.Date{Year: 1990, Month: 5, Day: 6}
	p.Contacts = []person.Contact{{Type: person.Email, Value: "jan@club.example"}, {Type: "mobile", Value: "06"}}
	p.Work = []work.Entry{{Group: 3, Title: "Trainer", Current: true}}
	p.Relations = []person.Relation{{To: 5, Type: 1}}
	p.Membership.CertificateOn = civil.Date{Year: 2023, Month: 1, Day: 1}
	p.Screening = person.Screening{
		MailedOn: civil.Date{Year: 2026, Month: 1, Day: 1}, SubmittedOn: civil.Date{Year: 2026, Month: 1, Day: 2},
		RemindedOn: civil.Date{Year: 2026, Month: 1, Day: 3},
	}
	p.Extra = acf.Extra{"_nikki_2025_total": json.RawMessage(`12.50`)}
	p.Meta = acf.Extra{"other": json.RawMessage(`1`)}
	p.Labels = []int64{6}
	return p
}

// save does to p what a use case does: the edit, then the rules.
func save(p *person.Person, around person.References, edit func(*person.Person, *fault.Problems)) error {
	var problems fault.Problems
	before := p.Clone()
	edit(p, &problems)
	p.Validate(&before, around, &problems)
	return problems.Fault()
}

// wrong is what an input is refused for, as "path: sentence".
func wrong(err error) []string {
	if err == nil {
		return nil
	}
	var list []string
	params := fault.As(err).Params
	for _, path := range slices.Sorted(maps.Keys(params)) {
		list = append(list, path+": "+params[path])
	}
	return list
}

func TestAPatchChangesWhatItNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, acf, meta string
		change          func(*person.Person) // what becomes of jan
	}{
		{"nothing, and nothing changes", "", "", func(*person.Person) {}},
		{"one field, and the others stay", `{"nickname":"JJ"}`, "", func(p *person.Person) { p.Name.Nick = "JJ" }},
		{"null and an empty text clear", `{"infix":null,"gender":"","birthdate":null}`, "", func(p *person.Person) {
			p.Name.Infix, p.Gender, p.Birthdate = "", "", civil.Date{}
		}},
		{"names lose the blanks around them", `{"first_name":" Jo ","last_name":"Wit "}`, "", func(p *person.Person) {
			p.Name.First = "Jo"
		}},
		{"a repeater is replaced as a whole", `{"contact_info":[{"contact_type":"phone","contact_value":"1"}]}`, "",
			func(p *person.Person) {
				p.Contacts = []person.Contact{{Type: "phone", Value: "1"}}
			}},
		{"an empty repeater empties", `{"contact_info":[],"work_history":false,"relationships":null}`, "", func(p *person.Person) {
			p.Contacts, p.Work, p.Relations = nil, nil, nil
		}},
		{
			"e-mail addresses are kept in lower case, other values as they are",
			`{"contact_info":[{"contact_type":"email","contact_value":" JAN@Club.Example "},{"contact_type":"email2","contact_value":"X@y.NL"},{"contact_type":"twitter","contact_value":"@Jan"}]}`,
			"", func(p *person.Person) {
				p.Contacts = []person.Contact{{Type: "email", Value: "jan@club.example"}, {Type: "email2", Value: "x@y.nl"},
					{Type: "twitter", Value: "@Jan"}}
			},
		},
		{"former_member true", `{"former_member":true}`, "", func(p *person.Person) { p.Membership.Former = true }},
		{"former_member the text 1", `{"former_member":"1"}`, "", func(p *person.Person) { p.Membership.Former = true }},
		{"former_member the number 1", `{"former_member":1}`, "", func(p *person.Person) { p.Membership.Former = true }},
		{"computed fields are ignored", `{"is_deceased":true,"birth_year":"1900","huidig-vrijwilliger":"1","photo_gallery":[1]}`, "",
			func(*person.Person) {}},
		{"a death is known by its day", `{"datum-overlijden":"2026-03-01"}`, "", func(p *person.Person) {
			p.DiedOn = civil.Date{Year: 2026, Month: 3, Day: 1}
		}},
		{"unknown fields are kept, and null removes one", `{"_nikki_2025_total":null,"factuur-email":"X@y.nl"}`, "",
			func(p *person.Person) {
				p.Extra = acf.Extra{"factuur-email": json.RawMessage(`"X@y.nl"`)}
			}},
		{"unknown members of a row are kept", `{"work_history":[{"team":"3","job_title":"Trainer","is_current":"1","knvb":7}]}`, "",
			func(p *person.Person) {
				p.Work[0].Extra = acf.Extra{"knvb": json.RawMessage(`7`)}
			}},
		{"meta likewise", "", `{"other":null,"new":"x"}`, func(p *person.Person) {
			delete(p.Meta, "other")
			p.Meta["new"] = json.RawMessage(`"x"`)
		}},
		{"no visibility is private", `{"_visibility":""}`, "", func(p *person.Person) { p.Visibility = person.Private }},
		{"a title is no field of acf: it is kept as unknown", `{"title":"x"}`, "", func(p *person.Person) {
			p.Extra["title"] = json.RawMessage(`"x"`)
		}},
		{"a new certificate ends the request for it", `{"datum-vog":"2026-03-01"}`, "", func(p *person.Person) {
			p.Membership.CertificateOn = civil.Date{Year: 2026, Month: 3, Day: 1}
			p.Screening = person.Screening{}
		}},
		{"but not the steps that come with it", `{"datum-vog":"2026-03-01"}`, `{"vog_email_sent_date":"2026-03-02"}`,
			func(p *person.Person) {
				p.Membership.CertificateOn = civil.Date{Year: 2026, Month: 3, Day: 1}
				p.Screening = person.Screening{MailedOn: civil.Date{Year: 2026, Month: 3, Day: 2}}
			}},
		{"a step is set in meta, not in acf", `{"vog_reminder_sent_date":"2026-03-03"}`,
			`{"vog_justis_submitted_date":"20260302","vog_email_sent_date":null}`, func(p *person.Person) {
				p.Screening.MailedOn, p.Screening.SubmittedOn = civil.Date{}, civil.Date{Year: 2026, Month: 3, Day: 2}
			}},
		{"the same certificate ends nothing", `{"datum-vog":"20230101"}`, "", func(*person.Person) {}},
		{"nor does a cleared one", `{"datum-vog":""}`, "", func(p *person.Person) { p.Membership.CertificateOn = civil.Date{} }},
	} {
		got, want := jan(), jan()
		if err := save(&got, person.References{}, person.Patch{ACF: members(c.acf), Meta: members(c.meta)}.Apply); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		c.change(&want)
		if !got.Same(&want) {
			t.Errorf("%s:\ngot  %s %s\nwant %s %s", c.name, person.Fields.Object(&got), got.Meta, person.Fields.Object(&want), want.Meta)
		}
	}
}

func TestWhatAPatchMayNot(t *testing.T) {
	t.Parallel()
	manyLabels := make([]int64, acf.MaxRows+1)
	for i := range manyLabels {
		manyLabels[i] = int64(i + 1)
	}
	for _, c := range []struct {
		name   string
		patch  person.Patch
		around person.References
		want   []string
	}{
		{"clear the first name", person.Patch{ACF: members(`{"first_name":""}`)}, person.References{},
			[]string{"acf.first_name: " + fault.Required}},
		{"nor with null", person.Patch{ACF: members(`{"first_name":null}`)}, person.References{},
			[]string{"acf.first_name: " + fault.Required}},
		{"nor with blanks", person.Patch{ACF: members(`{"first_name":" \t"}`)}, person.References{},
			[]string{"acf.first_name: " + fault.Required}},
		{"a gender of its own", person.Patch{ACF: members(`{"gender":"m"}`)}, person.References{},
			[]string{"acf.gender: " + fault.NotAChoice}},
		{"a contact of a team's type", person.Patch{ACF: members(`{"contact_info":[{"contact_type":"address"}]}`)},
			person.References{}, []string{
				"acf.contact_info[0].contact_type: " + fault.NotAChoice,
			}},
		{"a contact without a type", person.Patch{ACF: members(`{"contact_info":[{"contact_type":"email"},{"contact_value":"x"}]}`)},
			person.References{}, []string{
				"acf.contact_info[1].contact_type: " + fault.Required,
			}},
		{"a relation to nobody, of no type", person.Patch{ACF: members(`{"relationships":[{}]}`)}, person.References{}, []string{
			"acf.relationships[0].related_person: " + fault.Required, "acf.relationships[0].relationship_type: " + fault.Required,
		}},
		{
			"a new relation to somebody unknown",
			person.Patch{ACF: members(`{"relationships":[{"related_person":5,"relationship_type":1},{"related_person":6,"relationship_type":1}]}`)},
			person.References{Hidden: []person.ID{5, 6}}, []string{"acf.relationships[1].related_person: " + "Deze persoon bestaat niet."},
		},
		{
			"an existing relation to somebody unknown is kept, whatever else it holds",
			person.Patch{ACF: members(`{"relationships":[{"related_person":5,"relationship_type":1,"eigen":"x"}]}`)},
			person.References{Hidden: []person.ID{5}}, nil,
		},
		{"and may be left out", person.Patch{ACF: members(`{"relationships":[]}`)}, person.References{Hidden: []person.ID{5}}, nil},
		{
			"with another label it is a new one",
			person.Patch{ACF: members(`{"relationships":[{"related_person":5,"relationship_type":1,"relationship_label":"x"}]}`)},
			person.References{Hidden: []person.ID{5}}, []string{"acf.relationships[0].related_person: " + person.ErrAbsent.Message},
		},
		{
			"and with another type, too",
			person.Patch{ACF: members(`{"relationships":[{"related_person":5,"relationship_type":1},{"related_person":5,"relationship_type":2}]}`)},
			person.References{Hidden: []person.ID{5}, Types: []int64{1, 2}},
			[]string{"acf.relationships[1].related_person: " + person.ErrAbsent.Message},
		},
		{"a relation of an unknown type", person.Patch{ACF: members(`{"relationships":[{"related_person":5,"relationship_type":8},{"related_person":5,"relationship_type":9}]}`)}, person.References{Types: []int64{8}}, []string{
			"acf.relationships[1].relationship_type: " + person.NoSuchType,
		}},
		{"unknown labels", person.Patch{Labels: &[]int64{6, 7, 8}}, person.References{Labels: []int64{7}}, []string{
			"person_label[2]: " + term.ErrAbsent.Message,
		}},
		{"too many labels", person.Patch{Labels: &manyLabels}, person.References{Labels: manyLabels},
			[]string{"person_label: " + fault.TooManyRows}},
		{"steps that are no days", person.Patch{Meta: members(`{"vog_email_sent_date":"x"}`)}, person.References{},
			[]string{"meta.vog_email_sent_date: " + fault.NotADate}},
		{"impossible days", person.Patch{ACF: members(`{"birthdate":"2023-02-29","work_history":[{"end_date":"x"}]}`)},
			person.References{}, []string{
				"acf.birthdate: " + fault.NotADate, "acf.work_history[0].end_date: " + fault.NotADate,
			}},
		{"a NUL in meta", person.Patch{Meta: members(`{"x":"\u0000"}`)}, person.References{},
			[]string{"meta.x: " + fault.BadCharacter}},
		{"a visibility of its own", person.Patch{ACF: members(`{"_visibility":"public"}`)}, person.References{},
			[]string{"acf._visibility: " + fault.NotAChoice}},
		{"a workspace that is no number", person.Patch{ACF: members(`{"_assigned_workspaces":[1,"x"]}`)}, person.References{},
			[]string{"acf._assigned_workspaces[1]: " + fault.NotAnID}},
	} {
		p := jan()
		if got := wrong(save(&p, c.around, c.patch.Apply)); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestANewPersonNeedsAFirstName(t *testing.T) {
	t.Parallel()
	p := person.New(1, now)
	if got := wrong(save(&p, person.References{}, person.Patch{ACF: members(`{"last_name":"Kok"}`)}.Apply)); !slices.Equal(got,
		[]string{"acf.first_name: " + fault.Required}) {
		t.Errorf("got %q", got)
	}
}

func TestAPatchAsksNoRule(t *testing.T) {
	t.Parallel()
	p := jan()
	var problems fault.Problems
	person.Patch{ACF: members(`{"first_name":" ","relationships":[{}],"contact_info":[{"contact_value":"X"}]}`)}.Apply(&p, &problems)
	if problems.Any() || p.Name.First != " " || p.Relations[0].To != 0 || p.Contacts[0].Value != "X" {
		t.Errorf("got %+v, %v", p, problems.Fault())
	}
}

// Whatever edits a person meets the same rules.
func TestValidateHoldsForEveryEdit(t *testing.T) {
	t.Parallel()
	p := jan()
	err := save(&p, person.References{}, func(p *person.Person, _ *fault.Problems) {
		p.Name = person.Name{First: " Jo\t", Infix: " van ", Last: " Dam", Nick: "\n"}
		p.Visibility = ""
		p.Contacts = append(p.Contacts, person.Contact{Type: person.Email2, Value: " X@Y.nl "},
			person.Contact{Type: "other", Value: " X "})
		p.Membership.CertificateOn = asOf.Day
	})
	if err != nil {
		t.Fatal(err)
	}
	if (p.Name != person.Name{First: "Jo", Infix: "van", Last: "Dam"}) || p.Visibility != person.Private {
		t.Errorf("got %+v, %s", p.Name, p.Visibility)
	}
	if p.Contacts[2].Value != "x@y.nl" || p.Contacts[3].Value != "X" {
		t.Errorf("got %+v", p.Contacts)
	}
	if (p.Screening != person.Screening{}) {
		t.Errorf("a new certificate leaves %+v", p.Screening)
	}

	p = jan()
	got := wrong(save(&p, person.References{Hidden: []person.ID{5, 6}}, func(p *person.Person, problems *fault.Problems) {
		problems.Add("title", fault.NotText) // what the edit itself refuses stays refused
		p.Name.First = ""
		p.Contacts[1].Type = ""
		p.Relations = append(p.Relations, person.Relation{To: 6})
		p.Labels = append(p.Labels, 9)
	}))
	want := []string{
		"acf.contact_info[1].contact_type: " + fault.Required, "acf.first_name: " + fault.Required,
		"acf.relationships[1].related_person: Deze persoon bestaat niet.", "acf.relationships[1].relationship_type: " + fault.Required,
		"person_label[1]: " + term.ErrAbsent.Message, "title: " + fault.NotText,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSettlingTwiceIsSettlingOnce(t *testing.T) {
	t.Parallel()
	p := full(t)
	if err := save(&p, person.References{}, func(*person.Person, *fault.Problems) {}); err != nil {
		t.Fatal(err)
	}
	again := p.Clone()
	if err := save(&again, person.References{}, func(*person.Person, *fault.Problems) {}); err != nil ||
		!reflect.DeepEqual(again, p) {
		t.Errorf("got  %+v %v\nwant %+v", again, err, p)
	}
}

func TestComputedFieldsFollow(t *testing.T) {
	t.Parallel()
	p := jan()
	p.DiedOn = civil.Date{Year: 2026, Month: 1, Day: 1}
	got := members(person.Fields.Object(&p))
	if string(got["birth_year"]) != `"1990"` || string(got["is_deceased"]) != "true" {
		t.Errorf("got %s and %s", got["birth_year"], got["is_deceased"])
	}
}

func TestRelated(t *testing.T) {
	t.Parallel()
	p := person.Person{Relations: []person.Relation{{To: 7}, {}, {To: 8}, {To: 7}}}
	if got := p.Related(); !slices.Equal(got, []person.ID{7, 8}) {
		t.Errorf("got %v", got)
	}
	if got := (&person.Person{}).Related(); len(got) != 0 {
		t.Errorf("nobody is related to %v", got)
	}
}

// Whatever a patch of any values does to a person, the person can be kept and read again, and a second time the same
// patch changes nothing.
func TestAnAcceptedPatchCanBeKept(t *testing.T) {
	t.Parallel()
	keys := []string{"x"}
	for _, d := range person.Fields.Descriptions() {
		keys = append(keys, d.Key)
	}
	values := rapid.SampledFrom([]string{
		`null`, `""`, `false`, `true`, `0`, `1`, `"1"`, `12.5`, `"Jan"`, `" Jan "`, `"male"`, `"2024-02-29"`, `20240229`, `"shared"`,
		`[]`, `[3]`, `["3",4]`, `{}`,
		`[{}]`, `[{"x":1}]`, `[{"contact_type":"email","contact_value":"A@B"}]`, `[{"related_person":3,"relationship_type":"4"}]`,
		`[{"team":5,"entity_type":"commissie","is_current":1,"end_date":"20240229","start_date":null}]`, `"\u2028<b>"`,
	})
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		sent := map[string]json.RawMessage{}
		for _, key := range rapid.SliceOfN(rapid.SampledFrom(keys), 0, 3).Draw(t, "keys") {
			sent[key] = json.RawMessage(values.Draw(t, key))
		}
		patch, p := person.Patch{ACF: sent, Meta: map[string]json.RawMessage{"m": json.RawMessage(values.Draw(t, "meta"))}}, jan()
		around := person.References{Types: []int64{4}}
		if save(&p, around, patch.Apply) != nil {
			return
		}
		accepted++
		record := recordOf(&p)
		record.Labels = []term.Term{{ID: 6}}
		kept, err := record.Person()
		kept.Relations = p.Relations // stores keep them apart
		if err != nil || !reflect.DeepEqual(kept, p) {
			t.Fatalf("got  %+v %v\nwant %+v", kept, err, p)
		}
		if err := save(&kept, around, patch.Apply); err != nil || !kept.Same(&p) {
			t.Fatalf("a second time: got %+v %v, want %+v", kept, err, p)
		}
	})
	if accepted == 0 {
		t.Error("nothing was accepted: the cases prove nothing")
	}
}

func TestLabelsAreReplacedAsAWhole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		sent *[]int64
		want []int64
	}{{"not sent", nil, []int64{6}}, {"none", &[]int64{}, nil}, {"each once, in their order", &[]int64{9, 6, 9}, []int64{9, 6}}} {
		p := jan()
		if err := save(&p, person.References{Labels: []int64{9}}, person.Patch{Labels: c.sent}.Apply); err != nil ||
			!slices.Equal(p.Labels, c.want) {
			t.Errorf("%s: got %v, %v", c.name, p.Labels, err)
		}
	}
}
