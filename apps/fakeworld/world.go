package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/clubsite"
	"github.com/clubhuis/clubhuis/fixtures/contributions"
	"github.com/clubhuis/clubhuis/fixtures/forge"
	"github.com/clubhuis/clubhuis/fixtures/helpdesk"
	"github.com/clubhuis/clubhuis/fixtures/maildelivery"
	"github.com/clubhuis/clubhuis/fixtures/maillist"
	"github.com/clubhuis/clubhuis/fixtures/matchfeed"
	"github.com/clubhuis/clubhuis/fixtures/payments"
)

// world is the flags of the program.
type world struct {
	People     int    `default:"1500" help:"People of the synthetic club (${default}); some of them are parents, not members."`
	Seed       uint64 `default:"1" help:"Seed of the club and of its change scripts (${default})."`
	ListenBase int    `default:"0" placeholder:"PORT" help:"First of 9 ports: site, lists, delivery, control, payments, helpdesk, contributions, matches, forge; 0: any."`
	Today      string `placeholder:"Y-M-D" help:"The day on which the club is made (default: today); the clock is the computer's."`
	State      string `placeholder:"FOLDER" help:"Folder in which the site, the lists, the helpdesk and the contributions remember over restarts what was changed; without it the world begins anew."`
	Webhook    string `placeholder:"URL" help:"Address that hears what became of mail."`
}

// addresses are the line that the program prints.
type addresses struct {
	Clubsite struct {
		URL       string `json:"url"`
		Username  string `json:"username"`
		Password  string `json:"password"`
		OTPSecret string `json:"otp_secret"`
		Control   string `json:"control"`
	} `json:"clubsite"`
	Maillist struct {
		URL     string   `json:"url"`
		Key     string   `json:"key"`
		Lists   []string `json:"lists"`
		Control string   `json:"control"`
	} `json:"maillist"`
	Maildelivery struct {
		URL           string `json:"url"`
		Token         string `json:"token"`
		WebhookSecret string `json:"webhook_secret"`
		Control       string `json:"control"`
	} `json:"maildelivery"`
	Payments struct {
		URL     string `json:"url"`
		Key     string `json:"key"`
		Control string `json:"control"`
	} `json:"payments"`
	Helpdesk struct {
		URL     string `json:"url"`
		Key     string `json:"key"`
		Control string `json:"control"`
	} `json:"helpdesk"`
	Contributions struct {
		URL     string `json:"url"`
		Key     string `json:"key"`
		Control string `json:"control"`
	} `json:"contributions"`
	Matches struct {
		URL     string `json:"url"`
		Key     string `json:"key"`
		Control string `json:"control"`
	} `json:"matches"`
	// Forge is empty on a machine without git.
	Forge struct {
		URL        string `json:"url"`
		Token      string `json:"token"`
		Repository string `json:"repository"`
		Control    string `json:"control"`
	} `json:"forge"`
}

