package clubweb

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

func TestARowWithADateThatCannotBeReadStandsApart(t *testing.T) {
	t.Parallel()
	s := &Site{profile: DefaultProfile()}
	r := s.profile.Requests["members"]
	birth := r.Fields["birth"][0]
	code := r.Fields["code"][0]
	row := func(member, on string) object {
		o := object{}
		for _, field := range r.Always {
			o[r.Fields[field][0]] = ""
		}
		o[code], o[birth] = member, on
		return o
	}
	answer := func(rows ...object) any {
		body, err := json.Marshal(object{r.Rows[0]: rows})
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parse(body)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	found := answer(row("AAAA11", "2014-05-01"), row("BBBB22", "1 mei"))
	members, unreadable, err := s.readMembers(&r, found, s.profile.Search.Statuses)
	if err != nil || len(members) != 1 || members[0].Code != "AAAA11" {
		t.Errorf("%+v, %v", members, err)
	}
	if len(unreadable) != 1 || unreadable[0].Code != "BBBB22" || !strings.Contains(unreadable[0].Error(), "birth is no date") {
		t.Errorf("%+v", unreadable)
	}
	if _, _, err := s.readMembers(&r, answer(row("", "1 mei")), s.profile.Search.Statuses); !errors.Is(err, federation.ErrShape) {
		t.Errorf("a row without a code: %v", err)
	}
}
