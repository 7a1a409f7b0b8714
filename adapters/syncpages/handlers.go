package syncpages

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
)

// How often a page is shown again by itself, in seconds: while something is at work, and while nothing is.
const (
	soon  = 2
	later = 60
)

// view is what a page shows. Its parts are those of the page.
type view struct {
	Title, Club string
	Here        string // the entry of the menu that the page is
	Name        string // of who is signed in, "" for nobody
	Unseen      int    // runs with errors that nobody has ticked off
	Refresh     int    // in seconds, 0 for never
	Message     string // what went wrong
	Done        string // what was just done
	Next        string // where the sign-in leads to

	Cards      []operators.Card
	Backup     backup
	History    operators.History
	Run        operators.RunView
	Errors     run.Page
	Filter     filter
	Offers     []operators.Offer
	Conflicts  any
	Locks      []operators.Lock
	FreeFields operators.FreeFields
	Lists      []operators.MailList
	Setup      operators.Setup
	Comparison operators.Comparison
	Groups     []findings
	ByHand     int
	Pager      pager
}

// backup is the daily backup, as the board tells of it.
type backup struct {
	operators.Backup
	Old bool
}

// filter is what was asked for on the page of errors, as it was typed.
type filter struct{ Pipeline, From, Until, Member string }

// pager leads to the pages around one.
type pager struct {
	Page, Pages, Total int
	Before, After      string
}

// show shows a page to who is signed in.
func (h *pages) show(r *request, name string, v *view) error {
	seen, err := r.desk.ErrorsSeen(r.ctx())
	if err != nil {
		return err
	}
	if v.Unseen, err = r.desk.ErrorsSince(r.ctx(), seen); err != nil {
		return err
	}
	v.Name = r.desk.User.Name()
	v.Done = doneTexts[r.URL.Query().Get("done")]
	h.write(r.w, http.StatusOK, name, v)
	return nil
}

func (h *pages) board(r *request) error {
	cards, err := r.desk.Board(r.ctx())
	if err != nil {
		return err
	}
	v := &view{Title: "Overzicht", Here: "/", Cards: cards, Backup: backup{Backup: r.desk.Backup()}, Refresh: later}
	v.Backup.Old = v.Backup.Backup.Old(h.Operators.Now())
	for i := range cards {
		if cards[i].State == operators.AtWork {
			v.Refresh = soon
		}
	}
	return h.show(r, "board", v)
}

func (h *pages) pipeline(r *request) error {
	history, err := r.desk.Pipeline(r.ctx(), run.Named(r.value("name")), r.page())
	if err != nil {
		return err
	}
	v := &view{Title: pipelineName(history.Pipeline), Here: "/", History: history, Refresh: later,
		Pager: pages20(r, history.Total)}
	if history.State == operators.AtWork {
		v.Refresh = soon
	}
	return h.show(r, "pipeline", v)
}

func (h *pages) run(r *request) error {
	found, err := r.desk.Run(r.ctx(), r.number("id"))
	if err != nil {
		return err
	}
	v := &view{Title: fmt.Sprintf("%s, run %d", pipelineName(found.Pipeline), found.ID), Here: "/", Run: found}
	if found.Outcome == run.Running && !found.Dead {
		v.Refresh = soon
	}
	return h.show(r, "run", v)
}

// evidence shows what the browser showed when something failed. It was masked when it was made.
func (h *pages) evidence(r *request) error {
	picture := r.value("kind") == "png"
	data, err := r.desk.Evidence(r.ctx(), r.number("id"), int(min(r.number("problem"), run.MaxProblems+1)), picture)
	if err != nil {
		return err
	}
	r.w.Header().Set("Content-Type", map[bool]string{true: "image/png", false: "text/plain; charset=utf-8"}[picture])
	_, _ = r.w.Write(data) // nobody is left to tell
	return nil
}

func (h *pages) errors(r *request) error {
	typed := filter{
		Pipeline: r.URL.Query().Get("pipeline"), From: r.URL.Query().Get("date_from"), Until: r.URL.Query().Get("date_to"),
		Member: strings.TrimSpace(r.URL.Query().Get("member")),
	}
	wanted := operators.Filter{Pipeline: run.Named(typed.Pipeline), Key: typed.Member, Page: r.page()}
	if id := r.value("id"); id != "" {
		wanted.Run = r.number("id")
	} else if id, err := strconv.ParseInt(r.URL.Query().Get("run_id"), 10, 64); err == nil && id > 0 {
		wanted.Run = id
	}
	v := &view{Title: "Fouten", Here: "/errors", Filter: typed, Offers: h.Operators.House.Pipelines()}
	from, fromGiven := civil.Parse(typed.From)
	until, untilGiven := civil.Parse(typed.Until)
	if typed.From != "" && !fromGiven || typed.Until != "" && !untilGiven {
		v.Message = noDay
	}
	if fromGiven && !from.IsZero() {
		wanted.From = h.midnight(from)
	}
	if untilGiven && !until.IsZero() {
		wanted.Until = h.midnight(until.AddDays(1))
	}
	var err error
	if v.Errors, err = r.desk.Errors(r.ctx(), wanted); err != nil {
		return err
	}
	v.Pager = pages20(r, v.Errors.Total)
	return h.show(r, "errors", v)
}

