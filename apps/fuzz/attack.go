package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/clubhuis/clubhuis/fixtures/description"
)

// attack is one run against one server.
type attack struct {
	*site
	name string // of the database
	seed uint64
	say  func(format string, args ...any)

	client         *http.Client
	operations     []operation
	whole, partial *description.Document
	known          *knowledge // as it was when the round began
	planted        []planted

	mu        sync.Mutex
	refused   map[*identity]int // 401s since the last other answer
	statuses  [6]int64          // answers by the first digit of their status
	succeeded map[string]bool   // operations that did what they were asked
	undos     []string          // tokens that were answered since the last look
	sent      atomic.Int64
	read      int64 // bytes of the server's log
}

// limits say when it is enough.
type limits struct {
	requests    int64
	duration    time.Duration // 0 for as long as the requests take
	round       int64
	connections int
}

// patience is how long an answer may take: more than the server gives any operation of these.
const patience = 150 * time.Second

// run plants what must not be seen, and attacks until the limit. What it finds is its error.
func (a *attack) run(ctx context.Context, limit limits) error {
	a.client = &http.Client{
		Timeout:       patience,
		Transport:     &http.Transport{MaxIdleConnsPerHost: limit.connections},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	a.refused, a.succeeded = map[*identity]int{}, map[string]bool{}
	if err := a.prepare(ctx); err != nil {
		return err
	}
	begin := time.Now()
	over := func() bool { return limit.duration > 0 && time.Since(begin) >= limit.duration }
	for first := int64(1); !over() && (limit.duration > 0 || first <= limit.requests); first += limit.round {
		last := first + limit.round - 1
		if limit.duration == 0 {
			last = min(last, limit.requests)
		}
		if err := a.round(ctx, first, last, limit.connections, over); err != nil {
			return err
		}
		if err := a.lookBack(ctx); err != nil {
			return fmt.Errorf("after request %d: %w", a.sent.Load(), err)
		}
		a.say("%s: %d requests, %s", a.name, a.sent.Load(), time.Since(begin).Round(time.Second))
	}
	return nil
}

// prepare reads the description, signs everybody in and plants.
func (a *attack) prepare(ctx context.Context) error {
	response, err := a.client.Get(a.address + a.root + "/openapi.json")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := readAll(response.Body)
	if err != nil {
		return err
	}
	if a.operations, err = readOperations(text); err != nil {
		return err
	}
	if a.whole, err = description.Read(text, false); err != nil {
		return err
	}
	if a.partial, err = description.Read(text, true); err != nil {
		return err
	}
	for _, user := range a.users {
		if user.browser {
			if err := a.signIn(user); err != nil {
				return err
			}
		}
	}
	if err := a.plant(ctx); err != nil {
		return fmt.Errorf("plant: %w", err)
	}
	return a.lookBack(ctx)
}

// round sends the requests from first to last.
func (a *attack) round(ctx context.Context, first, last int64, connections int, over func() bool) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := atomic.Int64{}
	next.Store(first - 1)
	var all sync.WaitGroup
	for range connections {
		all.Go(func() {
			for ctx.Err() == nil && !over() {
				number := next.Add(1)
				if number > last {
					return
				}
				r := a.make(number)
				if err := a.try(ctx, r); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// try sends one request and checks the answer.
func (a *attack) try(ctx context.Context, r *request) error {
	got, err := a.send(ctx, r)
	for tries := 1; err != nil && tries < 10 && r.mayBeUnread() && ctx.Err() == nil && !isTimeout(err); tries++ {
		// The server closes the connection after it refused what it did not read to the end. Half a second later the rest resets it,
		// and a client that was slower has lost the answer.
		got, err = a.send(ctx, r)
	}
	a.sent.Add(1)
	if err != nil {
		if ctx.Err() != nil || a.cutOff(ctx, r, err) {
			return nil
		}
		return fmt.Errorf("request %d: no answer: %w\n%s", r.number, err, r.curl(a.address, a.root))
	}
	a.count(r, got)
	if err := a.check(r, got); err != nil {
		return fmt.Errorf("request %d: %w\n%s\nHTTP %d\n%s\n%s", r.number, err, r.curl(a.address, a.root), got.status, headerOf(got),
			shortened(got.body))
	}
	return a.stayIn(r, got)
}

// cutOff reports whether the server did nothing wrong: it may refuse a long body or address by closing the connection while it is
// still being sent, and must go on serving others.
func (a *attack) cutOff(ctx context.Context, r *request, err error) bool {
	if len(r.body)+len(r.path)+len(r.query) < 60<<10 || isTimeout(err) {
		return false
	}
	_, err = a.send(ctx, &request{by: a.users[0], method: http.MethodGet, path: "/"})
	return err == nil
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}

func (a *attack) count(r *request, got answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.statuses[min(got.status/100, 5)]++
	if got.status < 300 && r.operation != nil && r.meant() == r.operation.method {
		a.succeeded[r.operation.method+" "+r.operation.path] = true
	}
}

// stayIn makes new credentials when somebody's were taken away, by the attack itself. A server that goes on refusing fails.
func (a *attack) stayIn(r *request, got answer) error {
	if r.stranger || r.by.role == "" {
		return nil
	}
	a.mu.Lock()
	if got.status != http.StatusUnauthorized || strings.HasPrefix(r.path, "/club/v1/session") {
		a.refused[r.by] = 0
		a.mu.Unlock()
		return nil
	}
	a.refused[r.by]++
	times := a.refused[r.by]
	a.mu.Unlock()
	const most = 40 // several requests may be on their way
	switch {
	case r.by.guest && times%10 != 1:
		return nil
	case times > most && !r.by.guest:
		return fmt.Errorf("request %d: %s is not let in any more: %s", r.number, r.by.name, shortened(got.body))
	}
	if err := a.signIn(r.by); err != nil && !r.by.guest {
		return err
	}
	return nil
}

// summary says what was sent and how much of the API it reached.
func (a *attack) summary() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	missed := []string{}
	for _, op := range a.operations {
		if name := op.method + " " + op.path; !a.succeeded[name] {
			missed = append(missed, name)
		}
	}
	slices.Sort(missed)
	text := fmt.Sprintf("%d requests, %d answered with 2xx, %d with 4xx, %d with a 5xx that is promised; "+
		"%d of %d operations succeeded",
		a.sent.Load(), a.statuses[2], a.statuses[4], a.statuses[5], len(a.operations)-len(missed), len(a.operations))
	if len(missed) > 0 && len(missed) <= 8 {
		text += ", not: " + strings.Join(missed, ", ")
	}
	return text
}

// readLog looks at what the server logged since the last time: no panic, and nothing of anybody.
func (a *attack) readLog() error {
	if a.log == "" {
		return nil
	}
	text, err := os.ReadFile(a.log)
	if err != nil {
		return err
	}
	fresh := text[min(a.read, int64(len(text))):]
	a.read = int64(len(text))
	for line := range bytes.Lines(fresh) {
		for _, sign := range []string{"panic", "goroutine ", "runtime error", "DATA RACE", "fatal error"} {
			if bytes.Contains(line, []byte(sign)) {
				return fmt.Errorf("the server's log has a %q: %s", sign, shortened(line))
			}
		}
		if mark := a.marks.any(line); mark != "" {
			return fmt.Errorf("the server's log has %s: %s", mark, shortened(line))
		}
	}
	return nil
}

func headerOf(got answer) string {
	var text bytes.Buffer
	_ = got.header.Write(&text) // a buffer takes everything
	return text.String()
}

func shortened(text []byte) []byte {
	const most = 3000
	if len(text) > most {
		return append(slices.Clone(text[:most]), "…"...)
	}
	return text
}
