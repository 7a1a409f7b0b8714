package peoplefile_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
)

var today = civil.Date{Year: 2026, Month: 11, Day: 24}

// table reads a text file.
func table(t testing.TB, text string) peoplefile.Table {
	t.Helper()
	s, err := peoplefile.ReadText([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	read, err := peoplefile.Tabled(s)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// decide decides about each row of a text file.
func decide(t testing.TB, club *peoplefile.Club, text string, rules peoplefile.Rules) (list []peoplefile.Decision) {
	t.Helper()
	read := table(t, text)
	rules.Today = today
	planner := peoplefile.NewPlanner(club, peoplefile.Guess(read.Headings, nil), rules)
	for i := range read.Rows {
		list = append(list, planner.Decide(&read.Rows[i]))
	}
	return list
}

func TestATextFileIsReadWhateverItsEncodingAndSeparator(t *testing.T) {
	t.Parallel()
	const text = "Voornaam;Achternaam\r\nZoë;\"de \"\"Vries\"\"; x\"\r\n\r\n;\r\nJürgen;Müller\r\n"
	utf16 := func(order unicode.Endianness, policy unicode.BOMPolicy) string {
		out, err := unicode.UTF16(order, policy).NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	windows, err := charmap.Windows1252.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	dos, err := charmap.CodePage850.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"code page 850":     dos,
		"UTF-8":             text,
		"UTF-8 with a mark": "\uFEFF" + text,
		"Windows-1252":      windows,
		"UTF-16LE":          utf16(unicode.LittleEndian, unicode.UseBOM),
		"UTF-16BE":          utf16(unicode.BigEndian, unicode.UseBOM),
		"UTF-16LE, no mark": utf16(unicode.LittleEndian, unicode.IgnoreBOM),
		"UTF-16BE, no mark": utf16(unicode.BigEndian, unicode.IgnoreBOM),
		"said separator":    "sep=;\r\n" + text,
		"a title above":     "Ledenlijst;\r\n" + text,
	} {
		read := table(t, data)
		if len(read.Rows) != 2 || read.Rows[0].Cells[0] != "Zoë" || read.Rows[0].Cells[1] != `de "Vries"; x` ||
			read.Rows[1].Cells[1] != "Müller" {
			t.Errorf("%s: %+v", name, read)
		}
	}
	for _, comma := range []string{",", "\t", ";", "|"} {
		read := table(t, strings.ReplaceAll("Naam;E-mail\nJan;jan@club.example\n", ";", comma))
		if len(read.Headings) != 2 || read.Rows[0].Cells[1] != "jan@club.example" {
			t.Errorf("%q: %+v", comma, read)
		}
	}
}

// As a spreadsheet program for Windows writes a file for MS-DOS. Of quotation marks and the like of Windows is made no letter.
func TestALetterOfMSDOSIsToldFromAQuotationMarkOfWindows(t *testing.T) {
	t.Parallel()
	for _, way := range []struct {
		page *charmap.Charmap
		cell string
	}{
		{charmap.CodePage850, "René"}, {charmap.CodePage850, "Françoise"}, {charmap.CodePage850, "Jörg"}, {charmap.CodePage850, "Noël"},
		{charmap.CodePage850, "Hélène"}, {charmap.CodePage850, "Côté"}, {charmap.CodePage850, "Curaçao"},
		{charmap.Windows1252, "foto’s"}, {charmap.Windows1252, "‘t Hoenen"}, {charmap.Windows1252, "zei „ja” en ging…"},
		{charmap.Windows1252, "„Zoë”"}, {charmap.Windows1252, "5‰"}, {charmap.Windows1252, "Košice – Šibenik"},
		{charmap.Windows1252, "René‚ Zoë"}, {charmap.Windows1252, "“ja” ‹nee›"}, {charmap.Windows1252, "€ 12,50"},
	} {
		data, err := way.page.NewEncoder().String("Voornaam;Achternaam\r\n" + way.cell + ";Jansen\r\n")
		if err != nil {
			t.Fatal(err)
		}
		if got := table(t, data).Rows[0].Cells[0]; got != way.cell {
			t.Errorf("%s: %q", way.cell, got)
		}
	}
}

func TestWhatSeparatesValuesAndWhereARowStands(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		text  string
		cells string // of the rows, each with its number
	}{
		"one column":               {"Naam\nVries, Jan de\nKok, Piet\n", `2 ["Vries, Jan de"] 3 ["Kok, Piet"]`},
		"more commas inside":       {"Naam;Straat\nJan;\"a, b, c\"\nA, B;x, y, z\n", `2 ["Jan" "a, b, c"] 3 ["A, B" "x, y, z"]`},
		"no known heading":         {"Wie,Wat\na,b\n", `2 ["a" "b"]`},
		"a line end in a cell":     {"Naam;Straat\nJan;\"a\r\nb\"\n\nPiet;c\n", "2 [\"Jan\" \"a\\nb\"] 4 [\"Piet\" \"c\"]"},
		"lines as old Macs ended":  {"Naam;Straat\rJan;a\r\rPiet;b\r", `2 ["Jan" "a"] 4 ["Piet" "b"]`},
		"a mark of Excel":          {"SEP=,\r\nNaam,Straat\nJan,a\n", `2 ["Jan" "a"]`},
		"a mark in quotes":         {"\"sep=;\"\nNaam;Straat\nJan;a\n", `2 ["Jan" "a"]`},
		"an old Mac's cell":        {"Naam;Straat\rJan;\"a\nb\"\r", "2 [\"Jan\" \"a\\nb\"]"},
		"nothing but one of these": {"Naam,\nJan,\n", `2 ["Jan" ""]`},
	} {
		got := ""
		for _, row := range table(t, one.text).Rows {
			got += fmt.Sprintf("%d %q ", row.Number, row.Cells)
		}
		if got != one.cells+" " {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestTelephoneNumbers(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"06-12345678": "", "+31 (0)6 1234 5678": "", "0031612345678": "", "612345678": "", "31612345678": "", // what Jan has
		"687654321": "0687654321", "31687654321": "+31687654321", "0201234567": "0201234567", "471234567": "0471234567",
		"+49 30 1234": "+49 30 1234", "12345678": "12345678", "687654321, 201234567": "0687654321, 0201234567",
		"06\u00a012345678": "", "06\u201312345678": "", "612345678.0": "", "6.12345678E8": "", "6,12345678E+08": "", // Jan's, too
		"-": "", "0": "", "n.v.t.": "", "Geen": "", // he keeps what he has
		"6,87654321E+08": "0687654321", "6,12E+08": "refused", "####": "refused", "7,1E+99": "refused",
	} {
		d := decide(t, club(jan()), "Relatiecode;Mobiel\nABC12D3;"+cell+"\n", peoplefile.Rules{})[0]
		got := ""
		if d.Outcome == peoplefile.Refused {
			got = "refused"
		}
		if len(d.Changes) > 0 {
			got = d.Changes[0].To
		}
		if got != want {
			t.Errorf("%s: %q", cell, got)
		}
	}
}

func TestABadFileGetsASentence(t *testing.T) {
	t.Parallel()
	read := func(data string) error {
		s, err := peoplefile.ReadText([]byte(data))
		if err == nil {
			_, err = peoplefile.Tabled(s)
		}
		return err
	}
	for name, one := range map[string]struct {
		data string
		want error
	}{
		"empty":            {"", peoplefile.ErrEmpty},
		"blanks":           {" \r\n\t ", peoplefile.ErrEmpty},
		"separators":       {";;;\n;;;\n", peoplefile.ErrEmpty},
		"a heading alone":  {"Voornaam;Achternaam\n", peoplefile.ErrNoRows},
		"open quotes":      {"Voornaam;Achternaam\nJan;\"Vries\nPiet;Kok\n", peoplefile.ErrQuotes(2)},
		"quotes inside":    {"Voornaam;Achternaam\nJan;de \"Vries\n", peoplefile.ErrQuotes(2)},
		"a program":        {"\x7fELF\x00\x01\x02rubbish\x00\x00\x00\x03", peoplefile.ErrOtherKind},
		"too many rows":    {"Voornaam\n" + strings.Repeat("Jan\n", peoplefile.MaxRows+1), peoplefile.ErrTooManyRows},
		"100,000 rows":     {"Voornaam\n" + strings.Repeat("Jan\n", 100_000), peoplefile.ErrTooManyRows},
		"too many columns": {"Voornaam" + strings.Repeat(";x", peoplefile.MaxColumns) + "\nJan\n", peoplefile.ErrTooManyColumns},
	} {
		if err := read(one.data); err == nil || err.Error() != one.want.Error() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestColumnsAreRecognised(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]peoplefile.Field{
		"Voornaam": "first_name", "FIRST NAME": "first_name", " Roepnaam ": "first_name", "Tussenvoegsel(s)": "infix",
		"E-mailadres": "email",
		"Geb.datum":   "birthdate", "Date of birth": "birthdate", "06-nummer": "mobile", "Lidnummer": "assoc-id",
		"Huisnr.": "house_number",
		"Naam":    "name", "Lid sinds": "lid-sinds", "Zip code": "postal_code", "Schoenmaat": "", "": "",
	} {
		if got := peoplefile.Recognise(heading); got != want {
			t.Errorf("%q: %q, want %q", heading, got, want)
		}
	}
	headings := []string{"Voornaam", "Achternaam", "Naam", "E-mail", "E-mail", "Maat"}
	if got := fmt.Sprint(peoplefile.Guess(headings, nil)); got != "[first_name last_name  email  ]" {
		t.Error(got)
	}
	for _, one := range []struct{ headings, want string }{
		{"Roepnaam,Achternaam", "[first_name last_name]"}, {"Roepnaam,Voornaam", "[nickname first_name]"},
		{"Voornaam,Roepnaam", "[first_name nickname]"}, {"Naam,Roepnaam", "[name first_name]"},
	} {
		if got := fmt.Sprint(peoplefile.Guess(strings.Split(one.headings, ","), nil)); got != one.want {
			t.Errorf("%s: %s", one.headings, got)
		}
	}
	before := map[string]peoplefile.Field{}
	peoplefile.Remember(before, []peoplefile.Column{{Heading: "MAAT", Field: "nickname"}, {Heading: "Naam"}})
	peoplefile.Remember(before, []peoplefile.Column{{Heading: "maat", Field: "city"}}) // an older choice
	if got := fmt.Sprint(peoplefile.Guess([]string{"Naam", "Maat", "Voornaam"}, before)); got != "[ nickname first_name]" {
		t.Error(got)
	}
	for _, one := range []struct {
		fields []peoplefile.Field
		want   error
	}{
		{[]peoplefile.Field{"first_name", "", ""}, nil}, {[]peoplefile.Field{"name"}, nil}, {[]peoplefile.Field{"assoc-id", "email"},
			nil},
		{[]peoplefile.Field{"email", ""}, peoplefile.ErrNoName}, {[]peoplefile.Field{"name", "email", "email"},
			peoplefile.ErrTwice("email")},
		{[]peoplefile.Field{"name", "first_name"}, peoplefile.ErrTwice("name")},
	} {
		var columns []peoplefile.Column
		for _, f := range one.fields {
			columns = append(columns, peoplefile.Column{Field: f})
		}
		if err := peoplefile.CheckColumns(columns); fmt.Sprint(err) != fmt.Sprint(one.want) {
			t.Errorf("%v: %v", one.fields, err)
		}
	}
	for _, f := range peoplefile.Fields() {
		if !f.Known() || peoplefile.Label(f) == "" {
			t.Error(f)
		}
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"2010-05-31": "2010-05-31", "31-05-2010": "2010-05-31", "31/5/2010": "2010-05-31", "31.05.2010": "2010-05-31",
		"31 mei 2010": "2010-05-31", "31 May 2010": "2010-05-31", "1 mrt. 2010": "2010-03-01", "20100531": "2010-05-31",
		"31-5-10": "2010-05-31", "31-5-58": "1958-05-31", "40329": "2010-05-31", "40329.75": "2010-05-31", "367": "1901-01-01",
		"60": "", "1": "", "010195": "", "31.05": "", "38": "", "310510": "", "00-00-0000": "", "0000-00-00": "",
		"2010-05-31T00:00:00Z": "2010-05-31", "31-05-2010 00:00:00": "2010-05-31",
		"05/31/2010": "", "31-02-2010": "", "2010": "", "gisteren": "", "0": "", "-4": "", "31-5": "", "31-5-010": "", "1e9": "",
		"NaN":      "",
		"20101301": "", "31-12-2026": "", "99999999": "", "inf": "", "1-1-0000": "",
	} {
		got, problem := peoplefile.ParseDate(cell, today, false, true)
		if got.String() != want || (problem == "") != (want != "") {
			t.Errorf("%q: %v %q, want %q", cell, got, problem, want)
		}
	}
	if got, _ := peoplefile.ParseDate("38867", today, true, true); got.String() != "2010-05-31" {
		t.Error("counted from 1904:", got)
	}
	if got, problem := peoplefile.ParseDate("31-12-27", today, false, false); got.String() != "2027-12-31" || problem != "" {
		t.Error("ahead:", got, problem)
	}
}

// jan is a member.
func jan() person.Person {
	return person.Person{
		ID: 7, Name: person.Name{First: "Jan", Infix: "de", Last: "Vries"}, Birthdate: civil.Date{Year: 2001, Month: 2, Day: 3},
		Contacts:   []person.Contact{{Type: person.Email, Value: "jan@club.example"}, {Type: person.Mobile, Value: "06-12345678"}},
		Membership: person.Membership{Code: "ABC12D3"}, Visibility: person.Private, Administered: true,
		Addresses: []person.Address{{Street: "Dorpsstraat 1", City: "Ons Dorp"}},
	}
}

func club(people ...person.Person) *peoplefile.Club {
	var stored []person.Stored
	for i := range people {
		stored = append(stored, people[i].Store())
	}
	return peoplefile.NewClub(stored)
}

func TestWhomARowIsAbout(t *testing.T) {
	t.Parallel()
	sister := jan()
	sister.ID, sister.Name.First, sister.Membership.Code = 8, "Anna", ""
	sister.Birthdate = civil.Date{}
	twin := sister
	twin.ID = 9
	all := club(jan(), sister)
	for name, one := range map[string]struct {
		row     string
		club    *peoplefile.Club
		outcome peoplefile.Outcome
		person  person.ID
		says    string
	}{
		"by code":             {"abc12d3;Jan;de Vries;;", all, "unchanged", 7, ""},
		"by code alone":       {"ABC12D3;;;;", all, "unchanged", 7, ""},
		"by address and name": {";Anna;Vries;Jan@Club.example;", all, "unchanged", 8, ""},
		"by name and birth":   {";Jan;de Vries;other@club.example;3-2-2001", all, "changed", 7, ""},
		"another birth":       {";Jan;de Vries;jan@club.example;4-2-2001", all, "new", 0, "al iemand met deze naam"},
		"a new address":       {";Piet;Kok;jan@club.example;", all, "new", 0, ""},
		"the name alone":      {";Jan;de Vries;;", all, "new", 0, "al iemand met deze naam"},
		"a new code":          {"NEW1;Anna;de Vries;jan@club.example;", all, "changed", 8, ""},
		"another code":        {"NEW1;Jan;de Vries;jan@club.example;", all, "refused", 0, "andere relatiecode"},
		"somebody else's":     {"ABC12D3;Piet;Kok;;", all, "refused", 0, "heet anders"},
		"one of two":          {";Anna;de Vries;jan@club.example;", club(sister, twin), "refused", 0, "meer personen"},
		"nobody":              {";;Kok;;", all, "refused", 0, "voornaam"},
		"a zero date":         {";Piet;Kok;;0000-00-00", all, "new", 0, ""},
		"a bad date":          {";Piet;Kok;;31-02-2001", all, "refused", 0, "Geboortedatum"},
		"a bad address":       {";Piet;Kok;piet at club;", all, "refused", 0, "E-mail"},
		"a formula":           {";=A1;Kok;;", all, "refused", 0, "formule"},
		"a failed formula":    {";Piet;#N/B;;#waarde!", all, "refused", 0, "Achternaam: “#N/B” is een fout van het rekenprogramma."},
		"too long":            {";" + strings.Repeat("x", 20_000) + ";Kok;;", all, "new", 0, ""},
	} {
		d := decide(t, one.club, "Relatiecode;Voornaam;Achternaam;E-mail;Geboortedatum\n"+one.row+"\n", peoplefile.Rules{})[0]
		if d.Outcome != one.outcome || d.Person != one.person || !strings.Contains(strings.Join(d.Reasons, " "), one.says) {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

func TestAFormulaIsNoText(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"=A1;;":            "Hele naam: Er staat een formule in.",
		"Jan Kok;=A1;":     "Straat: Er staat een formule in.",
		"Jan Kok;Dijk;=A1": "Straat: Er staat een formule in.",
	} {
		d := decide(t, club(), "Naam;Straat;Huisnummer\n"+row+"\n", peoplefile.Rules{})[0]
		if d.Outcome != "refused" || !slices.Contains(d.Reasons, want) {
			t.Errorf("%s: %+v", row, d)
		}
	}
}

func TestOfTwoRowsAboutOnePersonTheSecondIsRefused(t *testing.T) {
	t.Parallel()
	list := decide(t, club(jan()), "Relatiecode;Voornaam;Achternaam;E-mail;Geboortedatum\n"+
		"ABC12D3;;;;\n;Jan;de Vries;jan@club.example;\nN1;Piet;Kok;;\nn1;Piet;Kok;;\n;Eva;Bos;eva@club.example;\n;Eva;Bos;EVA@club.example;\n"+
		";Eva;Bos;;1-2-2003\n;Eva;Bos;;1-2-2003\n;Eva;Bos;;\n;Eva;Bos;;\n"+
		// One of the two has a code: it is the same person. Two codes are two people.
		"N2;Mia;Pot;mia@club.example;\n;Mia;Pot;mia@club.example;\nN3;Mia;Pot;mia@club.example;\n"+
		";Tom;Laan;;1-2-2003\nN4;Tom;Laan;;1-2-2003\n"+
		// Father and son have one address.
		";Ben;Laan;ben@club.example;1-2-1973\n;Ben;Laan;ben@club.example;1-2-2003\n;Ben;Laan;ben@club.example;\n", peoplefile.Rules{})
	var got []string
	for _, d := range list {
		got = append(got, string(d.Outcome)+strings.Join(d.Reasons, ","))
	}
	twice := func(row int) string { return fmt.Sprintf("refusedDeze persoon staat ook op rij %d.", row) }
	want := []string{"unchanged", twice(2), "new", twice(4), "new", twice(6), "new", twice(8), "new", "new",
		"new", twice(12), "new", "new", twice(15), "new", "new", twice(17)}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

func TestWhatARowChanges(t *testing.T) {
	t.Parallel()
	const file = "Relatiecode;Voornaam;Achternaam;E-mail;Mobiel;Telefoon;Straat;Huisnummer;Toevoeging;Plaats;Geslacht;Lid sinds\n" +
		"ABC12D3;Johan;;johan@club.example, tweede@club.example;+31 6 8;0612345678;Kerkweg;12;a;;v;1-9-2015\n"
	d := decide(t, club(jan()), file, peoplefile.Rules{})[0]
	want := "[{first_name Jan Johan} {gender  Vrouw} {email jan@club.example johan@club.example, tweede@club.example} " +
		"{mobile 06-12345678 +31 6 8} {phone  0612345678} {street Dorpsstraat 1 Kerkweg 12 a} {lid-sinds  2015-09-01}]"
	if d.Outcome != peoplefile.Changed || fmt.Sprint(d.Changes) != want {
		t.Errorf("got %+v", d)
	}
	d = decide(t, club(jan()), file, peoplefile.Rules{Federation: true})[0]
	if fmt.Sprint(d.Kept) != "[first_name lid-sinds]" || len(d.Changes) != 5 {
		t.Errorf("of the federation's: %+v", d)
	}
	stranger := jan()
	stranger.Administered = false
	if d := decide(t, club(stranger), file, peoplefile.Rules{Federation: true})[0]; d.Kept != nil {
		t.Errorf("of somebody whom nobody vouched for: %+v", d)
	}
}

func TestAnImportThatWasCutOffGoesOnAsItWouldHave(t *testing.T) {
	t.Parallel()
	read := table(t, "Relatiecode;Voornaam\nN1;Piet\nN1;Piet\nABC12D3;Jan\nabc12d3;Jan\n")
	fields := peoplefile.Guess(read.Headings, nil)
	whole := peoplefile.NewPlanner(club(jan()), fields, peoplefile.Rules{Today: today})
	piet := person.Person{ID: 9, Name: person.Name{First: "Piet"}, Membership: person.Membership{Code: "N1"}}
	rest := peoplefile.NewPlanner(club(jan(), piet), fields, peoplefile.Rules{Today: today})
	for i := range read.Rows {
		want := whole.Decide(&read.Rows[i])
		if i == 0 {
			rest.Done(&peoplefile.Result{Row: read.Rows[i], Person: 9, Outcome: peoplefile.New})
			continue
		}
		if got := rest.Decide(&read.Rows[i]); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("row %d: %+v, want %+v", i, got, want)
		}
	}
}

func TestAnImportMovesThroughItsStates(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	read := table(t, "Voornaam;Maat\nPiet;\nJan;46\n")
	i := peoplefile.NewImport(1, "Anna", "leden.csv", &read, []peoplefile.Field{"", ""}, false, at)
	if i.Total != 2 || i.Columns[1].Sample != "46" || i.State != peoplefile.Draft {
		t.Errorf("made %+v", i)
	}
	if err := i.Begin(at); !errors.Is(err, peoplefile.ErrNoName) {
		t.Error(err)
	}
	if err := i.BeginUndo(at); !errors.Is(err, peoplefile.ErrIdle) {
		t.Error(err)
	}
	before := i.Clone()
	if err := errors.Join(i.Choose([]peoplefile.Field{"first_name"}), i.Begin(at)); err != nil || before.Columns[0].Field != "" {
		t.Error(err)
	}
	if err := i.Begin(at); !errors.Is(err, peoplefile.ErrApplied) || !i.Working() {
		t.Error(err)
	}
	i.End("")
	if err := i.Choose(nil); !errors.Is(err, peoplefile.ErrApplied) {
		t.Error(err)
	}
	if err := i.BeginUndo(at.Add(peoplefile.Window)); !errors.Is(err, peoplefile.ErrTooLate) {
		t.Error(err)
	}
	if err := i.BeginUndo(at.Add(time.Hour)); err != nil || i.State != peoplefile.Undoing {
		t.Error(err)
	}
	if i.End("x"); i.State != peoplefile.Undone || i.Stopped != "x" {
		t.Errorf("undone %+v", i)
	}
	if i.Forget(); i.Columns[1].Sample != "" || i.Columns[0].Heading != "Voornaam" {
		t.Errorf("forgotten %+v", i)
	}
}

func FuzzReadText(f *testing.F) {
	for _, seed := range []string{
		"Voornaam;Achternaam\nJan;Vries\n", "\uFEFFNaam,E-mail\n\"Vries, Jan de\",jan@club.example\n",
		"sep=\t\nNaam\tGeboortedatum\nA\t1-2-03\n",
		"\xFF\xFEN\x00\n\x00", "\"", ";;;\n", "Naam\n=1+1\n", "Relatiecode;Lid sinds\nX;40000\nX;1e400\n",
	} {
		f.Add([]byte(seed))
	}
	known := club(jan())
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := peoplefile.ReadText(data)
		if err != nil {
			return
		}
		read, err := peoplefile.Tabled(s)
		if err != nil {
			return
		}
		planner := peoplefile.NewPlanner(known, peoplefile.Guess(read.Headings, nil), peoplefile.Rules{Today: today})
		for i := range read.Rows {
			d := planner.Decide(&read.Rows[i])
			if !slices.Contains(peoplefile.Outcomes, d.Outcome) || d.Outcome == peoplefile.Refused && len(d.Reasons) == 0 {
				t.Fatalf("%+v", d)
			}
			if d.Outcome == peoplefile.New {
				var p person.Person
				if planner.Apply(&read.Rows[i], &p); p.Name.First == "" {
					t.Fatalf("%+v", d)
				}
			}
		}
	})
}
