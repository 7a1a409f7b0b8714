package refresh_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
)

func TestAMemberCodeIs4To10LettersAndDigits(t *testing.T) {
	t.Parallel()
	for code, valid := range map[string]bool{
		"AB12": true, "AB12345": true, "ab12345678": true, "AB1": false, "AB123456789": false, "AB-1234": false, "AB 1234": false,
		"ÄB1234": false, "AB12\n": false, "ABCD": true, "abcd": true, "1234567890": true, "BX12cd": true, "0000": true, "zZ9aA": true,
		"": false, "ABC": false, "ABCDEFGHIJK": false, "AB CD": false, " ABCD": false, "ABCD\n": false, "AB-12": false, "AB/12": false,
		"éééé": false, "ABCDé": false, "١٢٣٤": false, "AB:12": false, "AB@12": false, "AB[12": false, "AB`12": false, "AB{12": false,
		"AB\x0012": false, strings.Repeat("A", 5000): false,
	} {
		err := refresh.CheckCode(code)
		if (err == nil) != valid {
			t.Errorf("%.20q: %v", code, err)
		}
		if err == nil {
			continue
		}
		f := fault.As(err)
		if f.Kind != fault.Invalid || f.Code != fault.CodeInvalidParam || len(f.Params) != 1 || f.Params["assoc_id"] == "" {
			t.Errorf("%.20q: %v", code, err)
		}
		if (f.Params["assoc_id"] == fault.Required) != (code == "") {
			t.Errorf("%.20q: %s", code, f.Params["assoc_id"])
		}
	}
}

func TestThereAreThreeActions(t *testing.T) {
	t.Parallel()
	for action, known := range map[refresh.Action]bool{
		refresh.Created: true, refresh.Updated: true, refresh.Skipped: true, "": false, "deleted": false, "Created": false,
	} {
		if action.Known() != known {
			t.Errorf("%q: %v", action, !known)
		}
	}
}
