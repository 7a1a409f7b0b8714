package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"slices"
)

// worker is somebody of a crowd who makes people, edits one of them again and again, bills that one and books what was paid.
type worker struct {
	*crowd
	name    string
	dice    *rand.Rand
	own     int64 // the person who is edited, 0 for none yet
	nick    known
	made    map[string]bool // by last name; false where nobody knows whether it was made
	shown   []int64         // pictures that were brought
	invoice int64           // of the person, 0 for none yet
	sent    bool            // it
	paid    []float64       // amounts that were booked, each another one
	unsure  []float64       // of which nobody knows
	account string          // with which a browser signs in, "" for none
	address string
	cookies http.CookieJar
	signed  bool
	chief   bool // is the only one who changes the club's settings
	fields  known
}

// known is what is known of something that one person alone writes.
type known struct {
	last    string
	perhaps []string // written since, by requests of which nobody knows what became
}

func (k *known) wrote(value string, done bool) {
	if done {
		*k = known{last: value}
	} else {
		k.perhaps = append(k.perhaps, value)
	}
}

func (k *known) is(value string) bool { return value == k.last || slices.Contains(k.perhaps, value) }

func (w *worker) at() int { return w.dice.IntN(len(w.servers)) }

func (w *worker) step(n int) {
	do := []func(int){
		w.make, w.edit, w.edit, w.look,
		func(int) { w.send(w.at(), http.MethodGet, collection+"?per_page=20&page=1", nil) },
		func(int) { w.send(w.at(), http.MethodGet, collection+"?search="+w.name+"-", nil) },
		func(int) { w.bring() },
		w.pay, w.pay,
	}
	if w.account != "" {
		do = append(do, w.browse, w.browse)
	}
	if w.chief {
		do = append(do, w.decide, w.decide, w.decide)
	}
	do[w.dice.IntN(len(do))](n)
}

// make makes a person.
func (w *worker) make(n int) {
	name := fmt.Sprintf("%s-%d", w.name, n)
	status, text := w.send(w.at(), http.MethodPost, collection, object{"acf": object{
		"first_name": "Lid", "last_name": name, "leeftijdsgroep": "Senioren",
	}})
	w.made[name] = status == http.StatusCreated
	var made struct{ ID int64 }
	if w.made[name] && w.own == 0 && json.Unmarshal(text, &made) == nil {
		w.own = made.ID
	}
}

// edit gives the own person another nickname.
func (w *worker) edit(n int) {
	if w.own == 0 {
		return
	}
	value := fmt.Sprintf("%s.%d", w.name, n)
	status, _ := w.send(w.at(), http.MethodPut, w.path(), object{"acf": object{"nickname": value}})
	w.nick.wrote(value, status == http.StatusOK)
}

// look looks at the own person.
func (w *worker) look(int) {
	if w.own == 0 {
		return
	}
	if status, text := w.send(w.at(), http.MethodGet, w.path(), nil); status == http.StatusOK {
		w.reads(text)
	}
}

// bring uploads a picture, which no other has.
func (w *worker) bring() {
	picture := image.NewGray(image.Rect(0, 0, 8, 8))
	for i := range picture.Pix {
		picture.Pix[i] = byte(w.dice.IntN(256))
	}
	var b bytes.Buffer
	ok(w.t, png.Encode(&b, picture))
	body, kind, err := asForm("foto.png", b.Bytes())
	ok(w.t, err)
	status, text := w.sendAs(w.at(), http.MethodPost, "/api/cms/v2/media", kind, body)
	var added struct{ ID int64 }
	if status == http.StatusCreated && json.Unmarshal(text, &added) == nil {
		w.shown = append(w.shown, added.ID)
	}
}

// pay bills the own person once, and then books amounts, each another one.
func (w *worker) pay(n int) {
	const invoices = "/api/club/v1/invoices"
	switch {
	case w.own == 0:
	case w.invoice == 0:
		status, text := w.send(w.at(), http.MethodPost, invoices, object{
			"person_id": w.own, "line_items": []object{{"description": "Tas", "amount": 5000}},
		})
		var made struct{ ID int64 }
		if status == http.StatusOK && json.Unmarshal(text, &made) == nil {
			w.invoice = made.ID
		}
	case !w.sent:
		status, _ := w.send(w.at(), http.MethodPost, fmt.Sprintf("%s/%d/status", invoices, w.invoice), object{"status": "sent"})
		w.sent = status == http.StatusOK
	default:
		amount := float64(n+1) / 100
		status, _ := w.send(w.at(), http.MethodPost, fmt.Sprintf("%s/%d/payments", invoices, w.invoice), object{"amount": amount})
		if status == http.StatusOK {
			w.paid = append(w.paid, amount)
		} else {
			w.unsure = append(w.unsure, amount)
		}
	}
}

