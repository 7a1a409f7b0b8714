package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/relation"
)

func ifMatch(tags ...string) apitest.Call {
	return func(r *http.Request) {
		for _, tag := range tags {
			r.Header.Add("If-Match", tag)
		}
	}
}

// stands holds the tag of a record against its member, everywhere where the record is answered.
func stands(s *apitest.Site, as apitest.Call, path string, id int64, revision int) {
	s.T.Helper()
	tag := fmt.Sprintf(`"%d"`, revision)
	one := s.Get(apitest.At(path, id), as).Is(200).Has("etag", tag)
	part := s.Get(apitest.At(path, id)+"?_fields=etag", as).Has("", object{"etag": tag})
	for _, a := range []apitest.Answer{one, part} {
		if got := a.Header.Values("ETag"); len(got) != 1 || got[0] != tag {
			s.T.Errorf("%s: ETag %q, want %s", a.What, got, tag)
		}
	}
	s.Get(path+fmt.Sprintf("?include=%d", id), as).Has("0.etag", tag)
	if path == apitest.People {
		s.Get(apitest.Filtered, as).Has("people.0.etag", tag)
	}
}

// outdated holds the refusal of what was meant for another revision, to the last member.
func outdated(a apitest.Answer, modified, by string, revision int) {
	a.T.Helper()
	data := object{"status": 412., "modified": modified, "etag": fmt.Sprintf(`"%d"`, revision)}
	if by != "" {
		data["modified_by"] = by
	}
	a.Is(412).Has("code", "rest_precondition_failed").Has("data", data)
}

// Each record of the three collections: what changes it, and how else it is changed.
func TestARecordTellsItsRevision(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for path, body := range map[string]object{
		apitest.People: {"acf": object{"first_name": "Jan"}}, apitest.Teams: {"title": "JO9-1"}, apitest.Committees: {"title": "Bar"},
	} {
		made := s.Post(path, body, admin).Is(201).Has("etag", `"1"`)
		id := made.ID()
		if got := made.Header.Get("ETag"); got != `"1"` {
			t.Errorf("%s: made with ETag %s", path, got)
		}
		one := apitest.At(path, id)
		stands(s, admin, path, id, 1)
		for i, method := range []string{"PUT", "PATCH", "POST"} {
			a := s.Send(method, one, object{"acf": object{"eigen": i}}, admin).Is(200).Has("etag", fmt.Sprintf(`"%d"`, i+2))
			if got := a.Header.Get("ETag"); got != a.At("etag") {
				t.Errorf("%s: ETag %s", a.What, got)
			}
		}
		s.Send("PUT", one, object{"acf": object{"eigen": 2}}, admin).Is(200).Has("etag", `"4"`) // nothing changes
		s.Send("PUT", one, object{"acf": object{"_visibility": "x"}}, admin).Is(400)
		stands(s, admin, path, id, 4)
		s.Get(one, admin, apitest.With("If-None-Match", `"4"`)).Is(200) // there is no 304
		s.Send("DELETE", one, nil, admin).Is(200).Has("previous.etag", `"4"`)
	}
}

// contract: club §2.4-1, §2.4-3
func TestBothSidesOfARelationHaveAnotherRevision(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan", "Els")
	relate := func(rows ...object) {
		t.Helper()
		s.Send("PUT", apitest.Person(1), object{"acf": object{"relationships": rows}}, admin).Is(200)
	}
	tags := func(jan, els int) {
		t.Helper()
		for id, want := range map[int64]int{1: jan, 2: els} {
			s.Get(apitest.Person(id), admin).Has("etag", fmt.Sprintf(`"%d"`, want))
		}
	}
	relate(object{"related_person": 2, "relationship_type": relation.Sibling})
	tags(2, 2)
	relate(object{"related_person": 2, "relationship_type": relation.Sibling, "relationship_label": "zelf"})
	tags(3, 3) // her row is looked after, too
	s.Send("PUT", apitest.Person(2), object{"acf": object{"nickname": "E", "last_name": "Kok"}}, admin).Is(200)
	tags(3, 4) // he shows her name, which is not his
	relate()
	tags(4, 5)
	relate(object{"related_person": 2, "relationship_type": relation.Sibling})
	s.Send("DELETE", apitest.Person(2), nil, admin).Is(200)
	s.Get(apitest.Person(1), admin).Has("etag", `"6"`)
}

