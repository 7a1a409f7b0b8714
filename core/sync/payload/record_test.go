package payload_test

import (
	"encoding/json"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/payload"
)

func TestWhatARecordTellsAboutAPerson(t *testing.T) {
	t.Parallel()
	nobody := payload.Record{}
	if nobody.Code() != "" || nobody.IsParent() || nobody.IsDeceased() || nobody.HasWork() || nobody.WorkHistory() != nil {
		t.Errorf("%+v", nobody)
	}
	for _, acf := range []string{
		`{"assoc-id":"AB12345","isparent":true,"datum-overlijden":"2026-01-02","work_history":[{"job_title":"Lid"}]}`,
		`{"assoc-id":"AB12345","isparent":"1","datum-overlijden":"20260102","work_history":[{}]}`, // of older programs
	} {
		var r payload.Record
		if err := json.Unmarshal([]byte(acf), &r.ACF); err != nil {
			t.Fatal(err)
		}
		if r.Code() != "AB12345" || !r.IsParent() || !r.IsDeceased() || !r.HasWork() || len(r.WorkHistory()) == 0 {
			t.Errorf("%s: %+v", acf, r)
		}
	}
	for _, acf := range []string{`{}`, `{"assoc-id":null,"isparent":false,"datum-overlijden":"","work_history":false}`} {
		var r payload.Record
		if err := json.Unmarshal([]byte(acf), &r.ACF); err != nil {
			t.Fatal(err)
		}
		if r.Code() != "" || r.IsParent() || r.IsDeceased() || r.HasWork() {
			t.Errorf("%s: %+v", acf, r)
		}
	}
}
