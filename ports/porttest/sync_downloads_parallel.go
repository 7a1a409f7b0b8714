package porttest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/ports"
)

// parallelDownloads reads a set, and changes it, while downloads of it and of another come in.
func parallelDownloads(t *testing.T, d ports.Downloads) {
	ctx := context.Background()
	const writers, each, rounds = 4, 12, 12
	fixed := texts{"a": `"old"`, "b": `"old"`, "c": `"old"`}
	downloaded(t, d, members, at, fixed)
	var all, reading sync.WaitGroup
	done := make(chan struct{})
	for range 2 {
		reading.Go(func() {
			for {
				seen := ""
				if err := d.Each(ctx, members, func(key string, _ []byte) error { seen += key; return nil }); err != nil {
					t.Error(err)
				}
				if seen != "abc" {
					t.Errorf("a reader found the keys %q", seen)
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	all.Go(func() {
		for round := range rounds {
			next := texts{}
			for key := range fixed {
				next[key] = fmt.Sprint(round)
			}
			if err := download(d, members, at, next); err != nil {
				t.Error(err)
			}
		}
	})
	for writer := range writers {
		all.Go(func() {
			for i := range each {
				key := fmt.Sprintf("%d-%02d", writer, i)
				if err := d.Put(ctx, "put", texts{key: `1`}.records()); err != nil {
					t.Error(err)
				}
				if err := errors.Join(d.Stage(ctx, "staged", texts{key: `2`}.records()), d.Put(ctx, members, texts{"a": `3`}.records())); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	close(done)
	reading.Wait()
	ok(t, d.Commit(ctx, "staged", at))
	for _, set := range []string{"put", "staged"} {
		count := 0
		ok(t, d.Each(ctx, set, func(string, []byte) error { count++; return nil }))
		equal(t, set, count, writers*each)
	}
}
