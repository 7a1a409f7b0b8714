package pictures

import (
	"bytes"
	"encoding/binary"
	"iter"
)

// mostScans is how many passes over a picture a JPEG may ask for. Cameras make 1, programs about 10; each takes a few bytes
// and costs as much time as the picture is large.
const mostScans = 100

const startOfScan = 0xda

// scans counts the passes.
func scans(data []byte) (count int) {
	for marker := range segments(data) {
		if marker == startOfScan {
			count++
		}
	}
	return count
}

// segments returns the parts of a JPEG that have a length, until its end. Like decoders it passes over what stands between
// them: the picture's data, mostly.
func segments(data []byte) iter.Seq2[byte, []byte] {
	return func(yield func(byte, []byte) bool) {
		for {
			at := bytes.IndexByte(data, 0xff)
			if at < 0 || at+4 > len(data) {
				return
			}
			marker := data[at+1]
			switch {
			case marker == 0xff: // padding
				data = data[at+1:]
				continue
			case marker == 0 || marker >= 0xd0 && marker <= 0xd8: // a byte of data, a restart, the start
				data = data[at+2:]
				continue
			case marker == 0xd9: // the end
				return
			}
			length := 2 + int(binary.BigEndian.Uint16(data[at+2:]))
			if length < 4 || at+length > len(data) || !yield(marker, data[at+4:at+length]) {
				return
			}
			data = data[at+length:]
		}
	}
}
