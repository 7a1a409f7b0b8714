package peoplefile

import (
	"regexp"
	"slices"
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

// telephones takes a cell with telephone numbers apart, and gives each what a spreadsheet loses when it takes a number for an
// amount: the first zero, or the plus sign before the code of the Netherlands. known is false for a cell of which digits are lost
// (6,12E+08, ####).
func telephones(cell string) (list []string, known bool) {
	cell = plainly.Replace(cell)
	if slices.Contains(noNumber, fold.Key(cell)) {
		return nil, true
	}
	if parts := scientific.FindStringSubmatch(cell); parts != nil {
		const shown = 6 // fewer places behind the comma are those of a narrow column
		places, err := strconv.Atoi(parts[3])
		if err != nil || places > 15 || len(parts[2]) > places || len(parts[2]) < shown {
			return nil, false
		}
		cell = parts[1] + parts[2] + strings.Repeat("0", places-len(parts[2]))
	}
	list = values(cell, person.Phone)
	for i, number := range list {
		if strings.Trim(number, "#") == "" {
			return nil, false
		}
		if whole, amount := strings.CutSuffix(number, ".0"); amount && onlyDigits(whole) {
			number = whole
		}
		digits := onlyDigits(number)
		switch {
		case digits && len(number) == 9 && number[0] != '0':
			number = "0" + number
		case digits && len(number) == 11 && strings.HasPrefix(number, "31"):
			number = "+" + number
		}
		list[i] = number
	}
	return list, true
}

// plainly replaces blanks and dashes that programs put into numbers, so that they don't break.
var plainly = strings.NewReplacer("\u00a0", " ", "\u2007", " ", "\u202f", " ", "\u2010", "-", "\u2011", "-", "\u2013", "-")

// wholeNumber returns the digits of a whole number that a program wrote as 12345.0 or 1.2345678E7. Other cells stay as they are.
func wholeNumber(cell string) string {
	if parts := exact.FindStringSubmatch(cell); parts != nil {
		if places, err := strconv.Atoi(parts[3]); err == nil && places >= len(parts[2]) {
			return parts[1] + parts[2] + strings.Repeat("0", places-len(parts[2]))
		}
	}
	if digits, zeros, is := strings.Cut(cell, "."); is && digits != "" && zeros != "" && onlyDigits(digits) &&
		strings.Trim(zeros, "0") == "" {
		return digits
	}
	return cell
}

// exact is how programs in Java write a number of eight digits and more, with all of them.
var exact = regexp.MustCompile(`^(\d)\.(\d+)E(\d{1,2})$`)

func onlyDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// scientific is how spreadsheets write a number that is too wide for its column.
var scientific = regexp.MustCompile(`^(\d)[.,](\d+)[eE]\+?(\d+)$`)

// noNumber is what stands in a cell of somebody without a telephone number.
var noNumber = []string{"-", "0", "x", "geen", "nvt", "n.v.t.", "n.v.t", "onbekend", "none", "n/a"}

// broken are what spreadsheet programs write in a cell whose formula failed, in English and in Dutch.
var broken = []string{
	"#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#N/B", "#VERW!", "#WAARDE!", "#DEEL/0!", "#NAAM?", "#LEEG!",
	"#GETAL!",
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
	// Of people and clubs nothing is known of before 1901 or after 2100: such a number is an age, a day and a month, or 010195.
	const least, most = 367, 73_415
	days := int(serial)
	switch {
	case len(text) == 4 && serial >= 1900 && serial <= 2100:
		return civil.Date{}, onlyYear
	case serial < least || serial > most || text[0] == '0':
		return civil.Date{}, notADate
	case date1904:
		return civil.Date{Year: 1904, Month: 1, Day: 1}.AddDays(days), ""
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
	if checked, ok := civil.Parse(d.String()); !ok || checked != d || d.IsZero() {
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
