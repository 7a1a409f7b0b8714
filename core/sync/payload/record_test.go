package payload_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// reading is a person as an application returns them.
func reading(fields string) (p payload.Person) {
	p.Read([]byte(fields), nil)
	return p
}

func TestWhatARecordTellsAboutAPerson(t *testing.T) {
	t.Parallel()
	for _, fields := range []string{
		`{"assoc-id":"AB12345","isparent":true,"datum-overlijden":"2026-01-02","work_history":[{"job_title":"Lid"}]}`,
		`{"assoc-id":"AB12345","isparent":"1","datum-overlijden":"20260102","work_history":[{}]}`, // of older programs
	} {
		p := reading(fields)
		if p.Membership.Code != "AB12345" || !p.Membership.Parent || !p.Deceased() || len(p.Work) != 1 || len(p.Told) != 4 {
			t.Errorf("%s: %+v", fields, p)
		}
	}
	for fields, told := range map[string]int{
		`{}`: 0, `{"assoc-id":null,"isparent":false,"datum-overlijden":"","work_history":false}`: 4, `[]`: 0, `"x"`: 0, ``: 0,
	} {
		p := reading(fields)
		if p.Membership.Code != "" || p.Membership.Parent || p.Deceased() || len(p.Work) > 0 || len(p.Told) != told {
			t.Errorf("%s: %+v", fields, p)
		}
	}
}

func TestTheNameOfAPerson(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]string{
		`{"first_name":"Jan","infix":" van  der ","last_name":"Berg"}`: "Jan van der Berg", `{}`: "",
		`{"first_name":"Jo\u00ebl","last_name":12.50}`: "Joël 12.50",
	} {
		if got := reading(fields).FullName(); got != want {
			t.Errorf("%s: %q", fields, got)
		}
	}
}

// Also when GET fails (no PUT): what cannot be read is never written over.
func TestAWorkHistoryThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for _, rows := range []string{`{}`, `"x"`, `7`, `true`, `[7]`} {
		if p := reading(`{"work_history":` + rows + `}`); !p.WorkUnreadable() || p.Tells("work_history") {
			t.Errorf("%s: %+v", rows, p)
		}
	}
	for _, rows := range []string{`null`, `""`, `false`, ` [] `, `[{}]`, `[{"start_date":"ooit"}]`} {
		if p := reading(`{"work_history":` + rows + `}`); p.WorkUnreadable() || !p.Tells("work_history") {
			t.Errorf("%s: %+v", rows, p)
		}
	}
	if reading(`{}`).WorkUnreadable() {
		t.Error("nothing cannot be read")
	}
}

// What cannot be read is not told, and the rest of the record is.
func TestOneFieldThatCannotBeReadHidesNoOther(t *testing.T) {
	t.Parallel()
	p := reading(`{"first_name":"Jan","datum-vog":"ooit","helpdesk-id":[1],"financiele-blokkade":"misschien","ours":{"a":1},
		"contact_info":[{"contact_type":"email","contact_value":"a@b.example","contact_label":{}},{"contact_type":"mobile","contact_value":[]}]}`)
	if want := []string{"contact_info", "first_name", "ours"}; !slices.Equal(p.Told, want) {
		t.Errorf("told are %q", p.Told)
	}
	for key := range p.Fields(phone) {
		if key == "vog" || key == "helpdesk" {
			t.Errorf("%s is told", key)
		}
	}
	same(t, "contact_info", encoded(t, p)["contact_info"], `[
		{"contact_type":"email","contact_value":"a@b.example","contact_label":{}},
		{"contact_type":"mobile","contact_label":"","contact_value":[]}]`)
}

// A row of ours that cannot be read gets our values.
func TestAnOwnRowThatCannotBeReadIsReplaced(t *testing.T) {
	t.Parallel()
	m := jan()
	m.Email, m.Email2, m.Mobile2, m.Telephone, m.Telephone2 = "", "", "", "", ""
	current := read(map[string]json.RawMessage{
		"contact_info": json.RawMessage(`[{"contact_type":"mobile","contact_label":"","contact_value":[],"note":1}]`),
	})
	same(t, "contact_info", encoded(t, payload.Member(m, nil, phone).MergeInto(current))["contact_info"],
		`[{"contact_type":"mobile","contact_label":"","contact_value":"+31612345678","note":1}]`)
}

func TestAPersonIsReadFromAListWithoutTheRest(t *testing.T) {
	t.Parallel()
	p := reading(`{"first_name":"Jan","nickname":"Jantje","assoc-id":"A1","work_history":[{}],"ours":1,"contact_info":[
		{"contact_type":"email","contact_value":"Jan@b.example","note":1}]}`)
	p.ID, p.Administered, p.Photo = 3, true, 9
	short := p.Short()
	fields, meta := short.Encode()
	same(t, "fields", fields, `{"assoc-id":"A1","first_name":"Jan",
		"contact_info":[{"contact_type":"email","contact_label":"","contact_value":"Jan@b.example","note":1}]}`)
	if meta != nil || short.ID != 3 || !short.Administered || len(short.Work) > 0 || short.Name.Nick != "" || short.Photo != 9 {
		t.Errorf("%+v", short)
	}
	if got := short.Emails(); !slices.Equal(got, []string{"jan@b.example"}) {
		t.Errorf("%q", got)
	}
}
