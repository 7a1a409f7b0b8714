package peoplefile_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"github.com/clubhuis/clubhuis/core/peoplefile"
)

// One broken byte makes no other text of a whole file.
func TestUTF8WithABrokenByteIsRefusedWithItsLine(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		text string
		line int
	}{
		"a lone letter of Windows": {"Voornaam;Achternaam\nRené;Müller\nZo\xEB;Kok\nJosé;Bos\n", 3},
		"half a letter":            {"Voornaam;Achternaam\r\nRené;Müller\r\nJan;Kok\r\nJos\xC3;Bos\r\n", 4},
		"at the end":               {"Voornaam\nRené\nJos\xC3", 3},
		"lines of old Macs":        {"Voornaam\rRené\rJos\xC3\r", 3},
		"a mark in front":          {"\uFEFFVoornaam\nRen\xE9\n", 2},
	} {
		if _, err := peoplefile.ReadText([]byte(one.text)); err == nil || err.Error() != peoplefile.ErrLetters(one.line).Error() {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Of Windows-1252 stays what by chance looks like one letter of UTF-8.
	read := table(t, "Voornaam;Achternaam\nRen\xE9;M\xFCller\nZo\xEB;\xC9\x93x\n")
	if got := read.Rows[0].Cells[0] + read.Rows[1].Cells[0]; got != "RenéZoë" {
		t.Error(got)
	}
}

// Excel for Mac writes a "CSV" in Mac OS Roman: its letters are marks and capitals elsewhere.
func TestLettersOfAMacAreNotReadAsMarks(t *testing.T) {
	t.Parallel()
	for _, cell := range []string{
		"Zoë", "René", "Hélène", "Loïs", "Jörg", "Müller", "François", "Côté", "Daniël", "Eugène", "López", "José;Márquez",
	} {
		data, err := charmap.Macintosh.NewEncoder().String("Voornaam;Achternaam\rJan;Kok\r" + cell + ";Jansen\r")
		if err != nil {
			t.Fatal(err)
		}
		if s, err := peoplefile.ReadText([]byte(data)); err == nil || err.Error() != peoplefile.ErrLetters(3).Error() {
			t.Errorf("%s: %+v, %v", cell, s, err)
		}
	}
	// What Windows-1252 has there stays, and so does a mistyped quotation mark in a file that has its letters.
	for _, cell := range []string{
		"foto’s", "Dušan", "Žižek", "ŽIŽEK", "cœur", "maandag–vrijdag", "‘t Hoenen", "Urši", "5™", "Noël zei ‘ja‘", "Élan…en",
	} {
		data, err := charmap.Windows1252.NewEncoder().String("Voornaam;Achternaam\r\n" + cell + ";Jansen\r\n")
		if err != nil {
			t.Fatal(err)
		}
		if got := table(t, data).Rows[0].Cells[0]; got != cell {
			t.Errorf("%s: %q", cell, got)
		}
	}
	// A letter of code page 850 that is one of a Mac, too.
	data, err := charmap.CodePage850.NewEncoder().String("Voornaam;Achternaam\r\nRené;Kjær\r\nÉlise;Østergaard\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(table(t, data).Rows[0].Cells, " "); got != "René Kjær" {
		t.Error(got)
	}
}