func (h *pages) midnight(day civil.Date) time.Time {
	return time.Date(day.Year, day.Month, day.Day, 0, 0, 0, 0, h.Operators.Zone)
}

func (h *pages) clearErrors(r *request) error {
	if err := r.desk.TickOffErrors(r.ctx()); err != nil {
		return err
	}
	return h.done(r, "/errors?done=cleared", map[string]any{})
}

func (h *pages) conflicts(r *request) error {
	list, err := r.desk.Conflicts(r.ctx())
	if err != nil {
		return err
	}
	return h.show(r, "conflicts", &view{Title: "Conflicten", Here: "/conflicts", Conflicts: list})
}

func (h *pages) locks(r *request) error {
	list, err := r.desk.Locks(r.ctx())
	if err != nil {
		return err
	}
	return h.show(r, "locks", &view{Title: "Vergrendelingen", Here: "/locks", Locks: list, Refresh: later})
}

func (h *pages) unlock(r *request) error {
	kind := r.value("kind")
	if err := r.desk.Unlock(r.ctx(), kind, r.PostFormValue("force") == "1"); err != nil {
		return err
	}
	return h.done(r, "/locks?done=unlocked", map[string]any{"type": kind})
}

func (h *pages) freeFields(r *request) error {
	found, err := r.desk.FreeFields(r.ctx())
	if err != nil {
		return err
	}
	return h.show(r, "freefields", &view{Title: "Vrije velden", Here: "/beheer/free-fields", FreeFields: found})
}

func (h *pages) lists(r *request) error {
	found, err := r.desk.Lists(r.ctx())
	if err != nil {
		return err
	}
	return h.show(r, "lists", &view{Title: "E-maillijsten", Here: "/lists", Lists: found})
}

func (h *pages) settings(r *request) error {
	return h.show(r, "settings", &view{Title: "Instellingen", Here: "/settings", Setup: r.desk.Setup()})
}

// findings are those of one area, with their numbers among all.
type findings struct {
	Area  difference.Area
	Found []numbered
}

type numbered struct {
	difference.Finding
	Number int
}

func (h *pages) compare(r *request) error {
	found, err := r.desk.Comparison(r.ctx())
	if err != nil {
		return err
	}
	v := &view{Title: "Vergelijken", Here: "/compare", Comparison: found}
	if found.Working.What != "" {
		v.Refresh = soon
	}
	for _, area := range difference.Areas {
		group := findings{Area: area}
		for i, f := range found.Found {
			if f.Area == area {
				group.Found = append(group.Found, numbered{f, i})
			}
		}
		if len(group.Found) > 0 {
			v.Groups = append(v.Groups, group)
		}
	}
	_, v.ByHand = difference.Numbers(found.Found)
	return h.show(r, "compare", v)
}

func (h *pages) startCompare(r *request) error {
	if err := r.desk.Compare(r.ctx()); err != nil {
		return err
	}
	return h.done(r, "/compare?done=comparing", map[string]any{})
}

func (h *pages) repair(r *request) error {
	if err := r.ParseForm(); err != nil {
		return errForm
	}
	var numbers []int
	for _, text := range r.PostForm["finding"] {
		if n, err := strconv.Atoi(text); err == nil {
			numbers = append(numbers, n)
		}
	}
	dryRun := r.PostForm.Get("dry_run") == "1"
	if err := r.desk.Repair(r.ctx(), numbers, dryRun, number(r.PostForm.Get("accept"))); err != nil {
		return err
	}
	done := "repairing"
	if dryRun {
		done = "planning"
	}
	return h.done(r, "/compare?done="+done, map[string]any{"dry_run": dryRun})
}

// start starts a pipeline (facts: ok and its name, 404 for an unknown one, 409 for one that is at work).
func (h *pages) start(r *request) error {
	name := run.Named(r.value("name"))
	dryRun := r.PostFormValue("dry_run") == "1"
	if err := r.desk.Begin(r.ctx(), name, dryRun, number(r.PostFormValue("accept"))); err != nil {
		return err
	}
	done := "started"
	if dryRun {
		done = "started-dry"
	}
	return h.done(r, "/pipeline/"+url.PathEscape(string(name))+"?done="+done, map[string]any{"pipeline": name})
}

func number(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return 0
	}
	return n
}

// pages20 leads through the pages of a list.
func pages20(r *request, total int) pager {
	p := pager{Page: r.page(), Pages: max(1, (total+operators.PerPage-1)/operators.PerPage), Total: total}
	to := func(page int) string {
		query := r.URL.Query()
		query.Del("done")
		query.Set("page", strconv.Itoa(page))
		return r.URL.Path + "?" + query.Encode()
	}
	if p.Page > 1 {
		p.Before = to(min(p.Page-1, p.Pages))
	}
	if p.Page < p.Pages {
		p.After = to(p.Page + 1)
	}
	return p
}
