package peopleapi_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/relation"
)

const messages = "/api/club/v1/messages"

// office is a club in which Jan wrote down a family and a man without an address, and Piet somebody else.
type office struct {
	*apitest.Site
	jan, piet                                apitest.Call
	mother, father, bo, cas, alone, stranger int64
}

func newOffice(t *testing.T, options ...func(*httpapi.Server)) *office {
	t.Helper()
	o := &office{Site: apitest.New(t, options...)}
	o.User("jan")
	o.User("piet")
	o.jan, o.piet = o.Program("jan"), o.Program("piet")
	register := func(by apitest.Call, first, born, email string, parents ...int64) int64 {
		contacts, rows := []object{}, []object{}
		if email != "" {
			contacts = append(contacts, object{"contact_type": "email", "contact_value": email})
		}
		for _, parent := range parents {
			rows = append(rows, object{"related_person": parent, "relationship_type": relation.Parent})
		}
		return o.Post(apitest.People, object{"acf": object{
			"first_name": first, "last_name": "Vries", "birthdate": born, "contact_info": contacts, "relationships": rows,
		}}, by).Is(201).ID()
	}
	o.mother = register(o.jan, "Els", "1984-01-01", "Els@club.example")
	o.father = register(o.jan, "Ger", "1983-01-01", "ger@club.example")
	o.bo = register(o.jan, "Bo", "2015-01-01", "bo@club.example", o.mother, o.father)
	o.cas = register(o.jan, "Cas", "2017-01-01", "els@club.example", o.mother)
	o.alone = register(o.jan, "Dirk", "1950-01-01", "")
	o.stranger = register(o.piet, "Zed", "1950-01-01", "zed@club.example")
	return o
}

// sent returns to whom mails went, and from the timelines of people how many lines each has.
func (o *office) sent() (to []string) {
	for _, m := range o.Mail.Sent() {
		to = append(to, m.To[0].Name+" "+m.To[0].Email)
	}
	return to
}

func (o *office) letter(more object, people ...int64) object {
	body := object{"people": people, "subject": "Training", "content": "<p>Morgen <b>niet</b></p><script>x</script>"}
	for key, value := range more {
		body[key] = value
	}
	return body
}

func TestAMessageGoesToEachAddressOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t, func(s *httpapi.Server) { s.Messages.Daily = 10 })
	unreached := []any{object{"id": float64(o.alone), "name": "Dirk Vries"}}
	o.Post(messages, object{"people": []int64{o.bo, o.cas, o.alone}, "dry_run": true}, o.jan).Is(200).Has("", object{
		"id": nil, "state": "preview", "subject": "", "created": nil, "people": 3., "addresses": 2., "parents": 2.,
		"without": unreached,
		"open":    2., "sent": 0., "failed": 0., "uncertain": 0., "left_today": 10.,
	})
	if o.Work(); len(o.sent()) != 0 {
		t.Errorf("a preview sent %v", o.sent())
	}
	o.Post(messages, o.letter(nil, o.bo, o.cas, o.alone), o.jan).Is(200).Has("state", "sending").Has("id", 1.).Has("open", 2.).
		Has("left_today", 8.)
	o.Work()
	if got := fmt.Sprint(o.sent()); got != "[Els Vries els@club.example Ger Vries ger@club.example]" {
		t.Errorf("sent to %s", got)
	}
	for _, m := range o.Mail.Sent() {
		if m.ReplyTo.Email != "jan@club.example" || m.Subject != "Training" || !strings.Contains(m.HTML, "<p>Morgen <b>niet</b></p>") ||
			strings.Contains(m.HTML, "<script") || !strings.Contains(m.Text, "Morgen niet") || !strings.Contains(m.Text, "Heet jan") {
			t.Errorf("%+v", m)
		}
	}
	o.Get(messages+"/1", o.jan).Is(200).Has("state", "done").Has("sent", 2.).Has("without", unreached).Has("subject", "Training")
	for person, lines := range map[int64]int{o.bo: 1, o.cas: 1, o.alone: 0, o.mother: 0} {
		line := o.Get(fmt.Sprintf("/api/club/v1/people/%d/timeline?type=email", person), o.jan).Is(200)
		if got := len(line.List("")); got != lines {
			t.Errorf("%d lines of %d: %s", got, person, line.Text)
		}
		if lines == 1 {
			line.Has("0.type", "email").Has("0.content", "Training").Has("0.author", "Heet jan").Has("0.state", "sent")
		}
	}
	o.Get(messages+"/1", o.piet).Refuses(403, "rest_forbidden")
	o.Get(messages+"/1", o.Admin()).Is(200).Has("id", 1.)
	o.Get(messages+"/9", o.jan).Refuses(404, "message_not_found")
}

