// Package recovery owns what becomes of a request whose handler panics.
//
// It does not log and writes no response: the adapter that it is used in does.
package recovery

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
)

// Handler calls failed with what a panic of next was called with, as an error, and with the stack. A request that next aborts
// with http.ErrAbortHandler stays aborted.
func Handler(next http.Handler, failed func(w http.ResponseWriter, r *http.Request, err error, stack string)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			caught := recover()
			if caught == nil {
				return
			}
			err, is := caught.(error)
			switch {
			case !is:
				err = fmt.Errorf("panic: %v", caught)
			case errors.Is(err, http.ErrAbortHandler):
				panic(caught)
			default:
				err = fmt.Errorf("panic: %w", err)
			}
			failed(w, r, err, string(debug.Stack()))
		}()
		next.ServeHTTP(w, r)
	})
}
