package peoplefile

import (
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
)

// formula reports whether a cell of a text file asks to be worked out. Telephone numbers begin with + and are none.
func formula(cell string) bool { return strings.HasPrefix(cell, "=") }

// values takes a cell with several e-mail addresses or telephone numbers apart.
func values(cell string, kind person.ContactType) (list []string) {
	separators := ";\n"
	switch kind {
	case person.Email, person.Email2:
		separators += ", "
	case person.Phone, person.Mobile:
		separators += ","
	}
	for _, one := range strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		if one = strings.TrimSpace(one); one != "" {
			list = append(list, one)
		}
	}
	return list
}

// address reports whether a text has the shape of an e-mail address.
func address(text string) bool {
	name, host, two := strings.Cut(text, "@")
	return two && name != "" && strings.Contains(strings.Trim(host, "."), ".") && !strings.ContainsAny(text, " \t<>\"") &&
		!strings.Contains(host, "@")
}

// alike reports whether two types of contact hold the same sort of value.
func alike(a, b person.ContactType) bool {
	sort := func(t person.ContactType) person.ContactType {
		switch t {
		case person.Email2:
			return person.Email
		case person.Mobile:
			return person.Phone
		}
		return t
	}
	return sort(a) == sort(b)
}

// sameContact compares two values without regard to case and to how numbers are written.
func sameContact(a, b string) bool {
	spelled := func(text string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(" -()./", r) {
				return -1
			}
			return r
		}, strings.ToLower(text))
	}
	return spelled(a) == spelled(b)
}

var genders = map[string]person.Gender{
	"m": "male", "man": "male", "mannelijk": "male", "male": "male", "heer": "male", "dhr": "male", "jongen": "male",
	"de heer": "male",
	"v":       "female", "vrouw": "female", "vrouwelijk": "female", "f": "female", "female": "female", "mevrouw": "female",
	"mevr": "female",
	"mw":   "female", "meisje": "female",
	"x": "non_binary", "non-binair": "non_binary", "nonbinair": "non_binary", "non-binary": "non_binary", "non_binary": "non_binary",
	"anders": "other", "other": "other", "zegt het liever niet": "prefer_not_to_say", "prefer_not_to_say": "prefer_not_to_say",
}

var genderNames = map[person.Gender]string{
	"male": "Man", "female": "Vrouw", "non_binary": "Non-binair", "other": "Anders", "prefer_not_to_say": "Zegt het liever niet",
}

func setGender(p *person.Person, cell string, _ day) string {
	gender, known := genders[strings.TrimRight(fold.Key(cell), ".")]
	if !known {
		return wrong("Geslacht", cell, "geen geslacht dat Clubhuis kent")
	}
	p.Gender = gender
	return ""
}

func parseFlag(cell string) (truth, known bool) {
	switch fold.Key(cell) {
	case "ja", "j", "yes", "y", "true", "waar", "1", "x":
		return true, true
	case "nee", "n", "no", "false", "onwaar", "0", "-":
		return false, true
	}
	return false, false
}

var months = map[string]time.Month{
	"januari": 1, "jan": 1, "january": 1, "februari": 2, "feb": 2, "february": 2, "maart": 3, "mrt": 3, "mar": 3, "march": 3,
	"april": 4, "apr": 4, "mei": 5, "may": 5, "juni": 6, "jun": 6, "june": 6, "juli": 7, "jul": 7, "july": 7, "augustus": 8,
	"aug":    8,
	"august": 8, "september": 9, "sep": 9, "sept": 9, "oktober": 10, "okt": 10, "october": 10, "oct": 10, "november": 11, "nov": 11,
	"december": 12, "dec": 12,
}

const (
	notADate = "geen datum"
	onlyYear = "alleen een jaar; geef dag, maand en jaar"
	ahead    = "een dag in de toekomst"
)

// ParseDate reads a date as people in the Netherlands write it, the day before the month, as ISO 8601 has it, and as a workbook
// counts it. past says that it can't lie in the future. problem is what to say of what is no date.
func ParseDate(cell string, today civil.Date, date1904, past bool) (d civil.Date, problem string) {
	text := fold.Key(cell)
	if when, _, timed := strings.Cut(text, "t"); timed && len(when) == len("2006-01-02") {
		text = when
	}
	if serial, err := strconv.ParseFloat(text, 64); err == nil && !strings.ContainsAny(text, "ein") {
		d, problem = counted(text, serial, date1904)
	} else {
		d, problem = spelledDate(text, today, past)
	}
	if problem == "" && past && today.Before(d) {
		problem = ahead
	}
	if problem != "" {
		return civil.Date{}, problem
	}
	return d, ""
}

// counted is a date that is a number: 20100531, or days as a workbook counts them.
func counted(text string, serial float64, date1904 bool) (civil.Date, string) {
	if len(text) == 8 && !strings.Contains(text, ".") {
		if d, ok := civil.Parse(text[:4] + "-" + text[4:6] + "-" + text[6:]); ok {
			return d, ""
		}
		return civil.Date{}, notADate
	}
	const most = 2_958_465 // the last day of 9999
	days := int(serial)
	switch {
	case len(text) == 4 && serial >= 1900 && serial <= 2100:
		return civil.Date{}, onlyYear
	case serial < 1 || serial > most:
		return civil.Date{}, notADate
	case date1904:
		return civil.Date{Year: 1904, Month: 1, Day: 1}.AddDays(days), ""
	case days < 60: // from 60 on the count has a 29 February 1900 that never was
		return civil.Date{Year: 1899, Month: 12, Day: 31}.AddDays(days), ""
	}
	return civil.Date{Year: 1899, Month: 12, Day: 30}.AddDays(days), ""
}

func spelledDate(text string, today civil.Date, past bool) (civil.Date, string) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("-/. ,", r) })
	if len(parts) > 3 && strings.Contains(parts[3], ":") { // with a time
		parts = parts[:3]
	}
	if len(parts) != 3 {
		return civil.Date{}, notADate
	}
	if len(parts[0]) == 4 {
		parts[0], parts[2] = parts[2], parts[0]
	}
	dayOf, err := strconv.Atoi(parts[0])
	month, named := months[parts[1]]
	if number, wrong := strconv.Atoi(parts[1]); wrong == nil && !named {
		month, named = time.Month(number), true
	}
	year, wrongYear := strconv.Atoi(parts[2])
	if err != nil || wrongYear != nil || !named || len(parts[2]) != 2 && len(parts[2]) != 4 {
		return civil.Date{}, notADate
	}
	if len(parts[2]) == 2 {
		year = century(year, today, past)
	}
	d := civil.Date{Year: year, Month: month, Day: dayOf}
	if checked, ok := civil.Parse(d.String()); !ok || checked != d {
		return civil.Date{}, notADate
	}
	return d, ""
}

// century gives a year of two digits its century: the last one in which it lies not, or hardly, in the future.
func century(year int, today civil.Date, past bool) int {
	latest := today.Year
	if !past {
		latest += 10
	}
	year += latest / 100 * 100
	if year > latest {
		year -= 100
	}
	return year
}