func TestWhatIsWorkedOutWhenReadingIsNoChange(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	team := s.Team(admin, "JO9-1")
	label := s.Post(apitest.Labels, object{"name": "Jeugd"}, admin).Is(201).ID()
	s.Person(admin, object{"first_name": "Jan", "birthdate": "2010-01-01", "work_history": []object{
		{"team": team, "job_title": "Trainer", "is_current": true, "end_date": "2026-07-01"}}})
	s.Send("PUT", apitest.Person(1), object{"person_label": []int64{label}}, admin).Is(200)
	before := s.Get(apitest.Person(1), admin).Has("etag", `"2"`).Has("acf.huidig-vrijwilliger", "1")
	s.Send("PUT", apitest.At(apitest.Labels, label), object{"name": "Jong"}, admin).Is(200)
	s.Later(300 * 24 * time.Hour)
	after := s.Get(apitest.Person(1), admin).Has("etag", `"2"`).Has("acf.huidig-vrijwilliger", "0").Has("labels.0", "Jong")
	if before.Text == after.Text {
		t.Error("nothing was worked out anew")
	}
	s.Get(apitest.At(apitest.Teams, team), admin).Has("staff_count", 0).Has("etag", `"1"`)
}

// What is meant for another revision changes nothing, and says how the record stands.
func TestAChangeThatComesTooLate(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	els := s.User("els", "administrator")
	for path, body := range map[string]object{
		apitest.People: {"acf": object{"first_name": "Jan"}}, apitest.Teams: {"title": "JO9-1"}, apitest.Committees: {"title": "Bar"},
	} {
		one := apitest.At(path, s.Post(path, body, admin).Is(201).ID())
		s.Later(time.Minute)
		changed := s.Now.In(s.Server.People.Zone).Format(time.DateTime)
		s.Send("PUT", one, object{"acf": object{"eigen": 1}}, s.Program(els.Username), ifMatch(`"1"`)).Is(200)
		s.Later(time.Minute)
		want := s.Get(one, admin).Text
		for _, method := range []string{"PUT", "PATCH", "POST", "DELETE"} {
			outdated(s.Send(method, one, apitest.Body(method), admin, ifMatch(`"1"`)), changed, "Heet els", 2)
		}
		outdated(s.Send("POST", one, nil, admin, ifMatch(`"1"`), apitest.With("X-HTTP-Method-Override", "DELETE")), changed,
			"Heet els", 2)
		adopt := strings.Replace(one, "/cms/v2/", "/club/v1/", 1) + "/adopt"
		outdated(s.Post(adopt, nil, admin, ifMatch(`"1"`)), changed, "Heet els", 2)
		if got := s.Get(one, admin).Text; got != want {
			t.Errorf("%s: became %s", one, got)
		}
		s.Post(adopt, nil, admin, ifMatch(`"2"`)).Is(200).Has("etag", `"2"`) // who made it vouched for it
		s.Send("DELETE", one, nil, admin, ifMatch(`"2"`)).Is(200)
	}
}

func TestWhatIfMatchSays(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan")
	revision := 1
	for _, c := range []struct {
		lines []string
		is    string // N stands for the revision
		meant bool
	}{
		{[]string{`"N"`}, "the tag", true},
		{[]string{`*`}, "any", true},
		{[]string{` * `}, "any, with blanks", true},
		{[]string{`W/"N"`}, "a tag that a proxy made weak", true},
		{[]string{`"x", "N"`}, "a list", true},
		{[]string{`"x",W/"N" , "7"`}, "a list with few blanks", true},
		{[]string{`"a,b", "N"`}, "a list with a comma in a tag", true},
		{[]string{`, ,"N",`}, "a list with nothing in between", true},
		{[]string{`"x"`, `"N"`}, "two headers", true},
		{[]string{`"0"`}, "an older one", false},
		{[]string{`"999"`}, "a later one", false},
		{[]string{`"0N"`}, "the number written otherwise", false},
		{[]string{`"+N"`}, "likewise", false},
		{[]string{`N`}, "no tag", false},
		{[]string{`"N`}, "half a tag", false},
		{[]string{`""`}, "an empty tag", false},
		{[]string{``}, "nothing", false},
		{[]string{`w/"N"`}, "a small w", false},
		{[]string{`"N""`, `?`}, "rubbish behind a tag", true},
		{[]string{`?, "N"`}, "rubbish before a tag", false},
		{[]string{strings.Repeat(`"é", `, 1000) + `"N"`}, "a long list", true},
		{[]string{`"99999999999999999999"`}, "a huge number", false},
	} {
		var lines []string
		for _, line := range c.lines {
			lines = append(lines, strings.ReplaceAll(line, "N", fmt.Sprint(revision)))
		}
		a := s.Send("PUT", apitest.Person(1), object{"acf": object{"eigen": c.is}}, admin, ifMatch(lines...))
		if !c.meant {
			if a.StatusCode != 412 {
				t.Errorf("%s, %q: %d", c.is, c.lines, a.StatusCode)
			}
			continue
		}
		if revision++; a.StatusCode != 200 || a.At("etag") != fmt.Sprintf(`"%d"`, revision) {
			t.Errorf("%s, %q: %d %.200s", c.is, c.lines, a.StatusCode, a.Text)
		}
	}
}

