// Package httpapi is the HTTP side of the club application: it puts the areas, the page and the operators' addresses behind
// one handler, and around them what every request gets (its origin, a log line, metrics, headers, recovery).
//
// Areas import rest and session, never each other; the rules and permissions are in the use cases.
package httpapi

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/accountsapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/auditapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/calendarsapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/casesapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/clubsystemapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/countersapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/dashboardapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/dossiersapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/duplicatesapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/erasuresapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/feedbackapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/feesapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/financeapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/groupsapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/importsapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/invoicesapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/jubileesapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/leavepage"
	"github.com/clubhuis/clubhuis/adapters/httpapi/leaversapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/mailsapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/mediaapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/oldaddress"
	"github.com/clubhuis/clubhuis/adapters/httpapi/page"
	"github.com/clubhuis/clubhuis/adapters/httpapi/paymentpage"
	"github.com/clubhuis/clubhuis/adapters/httpapi/paymentsapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/peopleapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/remindersapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/screeningapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/searchapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/adapters/httpapi/settingsapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/sharesapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/shiftsapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/suppressionsapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/systemapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/termsapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/timelineapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/trainingapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/undoapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/workspacesapi"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase"
)

// Server is everything that the HTTP side needs.
type Server struct {
	*usecase.Club

	Version        string
	BaseURL        string // where members reach the page, without a slash at the end
	RestRoot       string // without slashes: "api"
	Page           page.Page
	Ready          func(context.Context) error
	TrustedProxies []netip.Prefix
	ListenHost     string // as the operator wrote it; "" for any address
	PaymentsURL    string // where the provider of payments is; "" for its own address
	MetricsToken   string // opens /metrics from elsewhere; "" for nobody
	// Metrics are served on an address of their own; nil for /metrics beside the page.
	Metrics *Metrics
	// WithoutSubdomains leaves the hosts below the base URL's out of the promise that everything is https.
	WithoutSubdomains bool
	Answering         time.Duration // how long an answer may take; 0 is rest.Answering
	Log               *slog.Logger
}

// Handler serves the API, the page, /healthz and /readyz, and /metrics when they have no address of their own.
func (s Server) Handler() (http.Handler, error) {
	root := "/" + s.RestRoot
	site := s.Page
	site.RestRoot, site.Club, site.Icon = root, s.Settings.Club, s.icon
	pages, err := site.Handler()
	if err != nil {
		return nil, err
	}
	metrics, telling := s.Metrics, http.Handler(http.HandlerFunc(noMetrics))
	if metrics == nil {
		metrics = NewMetrics(s.Club, s.Version, s.Log)
		telling = s.operatorsOnly(metrics.handler())
	}
	api, routes := s.API()
	api.UseMiddleware(rest.NameEvent)
	api.UseMiddleware(rest.Limit(cmp.Or(s.Answering, rest.Answering)))
	api.UseMiddleware(session.Gate(s.Accounts))
	api.UseMiddleware(refuseUnreadable)
	s.mount(rest.Serving(api))
	s.serveOpenAPI(routes, root)

	all := mux.NewRouter().SkipClean(true)
	all.Path("/healthz").Methods(http.MethodGet, http.MethodHead).HandlerFunc(s.healthy)
	all.Path("/readyz").Methods(http.MethodGet, http.MethodHead).HandlerFunc(s.ready)
	all.Path("/metrics").Methods(http.MethodGet, http.MethodHead).Handler(telling)
	own, err := s.ownOrigin()
	if err != nil {
		return nil, err
	}
	answers, err := rest.Compress(http.StripPrefix(root, withoutSlash(routes)))
	if err != nil {
		return nil, err
	}
	paying := paymentpage.Page{
		Payments: s.Payments, Random: s.Payments.Random, Provider: s.PaymentsURL, Club: s.Settings.Club, Icon: s.icon,
	}
	paying.Mount(all, root)
	leaving := leavepage.Page{Digests: s.Digests, Random: s.Payments.Random, Club: s.Settings.Club, Icon: s.icon}
	leaving.Mount(all)
	feeds := calendarsapi.Feeds{Calendars: s.Calendars}
	feeds.Mount(all)
	all.Path(root).Handler(noStore(own.Handler(overrideMethod(rootIndex(routes)))))
	all.PathPrefix(root + "/").Handler(noStore(own.Handler(overrideMethod(answers))))
	all.PathPrefix("/api/").Handler(noStore(routes.NotFoundHandler)) // where programs look: the page would mislead them
	// What other sites and programs may post to without signing in, such as webhooks, gets a route here, outside own.Handler.
	oldaddress.Addresses{Predecessors: s.Predecessors}.Mount(all, pages)
	all.PathPrefix("/").Handler(pages)

	https := strings.HasPrefix(s.BaseURL, "https:")
	return s.findOrigin(https, metrics.observe(s.Log, s.tellRefusal, recovered(s.secure(https, all)))), nil
}

