package rest

import "sync"

// mostWritten is how much JSON is kept for one kind of thing, in bytes.
const mostWritten = 16 << 20

// Written keeps what was written as JSON, each thing in its last version. The zero value is ready.
type Written[Key, Version comparable] struct {
	mu    sync.Mutex
	texts map[Key]writtenText[Version]
	bytes int
}

type writtenText[Version comparable] struct {
	version Version
	text    []byte
}

// Find returns the text of a thing in a version. The caller does not change it.
func (w *Written[Key, Version]) Find(key Key, version Version) (text []byte, found bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	kept, found := w.texts[key]
	return kept.text, found && kept.version == version
}

// Keep keeps the text of a thing in a version instead of any other.
func (w *Written[Key, Version]) Keep(key Key, version Version, text []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bytes += len(text) - len(w.texts[key].text)
	if w.texts == nil || w.bytes > mostWritten { // it begins anew: that is rare, and costs one list
		w.texts, w.bytes = map[Key]writtenText[Version]{}, len(text)
	}
	w.texts[key] = writtenText[Version]{version, text}
}
