package main

import (
	"context"
	"errors"
	"runtime/debug"
	"testing"
	"testing/synctest"
	"time"
)

// allocated keeps what a test allocates from being left out.
var allocated []byte

// It runs alone: what other tests allocate looks like work of the server.
func TestAnIdleServerSavesItsPeopleOnceAfterEachWork(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		saved := make(chan time.Time, 9)
		go keepTidy(ctx, func(context.Context) error {
			saved <- time.Now()
			return errors.New("the disk is full") // it is tried again after the next work
		})
		for _, looks := range []time.Duration{idleLooks, idleLooks + 1} {
			began := time.Now()
			time.Sleep(10 * time.Minute)
			synctest.Wait()
			if len(saved) != 1 {
				t.Fatalf("saved %d times", len(saved))
			}
			if after := (<-saved).Sub(began); after != looks*tidyOften {
				t.Errorf("saved after %v", after)
			}
			allocated = make([]byte, 2*idleBytes)
		}
		cancel()
	})
}