// serve starts the servers, prints their line and serves until ctx ends.
func (w *world) serve(ctx context.Context, stdout io.Writer) error {
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		return fmt.Errorf("the club's zone: %w", err)
	}
	today, ok := civil.Parse(w.Today)
	if !ok {
		return fmt.Errorf("--today: %q is not a date (Y-m-d)", w.Today)
	}
	if today.IsZero() {
		today = civil.On(time.Now(), zone)
	}
	remembered := &state{folder: w.State}
	if w.People < 0 {
		return errors.New("--people: less than nobody")
	}
	if w.ListenBase < 0 || w.ListenBase > 65527 {
		return errors.New("--listen-base: not a port with eight more behind it")
	}
	if today, err = remembered.begin(w, today); err != nil {
		return err
	}
	made := club.Generate(w.People, w.Seed, today)
	options := clubsite.Options{Club: made, Seed: w.Seed}
	if w.Today != "" {
		options.Today = func() civil.Date { return today }
	}
	site := clubsite.New(options)
	list := maillist.New(maillist.Options{})
	delivery := maildelivery.New(maildelivery.Options{Webhook: w.Webhook})
	controls := http.NewServeMux()
	controls.Handle("/clubsite/", site.Control)
	controls.Handle("/maillist/", list.Control)
	controls.Handle("/maildelivery/", delivery.Control)
	paying := payments.New(payments.Options{})
	controls.Handle("/payments/", paying.Control)
	desk := helpdesk.New(helpdesk.Options{People: made.People})
	controls.Handle("/helpdesk/", desk.Control)
	collecting := contributions.New(contributions.Options{Club: made, Seed: w.Seed, Year: today.Year})
	controls.Handle("/contributions/", collecting.Control)
	matches := matchfeed.New(matchfeed.Options{Teams: func() []matchfeed.Team { return matchTeams(&made) }})
	controls.Handle("/matches/", matches.Control)

	remembered.parts = map[string]keeper{
		"clubsite": site.Register, "maillist": list, "helpdesk": desk, "contributions": collecting,
	}
	if err := remembered.restore(); err != nil {
		return err
	}

	handlers := []http.Handler{site, list, delivery, controls, paying, desk, collecting, matches}
	code, folder, err := codePlace()
	if err != nil {
		return err
	}
	if code != nil {
		defer os.RemoveAll(folder)
		controls.Handle("/forge/", code.Control)
		handlers = append(handlers, code)
	}

	var servers group
	defer servers.stop()
	var urls []string
	for i, handler := range handlers {
		port := w.ListenBase
		if port != 0 {
			port += i
		}
		url, err := servers.start(ctx, port, remembered.watch(handler))
		if err != nil {
			return err
		}
		urls = append(urls, url)
	}

	var a addresses
	a.Clubsite.URL, a.Clubsite.Control = urls[0], urls[3]+"/clubsite"
	a.Clubsite.Username, a.Clubsite.Password, a.Clubsite.OTPSecret = site.Account.Username, site.Account.Password,
		site.Account.Secret
	a.Maillist.URL, a.Maillist.Key, a.Maillist.Lists, a.Maillist.Control = urls[1], list.Key, list.Lists, urls[3]+"/maillist"
	a.Maildelivery.URL, a.Maildelivery.Token, a.Maildelivery.Control = urls[2], delivery.Token, urls[3]+"/maildelivery"
	a.Maildelivery.WebhookSecret = delivery.Secret
	a.Payments.URL, a.Payments.Key, a.Payments.Control = urls[4], paying.Key, urls[3]+"/payments"
	a.Helpdesk.URL, a.Helpdesk.Key, a.Helpdesk.Control = urls[5], desk.Key, urls[3]+"/helpdesk"
	a.Contributions.URL, a.Contributions.Key, a.Contributions.Control = urls[6], collecting.Key, urls[3]+"/contributions"
	a.Matches.URL, a.Matches.Key, a.Matches.Control = urls[7], matches.Key, urls[3]+"/matches"
	if code != nil {
		a.Forge.URL, a.Forge.Token, a.Forge.Repository, a.Forge.Control = urls[8], code.Token, code.Repository(), urls[3]+"/forge"
	}
	if err := json.NewEncoder(stdout).Encode(a); err != nil {
		return fmt.Errorf("print the addresses: %w", err)
	}
	return servers.wait(ctx, remembered)
}

// codePlace makes a place with a small repository, in a temporary folder; nil on a machine without git.
func codePlace() (*forge.Forge, string, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, "", nil
	}
	folder, err := os.MkdirTemp("", "fakeworld-forge-*")
	if err != nil {
		return nil, "", fmt.Errorf("the folder of the code: %w", err)
	}
	made, err := forge.New(forge.Options{Folder: folder})
	if err != nil {
		return nil, "", errors.Join(fmt.Errorf("make the code: %w", err), os.RemoveAll(folder))
	}
	return made, folder, nil
}

// matchTeams are the teams of a club that have a number at the federation.
func matchTeams(c *club.Club) (teams []matchfeed.Team) {
	for _, g := range c.Groups {
		if g.PublicID != "" {
			teams = append(teams, matchfeed.Team{Name: g.Title, Code: g.PublicID})
		}
	}
	return teams
}

// group is servers that run until one of them fails.
type group struct {
	servers []*http.Server
	failed  chan error
}

// start serves on a port of the loopback, any free one when 0, and returns the address.
func (g *group) start(ctx context.Context, port int, handler http.Handler) (string, error) {
	if g.failed == nil {
		g.failed = make(chan error, 9)
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return "", fmt.Errorf("listen: %w", err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 30 * time.Second}
	g.servers = append(g.servers, server)
	go func() { g.failed <- server.Serve(listener) }()
	return "http://" + listener.Addr().String(), nil
}

// wait returns when ctx ends and all is remembered, or with the error of a server that failed.
func (g *group) wait(ctx context.Context, remembered *state) error {
	keeping, stop := context.WithCancel(ctx)
	defer stop()
	kept := make(chan error, 1)
	go func() { kept <- remembered.keep(keeping) }()
	var failed error
	select {
	case <-ctx.Done():
	case err := <-g.failed:
		failed = fmt.Errorf("serve: %w", err)
	case err := <-kept:
		return err
	}
	g.stop() // what is written from here on would not be remembered
	stop()
	return errors.Join(failed, <-kept)
}

// stop breaks every connection off: some requests are held open on purpose and would never end.
func (g *group) stop() {
	for _, server := range g.servers {
		_ = server.Close()
	}
}
