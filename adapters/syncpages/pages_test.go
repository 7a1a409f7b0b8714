package syncpages_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
)

// everything are the pages, and the addresses that forms lead to.
var (
	everything = []string{
		"/", "/pipeline/people", "/run/1", "/run/1/evidence/1.png", "/errors", "/errors/1", "/conflicts", "/locks",
		"/beheer/free-fields", "/lists", "/settings", "/compare", "/nothing",
	}
	forms = []string{
		"/api/pipeline/people/start", "/api/locks/people/unlock", "/api/errors/clear", "/api/compare/start", "/api/compare/repair",
	}
)

// contract: sync §5 (operator dashboard session), facts §5
func TestWithoutASessionPagesLeadToTheSignInAndTheAPIAnswers401(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, page := range everything {
		want := "/login?next=" + url.QueryEscape(page)
		if page == "/" {
			want = "/login"
		}
		w.get(page).leads(want).without("Elzendam")
	}
	for _, form := range append(forms, "/api/nothing") {
		w.post(form).is(401)
		w.send(http.MethodPost, form, nil, "Accept", "application/json").is(401, `{"error":"Je bent niet aangemeld.","ok":false}`)
	}
	w.post("/logout").leads("/login")
	if len(w.house.orders) > 0 || len(w.house.unlocked) > 0 {
		t.Errorf("did %v, %v", w.house.orders, w.house.unlocked)
	}
	w.get("/health").is(200, `"status":"ok"`, `"timestamp":"2026-11-24T08:30:00Z"`)
}

func TestSigningInAndOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.get("/login?next=%2Fruns").is(200, `name="next" value="/runs"`)
	for _, wrong := range [][2]string{{username, "x"}, {"piet", password}, {"", ""}} {
		w.post("/login", "username", wrong[0], "password", wrong[1]).is(401, "Gebruikersnaam of wachtwoord is onjuist.")
	}
	for next, want := range map[string]string{
		"/errors?page=2": "/errors?page=2", "//evil.example": "/", "https://evil.example": "/", `/\evil.example`: "/", "": "/",
	} {
		w.later(time.Minute)
		in := w.post("/login", "username", " JAN", "password", password, "next", next).leads(want)
		cookie := in.header.Get("Set-Cookie")
		for _, part := range []string{"clubsync_session=", "HttpOnly", "SameSite=Lax", "Max-Age=604800", "Path=/"} {
			if !strings.Contains(cookie, part) {
				t.Errorf("no %s in %s", part, cookie)
			}
		}
	}
	w.get("/").is(200, "Jan de Boer")
	w.post("/logout").leads("/login")
	w.get("/").leads("/login")

	w.signIn().later(7*24*time.Hour - time.Minute)
	w.get("/").is(200)
	w.later(time.Minute)
	w.get("/").leads("/login")
	w.signIn()
	ok(t, w.service.SetPassword(t.Context(), username, "een ander lang wachtwoord"))
	w.get("/").leads("/login")
}

// contract: facts §5 (login 5/min)
func TestFiveTriesAMinuteFromOneAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 5 {
		w.post("/login", "username", username, "password", "x").is(401)
	}
	a := w.post("/login", "username", username, "password", password).is(429, "Te veel pogingen")
	if a.header.Get("Retry-After") != "61" {
		t.Errorf("retry after %q", a.header.Get("Retry-After"))
	}
	w.send(http.MethodPost, "/login", url.Values{"username": {username}, "password": {password}}, "X-Forwarded-For",
		"8.8.8.8, 203.0.113.9").leads("/") // another browser, behind the proxy on this machine
	w.later(time.Minute)
	w.signIn()
}

func TestOtherSitesCanDoNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t).signIn()
	for _, form := range append(forms, "/logout", "/login") {
		w.send(http.MethodPost, form, url.Values{}, "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example").is(403)
	}
	if len(w.house.orders) > 0 {
		t.Errorf("did %v", w.house.orders)
	}
	a := w.get("/").is(200)
	for name, part := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'", "X-Frame-Options": "DENY",
		"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
	} {
		if !strings.Contains(a.header.Get(name), part) {
			t.Errorf("%s: %s", name, a.header.Get(name))
		}
	}
	a.without("<style", "style=", "onclick", "<script>")
}

