package dossiersapi_test

import (
	"archive/zip"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/account"
)

type object = apitest.Object

// unpacked returns the files of an archive, by name.
func unpacked(t *testing.T, text string) (names []string, files map[string]string) {
	t.Helper()
	archive, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for _, file := range archive.File {
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		names, files[file.Name] = append(names, file.Name), string(data)
	}
	return names, files
}

func TestAdministratorsTakeAllThatIsKnownOfAPersonAlong(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	s.Send("PUT", "/api/club/v1/users/2/roles", object{"roles": []string{"club_ledenadministratie"}}, admin).Is(200)
	jan := s.Program("jan")
	s.Person(admin, object{"first_name": "Moeder", "last_name": "Kok"})
	s.Person(jan, object{"first_name": "Wilhelmina", "last_name": "Kok", "relationships": []object{
		{"related_person": 1, "relationship_type": 2},
	}})
	dossier, notes := "/api/club/v1/people/2/dossier", "/api/club/v1/people/2/notes"
	s.Post(notes, object{"content": "Een geheim van Jan", "visibility": "private"}, jan).Is(200)
	s.Post(notes, object{"content": "Speelt graag keeper", "visibility": "shared"}, jan).Is(200)
	s.Get(apitest.Person(2), jan).Is(200)
	billed := s.Post("/api/club/v1/invoices", object{"person_id": 2, "line_items": []object{
		{"description": "Zoekgeraakt trainingspak", "amount": 45.5},
	}}, admin).Is(200)
	s.Post(apitest.At("/api/club/v1/invoices", billed.ID())+"/payments", object{
		"amount": 20, "paid_on": "2026-06-14", "method": "cash",
	}, admin).Is(200)
	s.Post("/api/cms/v2/discipline-cases", object{"acf": object{
		"dossier_id": "T-77", "person": 2, "sanction_description": "Berisping", "administrative_fee": 13.85,
	}}, admin).Is(201)
	a := s.Get(dossier, admin).Is(200)
	if got := a.Header.Get("Content-Disposition"); got != `attachment; filename="persoon-2-2026-06-15.zip"` {
		t.Errorf("it is called %s", got)
	}
	names, files := unpacked(t, a.Text)
	if want := []string{"LEES MIJ.txt", "persoon.json", "tijdlijn.json", "mails.json", "facturen.json", "tuchtzaken.json",
		"diensten.json", "account.json", "geschreven.json", "wijzigingen.json", "inzage.json", "logboek.json", "overig.json",
	}; !slices.Equal(names, want) {
		t.Errorf("got %q", names)
	}
	for name, word := range map[string]string{
		"LEES MIJ.txt": "Wilhelmina Kok", "persoon.json": "Wilhelmina", "tijdlijn.json": "keeper",
		"facturen.json": `"open": 25.50`, "tuchtzaken.json": `"fee": 13.85`,
		"account.json": "null", "inzage.json": "Heet jan",
	} {
		if !strings.Contains(files[name], word) {
			t.Errorf("%s holds no %q: %s", name, word, files[name])
		}
	}
	if !strings.Contains(files["persoon.json"], "Moeder Kok") {
		t.Errorf("relations: %s", files["persoon.json"])
	}
	token := regexp.MustCompile(`/betaling/([0-9a-f]{64})`).FindStringSubmatch(billed.At("payment_url").(string))[1]
	for name, text := range files {
		for _, secret := range []string{"geheim van Jan", token, "Token", "Sealed"} {
			if strings.Contains(text, secret) {
				t.Errorf("%s holds %q", name, secret)
			}
		}
	}
	s.Get("/api/club/v1/people/2/looks", admin).Has("0.user_name", "Heet beheer").Has("0.exported", "2026-06-15 14:30:45")
	s.Get("/api/club/v1/audit?object=person:2&kind=people-exported", admin).Has("0.after", object{"count": 1.0})
	s.Get(dossier, jan).Refuses(403, "rest_forbidden")
	s.Get(dossier).Refuses(401, "rest_not_logged_in")
	s.Get("/api/club/v1/people/99/dossier", admin).Refuses(404, "rest_post_invalid_id")
	s.Get("/api/club/v1/people/x/dossier", admin).Is(404)
}

func TestTheAccountOfAPersonIsTakenAlongWithoutItsSecrets(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Person(admin, object{"first_name": "Wilhelmina", "last_name": "Kok"})
	jan := s.User("jan")
	if err := s.Stores().Users.Update(t.Context(), jan.ID, func(u *account.User) error { u.Person = 1; return nil }); err != nil {
		t.Fatal(err)
	}
	browser := s.SignIn("jan", apitest.From("10.1.2.3"))
	s.Get("/api/club/v1/people/1/dossier", browser.Reads).Refuses(403, "rest_forbidden")
	made := s.Post("/api/cms/v2/users/me/application-passwords", object{"name": "Agenda op het werk"}, browser.Writes).Is(201)
	link := s.Get("/api/club/v1/user/ical-url", browser.Reads).Is(200)
	kept, err := s.Stores().Users.ByID(t.Context(), jan.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, files := unpacked(t, s.Get("/api/club/v1/people/1/dossier", admin).Is(200).Text)
	for name, word := range map[string]string{
		"account.json": "Agenda op het werk", "logboek.json": `"signed-in"`, "LEES MIJ.txt": "geschreven.json",
	} {
		if !strings.Contains(files[name], word) {
			t.Errorf("%s holds no %q: %s", name, word, files[name])
		}
	}
	if !strings.Contains(files["account.json"], "10.1.2.3") || !strings.Contains(files["logboek.json"], "10.1.2.3") {
		t.Errorf("no address: %s, %s", files["account.json"], files["logboek.json"])
	}
	secrets := []string{
		made.At("password").(string), browser.Cookie.Value, string(kept.PasswordHash), link.At("token").(string),
	}
	for name, text := range files {
		for _, hidden := range secrets {
			if hidden == "" || strings.Contains(text, hidden) {
				t.Errorf("%s holds %q", name, hidden)
			}
		}
		if regexp.MustCompile(`[0-9a-f]{64}`).MatchString(text) {
			t.Errorf("%s holds a digest", name)
		}
	}
}