// paidOnce holds the payments of the invoice against what was answered, and returns how many there are.
func (w *worker) paidOnce(last *server) int {
	w.t.Helper()
	invoice := last.get(fmt.Sprintf("/api/club/v1/invoices/%d", w.invoice)).is(http.StatusOK).object()
	payments, cents := map[float64]int{}, 500000.0
	for _, one := range invoice["payments"].([]any) {
		amount := one.(object)["amount"].(float64)
		payments[amount]++
		cents -= math.Round(amount * 100)
	}
	count := len(payments)
	for _, amount := range w.paid {
		if payments[amount] != 1 {
			w.t.Errorf("%v was booked %d times on invoice %d", amount, payments[amount], w.invoice)
		}
		delete(payments, amount)
	}
	for amount, times := range payments {
		if times != 1 || !slices.Contains(w.unsure, amount) {
			w.t.Errorf("%v was booked %d times on invoice %d, and not answered", amount, times, w.invoice)
		}
	}
	if got := invoice["open_amount"]; got != cents/100 {
		w.t.Errorf("%v is open on invoice %d, not %v", got, w.invoice, cents/100)
	}
	return count
}

// browse signs in at one server, now and then, and asks any of them who it is.
func (w *worker) browse(int) {
	ask := func(method, path string, body any) (status int) {
		encoded, err := json.Marshal(body)
		ok(w.t, err)
		request := w.request(w.at(), method, path, bytes.NewReader(encoded))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("X-Forwarded-For", w.address)
		for _, cookie := range w.cookies.Cookies(request.URL) { // for all servers: they are behind one name
			request.AddCookie(cookie)
		}
		status, set, _ := w.exchange(request)
		w.cookies.SetCookies(request.URL, set)
		return status
	}
	if !w.signed || w.dice.IntN(10) == 0 {
		status := ask(http.MethodPost, "/api/club/v1/session", object{"username": w.account, "password": password})
		if w.signed = status == http.StatusOK; !w.signed { // the session of before may have ended, and the new one not be known
			cookies, err := cookiejar.New(nil)
			ok(w.t, err)
			w.cookies = cookies
		}
	}
	if w.signed {
		ask(http.MethodGet, "/api/club/v1/user/me", nil)
	}
}

// decide changes a setting of the club at one server and reads it at another.
func (w *worker) decide(n int) {
	const settings = "/api/club/v1/search/settings"
	fields := []string{"first_name", "last_name", []string{"nickname", "infix", "leeftijdsgroep"}[n%3]}
	status, _ := w.send(w.at(), http.MethodPost, settings, object{"searchable_fields": fields})
	w.fields.wrote(fmt.Sprint(fields), status == http.StatusOK)
	status, text := w.send(w.at(), http.MethodGet, settings, nil)
	var found struct {
		Fields []string `json:"searchable_fields"`
	}
	if status != http.StatusOK {
		return
	}
	ok(w.t, json.Unmarshal(text, &found))
	if got := fmt.Sprint(found.Fields); !w.fields.is(got) && w.fields.last != "" {
		w.t.Errorf("%s is searched, not %s nor one of %s", got, w.fields.last, w.fields.perhaps)
	}
}

func (w *worker) path() string { return fmt.Sprintf("%s/%d", collection, w.own) }

// reads holds that a person is as the last answer said, or as a write made them of which nobody knows.
func (w *worker) reads(text []byte) {
	var found struct{ ACF struct{ Nickname string } }
	ok(w.t, json.Unmarshal(text, &found))
	if got := found.ACF.Nickname; !w.nick.is(got) {
		w.t.Errorf("%s is %q, not %q nor one of %q", w.name, got, w.nick.last, w.nick.perhaps)
	}
}
