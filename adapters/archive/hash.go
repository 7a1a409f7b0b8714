package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"sync"

	"github.com/zeebo/blake3"
	"golang.org/x/crypto/blake2b"
)

// newHash is by what files are told apart in a backup of a format: BLAKE3 (https://github.com/BLAKE3-team/BLAKE3-specs), 256 bits,
// today, SHA-256 and BLAKE2b (RFC 7693) before. Processors do it twice to five times as fast as either.
func newHash(format int) hash.Hash {
	switch format {
	case 1:
		return sha256.New()
	case 2:
		h, err := blake2b.New256(nil)
		if err != nil { // only of a key
			panic(err)
		}
		return h
	}
	return blake3.New()
}

// hashing reads, and hashes what it read while its reader makes use of that. It serves one file after the other.
type hashing struct {
	from   io.Reader
	hash   hash.Hash
	part   []byte // that is being hashed
	buffer []byte // through which copyTo copies
	busy   sync.WaitGroup
}

func newHashing(format int) *hashing { return &hashing{hash: newHash(format)} }

// begin begins to read a file.
func (h *hashing) begin(from io.Reader) {
	h.busy.Wait()
	h.from = from
	h.hash.Reset()
}

// Read implements io.Reader.
func (h *hashing) Read(p []byte) (n int, err error) {
	n, err = h.from.Read(p)
	h.busy.Wait()
	if n > 0 {
		h.part = append(h.part[:0], p[:n]...)             // p is the caller's
		h.busy.Go(func() { _, _ = h.hash.Write(h.part) }) // no hash has an error
	}
	return n, err
}

// copyTo writes what is left to w.
func (h *hashing) copyTo(w io.Writer) (int64, error) {
	if h.buffer == nil {
		h.buffer = make([]byte, mostPart)
	}
	return io.CopyBuffer(onlyWriter{w}, h, h.buffer)
}

// sum returns the hash of all that was read, in hexadecimal digits.
func (h *hashing) sum() string {
	h.busy.Wait()
	return hex.EncodeToString(h.hash.Sum(nil))
}

// mostPart is how many bytes of a file are packed and hashed at once.
const mostPart = 1 << 20

// onlyWriter has no other way in: tar.Writer would read with a small buffer of its own.
type onlyWriter struct{ io.Writer }
