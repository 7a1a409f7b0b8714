// Package clubdata reads the matches of the club from the federation's club data service.
//
// It owns the requests, how the service writes a match, and what kind of problem an answer is. What is kept and for how long is
// its callers'.
package clubdata

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/ports"
)

// URL is where the service is.
const URL = "https://data.sportlink.com"

// Options say how the service is reached.
type Options struct {
	URL     string // URL above when empty
	Key     string
	Timeout time.Duration // of a request; 0 is 15 seconds
}

// Feed is the service. It is safe for use by several goroutines.
type Feed struct {
	root, key string
	http      *http.Client
}

var _ ports.MatchFeed = (*Feed)(nil)

// The limits of a request.
const (
	mostBytes = 16 << 20
	mostLines = 2000 // matches that are asked for
)

// New makes a client. It sends nothing.
func New(o Options) *Feed {
	return &Feed{
		root: strings.TrimSuffix(cmp.Or(o.URL, URL), "/"), key: o.Key,
		http: &http.Client{Timeout: cmp.Or(o.Timeout, 15*time.Second), CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // the key goes nowhere else
		}},
	}
}

// Fetch implements ports.MatchFeed.
func (f *Feed) Fetch(ctx context.Context, source matchday.Source) ([]matchday.Match, error) {
	article := "programma"
	query := url.Values{
		"clientId": {f.key}, "aantaldagen": {strconv.Itoa(matchday.FetchedDays)}, "weekoffset": {"0"},
		"aantalregels": {strconv.Itoa(mostLines)}, "sorteervolgorde": {"datum"},
	}
	switch code := source.Team(); {
	case source == matchday.Cancellations:
		article = "afgelastingen"
	case code != "":
		query.Set("teamcode", code)
	default:
		query.Set("eigenwedstrijden", "JA")
		query.Set("thuis", "JA")
		query.Set("uit", "JA")
	}
	text, err := f.get(ctx, article, query)
	if err != nil {
		return nil, err
	}
	var lines []line
	if err := json.Unmarshal(text, &lines); err != nil {
		return nil, problem(matchday.Unexpected, err)
	}
	if len(lines) >= mostLines {
		return nil, problem(matchday.Unexpected, fmt.Errorf("%d matches: there may be more", len(lines)))
	}
	return read(lines, source)
}

func problem(kind matchday.Problem, cause error) error {
	return &matchday.Error{Problem: kind, Cause: cause}
}

func (f *Feed) get(ctx context.Context, article string, query url.Values) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, f.root+"/"+article+"?"+query.Encode(), nil)
	if err != nil {
		return nil, problem(matchday.Unreachable, errors.New("the address is none"))
	}
	request.Header.Set("Accept", "application/json")
	response, err := f.http.Do(request)
	if err != nil {
		var named *url.Error
		if errors.As(err, &named) { // it names the address, and with it the key
			err = named.Err
		}
		return nil, problem(matchday.Unreachable, err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, mostBytes+1))
	status := fmt.Errorf("status %d", response.StatusCode)
	switch {
	case response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusForbidden:
		return nil, problem(matchday.Refused, status)
	case response.StatusCode == http.StatusNotFound:
		return nil, problem(matchday.Missing, status)
	case response.StatusCode != http.StatusOK:
		return nil, problem(matchday.Unreachable, status)
	case err != nil:
		return nil, problem(matchday.Unreachable, err)
	case len(text) > mostBytes:
		return nil, problem(matchday.Unexpected, errors.New("the answer is too long"))
	}
	return text, nil
}

// text is a member that the service writes as a text, a number or null.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		var s string
		err := json.Unmarshal(data, &s)
		*t = text(strings.TrimSpace(s))
		return err
	}
	if bytes.Equal(data, []byte("null")) {
		*t = ""
		return nil
	}
	var number json.Number
	err := json.Unmarshal(data, &number)
	*t = text(number)
	return err
}

// line is a match as the service writes it.
type line struct {
	Code        int64 `json:"wedstrijdcode"`
	Date        text  `json:"wedstrijddatum"`
	Own         text  `json:"teamnaam"`
	Home        text  `json:"thuisteam"`
	Away        text  `json:"uitteam"`
	HomeID      text  `json:"thuisteamid"`
	AwayID      text  `json:"uitteamid"`
	Competition text  `json:"competitie"`
	Status      text  `json:"status"`
	Place       text  `json:"accommodatie"`
	Town        text  `json:"plaats"`
	Pitch       text  `json:"veld"`
	Field       text  `json:"zaalofveld"`
	HomeRoom    text  `json:"kleedkamerthuisteam"`
	AwayRoom    text  `json:"kleedkameruitteam"`
	RefereeRoom text  `json:"kleedkamerscheidsrechter"`
}

// layouts are the ways in which the service writes a time.
var layouts = []string{time.RFC3339, "2006-01-02T15:04:05-0700", "2006-01-02T15:04-07:00", "2006-01-02T15:04-0700"}

func read(lines []line, source matchday.Source) ([]matchday.Match, error) {
	matches, seen := []matchday.Match{}, map[int64]bool{}
	for i := range lines {
		m, err := lines[i].match()
		if err != nil {
			return nil, problem(matchday.Unexpected, fmt.Errorf("match %d of %d: %w", i+1, len(lines), err))
		}
		if seen[m.ID] {
			continue
		}
		seen[m.ID] = true
		if source == matchday.Cancellations {
			m.Cancelled, m.Cancellation = true, string(lines[i].Status)
		}
		matches = append(matches, m)
	}
	slices.SortFunc(matches, matchday.Compare)
	return matches, nil
}

func (l *line) match() (m matchday.Match, err error) {
	if l.Code <= 0 || l.Home == "" || l.Away == "" {
		return m, errors.New("a number or a team is missing")
	}
	m = matchday.Match{
		ID: l.Code, Home: string(l.Home), Away: string(l.Away), HomeCode: string(l.HomeID), AwayCode: string(l.AwayID),
		AtHome: l.Own == l.Home, Pitch: string(cmp.Or(l.Pitch, l.Field)), Location: string(l.Place),
		Rooms:       matchday.Rooms{Home: string(l.HomeRoom), Away: string(l.AwayRoom), Referee: string(l.RefereeRoom)},
		Competition: string(l.Competition),
	}
	if l.Town != "" && l.Place != "" {
		m.Location += ", "
	}
	m.Location += string(l.Town)
	if strings.Contains(fold.Key(string(l.Status)), "afgelast") {
		m.Cancelled, m.Cancellation = true, string(l.Status)
	}
	for _, layout := range layouts {
		if m.Start, err = time.Parse(layout, string(l.Date)); err == nil {
			m.Start = m.Start.UTC()
			return m, nil
		}
	}
	return m, errors.New("the time can't be read")
}
