package lategc_test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/apps/server/internal/lategc"
)

// percent returns the percentage that counts.
func percent() int {
	was := debug.SetGCPercent(100)
	debug.SetGCPercent(was)
	return was
}

// programs are what processes of their own do, whose garbage nobody has collected yet. Each returns what is wrong.
var programs = map[string]func() error{
	"collected": func() error {
		if percent() != 1600 {
			return fmt.Errorf("it starts with %d", percent())
		}
		runtime.GC()
		for end := time.Now().Add(time.Minute); percent() != 100; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				return fmt.Errorf("after a collection it is %d", percent())
			}
		}
		return nil
	},
	"ended": func() error {
		lategc.End()
		debug.SetGCPercent(77)
		runtime.GC()
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
		if percent() != 77 {
			return fmt.Errorf("what was set after its end became %d", percent())
		}
		return nil
	},
	"given": func() error {
		before := percent()
		if lategc.End(); before != 50 || percent() != 50 {
			return fmt.Errorf("GOGC=50 became %d, at the end %d", before, percent())
		}
		return nil
	},
}

func TestMain(m *testing.M) {
	program, found := programs[os.Getenv("LATEGC")]
	if !found {
		os.Exit(m.Run())
	}
	if err := program(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func TestTheFirstCollectionIsLateAndTheOthersAsUsual(t *testing.T) {
	t.Parallel()
	for name := range programs {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = []string{"LATEGC=" + name}
		if name == "given" {
			cmd.Env = append(cmd.Env, "GOGC=50")
		}
		if output, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, output)
		}
	}
}
