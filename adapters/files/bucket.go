// Package files opens the place where a club's files are: a folder, or any bucket that gocloud.dev/blob knows an address
// for.
package files

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
)

// Open opens a folder, which it makes when missing, or the bucket at a URL. It answers an error when the place can't be
// reached.
func Open(ctx context.Context, location string) (*blob.Bucket, error) {
	bucket, err := open(ctx, location)
	if err != nil {
		return nil, fmt.Errorf("the files at %s can't be opened: %w", location, err)
	}
	reached, err := bucket.IsAccessible(ctx)
	if err == nil && !reached {
		err = fmt.Errorf("the files at %s can't be reached", location)
	}
	if err != nil {
		_ = bucket.Close()
		return nil, err
	}
	return bucket, nil
}

func open(ctx context.Context, location string) (*blob.Bucket, error) {
	if strings.Contains(location, "://") {
		return blob.OpenBucket(ctx, location)
	}
	folder, err := filepath.Abs(location)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	return fileblob.OpenBucket(folder, nil)
}