func TestTheBoardTellsHowOldTheLastBackupIs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.signIn()
	made := w.now().Add(-35 * time.Hour)
	for _, c := range []struct {
		is   operators.Backup
		says string
	}{
		{operators.Backup{}, "wordt geen back-up gemaakt"},
		{operators.Backup{Daily: true}, "De eerste back-up wordt gemaakt."},
		{operators.Backup{Daily: true, Failed: true}, "de eerste is niet gelukt"},
		{operators.Backup{Daily: true, Last: made}, "Laatste back-up: zo 22 nov 22:30. Hij is teruggezet"},
		{operators.Backup{Daily: true, Last: made, Failed: true}, "De volgende is nog niet gelukt."},
		{operators.Backup{Daily: true, Last: made.Add(-2 * time.Hour)}, "De laatste back-up is van zo 22 nov 20:30."},
	} {
		w.house.backup = c.is
		w.get("/").is(200, c.says)
	}
}

func TestTheBoardTellsHowEachPipelineStands(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.signIn()
	w.get("/").is(200, "Nog niet gedraaid", "Niet ingesteld", "vandaag 11:00", "Helpdesk").without("Te laat", `data-refresh="2"`)

	began := w.now().Add(-90 * time.Minute)
	done := run.Run{Pipeline: run.People, Started: began, Finished: began.Add(2 * time.Minute), Outcome: run.Success,
		Steps: []run.Step{{Name: run.StepPeople, Counts: run.Counts{Total: 1500, Created: 3, Updated: 1200}}}}
	good := w.start(done)
	w.get("/").is(200, "vandaag 08:00", "3 nieuw, 1.200 gewijzigd", fmt.Sprintf(`href="/run/%d"`, good)).without("Te laat")

	bad := done
	bad.Started, bad.Outcome, bad.Problems = began.Add(time.Minute), run.Partial, []run.Problem{{Key: "AAAA11"}}
	bad.Steps = []run.Step{{Name: run.StepPeople, Counts: run.Counts{Errors: 1}}}
	w.start(bad)
	w.get("/").is(200, "Klaar, met fouten", "Niets veranderd, 1 fout", "Laatst goed", "vandaag 08:00", `class="count">1<`)
	w.post("/api/errors/clear").leads("/errors?done=cleared")
	w.get("/").is(200).without(`class="count"`)

	old := run.Run{Pipeline: run.Teams, Started: began.AddDate(0, 0, -8), Outcome: run.Failure, Finished: began.AddDate(0, 0, -8)}
	w.start(old)
	w.get("/").is(200, "Te laat: had zo 22 nov 06:00 moeten beginnen.", "Mislukt", "Niet gelukt")

	w.start(run.Run{Pipeline: run.Teams, Started: w.now(), Outcome: run.Running, Host: "dead"})
	w.get("/").is(200, "Niet afgemaakt")
	w.house.locks = []operators.Lock{{Kind: "teams", Life: operators.Dead, Since: w.now()}}
	w.get("/").is(200, "Vergrendeld sinds")

	w.house.working["people"] = operators.Working{What: "people", Step: run.StepPeople, Done: 30, Total: 1500, Since: w.now()}
	w.get("/").is(200, "Leden bijwerken: 30 van 1.500", `data-refresh="2"`, "<noscript><meta http-equiv=\"refresh\" content=\"2\">").
		without("/api/pipeline/people/start")
}

