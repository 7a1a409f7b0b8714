package person_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

var now = time.Date(2026, 3, 29, 12, 30, 15, 123456000, time.UTC)

var asOf = record.View{Day: civil.Of(now)}

var club = &person.Club{Rules: work.DefaultRules(), Searchable: []string{"city", "helpdesk-id", "contact_info"}}

func indexed(p *person.Person) *person.Indexed { return &person.Indexed{Person: p, Club: club} }

// recordOf is somebody's record, but for what the directory adds.
func recordOf(p *person.Person) person.Record {
	s := p.Store()
	return person.Record{
		ID: s.ID, Author: s.Author, Administered: s.Administered, Created: s.Created, Modified: s.Modified,
		Revision: s.Revision, Editor: s.Editor, Name: p.Name, Former: p.Membership.Former, Photo: s.Photo,
		Document: s.Document, Meta: s.Meta,
	}
}

// chosen are values of the types that take only some.
var chosen = map[reflect.Type]any{
	reflect.TypeFor[person.Gender]():      person.Gender("female"),
	reflect.TypeFor[person.Visibility]():  person.Visibility("shared"),
	reflect.TypeFor[person.ContactType](): person.ContactType("phone"),
	reflect.TypeFor[work.Kind]():          work.Committee,
	reflect.TypeFor[time.Time]():          now,
	reflect.TypeFor[civil.Date]():         civil.Date{Year: 2024, Month: 2, Day: 29},
	reflect.TypeFor[json.RawMessage]():    json.RawMessage(`{"a":[1.50]}`),
}

// fill gives every field below v a value that is not zero, and another one to each.
func fill(t *testing.T, v reflect.Value, n *int) {
	t.Helper()
	*n++
	if value, ok := chosen[v.Type()]; ok {
		v.Set(reflect.ValueOf(value))
		if v.Kind() == reflect.Slice { // its own copy
			v.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v))
		}
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d", *n))
	case reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(t, v.Index(i), n)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		item := reflect.New(v.Type().Elem()).Elem()
		fill(t, item, n)
		v.SetMapIndex(reflect.ValueOf(fmt.Sprintf("_key %d", *n)), item)
	default:
		t.Fatalf("what is a %v?", v.Type())
	}
}

func full(t *testing.T) person.Person {
	t.Helper()
	var p person.Person
	n := 0
	fill(t, reflect.ValueOf(&p).Elem(), &n)
	return p
}

func TestEveryFieldSurvivesTheRecord(t *testing.T) {
	t.Parallel()
	want := full(t)
	record := recordOf(&want)
	for _, id := range want.Labels {
		record.Labels = append(record.Labels, term.Term{ID: id, Name: "label"})
	}
	got, err := record.Person()
	if err != nil {
		t.Fatal(err)
	}
	stored := want.Store()
	kept, err := stored.Person()
	if err != nil {
		t.Fatal(err)
	}
	got.Relations = kept.Relations // which no record has
	if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(kept, want) {
		t.Errorf("a field of a person stands in no line of fields.go:\ngot  %+v\nwant %+v", got, want)
	}
	var empty person.Person
	emptied := recordOf(&empty)
	if got, err := emptied.Person(); err != nil || !reflect.DeepEqual(got, empty) {
		t.Errorf("nothing came back as %+v: %v", got, err)
	}
}

func TestWhoIsAVolunteerOnADay(t *testing.T) {
	t.Parallel()
	today := asOf.Day
	p := person.Person{Work: []work.Entry{{Group: 1, Title: "Trainer", Current: true, End: today}}}
	on := func(day civil.Date) bool { return person.Keys.Match(person.VolunteerOn(day), indexed(&p)) }
	if !on(today) || on(today.AddDays(1)) {
		t.Error("the volunteer is one through the last day")
	}
}

