// Package files keeps a club's files, in a folder or in a bucket of an S3-compatible service.
//
// It does not know what a file is of: that is kept in the database, with the key under which the file is here.
package files

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/s3blob" // s3://BUCKET?endpoint=…&region=…
)

// Open opens a folder, which it makes when missing, or the bucket at a URL. It returns an error when the place can't be
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
	return fileblob.OpenBucket(folder, &fileblob.Options{
		NoTempDir:   true,  // a file that is being written is beside its place: on the same disk, and in nobody else's sight
		DirFileMode: 0o700, // as the folder itself
		Metadata:    fileblob.MetadataDontWrite,
	})
}
