package porttest

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/ports"
)

// OneTimeCodes is the contract of ports.OneTimeCodes.
func OneTimeCodes(t *testing.T, codes ports.OneTimeCodes) {
	const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" // of the examples in RFC 6238, appendix B
	step := func(name, secret, code string, at int64, want int64, good bool) {
		t.Run(name, func(t *testing.T) {
			got, is := codes.Step(secret, code, time.Unix(at, 0))
			equal(t, "good", is, good)
			equal(t, "step", got, want)
		})
	}
	for _, example := range []struct {
		at   int64
		code string
	}{{59, "287082"}, {1111111109, "081804"}, {1234567890, "005924"}, {2000000000, "279037"}, {20000000000, "353130"}} {
		step("an example of the RFC", secret, example.code, example.at, example.at/30, true)
		step("half a minute early", secret, example.code, example.at-30, example.at/30, true)
		step("half a minute late", secret, example.code, example.at+30, example.at/30, true)
		if example.at > 60 {
			step("a minute early", secret, example.code, example.at-60, 0, false)
		}
		step("a minute late", secret, example.code, example.at+60, 0, false)
	}
	step("another code", secret, "287083", 59, 0, false)
	step("no digits", secret, "abcdef", 59, 0, false)
	step("too short", secret, "28708", 59, 0, false)
	step("nothing", secret, "", 59, 0, false)
	step("another secret", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "287082", 59, 0, false)
	step("an unreadable secret", "1", "287082", 59, 0, false)
}