func TestADamagedRecordIsOurOwnFault(t *testing.T) {
	t.Parallel()
	for _, damage := range []func(*person.Record){
		func(r *person.Record) { r.Document = `{"birthdate":"x"}` },
		func(r *person.Record) { r.Document = `{` },
		func(r *person.Record) { r.Document = "" },
		func(r *person.Record) { r.Meta = `[]` },
		func(r *person.Record) { r.Meta = "" },
	} {
		p := person.New(1, now)
		record := recordOf(&p)
		damage(&record)
		got, err := record.Person()
		if fault.KindOf(err) != fault.Internal || !errors.Is(err, fault.ErrInternal) || !strings.Contains(fmt.Sprint(err), "damaged") {
			t.Errorf("%s %s: got %v", record.Document, record.Meta, err)
		}
		if !reflect.DeepEqual(got, person.Person{}) {
			t.Errorf("%s %s: answered half of it: %+v", record.Document, record.Meta, got)
		}
		if len(fault.As(err).Params) > 0 {
			t.Errorf("%s %s: shows the reader %v", record.Document, record.Meta, fault.As(err).Params)
		}
	}
}

// A rule that became stricter makes nobody unreadable.
func TestARecordOfEarlierRulesIsReadable(t *testing.T) {
	t.Parallel()
	record := recordOf(&person.Person{})
	long := strings.Repeat("x", acf.MaxText+1)
	record.Document = `{"gender":"m","pronouns":"` + long + `","contact_info":[{"contact_type":"fax","contact_value":"06"}]}`
	p, err := record.Person()
	if err != nil || p.Gender != "m" || p.Pronouns != long || len(p.Contacts) != 1 || p.Contacts[0].Type != "fax" {
		t.Errorf("got %+v, %v", p, err)
	}
}

func TestTheAnswerHasTheLateFieldsBehindTheOthers(t *testing.T) {
	t.Parallel()
	p := jan()
	row := person.Relation{To: 5, Type: 2, Label: "Pa", Extra: acf.Extra{"x": json.RawMessage(`1`)}}
	picture := func(dst []byte, id int64) []byte { return fmt.Appendf(dst, `"/%d"`, id) }
	for volunteer, flag := range map[bool]string{true: "1", false: "0"} {
		record := recordOf(&p)
		record.Volunteer, record.Screened, record.Whole = volunteer, volunteer, true
		gallery, relations := `[]`, `[]`
		if volunteer {
			record.Photo, gallery = 7, `[7]`
			record.Relations = []person.Related{
				{To: 5, Document: row.Document(), TypeName: "Ouder", TypeSlug: "parent", Name: `Eva "E" Wit`, Photo: 8},
				{To: 6, Document: (&person.Relation{To: 6, Type: 3}).Document(), TypeName: "Kind", TypeSlug: "child"},
			}
			relations = `[{"related_person":5,"relationship_type":2,"relationship_label":"Pa","x":1,"person_name":"Eva \"E\" Wit",` +
				`"person_thumbnail":"/8","relationship_name":"Ouder","relationship_slug":"parent"},` +
				`{"related_person":6,"relationship_type":3,"relationship_label":"","person_name":"","person_thumbnail":"/0",` +
				`"relationship_name":"Kind","relationship_slug":"child"}]`
		}
		document := record.Document
		want := "x" + document[:len(document)-1] + `,"relationships":` + relations + `,"photo_gallery":` + gallery +
			`,"huidig-vrijwilliger":"` + flag + `","vog_required":` + strconv.FormatBool(volunteer) + `}`
		if got := string(person.Answer{Record: &record, Picture: picture}.ACF([]byte("x"))); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if record.Document != document {
			t.Error("answering changed the record")
		}
	}
}

// The codes that clients of the predecessor know (contract §7).
func TestTheCodesOfTheContract(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]*fault.Fault{"rest_post_invalid_id": person.ErrAbsent, "rest_forbidden": person.ErrHidden} {
		if f.Code != want {
			t.Errorf("got %q, want %q", f.Code, want)
		}
	}
	if fault.KindOf(person.ErrAbsent) != fault.NotFound || fault.KindOf(person.ErrHidden) != fault.Forbidden ||
		errors.Is(person.ErrHidden, fault.ErrForbidden) {
		t.Error("somebody hidden is another fault than a closed section")
	}
}

