package importsapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/peoplefile"
)

const root = "/api/club/v1/imports"

type object = apitest.Object

// upload sends a file.
func upload(s *apitest.Site, as apitest.Call, name, data string) apitest.Answer {
	s.T.Helper()
	body, form := apitest.Form(s.T, "file:"+name, data)
	return s.Post(root, body, as, form)
}

func path(id int64, more string) string { return fmt.Sprintf("%s/%d%s", root, id, more) }

const members = "Relatiecode;Voornaam;Tussenvoegsel;Achternaam;E-mail;Geb. datum;Schoenmaat\r\n" +
	"ABC1;Jan;de;Vries;jan@club.example;31-05-2010;38\r\n" +
	";Piet;;Kok;piet@club.example;;40\r\n" +
	";Anna;;Bos;anna@club.example;31-02-2010;\r\n" +
	";Piet;;Kok;piet@club.example;;\r\n"

func TestAFileIsReadShownAppliedAndTakenBack(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("leden", access.SectionRole(access.Administration))
	leden := s.Program("leden")
	piet := s.Person(admin, object{"first_name": "Piet", "last_name": "Kok", "contact_info": []any{
		object{"contact_type": "email", "contact_value": "PIET@club.example"}, object{"contact_type": "mobile", "contact_value": "06"},
	}}).ID()
	made := upload(s, leden, `C:\leden\leden.csv`, members).Is(201).Has("state", "draft").Has("file", "leden.csv").Has("total", 4.0).
		Has("columns.5.field", "birthdate").Has("columns.6.field", "").Has("columns.6.sample", "38")
	id := made.ID()
	rows := s.Get(path(id, "/rows"), leden).Is(200).Has("counts.new", 1.0).Has("counts.unchanged", 1.0).Has("counts.refused", 2.0).
		Has("rows.0.row", 2.0).Has("rows.0.outcome", "new").Has("rows.1.person_id", float64(piet)).
		Has("rows.2.reasons", []any{"Geboortedatum: “31-02-2010” is geen datum."}).
		Has("rows.3.reasons", []any{"Deze persoon staat ook op rij 3."})
	if rows.Header.Get("X-WP-Total") != "4" {
		t.Error(rows.Header)
	}
	s.Get(path(id, "/rows?outcome=refused&per_page=1&page=2"), leden).Is(200).Has("rows.0.row", 5.0)
	s.Send("PATCH", path(id, ""), object{"fields": []string{
		"assoc-id", "first_name", "infix", "last_name", "email", "", "nickname",
	}}, leden).Is(200).Has("columns.6.field", "nickname")
	s.Get(path(id, "/rows?outcome=changed"), leden).Is(200).
		Has("rows.0.changes.0.label", "Roepnaam").Has("rows.0.changes.0.to", "40")
	s.Post(path(id, "/apply"), "", leden).Is(200).Has("state", "applying")
	s.Post(path(id, "/apply"), "", leden).Refuses(409, "import_applied")
	s.Work()
	s.Get(path(id, ""), leden).Is(200).Has("state", "applied").Has("counts.new", 2.0).Has("counts.changed", 1.0).Has("processed",
		4.0)
	s.Get(apitest.Person(piet), admin).Is(200).Has("acf.nickname", "40").Has("acf.contact_info.1.contact_value", "06")
	jan := int64(s.Get(path(id, "/rows?outcome=new"), leden).Is(200).Has("rows.0.can_undo", true).At("rows.0.person_id").(float64))
	s.Get(apitest.Person(jan), admin).Is(200).Has("acf.assoc-id", "ABC1").Has("acf.infix", "de").Has("acf.nickname", "38")
	s.Post(apitest.Person(jan), object{"acf": object{"pronouns": "hij"}}, admin).Is(200)
	s.Post(path(id, "/rows/3/undo"), "", leden).Is(200).Has("undone", true)
	s.Post(path(id, "/rows/3/undo"), "", leden).Refuses(409, "import_row_closed")
	s.Get(apitest.Person(piet), admin).Is(200).Has("acf.nickname", "")
	s.Post(path(id, "/undo"), "", leden).Is(200).Has("state", "undoing")
	s.Work()
	s.Get(path(id, ""), leden).Is(200).Has("state", "undone").Has("left", 1.0)
	s.Get(path(id, "/rows"), leden).Has("rows.0.left", "Is daarna door iemand gewijzigd.").Has("rows.2.undone", true)
	again := upload(s, leden, "x.csv", members).Is(201).Has("columns.6.field", "nickname").Has("columns.5.field", "").ID()
	s.Send("DELETE", path(again, ""), "", leden).Is(200)
	s.Get(path(again, ""), leden).Refuses(404, "import_absent")
	s.Send("DELETE", path(id, ""), "", leden).Refuses(409, "import_applied")
	s.Get(root, leden).Is(200).Has("0.id", float64(id))
	s.Later(31 * 24 * time.Hour)
	s.Post(path(id, "/undo"), "", leden).Refuses(409, "import_too_late")
	s.Get("/api/club/v1/audit?kind=import-applied", admin).Is(200)
}

func TestBadFilesAndOthers(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("bestuur", access.Board)
	s.User("sync", access.Synchronizer)
	for _, name := range []string{"bestuur", "sync"} {
		other := s.Program(name)
		upload(s, other, "leden.csv", members).Refuses(403, "rest_forbidden")
		for _, call := range []string{"", "/1", "/1/rows"} {
			s.Get(root+call, other).Refuses(403, "rest_forbidden")
		}
		s.Get("/api/club/v1/import-fields", other).Refuses(403, "rest_forbidden")
		for _, call := range []string{"/1/apply", "/1/undo", "/1/rows/2/undo"} {
			s.Post(root+call, "", other).Refuses(403, "rest_forbidden")
		}
	}
	upload(s, func(*http.Request) {}, "leden.csv", members).Is(401)
	for data, code := range map[string]string{
		" ": "import_empty", "Naam\n": "import_no_rows", "%PDF-1.4": "import_other_kind", "PK\x03\x04": "import_unreadable",
		"Naam\n\"Jan\n": "import_quotes", "\xD0\xCF\x11\xE0": "import_unreadable", "Naam\n" + strings.Repeat("x\n",
			peoplefile.MaxRows+1): "import_too_many_rows",
	} {
		upload(s, admin, "leden.csv", data).Refuses(400, code)
	}
	upload(s, admin, "leden.csv", strings.Repeat("x", 11<<20)).Refuses(400, "rest_upload_file_too_big")
	body, form := apitest.Form(t, "other", "x")
	s.Post(root, body, admin, form).Is(400)
	id := upload(s, admin, strings.Repeat("x", 500)+".csv", "Schoenmaat\n38\n").Is(201).ID()
	s.Get(path(id, "/rows"), admin).Refuses(400, "import_no_name")
	s.Post(path(id, "/apply"), "", admin).Refuses(400, "import_no_name")
	s.Post(path(id, "/undo"), "", admin).Refuses(409, "import_not_applied")
	s.Send("PATCH", path(id, ""), object{"fields": []string{"shoe"}}, admin).Refuses(400, "rest_invalid_param", "fields")
	s.Send("PATCH", path(id, ""), object{"fields": []string{"first_name", "x", "x"}}, admin).Refuses(400, "rest_invalid_param",
		"fields")
	for _, call := range []string{"/99", "/99/rows"} {
		s.Get(root+call, admin).Refuses(404, "import_absent")
	}
	s.Get(path(id, "/rows?per_page=1000"), admin).Is(400)
}
