package main

import (
	"strings"
	"testing"
)

func TestAFullDiskIsNamedBeforeTheTestsBegin(t *testing.T) {
	t.Parallel()
	if err := checkRoom("/cache", enoughRoom); err != nil {
		t.Error(err)
	}
	err := checkRoom("/cache", enoughRoom-1e9)
	if err == nil || !strings.Contains(err.Error(), "5.0 GB free for /cache") {
		t.Errorf("got %v", err)
	}
	if !strings.Contains(testTools.name, roomTool.name) {
		t.Error("the tests don't look for room")
	}
}
