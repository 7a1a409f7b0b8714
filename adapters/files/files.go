package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/ports"
)

// Files are the files in a bucket. Use New.
type Files struct{ bucket *Bucket }

var _ ports.Files = Files{}

// New makes the files in a bucket, which stays the caller's to close.
func New(bucket *Bucket) Files { return Files{bucket} }

// Write implements ports.Files.
func (f Files) Write(ctx context.Context, key, contentType string, data []byte) error {
	if err := ctx.Err(); err != nil { // a folder does not ask
		return err
	}
	return stopped(ctx, f.bucket.Write(ctx, key, contentType, bytes.NewReader(data)))
}

// Read implements ports.Files.
func (f Files) Read(ctx context.Context, key string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	content, size, err := f.bucket.Open(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.ErrNotFound
	}
	if err != nil {
		return nil, stopped(ctx, err)
	}
	data := make([]byte, size)
	_, err = io.ReadFull(content, data)
	if err = errors.Join(err, content.Close()); err != nil {
		return nil, stopped(ctx, err)
	}
	return data, nil
}

// Delete implements ports.Files.
func (f Files) Delete(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return stopped(ctx, f.bucket.Delete(ctx, key))
}

// List implements ports.Files.
func (f Files) List(ctx context.Context, folder string) iter.Seq2[media.File, error] {
	return func(yield func(media.File, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(media.File{}, err)
			return
		}
		for file, err := range f.bucket.List(ctx, folder) {
			if err != nil {
				yield(media.File{}, stopped(ctx, err))
				return
			}
			if !yield(media.File{Key: file.Key, Written: file.Written.UTC()}, nil) {
				return
			}
			if err := ctx.Err(); err != nil { // what comes may not be all
				yield(media.File{}, err)
				return
			}
		}
	}
}

// Tidy implements ports.Files.
func (f Files) Tidy(ctx context.Context, age time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return stopped(ctx, f.bucket.Tidy(ctx, age))
}

// stopped returns the context's error when that is why something failed, in whatever words the bucket says it.
func stopped(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
