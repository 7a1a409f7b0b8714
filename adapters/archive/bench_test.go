package archive_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/core/backup"
)

// BenchmarkPhotos writes a backup of a thousand photos of 200 kB, which can't be made smaller, and reads it.
func BenchmarkPhotos(b *testing.B) {
	photo := make([]byte, 200<<10)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(photo)
	const photos = 1000
	b.SetBytes(2 * photos * int64(len(photo)))
	for b.Loop() {
		var kept bytes.Buffer
		w, err := archive.NewWriter(&kept, backup.Manifest{Owner: "clubhuis", Made: at})
		ok(b, err)
		for i := range photos {
			ok(b, w.File(fmt.Sprintf("media/%d/full", i), int64(len(photo)), bytes.NewReader(photo)))
		}
		_, err = w.End()
		ok(b, err)
		r, err := archive.NewReader(&kept)
		ok(b, err)
		_, err = r.Read(archive.Contents{File: func(_ string, _ int64, content io.Reader) error {
			_, err := io.Copy(io.Discard, content)
			return err
		}})
		ok(b, err)
		r.Close()
	}
}
