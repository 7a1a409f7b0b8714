package operator_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/operator"
)

func TestASessionLivesSevenDays(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC)
	s := operator.Session{Began: began}
	if !s.LiveAt(began) || !s.LiveAt(began.Add(7*24*time.Hour-time.Second)) || s.LiveAt(began.Add(7*24*time.Hour)) {
		t.Error("it does not live from its beginning until seven days later")
	}
}

func TestTheNamesOfAnOperator(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ username, name, wrong string }{
		{"jan.de-boer@club.nl", "Jan de Boer", ""}, {"é1", "J", ""}, {"j", strings.Repeat("é", 100), ""},
		{"", "Jan", "username"}, {" jan", "Jan", "username"}, {"-jan", "Jan", "username"}, {"ja n", "Jan", "username"},
		{strings.Repeat("j", 61), "Jan", "username"}, {"jan", " ", "display-name"}, {"jan", "Jan\nBoer", "display-name"},
		{"jan", strings.Repeat("é", 101), "display-name"}, {"jan", "\xff", "display-name"},
	} {
		err := (&operator.User{Username: c.username, DisplayName: c.name}).Validate()
		var wrong *fault.Fault
		if c.wrong == "" && err != nil || c.wrong != "" && (!errors.As(err, &wrong) || wrong.Params[c.wrong] == "") {
			t.Errorf("%q, %q: %v", c.username, c.name, err)
		}
	}
	if u := (&operator.User{Username: "jan"}); u.Name() != "jan" || operator.Key(" JAN ") != "jan" {
		t.Error("somebody without a name is not called by the user name")
	}
}