func TestStartingAPipeline(t *testing.T) {
	t.Parallel()
	w := newWorld(t).signIn()
	w.post("/api/pipeline/people/start").leads("/pipeline/people?done=started")
	w.post("/api/pipeline/teams/start", "dry_run", "1").leads("/pipeline/teams?done=started-dry")
	w.post("/api/pipeline/people/start", "accept", "12").leads("/pipeline/people?done=started")
	w.send(http.MethodPost, "/api/pipeline/people/start", nil, "Accept", "application/json").
		is(200, `{"ok":true,"pipeline":"people"}`)
	want := []operators.Order{
		{What: "people", Ordered: username}, {What: "teams", DryRun: true, Ordered: username},
		{What: "people", Accept: 12, Ordered: username}, {What: "people", Ordered: username},
	}
	if fmt.Sprint(w.house.orders) != fmt.Sprint(want) {
		t.Errorf("ordered %+v", w.house.orders)
	}
	w.get("/pipeline/teams?done=started-dry").is(200, "er wordt niets gewijzigd")
	for path, status := range map[string]int{
		"/api/pipeline/nothing/start": 404, "/api/pipeline/freescout/start": 409, "/api/pipeline/helpdesk/start": 409,
	} {
		w.send(http.MethodPost, path, nil, "Accept", "*/*").is(status, `"ok":false`)
	}
	w.house.refuse = operators.ErrAtWork
	w.send(http.MethodPost, "/api/pipeline/people/start", nil, "Accept", "*/*").is(409, `Dit is al bezig`)
	w.post("/api/pipeline/people/start").is(409, "Dit is al bezig", "<html")
	w.house.refuse = fmt.Errorf("the disk is full")
	w.post("/api/pipeline/people/start").is(500).without("disk")
	w.send(http.MethodGet, "/api/pipeline/people/start", nil).is(404)
}

func TestARunTellsWhatWentWrongAndWhatToDo(t *testing.T) {
	t.Parallel()
	w := newWorld(t).signIn()
	began := w.now().Add(-time.Hour)
	r := run.Run{
		Pipeline: run.People, Started: began, Finished: began.Add(95 * time.Second), Outcome: run.Partial, Scheduled: true,
		Steps: []run.Step{{Name: run.StepPeople, Started: began, Finished: began.Add(time.Second),
			Counts: run.Counts{Total: 1502, Updated: 2, Errors: 3}, Note: "iets & wat"}},
		Plan: []run.Planned{{Step: run.StepPeople, Kind: "update", Key: "AAAA11", Reason: "changed"}},
		Problems: []run.Problem{
			{Step: run.StepPeople, Key: "AAAA11", System: run.Application, Code: "stranger", Message: "Deze persoon is <b>vreemd</b>: 1"},
			{Step: run.StepPeople, Key: "BBBB22", System: run.Application, Code: "stranger", Message: "Deze persoon is <b>vreemd</b>: 2"},
			{Key: "CCCC33", System: run.ClubSite, Code: "site_changed", Message: "Anders", Evidence: "runs/1/1.txt"},
		},
	}
	id := w.start(r)
	ok(t, w.files.Write(t.Context(), "runs/1/1.txt", "text/plain", []byte("•••")))
	ok(t, w.files.Write(t.Context(), "runs/1/1.png", "image/png", []byte("PNG")))
	w.house.log = "level=WARN person=jan.de.boer@club.example"
	w.get(fmt.Sprintf("/run/%d", id)).is(200, "Klaar, met fouten", "1 minuut", "volgens het rooster", "2 keer", "Wat te doen:",
		"overnemen of verwijderen", "De ledenadministratie is veranderd", "iets &amp; wat", "1.502",
		"&lt;b&gt;vreemd&lt;/b&gt;", "Wat er is veranderd", "wijzigen", "ja…le", "/run/1/evidence/3.png").
		without("<b>vreemd", "jan.de.boer@club.example")
	if a := w.get("/run/1/evidence/3.png").is(200, "PNG"); a.header.Get("Content-Type") != "image/png" {
		t.Errorf("a picture is %s", a.header.Get("Content-Type"))
	}
	w.get("/run/1/evidence/3.txt").is(200, "•••")
	for _, absent := range []string{"/run/1/evidence/1.png", "/run/1/evidence/4.png", "/run/1/evidence/0.png",
		"/run/2/evidence/1.png",
		"/run/1/evidence/99999999999999999999.png", "/run/2", "/run/99999999999999999999", "/run/x", "/pipeline/nothing"} {
		w.get(absent).is(404)
	}

	stopped := run.Run{Pipeline: run.Teams, Started: began, Finished: began, Outcome: run.Failure, Problems: []run.Problem{{
		Code: "too_many_removals", Message: "Te veel: 12 van 60 teams. Klopt dat, draai dan met de hand: " +
			"clubsync run teams --accept-removals 12",
	}}}
	w.get(fmt.Sprintf("/run/%d", w.start(stopped))).is(200, "Mislukt", `name="accept" value="12"`, "niet aan zijn eerste stap")
	dry := run.Run{Pipeline: run.Teams, Started: began, Finished: began, Outcome: run.Success, DryRun: true}
	for i := range 300 {
		dry.Plan = append(dry.Plan, run.Planned{Step: run.StepTeams, Kind: "create", Key: fmt.Sprint("T", i), Reason: "new"})
	}
	w.get(fmt.Sprintf("/run/%d", w.start(dry))).is(200, "Proefdraai: er is niets gewijzigd", "Wat er zou veranderen", "En nog 100.",
		"staat er nog niet")
}

func TestErrorsByPipelineDayAndMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t).signIn()
	for n, key := range []string{"AAAA11", "BBBB22"} {
		w.start(run.Run{Pipeline: []run.Pipeline{run.People, run.Teams}[n], Started: w.now().AddDate(0, 0, -n), Outcome: run.Partial,
			Problems: []run.Problem{{Key: key, Message: "Fout " + key}, {Key: "ZZZZ99", Message: "Ook"}}})
	}
	for query, want := range map[string][2]bool{
		"": {true, true}, "?pipeline=people": {true, false}, "?pipeline=freescout": {false, false}, "?member=BBBB22": {false, true},
		"?date_from=2026-11-24": {true, false}, "?date_to=2026-11-23": {false, true}, "?run_id=1": {true, false},
		"/2": {false, true}, "?page=2": {false, false}, "?page=x&run_id=x": {true, true},
	} {
		a := w.get("/errors" + query).is(200)
		if got := [2]bool{strings.Contains(a.text, "Fout AAAA11"), strings.Contains(a.text, "Fout BBBB22")}; got != want {
			t.Errorf("%q: %v", query, got)
		}
	}
	w.get("/errors?member=AAAA11").without("ZZZZ99")
	w.get("/errors?date_from=gisteren").is(200, "Dat is geen dag")
	w.get("/errors?member=%3Cscript%3E").is(200, "&lt;script&gt;", "Geen fouten").without("<script>")
	w.get("/errors/99").is(404)
	for range 25 {
		w.start(run.Run{Pipeline: run.People, Started: w.now(), Problems: []run.Problem{{Key: "AAAA11"}}})
	}
	w.get("/errors?member=AAAA11").is(200, "Pagina 1 van 2", "/errors?member=AAAA11&amp;page=2")
	w.get("/pipeline/people?page=2").is(200, "Pagina 2 van 2")
}

func TestLocks(t *testing.T) {
	t.Parallel()
	w := newWorld(t).signIn()
	w.get("/locks").is(200, "Niets is vergrendeld")
	w.post("/api/locks/people/unlock").leads("/locks?done=unlocked") // somebody was before
	w.house.locks = []operators.Lock{{Kind: "people", Process: 812, Host: "club", Since: w.now().Add(-3 * time.Hour)}}
	w.get("/locks").is(200, "proces 812 op club", "3 uur", "Hef toch op", "Niet te zien")
	w.post("/api/locks/people/unlock").is(409, "leeft nog")
	w.post("/api/locks/people/unlock", "force", "1").leads("/locks?done=unlocked")
	w.house.locks[0].Life = operators.Alive
	w.get("/locks").is(200, "Aan het werk").without("/unlock")
	w.house.locks[0].Life = operators.Dead
	w.get("/locks").is(200, "Leeft niet meer", "Hef op")
	w.post("/api/locks/people/unlock").leads("/locks?done=unlocked")
	w.get("/locks?done=unlocked").is(200, "De vergrendeling is weg")
	if !slices.Equal(w.house.unlocked, []string{"peopletrue", "peoplefalse"}) {
		t.Errorf("unlocked %q", w.house.unlocked)
	}
}