// What was written is read on the timelines of those whom it is about, by who may read these.
func TestAMessageIsOpenedFromATimeline(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	mails := func(person, id int64) string { return fmt.Sprintf("/api/club/v1/people/%d/mails/%d", person, id) }
	o.Post(messages, o.letter(nil, o.bo, o.alone), o.jan).Is(200)
	o.Work()
	line := fmt.Sprintf("/api/club/v1/people/%d/timeline?type=email", o.bo)
	id := int64(o.Get(line, o.jan).Is(200).Has("0.opens", true).List("")[0].(object)["id"].(float64))
	opened := o.Get(mails(o.bo, id), o.jan).Is(200).Has("id", float64(id)).Has("subject", "Training").
		Has("content", "<p>Morgen <b>niet</b></p>").Has("author", "Heet jan")
	if strings.Contains(opened.Text, "@") {
		t.Errorf("it tells an address: %s", opened.Text)
	}
	o.Get(mails(o.bo, id), o.Admin()).Is(200)
	o.Get(mails(o.bo, id), o.piet).Refuses(403, "rest_forbidden")
	o.Get(mails(o.stranger, id), o.piet).Refuses(404, "mail_not_found")
	o.Get(mails(o.alone, id), o.jan).Refuses(404, "mail_not_found")
	o.Get(mails(o.bo, 999), o.jan).Refuses(404, "mail_not_found")
	o.Get(mails(999, id), o.jan).Refuses(404, "rest_post_invalid_id")
	o.Get(mails(o.bo, id)).Refuses(401, "rest_not_logged_in")
}

// The text of a mail that carried a secret stays closed, for administrators, too.
func TestALetterWithASecretIsNotOpened(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	admin := o.Admin()
	o.Post(fmt.Sprintf("/api/club/v1/people/%d/provision", o.bo), object{"send_welcome_email": true}, admin).Is(200)
	o.Work()
	list := o.Get(fmt.Sprintf("/api/club/v1/people/%d/timeline?type=email", o.bo), admin).Is(200).Has("0.opens", false)
	id := int64(list.List("")[0].(object)["id"].(float64))
	for _, who := range []apitest.Call{admin, o.jan} {
		o.Get(fmt.Sprintf("/api/club/v1/people/%d/mails/%d", o.bo, id), who).Refuses(403, "rest_forbidden")
	}
}

func TestNobodyWritesToWhomTheyDoNotSee(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for _, more := range []object{nil, {"dry_run": true}, {"subject": ""}} {
		o.Post(messages, o.letter(more, o.bo, o.stranger), o.jan).Refuses(403, "rest_forbidden")
		o.Post(messages, o.letter(more, o.bo, 999), o.jan).Is(404)
		o.Post(messages, o.letter(more, o.bo)).Refuses(401, "rest_not_logged_in")
	}
	o.Post(messages, object{"filter": object{}, "expected": 6, "subject": "x", "content": "y"}, o.jan).Is(409).
		Has("code", "selection_changed")
	o.Post(messages, object{"filter": object{}, "expected": 5, "subject": "x", "content": "y", "to": "self"}, o.jan).Is(200).
		Has("people", 5.).Has("addresses", 3.)
	// Piet sees Bo's family no more than Bo: nothing of it is told.
	o.Post(messages, object{"people": []int64{o.stranger}, "to": "both", "dry_run": true}, o.piet).Is(200).Has("addresses", 1.)
	o.Work()
	if got := strings.Join(o.sent(), " "); strings.Contains(got, "zed@") {
		t.Errorf("sent to %s", got)
	}
}

func TestAMessageThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	pdf := func(name, data string) object {
		return object{"name": name, "content": base64.StdEncoding.EncodeToString([]byte(data))}
	}
	files := func(list ...any) object { return object{"attachments": list} }
	for field, wrong := range map[string][]object{
		"subject": {{"subject": ""}, {"subject": " "}, {"subject": "a\r\nBcc: x@evil.example"}, {"subject": "a\nb"}, {"subject": "a\u2028b"},
			{"subject": strings.Repeat("x", 201)}, {"subject": "a\x00b"}},
		"content":    {{"content": strings.Repeat("x", 10_001)}, {"content": "a\x00"}},
		"request_id": {{"request_id": strings.Repeat("x", 101)}},
		"attachments": {
			files(pdf("a.exe", "MZ")), files(pdf("a.pdf", "MZ")), files(pdf("a.html", "<p>")), files(pdf("../a.pdf", "%PDF-")),
			files(pdf("a", "%PDF-")),
			files(pdf("a\r\nX: y.pdf", "%PDF-")), files(pdf("a.pdf", "")), files(pdf("a.svg", "<svg>")), files(pdf(".pdf", "%PDF-")),
			files(object{"name": "a.pdf", "content": "!"}), files(pdf("a.txt", "a\x00b")), files(pdf(`a".pdf`, "%PDF-")),
			files(pdf("a.pdf", "%PDF-"+strings.Repeat("x", 6<<20)), pdf("b.pdf", "%PDF-"+strings.Repeat("x", 5<<20))),
			files(pdf("1.pdf", "%PDF-"), pdf("2.pdf", "%PDF-"), pdf("3.pdf", "%PDF-"),
				pdf("4.pdf", "%PDF-"), pdf("5.pdf", "%PDF-"), pdf("6.pdf", "%PDF-")),
		},
		"to":       {{"to": "everybody"}},
		"expected": {{"people": nil, "filter": object{}}},
		"people":   {{"people": []int64{}}},
	} {
		for _, more := range wrong {
			if a := o.Post(messages, o.letter(more, o.bo), o.jan).Refuses(400, "rest_invalid_param", field); t.Failed() {
				t.Fatalf("%.200v: %.300s", more, a.Text)
			}
		}
	}
	o.Post(messages, o.letter(object{"content": "<script>x</script>"}, o.bo), o.jan).Refuses(400, "empty_content")
	o.Post(messages, o.letter(nil, o.alone), o.jan).Refuses(400, "no_recipients")
	if o.Work(); len(o.sent()) != 0 {
		t.Errorf("sent to %v", o.sent())
	}
	o.Post(messages, o.letter(files(pdf("Schema été.PDF", "%PDF-1.7")), o.bo), o.jan).Is(200)
	o.Work()
	for _, m := range o.Mail.Sent() {
		if len(m.Attachments) != 1 || m.Attachments[0].Type != "application/pdf" || string(m.Attachments[0].Data) != "%PDF-1.7" {
			t.Errorf("%+v", m.Attachments)
		}
	}
}

func TestAClickTwiceSendsOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t, func(s *httpapi.Server) { s.Messages.Daily = 5 })
	body := o.letter(object{"request_id": "klik"}, o.bo)
	var all sync.WaitGroup
	o.Handler()
	for range 6 {
		all.Go(func() { o.Post(messages, body, o.jan).Is(200).Has("id", 1.) })
	}
	all.Wait()
	if o.Work(); len(o.sent()) != 2 {
		t.Errorf("sent to %v", o.sent())
	}
	o.Post(messages, o.letter(nil, o.bo), o.jan).Is(200).Has("left_today", 1.)
	o.Post(messages, o.letter(nil, o.bo), o.jan).Refuses(429, "mail_limit_reached")
	o.Later(12 * time.Hour)
	o.Post(messages, o.letter(nil, o.bo), o.jan).Is(200).Has("left_today", 3.)
}

// Of many messages at once no more go out than the bound of the day allows.
func TestTheBoundOfADayHoldsInParallel(t *testing.T) {
	t.Parallel()
	o := newOffice(t, func(s *httpapi.Server) { s.Messages.Daily = 7 })
	o.Handler()
	var all sync.WaitGroup
	var sent, refused atomic.Int32
	for range 12 {
		all.Go(func() { // to two addresses each
			switch a := o.Post(messages, o.letter(nil, o.bo), o.jan); a.StatusCode {
			case 200:
				sent.Add(1)
			case 429:
				refused.Add(1)
			}
		})
	}
	all.Wait()
	if o.Work(); sent.Load() != 3 || refused.Load() != 9 || len(o.sent()) != 6 {
		t.Errorf("%d messages taken, %d refused, %d mails sent", sent.Load(), refused.Load(), len(o.sent()))
	}
}
