// Package job owns what is done after a transaction: a job, the arguments that it carries, and when a failed one is tried
// again and for how long.
//
// It does not keep jobs (ports.Outbox) and does not do them: each kind belongs to a use case.
package job

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Job is one thing to do after the transaction that it is kept in. It runs at least once, so that its work must be safe to
// repeat.
type Job struct {
	Kind      string
	Args      string    // JSON. It stands readable in the database: never a token or a password
	Key       string    // of jobs of one kind with the same key, one is kept; "" for a job like no other
	NotBefore time.Time // by the program's clock; the zero value is at once
}

// Kind names one sort of job, which carries a T.
type Kind[T any] string

// New makes a job of this kind, to be done at once. It panics on arguments that are no JSON: a T with a channel, say.
func (k Kind[T]) New(key string, args T) Job {
	data, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return Job{Kind: string(k), Args: string(data), Key: key}
}

// Args reads what a job of this kind carries.
func (k Kind[T]) Args(j Job) (args T, err error) {
	if err := json.Unmarshal([]byte(j.Args), &args); err != nil {
		return args, fmt.Errorf("the arguments of a job of kind %s: %w", k, err)
	}
	return args, nil
}

// TimeLimit is how long one try of a job may take. Long work ends before and asks to go on (see Again): a try that lasts
// longer counts as one of a dead process.
const TimeLimit = 20 * time.Second

// Tries is how often a job is tried before it is given up. With Backoff that takes a day and a half.
const Tries = 14

// longestBackoff is the longest time between two tries.
const longestBackoff = 6 * time.Hour

// Backoff is how long after its n-th failed try a job is tried again, n from 1.
func Backoff(n int) time.Duration {
	wait := time.Second
	for range n - 1 {
		if wait *= 4; wait >= longestBackoff {
			return longestBackoff
		}
	}
	return wait
}

// Again is the error of a job that did not fail but is not done: it runs again after that time, and no try is counted.
type Again struct{ After time.Duration }

// Error implements error.
func (a Again) Error() string { return fmt.Sprintf("the job goes on in %v", a.After) }

// Failure is a job whose last try failed.
type Failure struct {
	ID    int64 // of the job, as long as it is kept
	Job   Job
	Tries int
	Cause string    // of the last try
	At    time.Time // of the last try, in real time
	Next  time.Time // of the next try, in real time; the zero value for a job that was given up
}

// mostAhead is how far ahead of the clock a time may lie that a program noted, where clocks of several differ or one went back.
const mostAhead = 36 * time.Hour

// WrongClock reports whether a time that was noted is that of a clock that was wrong: it lies far ahead.
func WrongClock(noted, now time.Time) bool { return noted.Sub(now) > mostAhead }

// DoneOn reports whether daily work that was done at a time is done for the day of now in the zone. The zero time, and that
// of a wrong clock, count for no day.
func DoneOn(at, now time.Time, zone *time.Location) bool {
	return !at.IsZero() && !WrongClock(at, now) && !civil.On(at, zone).Before(civil.On(now, zone))
}