func TestConflictsListsFieldsAndSettings(t *testing.T) {
	t.Parallel()
	w := newWorld(t).signIn()
	w.get("/conflicts").is(200, "Geen conflicten")
	w.get("/beheer/free-fields").is(200, "Vrij veld 3", "helpdesk-id", "Vrij veld 8", "datum-vog", "niet gebruikt",
		"nog van niemand")
	ok(t, w.stores.Conflicts.Add(t.Context(), conflict.Decision{Member: "AAAA11", Field: "email", Site: "an…le", At: w.now(),
		Winner: conflict.Site, Reason: conflict.SiteNewer}))
	ok(t, w.stores.Ledger.Put(t.Context(), ledger.Entry{Kind: ledger.List(1), Key: "a", Remote: "1", At: w.now()},
		ledger.Entry{Kind: ledger.List(1), Key: "b"}, // and one that is still on the list of before
		ledger.Entry{Kind: ledger.List(1), Key: "c", Remote: "2", At: w.now(), State: []byte(`{"list":"oud"}`)}))
	ok(t, w.stores.Downloads.Put(t.Context(), ledger.SetDetails, map[string][]byte{
		"AAAA11": []byte(`{"Code":"AAAA11","Free":["","","","123456","","","","","2026-01-31"]}`),
		"BBBB22": []byte(`{"Code":"BBBB22"}`),
	}))
	w.get("/conflicts").is(200, "AAAA11", "e-mailadres", "an…le", "(leeg)", "later gewijzigd")
	w.get("/beheer/free-fields").is(200, "Antwoord bij AAAA11", "12…56", "20…31", "1 lid").without("123456", "2026-01-31")
	w.get("/lists").is(200, "Lijst 1", "een", "<dt>Adressen</dt><dd>1</dd>", "Wachten nog")
	w.get("/settings").is(200, "site-password", "xxxxx", "https://bond.example")
}

func TestComparingAndRepairingWhatIsChosen(t *testing.T) {
	t.Parallel()
	w := newWorld(t).signIn()
	w.get("/compare").is(200, "Nog niet vergeleken")
	found := []difference.Finding{
		{Area: difference.People, System: run.Application, Key: "AAAA11", Message: "is niet gelijk", Field: "last_name",
			Site: "Bo…er"},
		{Area: difference.People, System: run.Application, Key: "BBBB22", Message: "staat er twee keer in", ByHand: true},
		{Area: difference.Lists, System: run.MailLists, Key: "a@b.example", Message: "staat niet op lijst 1"},
	}
	ok(t, operators.KeepCompared(t.Context(), w.stores.Downloads, found, w.now()))
	w.get("/compare").is(200, "3 verschillen.", "Bij 1 daarvan", "achternaam", "Bo…er", "(leeg)", "met de hand", "E-maillijsten",
		`value="0"`, `value="2"`).without(`name="finding" value="1"`)
	w.post("/api/compare/start").leads("/compare?done=comparing")
	w.post("/api/compare/repair", "finding", "2", "finding", "1", "finding", "77", "finding", "-1", "finding", "x", "dry_run", "1").
		leads("/compare?done=planning")
	w.post("/api/compare/repair", "finding", "0").leads("/compare?done=repairing")
	for _, nothing := range []string{"1", "x", ""} {
		w.post("/api/compare/repair", "finding", nothing).is(400, "Kies eerst")
	}
	want := []operators.Order{
		{What: operators.Comparing, Ordered: username},
		{What: operators.Repairing, DryRun: true, Repair: found[2:], Ordered: username},
		{What: operators.Repairing, Repair: found[:1], Ordered: username},
	}
	if fmt.Sprint(w.house.orders) != fmt.Sprint(want) {
		t.Errorf("ordered %+v", w.house.orders)
	}
	w.house.working[operators.Comparing] = operators.Working{What: operators.Comparing, Since: w.now()}
	w.get("/compare").is(200, `data-refresh="2"`, "Begint.").without("Herstel wat gekozen is", "Vergelijk nu")
	delete(w.house.working, operators.Comparing)
	ok(t, operators.KeepCompared(t.Context(), w.stores.Downloads, nil, w.now()))
	w.get("/compare").is(200, "Geen verschillen")
}

func TestWhatPagesLoadIsKeptByItsName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	page := w.get("/login").is(200)
	_, rest, _ := strings.Cut(page.text, `href="/static/`)
	name, _, _ := strings.Cut(rest, `"`)
	if style := w.get("/static/"+name).is(200, "--accent"); !strings.Contains(style.header.Get("Cache-Control"), "immutable") {
		t.Error("a style is asked for again and again")
	}
	w.get("/static/style.css").is(404)
	w.get("/static/board.html").is(404)
}