// icon returns the club's logo, small. Pages go without one that can't be made.
func (s Server) icon() []byte {
	icon, err := s.Settings.Icon(context.Background())
	if err != nil {
		s.Log.Warn("pages show no logo of the club", "cause", err)
	}
	return icon
}

// ownOrigin refuses what a browser sends to the API from a page of another site. Programs don't say where they come from, and
// pass.
func (s Server) ownOrigin() (*http.CrossOriginProtection, error) {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest.CloseUnread(w, r)
		rest.WriteError(w, rest.ErrorFor(r.Context(), fault.ErrForbidden))
	}))
	origin := s.BaseURL // as browsers write it: without the port that its scheme has anyway
	for scheme, port := range map[string]string{"https://": ":443", "http://": ":80"} {
		if strings.HasPrefix(origin, scheme) {
			origin = strings.TrimSuffix(origin, port)
		}
	}
	return protection, protection.AddTrustedOrigin(origin)
}

// API makes the API without its surroundings, and the router that serves it: for the OpenAPI document and its tests.
func (s Server) API() (huma.API, *mux.Router) {
	routes := mux.NewRouter().SkipClean(true) // a path with // is no other path
	routes.NotFoundHandler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest.CloseUnread(w, r)
		rest.WriteError(w, rest.Refusal(http.StatusNotFound))
	})
	routes.MethodNotAllowedHandler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest.CloseUnread(w, r)
		rest.WriteError(w, rest.Refusal(http.StatusMethodNotAllowed))
	})
	return rest.New(routes, "Clubhuis", s.Version, session.Schemes()), routes
}

// mount is the only place where the areas are wired in.
func (s Server) mount(api huma.API) {
	rootURL := s.BaseURL + "/" + s.RestRoot
	format := rest.Format{Zone: s.People.Zone, PageURL: s.BaseURL, RootURL: rootURL}
	timezone := "UTC"
	if s.People.Zone != nil {
		timezone = s.People.Zone.String()
	}
	for _, area := range []interface{ Mount(huma.API) }{
		systemapi.New(systemapi.About{
			Club: s.Settings.LatestClub, Version: s.Version, BaseURL: s.BaseURL, Timezone: timezone,
		}),
		accountsapi.New(s.Accounts, format, s.Refreshes.Offered),
		peopleapi.New(s.People, s.SavedViews, s.Messages, format),
		groupsapi.New(s.Groups, format),
		termsapi.New(s.RelationTypes, s.Labels, s.Workspaces, rootURL),
		searchapi.New(s.Searches, format),
		mediaapi.New(s.Pictures, format),
		settingsapi.New(s.Settings, s.Pictures.Begin, format),
		sharesapi.New(s.Shares, format),
		workspacesapi.New(s.Workspaces, format),
		clubsystemapi.New(s.Refreshes),
		undoapi.New(s.Undos, s.People),
		timelineapi.New(s.Timelines, s.Tasks, format),
		mailsapi.New(s.Mails),
		suppressionsapi.New(s.Suppressions),
		invoicesapi.New(s.Invoices, s.Payments, format),
		invoicesapi.NewPapers(s.Billing, s.Invoices, format),
		auditapi.New(s.Audits, format),
		paymentsapi.New(s.Payments),
		financeapi.New(s.Finances, s.Pictures.Begin, s.Accounts.CheckConfirmed, format),
		feesapi.New(s.Fees),
		casesapi.New(s.Cases, format),
		countersapi.New(s.Counters),
		screeningapi.New(s.Screenings, format),
		shiftsapi.New(s.Shifts, format),
		jubileesapi.New(s.Jubilees, format), dossiersapi.New(s.Dossiers, format),
		erasuresapi.New(s.Erasures, format), leaversapi.New(s.Leavers, format),
		feedbackapi.New(s.Feedback, s.Pictures.Begin, format),
		dashboardapi.New(s.Dashboards, format),
		trainingapi.New(s.Trainings),
		remindersapi.New(s.Digests),
		duplicatesapi.New(s.Duplicates),
		importsapi.New(s.Imports, format),
		calendarsapi.New(s.Calendars, s.BaseURL),
	} {
		area.Mount(api)
	}
}

func (s Server) healthy(w http.ResponseWriter, _ *http.Request) {
	_, _ = w.Write([]byte("ok\n"))
}

func (s Server) ready(w http.ResponseWriter, r *http.Request) {
	if err := s.Ready(r.Context()); err != nil {
		s.Log.ErrorContext(r.Context(), "not ready", "cause", err)
		http.Error(w, "not ready", http.StatusServiceUnavailable)
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}

// ParseBaseURL checks the address where members reach the page.
func ParseBaseURL(address string) (string, bool) {
	u, err := url.Parse(strings.TrimSuffix(address, "/"))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "" || u.RawQuery != "" {
		return "", false
	}
	return u.String(), true
}
