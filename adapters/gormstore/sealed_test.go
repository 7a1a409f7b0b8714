package gormstore_test

import "testing"

func TestTheKeyOfTheServersIsKnown(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		known := func() string {
			fingerprint, err := store.KeyFingerprint(t.Context())
			ok(t, err)
			return fingerprint
		}
		same(t, known(), "")
		for _, fingerprint := range []string{"0123456789abcdef", "0123456789abcdef", "fedcba9876543210"} {
			ok(t, store.NoteKey(t.Context(), fingerprint))
			same(t, known(), fingerprint)
		}
		ok(t, store.CheckSettings(t.Context())) // it is none of them
	})
}
