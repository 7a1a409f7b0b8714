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
func TestAnIdleServerMovesItsTextsOnceAfterEachWork(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		moved := make(chan time.Time, 9)
		go keepTidy(ctx, func() error {
			moved <- time.Now()
			return errors.New("the disk is full") // it is tried again after the next work
		})
		for _, looks := range []time.Duration{idleLooks, idleLooks + 1} {
			began := time.Now()
			time.Sleep(10 * time.Minute)
			synctest.Wait()
			if len(moved) != 1 {
				t.Fatalf("moved %d times", len(moved))
			}
			if after := (<-moved).Sub(began); after != looks*tidyOften {
				t.Errorf("moved after %v", after)
			}
			allocated = make([]byte, 2*idleBytes)
		}
		cancel()
	})
}