// Who is not signed in, may not, or asks for nothing learns no more than without the header; what is wrong with the input comes
// after it.
func TestWhatComesBeforeAndAfterThePrecondition(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	s.Names(admin, "Geheim")
	team := s.Team(admin, "JO9-1")
	s.Names(jan, "Eigen")
	own := s.Team(jan, "Eigen")
	modified := map[int64]string{
		2:   s.Get(apitest.Person(2), jan).At("modified").(string),
		own: s.Get(apitest.At(apitest.Teams, own), jan).At("modified").(string),
	}
	stale := ifMatch(`"99"`)
	photo, logo := "/api/club/v1/people/%d/photo", "/api/club/v1/teams/%d/logo"
	for _, c := range []struct {
		method, path string
		hidden, mine int64
		body         any // refused with 400
	}{
		{"PUT", apitest.People + "/%d", 1, 2, `{"acf":{"first_name":7,"birthdate":"x"}}`},
		{"PATCH", apitest.People + "/%d", 1, 2, `{"acf":`},
		{"PUT", apitest.People + "/%d", 1, 2, `"` + strings.Repeat("x", 3<<20) + `"`},
		{"DELETE", apitest.People + "/%d?force=x", 1, 2, nil},
		{"PUT", apitest.Teams + "/%d", team, own, object{"acf": object{"activiteit": "x"}}},
		{"DELETE", apitest.Teams + "/%d?force=x", team, own, nil},
		{"POST", photo, 1, 2, object{"file": "x"}},
		{"POST", logo, team, own, object{"media_id": -1}},
		{"POST", logo + "/upload", team, own, object{"file": "x"}},
	} {
		at := func(id int64) string { return fmt.Sprintf(c.path, id) }
		s.Send(c.method, at(c.mine), c.body, stale).Refuses(401, "rest_not_logged_in")
		s.Send(c.method, at(c.hidden), c.body, jan, stale).Refuses(403, "rest_forbidden")
		s.Send(c.method, at(999), c.body, jan, stale).Refuses(404, "rest_post_invalid_id")
		outdated(s.Send(c.method, at(c.mine), c.body, jan, stale), modified[c.mine], "Heet jan", 1)
		if a := s.Send(c.method, at(c.mine), c.body, jan, ifMatch(`"1"`)); a.StatusCode != 400 && a.StatusCode != 413 {
			t.Errorf("%s %s: %d, want a refusal of the input", c.method, c.path, a.StatusCode)
		}
	}
	s.Send("PUT", apitest.People+"/x", object{}, jan, stale).Is(404)
	s.Send("DELETE", apitest.At(apitest.Committees, 1000), nil, admin, stale).Is(412)
	s.Send("DELETE", apitest.At(apitest.Committees, 1000), nil, admin, ifMatch("*")).Refuses(403, "rest_cannot_delete")
}

// A photo and a logo are of the record.
func TestAPhotoAndALogoMeanARevision(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan")
	team := s.Team(admin, "JO9-1")
	const photo = "/api/club/v1/people/1/photo"
	logo := fmt.Sprintf("/api/club/v1/teams/%d/logo", team)
	upload := func(path, tag string) apitest.Answer {
		body, multi := apitest.Form(t, "file:IMG 1.jpg", "jpeg")
		return s.Post(path, body, admin, multi, ifMatch(tag))
	}
	upload(photo, `"2"`).Is(412)
	upload(photo, `"1"`).Is(200)
	stands(s, admin, apitest.People, 1, 2)
	s.Send("DELETE", photo, nil, admin, ifMatch(`"1"`)).Is(412)
	s.Send("DELETE", photo, nil, admin, ifMatch(`"2"`)).Is(200)
	s.Send("DELETE", photo, nil, admin, ifMatch(`"3"`)).Is(200) // there is none
	stands(s, admin, apitest.People, 1, 3)
	upload(logo+"/upload", `"2"`).Is(412)
	picture := upload(logo+"/upload", `"1"`).Is(200).At("media_id")
	s.Post(logo, object{"media_id": 0}, admin, ifMatch(`"1"`)).Is(412)
	s.Post(logo, object{"media_id": 0}, admin, ifMatch(`"2"`)).Is(200)
	s.Post(logo, object{"media_id": picture}, admin, ifMatch(`"3"`)).Is(200)
	stands(s, admin, apitest.Teams, team, 4)
	s.Send("DELETE", fmt.Sprintf("%s/%v", apitest.Library, picture), nil, admin).Is(200)
	stands(s, admin, apitest.Teams, team, 5)
}

func TestOfChangesAtOnceOneTakesPlace(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan")
	statuses := make([]int, 8)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() {
			statuses[i] = s.Send("PUT", apitest.Person(1), object{"acf": object{"eigen": i}}, admin, ifMatch(`"1"`)).StatusCode
		})
	}
	all.Wait()
	won := 0
	for _, status := range statuses {
		if status == 200 {
			won++
		} else if status != 412 {
			t.Errorf("status %d", status)
		}
	}
	if won != 1 {
		t.Errorf("%d of %d took place", won, len(statuses))
	}
	stands(s, admin, apitest.People, 1, 2)
}
