// Package files keeps a club's files, in a folder or in a bucket of an S3-compatible service.
//
// It does not know what a file is of: that is kept in the database, with the key under which the file is here.
package files

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/internal/bucket"
)

// Bucket is where the files are. Close it.
type Bucket = bucket.Bucket

// Open opens a folder, which it makes when missing, or the bucket at a URL. It returns an error when the place can't be
// reached.
func Open(ctx context.Context, location string) (*Bucket, error) {
	opened, err := open(location)
	if err != nil {
		return nil, fmt.Errorf("the files at %s can't be opened: %w", location, err)
	}
	if err := opened.Check(ctx); err != nil {
		return nil, fmt.Errorf("the files at %s can't be reached: %w", location, errors.Join(err, opened.Close()))
	}
	return opened, nil
}

func open(location string) (*Bucket, error) {
	if strings.Contains(location, "://") {
		return bucket.Open(location)
	}
	return bucket.Folder(location)
}
