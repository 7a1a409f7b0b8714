package inmem

import (
	"context"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/ports"
)

// Files keeps files in memory. The zero value is empty and ready for use.
type Files struct {
	// Now is the clock that says when a file is written; nil for the time of this machine.
	Now func() time.Time

	mu   sync.Mutex
	data map[string]file
}

type file struct {
	data    []byte
	written time.Time
}

var _ ports.Files = (*Files)(nil)

// Write implements ports.Files.
func (f *Files) Write(ctx context.Context, key, _ string, data []byte) error {
	return f.run(ctx, func() error {
		if f.data == nil {
			f.data = map[string]file{}
		}
		now := time.Now
		if f.Now != nil {
			now = f.Now
		}
		f.data[key] = file{slices.Clone(data), now().UTC()}
		return nil
	})
}

// Read implements ports.Files.
func (f *Files) Read(ctx context.Context, key string) (data []byte, err error) {
	err = f.run(ctx, func() error {
		kept, there := f.data[key]
		if !there {
			return fault.ErrNotFound
		}
		data = slices.Clone(kept.data)
		return nil
	})
	return data, err
}

// Delete implements ports.Files.
func (f *Files) Delete(ctx context.Context, key string) error {
	return f.run(ctx, func() error {
		delete(f.data, key)
		return nil
	})
}

// List implements ports.Files, in order.
func (f *Files) List(ctx context.Context, folder string) iter.Seq2[media.File, error] {
	return func(yield func(media.File, error) bool) {
		for _, key := range f.Keys() {
			if !strings.HasPrefix(key, folder+"/") {
				continue
			}
			var found media.File
			err := f.run(ctx, func() error {
				if kept, there := f.data[key]; there {
					found = media.File{Key: key, Written: kept.written}
				}
				return nil
			})
			if err != nil {
				yield(media.File{}, err)
				return
			}
			if found.Key != "" && !yield(found, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(media.File{}, err)
		}
	}
}

// Tidy implements ports.Files: nothing is ever half written.
func (f *Files) Tidy(ctx context.Context, _ time.Duration) error {
	return f.run(ctx, func() error { return nil })
}

// Keys returns the keys of all files, in order.
func (f *Files) Keys() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	keys := make([]string, 0, len(f.data))
	for key := range f.data {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func (f *Files) run(ctx context.Context, step func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return step()
}
