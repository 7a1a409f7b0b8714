package calendarsapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"

	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/calendar"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/calendars"
)

// Feeds serves the calendars of one club.
type Feeds struct {
	Calendars *calendars.Service

	writer Writer
}

// read returns a calendar by the token in its address.
type read func(ctx context.Context, token string) (calendar.Calendar, error)

// Mount adds the addresses of the feeds.
func (f *Feeds) Mount(routes *mux.Router) {
	const root = "/calendar/"
	for name, one := range map[string]struct {
		file string
		read read
	}{
		".ics":          {"birthdays.ics", f.Calendars.Birthdays},
		"/tasks.ics":    {"tasks.ics", f.Calendars.OwnTasks},
		"/shifts.ics":   {"shifts.ics", f.Calendars.OwnShifts},
		"/matches.ics":  {"matches.ics", f.Calendars.Matches},
		"/training.ics": {"training.ics", f.Calendars.Training},
	} {
		routes.Path(root + "{token:[^/.]*}" + name).HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			f.serve(w, r, one.file, one.read)
		})
	}
	routes.Path("/workspace/{workspace}/calendar/{token:[^/.]*}.ics").HandlerFunc(f.workspace)
	absent := func(w http.ResponseWriter, r *http.Request) { refuse(w, r, fault.ErrNotFound) }
	routes.PathPrefix(root).HandlerFunc(absent)
	routes.PathPrefix("/workspace/").HandlerFunc(absent)
}

// workspace serves the calendar of a workspace. A number that is none is that of no workspace.
func (f *Feeds) workspace(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(mux.Vars(r)["workspace"], 10, 64)
	if err != nil {
		id = 0
	}
	f.serve(w, r, "workspace.ics", func(ctx context.Context, token string) (calendar.Calendar, error) {
		return f.Calendars.WorkspaceBirthdays(ctx, token, id)
	})
}

func (f *Feeds) serve(w http.ResponseWriter, r *http.Request, file string, read read) {
	rest.EventOf(r.Context()).Operation = "calendar-feed"
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	found, err := read(r.Context(), mux.Vars(r)["token"])
	if err != nil {
		refuse(w, r, err)
		return
	}
	text, err := f.writer.Write(found)
	if err != nil {
		refuse(w, r, err)
		return
	}
	sum := sha256.Sum256(text)
	h := w.Header()
	h.Set("ETag", `"`+hex.EncodeToString(sum[:16])+`"`)
	h.Set("Content-Type", "text/calendar; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+file+`"`)
	h.Set("Cache-Control", "no-cache, must-revalidate")
	h.Set("Pragma", "no-cache")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

// refuse says why there is no calendar, to whoever opens the address in a browser.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	status, text := http.StatusInternalServerError, brokenText
	switch fault.KindOf(err) {
	case fault.NotFound:
		status, text = http.StatusNotFound, absentText
	case fault.Forbidden:
		status, text = http.StatusForbidden, forbiddenText
	case fault.Unavailable:
		status = http.StatusServiceUnavailable
		fallthrough
	default:
		rest.EventOf(r.Context()).Fail(err)
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, text, status)
}
