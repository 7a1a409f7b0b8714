package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/fixtures/club"
)

// floorCommand serves the floor: the least that a program in Go with the same people in tables does to answer the same. It
// has net/http, database/sql with one prepared statement per table, and encoding/json; no sign-in, no permissions, no
// validation, no log, no stored documents.
type floorCommand struct {
	Database string `required:"" help:"sqlite:FILE or postgres://…, empty."`
	People   int    `required:""`
	Seed     uint64 `required:""`
}

// Run copies the synthetic club into tables of its own and serves it until the context ends.
func (c *floorCommand) Run(ctx context.Context) error {
	tables, err := openTables(ctx, c.Database)
	if err != nil {
		return err
	}
	defer tables.close()
	if err := tables.fill(ctx, club.Generate(c.People, c.Seed, today())); err != nil {
		return err
	}
	if err := tables.prepare(ctx); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	handler := newFloor(tables, "http://"+listener.Addr().String()).routes()
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() }) //nolint:errcheck // nothing in flight counts
	defer stop()
	fmt.Printf("listening on http://%s\n", listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// zone is the club's, as the server has it by default.
var zone = func() *time.Location {
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		return time.UTC
	}
	return zone
}()

// today decides what the synthetic club looks like, there and here.
func today() civil.Date { return civil.On(time.Now(), zone) }

type floor struct {
	tables  *tables
	address string
	plain   map[string]bool // titles that make no volunteer
}

func newFloor(tables *tables, address string) *floor {
	f := &floor{tables: tables, address: address, plain: map[string]bool{"": true}}
	rules := work.DefaultRules()
	for _, title := range append(rules.PlayerRoles, rules.ExcludedRoles...) {
		f.plain[strings.ToLower(title)] = true
	}
	return f
}

func (f *floor) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+collection, f.list)
	mux.HandleFunc("POST "+collection, f.create)
	mux.HandleFunc("GET "+collection+"/{id}", f.one)
	mux.HandleFunc("PUT "+collection+"/{id}", f.update)
	mux.HandleFunc("GET "+finding, f.find)
	mux.HandleFunc("GET "+webPage, f.page)
	return mux
}

func (f *floor) list(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	size := largePage
	text := strings.ToLower(query.Get("search"))
	if text != "" {
		size = smallPage
	}
	page, _ := strconv.Atoi(query.Get("page"))
	records, total, err := f.tables.page(r.Context(), text, max(0, page-1)*size)
	answers := make([]answer, len(records))
	for i := range records {
		answers[i] = f.answer(&records[i])
	}
	w.Header().Set("X-WP-Total", strconv.Itoa(total))
	w.Header().Set("X-WP-TotalPages", strconv.Itoa((total+size-1)/size))
	reply(w, http.StatusOK, answers, err)
}

// page serves bytes from memory: a page of the web application.
func (f *floor) page(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(pageBytes) // the client went away: nobody to tell
}

// pageBytes is as long as the server's page.
var pageBytes = []byte("<!doctype html><title>Clubhuis</title>" + strings.Repeat("<p>Clubhuis</p>", 100))

func (f *floor) find(w http.ResponseWriter, r *http.Request) {
	hits, err := f.tables.find(r.Context(), strings.ToLower(r.URL.Query().Get("q")))
	reply(w, http.StatusOK, hits, err)
}

func (f *floor) one(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		reply(w, 0, nil, err)
		return
	}
	f.show(w, r, http.StatusOK, id)
}

func (f *floor) show(w http.ResponseWriter, r *http.Request, status int, id int64) {
	record, err := f.tables.one(r.Context(), id)
	reply(w, status, f.answer(&record), err)
}

func (f *floor) create(w http.ResponseWriter, r *http.Request) {
	fields, err := sent(r)
	var id int64
	if err == nil {
		id, err = f.tables.create(r.Context(), fields, time.Now())
	}
	if err != nil {
		reply(w, 0, nil, err)
		return
	}
	f.show(w, r, http.StatusCreated, id)
}

func (f *floor) update(w http.ResponseWriter, r *http.Request) {
	fields, err := sent(r)
	id, wrong := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err == nil {
		err = wrong
	}
	if err == nil {
		err = f.tables.update(r.Context(), id, fields, time.Now())
	}
	if err != nil {
		reply(w, 0, nil, err)
		return
	}
	f.show(w, r, http.StatusOK, id)
}

// sent returns the body of a write.
func sent(r *http.Request) (*personFields, error) {
	var body struct {
		Fields personFields `json:"acf"`
	}
	err := json.NewDecoder(r.Body).Decode(&body)
	return &body.Fields, err
}

func reply(w http.ResponseWriter, status int, value any, err error) {
	text, wrong := json.Marshal(value)
	if err == nil {
		err = wrong
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text) // the client went away: nobody to tell
}

// answer adds to a record what the server answers besides it.
func (f *floor) answer(r *record) answer {
	name := person.Name{First: r.FirstName, Infix: r.Infix, Last: r.LastName}
	id := strconv.FormatInt(r.id, 10)
	created, modified := time.UnixMicro(r.created), time.UnixMicro(r.modified)
	a := answer{
		ID: r.id, Slug: person.Slug(name, r.id), Status: "publish", Kind: "person", Link: f.address + "/leden/" + id,
		Date: created.In(zone).Format(civil.StampLayout), DateGMT: created.UTC().Format(civil.StampLayout),
		Modified: modified.In(zone).Format(civil.StampLayout), ModifiedGMT: modified.UTC().Format(civil.StampLayout),
		Title: rendered{name.Full()}, Meta: json.RawMessage(r.meta),
		Fields: answerFields{
			personFields: r.personFields, Photos: []int64{}, Deceased: r.DiedOn != "", Volunteer: "0", Workspaces: []int64{},
			Extra: json.RawMessage(r.extra),
		},
	}
	if len(r.Birthdate) >= 4 {
		a.Fields.BirthYear = r.Birthdate[:4]
	}
	for i := range r.Relations {
		to := &r.Relations[i]
		to.Name = person.Name{First: to.first, Infix: to.infix, Last: to.last}.Full()
	}
	day := today().String()
	for _, w := range r.Work {
		current := w.Current && (w.End == "" || w.End >= day)
		if current && (w.Kind == string(work.Committee) || !f.plain[strings.ToLower(w.Title)]) {
			a.Fields.Volunteer = "1"
		}
	}
	return a
}
