// Package clubapi reaches a club application through its REST interface (contract §4.1, §4.3), with a user name and a password
// for programs.
//
// It owns the requests, which of them are tried again, how lists are read in pages, and what kind of fault an answer is. It does
// not know what is sent about whom (core/sync/payload), nor when.
package clubapi

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// Options say which application it is.
type Options struct {
	URL                string // the REST root: https://club.example/api
	Username, Password string // the password is one for programs

	Timeout   time.Duration // of one try; 0 is 30 seconds
	FirstWait time.Duration // before the second try; each next wait is twice as long; 0 is a second
	Log       *slog.Logger  // hears of tries that failed; nil is nobody
}

// Client is an application. It is safe for use by several goroutines.
type Client struct {
	root, username, password string
	log                      *slog.Logger

	persistent *retryablehttp.Client // for requests that may be repeated
	careful    *retryablehttp.Client // for those that may not

	seasons       sync.Mutex
	seasonNumbers map[season.Season]int64 // as far as they were asked for
}

// The limits of a request.
const (
	tries       = 4 // in all
	longestWait = 2 * time.Minute
	mostBytes   = 32 << 20 // of an answer
)

// New makes a client. It sends nothing.
func New(o Options) (*Client, error) {
	root, err := url.Parse(o.URL)
	if err != nil || root.Host == "" || root.Scheme != "http" && root.Scheme != "https" || root.RawQuery != "" || root.User != nil {
		return nil, fmt.Errorf("the address of the application is no http or https address: %q", o.URL)
	}
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	if o.FirstWait == 0 {
		o.FirstWait = time.Second
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	c := &Client{root: strings.TrimRight(o.URL, "/") + "/", username: o.Username, password: o.Password, log: o.Log,
		seasonNumbers: map[season.Season]int64{}}
	c.persistent, c.careful = c.trying(o, mayRepeat), c.trying(o, mayRepeatCreate)
	once := c.persistent.HTTPClient
	once.Timeout, once.Transport = o.Timeout, whole{once.Transport}
	// A redirect would take the password along, or lose the body.
	once.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.careful.HTTPClient = once
	return c, nil
}

// trying makes a client that retries where may says so.
func (c *Client) trying(o Options, may func(*http.Response, error) bool) *retryablehttp.Client {
	again := retryablehttp.NewClient()
	again.Logger = nil // it would log addresses with their queries
	again.RetryMax, again.RetryWaitMin, again.RetryWaitMax = tries-1, o.FirstWait, o.FirstWait<<tries
	again.ErrorHandler = retryablehttp.PassthroughErrorHandler
	again.CheckRetry = c.retry(may)
	return again
}

// Roles returns the roles of the user whom the client signs in as.
func (c *Client) Roles(ctx context.Context) ([]string, error) {
	var me struct{ Roles []string }
	_, err := c.send(ctx, get("club/v1/user/me", nil), &me)
	return me.Roles, err
}

// People returns the people of the application.
func (c *Client) People() ports.ApplicationPeople { return people{c} }

// Photos returns their photos.
func (c *Client) Photos() ports.ApplicationPhotos { return photos{c} }

// Activities returns what is logged on their timelines.
func (c *Client) Activities() ports.ApplicationActivities { return activities{c} }

// Dues returns what people have to pay.
func (c *Client) Dues() ports.ApplicationDues { return contributions{c} }

// ByFunction returns the roles that users have by their functions.
func (c *Client) ByFunction() ports.ApplicationRoles { return roles{c} }

// Groups returns its teams and committees.
func (c *Client) Groups() ports.ApplicationGroups { return groups{c} }

// Cases returns its cases of discipline.
func (c *Client) Cases() ports.ApplicationCases { return cases{c} }

// Tasks returns what it is asked to give volunteers to do.
func (c *Client) Tasks() ports.ApplicationTasks { return tasks{c} }
