package files

import (
	"context"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

// Files are the files in a bucket. Use New.
type Files struct{ bucket *blob.Bucket }

var _ ports.Files = Files{}

// New makes the files in a bucket, which stays the caller's to close.
func New(bucket *blob.Bucket) Files { return Files{bucket} }

// Write implements ports.Files.
func (f Files) Write(ctx context.Context, key, contentType string, data []byte) error {
	if err := ctx.Err(); err != nil { // a folder does not ask
		return err
	}
	return stopped(ctx, f.bucket.WriteAll(ctx, key, data, &blob.WriterOptions{ContentType: contentType}))
}

// Read implements ports.Files.
func (f Files) Read(ctx context.Context, key string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	data, err := f.bucket.ReadAll(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, fault.ErrNotFound
	}
	return data, stopped(ctx, err)
}

// Delete implements ports.Files.
func (f Files) Delete(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := f.bucket.Delete(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return stopped(ctx, err)
}

// stopped returns the context's error when that is why something failed, in whatever words the bucket says it.
func stopped(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
