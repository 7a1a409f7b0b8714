package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const peopleFile = "Relatiecode;Voornaam;Achternaam;Geb. datum;Schoenmaat;Roepnaam\r\n" +
	"ABC1;Jan;Kok;31-05-2010;38;Jantje\r\n" +
	";Piet\x1b[2J;Bos;;40;Pietje\r\n" +
	";Anna;Bos;31-02-2010;;\r\n"

func TestImportPeople(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "leden.csv")
	if err := os.WriteFile(file, []byte(peopleFile), 0o600); err != nil {
		t.Fatal(err)
	}
	place := []string{"--database", "sqlite:" + filepath.Join(folder, "club.db"), "--files", filepath.Join(folder, "files")}
	command := func(stdin string, wantCode int, wants []string, args ...string) {
		t.Helper()
		var out, errs bytes.Buffer
		code := run(t.Context(), append(args, place...), strings.NewReader(stdin), &out, &errs)
		said := out.String() + errs.String()
		for _, want := range wants {
			if !strings.Contains(said, want) {
				t.Errorf("%q: no %q in %s", args, want, said)
			}
		}
		if code != wantCode || strings.Contains(said, "\x1b") || strings.Contains(said, "goroutine") {
			t.Errorf("%q: exit %d: %s", args, code, said)
		}
	}
	command("", 1, []string{"there is no database at"}, "import", "people", file)
	command("", 0, nil, "migrate")
	command("", 1, []string{"there is no administrator yet"}, "import", "people", file)
	command("een lang wachtwoord\n", 0, nil, "user", "add", "--username", "beheer", "--email", "beheer@club.example",
		"--display-name", "Bea Beheer", "--role", "administrator", "--password-stdin")
	command("", 1, []string{"no such file"}, "import", "people", filepath.Join(folder, "none.csv"))
	command("%PDF-1.4", 1, nil, "import", "people", "-")
	command("", 1, []string{`"Kleur"`}, "import", "people", file, "--column", "Kleur=nickname")
	command("", 1, []string{`"shoe" is no field`}, "import", "people", file, "--column", "Schoenmaat=shoe")
	command("", 1, []string{"is no HEADING=FIELD"}, "import", "people", file, "--column", "Schoenmaat")
	command("", 0, []string{"first_name (Voornaam)"}, "import", "people", "--help")
	command("", 0, []string{
		"column Schoenmaat", "(left out)", "row 2", "new", "Jan Kok", "row 4", "refused", "“31-02-2010” is geen datum",
		"2 new, 0 changed, 0 unchanged, 1 refused", "This was a dry run",
	}, "import", "people", file, "--dry-run")
	command("", 0, []string{"… and 2 more rows"}, "import", "people", file, "--dry-run", "--rows", "1")
	command("", 0, nil, "import", "list") // drafts of dry runs are gone
	command("", 3, []string{"import 6: 2 new, 0 changed, 0 unchanged, 1 refused", "1 rows were refused"},
		"import", "people", file, "--column", "schoenmaat=nickname", "--column", "Roepnaam=")
	command(peopleFile, 3, []string{"1 new, 0 changed, 1 unchanged, 1 refused", "Er is al iemand met deze naam"}, "import", "people", "-",
		"--column", "Roepnaam=", "--column", "Schoenmaat=")
	command("Relatiecode;Voornaam;Achternaam;Roepnaam\nABC1;Jan;Kok;Jan\n", 0, []string{`"38" → "Jan"`, "1 changed"},
		"import", "people", "-", "--column", "Roepnaam=nickname")
	command("", 0, []string{"6\tleden.csv\tapplied\t", "2 new, 0 changed"}, "import", "list")
	command("", 3, []string{"import 6: 1 rows taken back, 1 left", "1 rows are left as they are"}, "import", "undo", "6")
	command("", 1, []string{"Deze import bestaat niet"}, "import", "undo", "99")
	command("", 1, nil, "import", "list", "--as", "iemand")
	command("een lang wachtwoord\n", 0, nil, "user", "add", "--username", "weg", "--email", "weg@club.example",
		"--display-name", "Wim Weg", "--role", "administrator", "--password-stdin")
	command("", 0, nil, "user", "block", "weg")
	command("", 1, []string{"weg is blocked"}, "import", "people", file, "--as", "weg")
}