// addresses returns where the slices and maps below v stand in memory.
func addresses(v reflect.Value, path string, found map[uintptr]string) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range v.NumField() {
			addresses(v.Field(i), path+"."+v.Type().Field(i).Name, found)
		}
	case reflect.Slice:
		found[v.Pointer()] = path
		for i := range v.Len() {
			addresses(v.Index(i), fmt.Sprintf("%s[%d]", path, i), found)
		}
	case reflect.Map:
		found[v.Pointer()] = path
		for _, key := range v.MapKeys() {
			addresses(v.MapIndex(key), path+"."+key.String(), found)
		}
	}
}

func TestACloneSharesNothing(t *testing.T) {
	t.Parallel()
	original := full(t)
	clone := original.Clone()
	if !reflect.DeepEqual(original, clone) {
		t.Fatalf("got %+v, want %+v", clone, original)
	}
	mine, its := map[uintptr]string{}, map[uintptr]string{}
	addresses(reflect.ValueOf(original), "Person", mine)
	addresses(reflect.ValueOf(clone), "Person", its)
	if len(mine) < 10 || len(mine) != len(its) {
		t.Fatalf("found %d and %d slices and maps", len(mine), len(its))
	}
	for at, path := range its {
		if shared, ok := mine[at]; ok {
			t.Errorf("%s is shared with %s", path, shared)
		}
	}
	var empty person.Person
	if clone := empty.Clone(); !reflect.DeepEqual(clone, empty) {
		t.Errorf("a clone of nothing is %+v", clone)
	}
}

func TestSame(t *testing.T) {
	t.Parallel()
	a := full(t)
	b := a.Clone()
	b.Modified, b.Created = now.Add(time.Hour), now.Add(time.Hour)
	if !a.Same(&b) {
		t.Error("times make a difference")
	}
	for name, change := range map[string]func(*person.Person){
		"a field":            func(p *person.Person) { p.Pronouns = "x" },
		"a row":              func(p *person.Person) { p.Contacts[1].Label = "x" },
		"a member of a row":  func(p *person.Person) { p.Work[0].Extra["x"] = json.RawMessage(`1`) },
		"an unknown field":   func(p *person.Person) { p.Extra["x"] = json.RawMessage(`1`) },
		"a member of meta":   func(p *person.Person) { p.Meta["x"] = json.RawMessage(`1`) },
		"the order of a row": func(p *person.Person) { slices.Reverse(p.Relations) },
		"a relation's label": func(p *person.Person) { p.Relations[1].Label = "x" },
		"the photo":          func(p *person.Person) { p.Photo++ },
		"a label":            func(p *person.Person) { p.Labels = p.Labels[:1] },
		"the order of them":  func(p *person.Person) { slices.Reverse(p.Labels) },
		"a step":             func(p *person.Person) { p.Screening.RemindedOn = civil.Date{} },
	} {
		b := a.Clone()
		change(&b)
		if a.Same(&b) {
			t.Errorf("%s makes no difference", name)
		}
	}
}

func TestANewPersonIsPrivateAndItsAuthors(t *testing.T) {
	t.Parallel()
	p := person.New(7, now.Add(999).In(time.FixedZone("x", 3600)))
	if p.Visibility != person.Private || p.Author != 7 || p.Created != now || p.Modified != now {
		t.Errorf("got %+v", p)
	}
}

