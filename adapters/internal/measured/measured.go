// Package measured measures the responses of a server: the status of each, how long it took and how long it is.
//
// It changes nothing about them. felixge/httpsnoop does more, for writers that can do anything: with its types for each
// combination of what a writer may be able to do it is 2 MB of a program (docs/decisions/0044).
package measured

import (
	"net/http"
	"time"
)

// Response is what is known of a response when it is over.
type Response struct {
	Code    int // 200 where a handler said nothing
	Took    time.Duration
	Written int64 // of its body, in bytes
}

// Serve calls a handler, and returns what its response was.
func Serve(next http.Handler, w http.ResponseWriter, r *http.Request) Response {
	start := time.Now()
	m := &measuring{ResponseWriter: w, code: http.StatusOK}
	next.ServeHTTP(m, r)
	return Response{m.code, time.Since(start), m.written}
}

type measuring struct {
	http.ResponseWriter
	code    int
	decided bool // the code is no other any more
	written int64
}

// WriteHeader implements http.ResponseWriter.
func (m *measuring) WriteHeader(code int) {
	if !m.decided && (code >= http.StatusOK || code == http.StatusSwitchingProtocols) { // others announce one
		m.code, m.decided = code, true
	}
	m.ResponseWriter.WriteHeader(code)
}

// Write implements http.ResponseWriter.
func (m *measuring) Write(data []byte) (int, error) {
	m.decided = true
	n, err := m.ResponseWriter.Write(data)
	m.written += int64(n)
	return n, err
}

// Flush implements http.Flusher, as far as the writer below does.
func (m *measuring) Flush() {
	m.decided = true
	_ = http.NewResponseController(m.ResponseWriter).Flush() // its signature has no error
}

// Unwrap lets an http.ResponseController find the writer below.
func (m *measuring) Unwrap() http.ResponseWriter { return m.ResponseWriter }
