package fees

import (
	"testing"
	"unicode/utf8"
)

// Excel cuts the name of a sheet at 31 characters: a title with its day lost the end of the date.
func TestTheNameOfASheetIsShort(t *testing.T) {
	t.Parallel()
	for _, forecast := range []bool{false, true} {
		var list Listing
		list.Season, list.Forecast = 2025, forecast
		want := map[bool]string{false: "Contributie 2025-2026", true: "Prognose 2025-2026"}[forecast]
		if name := sheetName(&list); name != want || utf8.RuneCountInString(name) > 31 {
			t.Errorf("forecast %v: %q", forecast, name)
		}
	}
}
