//go:build !linux

package doctor

func synchronized() (good, known bool) { return false, false }