// The members of acf that the contract names (§2.1), and those of the facts (§6.2) that Clubhuis knows.
func TestTheFieldsOfTheContract(t *testing.T) {
	t.Parallel()
	want := map[string]acf.Type{
		"first_name":                acf.TypeText,
		"infix":                     acf.TypeText,
		"last_name":                 acf.TypeText,
		"nickname":                  acf.TypeText,
		"gender":                    acf.TypeText,
		"pronouns":                  acf.TypeText,
		"birthdate":                 acf.TypeDate,
		"former_member":             acf.TypeFlag,
		"contact_info":              acf.TypeRows,
		"addresses":                 acf.TypeRows,
		"work_history":              acf.TypeRows,
		"relationships":             acf.TypeRows,
		"photo_gallery":             acf.TypeIDs,
		"assoc-id":                  acf.TypeText,
		"lid-sinds":                 acf.TypeDate,
		"lid-tot":                   acf.TypeDate,
		"leeftijdsgroep":            acf.TypeText,
		"type-lid":                  acf.TypeText,
		"spelactiviteit":            acf.TypeText,
		"helpdesk-id":               acf.TypeText,
		"datum-vog":                 acf.TypeDate,
		"vog_required":              acf.TypeFlag,
		"financiele-blokkade":       acf.TypeFlag,
		"huidig-vrijwilliger":       acf.TypeText,
		"is_deceased":               acf.TypeFlag,
		"birth_year":                acf.TypeText,
		"_visibility":               acf.TypeText,
		"_assigned_workspaces":      acf.TypeIDs,
		"datum-foto":                acf.TypeDate,
		"datum-overlijden":          acf.TypeDate,
		"_exclude_from_contributie": acf.TypeFlag,
		"isparent":                  acf.TypeFlag,
		"vog_email_sent_date":       acf.TypeDate,
		"vog_justis_submitted_date": acf.TypeDate,
		"vog_reminder_sent_date":    acf.TypeDate,
	}
	rows := map[string]string{
		"contact_info": "contact_type contact_label contact_value",
		"addresses":    "address_label street postal_code city state country",
		"work_history": "team entity_type job_title description start_date end_date is_current",
		"relationships": "related_person relationship_type relationship_label " +
			"person_name person_thumbnail relationship_name relationship_slug",
	}
	computed := []string{
		"photo_gallery", "huidig-vrijwilliger", "is_deceased", "birth_year", "vog_email_sent_date", "vog_justis_submitted_date",
		"vog_reminder_sent_date", "vog_required",
	}
	for _, d := range person.Fields.Descriptions() {
		shape, known := want[d.Key]
		if !known || shape != d.Type {
			t.Errorf("%s: type %d, want %d (known: %v)", d.Key, d.Type, shape, known)
		}
		delete(want, d.Key)
		members := []string{}
		for _, m := range d.Member {
			members = append(members, m.Key)
		}
		if got := strings.Join(members, " "); got != rows[d.Key] {
			t.Errorf("%s has the members %q, want %q", d.Key, got, rows[d.Key])
		}
		if d.ReadOnly != slices.Contains(computed, d.Key) {
			t.Errorf("%s: read-only is %v", d.Key, d.ReadOnly)
		}
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

func TestAnEmptyPersonAnswersEveryShape(t *testing.T) {
	t.Parallel()
	p := person.New(1, now)
	want := `{"first_name":"","infix":"","last_name":"","nickname":"","gender":"","pronouns":"","birthdate":"","former_member":false,` +
		`"contact_info":[],"addresses":[],"work_history":[],"assoc-id":"","lid-sinds":"","lid-tot":"",` +
		`"leeftijdsgroep":"","type-lid":"","spelactiviteit":"","helpdesk-id":"","datum-vog":"","datum-foto":"","datum-overlijden":"",` +
		`"financiele-blokkade":false,"_exclude_from_contributie":false,"isparent":false,"is_deceased":false,"birth_year":null,"vog_email_sent_date":"",` +
		`"vog_justis_submitted_date":"","vog_reminder_sent_date":"","_visibility":"private","_assigned_workspaces":[]}`
	if got := person.Fields.Object(&p); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestReached(t *testing.T) {
	t.Parallel()
	p := person.Person{Contacts: []person.Contact{
		{Type: person.Email, Value: "jan@club.example"}, {Type: person.Email2, Value: "Jan2@club.example"},
		{Type: "other", Value: "x@club.example"},
		{Type: person.Email},
	}}
	for address, want := range map[string]bool{
		"jan@club.example": true, " JAN@Club.Example ": true, "jan2@club.example": true, "x@club.example": false, "": false, " ": false,
		"jan": false,
	} {
		if got := p.Reached(address); got != want {
			t.Errorf("%q: got %v", address, got)
		}
	}
}

func TestASummaryIsAPartOfTheRecord(t *testing.T) {
	t.Parallel()
	p := jan()
	p.Membership.Former, p.Photo = true, 7
	record := recordOf(&p)
	record.Labels = []term.Term{{ID: 1, Name: "Jeugd", Slug: "jeugd"}}
	want := person.Summary{ID: 12, Name: p.Name, Former: true, Photo: 7, Labels: record.Labels}
	if got := record.Summary(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
