package porttest

import (
	"context"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/ports"
)

// CodingAgent is the contract of ports.CodingAgent. open makes an agent whose work and whose check are these commands of a shell,
// and a folder for it.
func CodingAgent(t *testing.T, open func(t testing.TB, work, check string) (ports.CodingAgent, string)) {
	ctx := context.Background()

	t.Run("it reads the prompt and says how it ended", func(t *testing.T) {
		t.Parallel()
		a, folder := open(t, "cat; exit 3", "")
		w := must(a.Work(ctx, folder, "hallo\n"))(t)
		equal(t, "printed", w.Output, "hallo\n")
		equal(t, "exit", w.Exit, 3)
		equal(t, "in time", w.TimedOut, false)
	})

	t.Run("the check works in the same folder", func(t *testing.T) {
		t.Parallel()
		a, folder := open(t, "echo werk > made", "cat made; exit 1")
		must(a.Work(ctx, folder, ""))(t)
		w := must(a.Check(ctx, folder))(t)
		equal(t, "printed", w.Output, "werk\n")
		equal(t, "exit", w.Exit, 1)
		equal(t, "its name", a.CheckName(), "cat made; exit 1")
		none, folder := open(t, "true", "")
		equal(t, "without one", must(none.Check(ctx, folder))(t).Exit, 0)
		equal(t, "its name", none.CheckName(), "")
	})

	t.Run("what is not text becomes text, and of much the end is kept", func(t *testing.T) {
		t.Parallel()
		a, folder := open(t,
			`printf '\033[31mrood\033[0m\377\r\n'; head -c 3000000 /dev/zero | tr '\0' x; echo; echo STATUS: RESOLVED`, "")
		w := must(a.Work(ctx, folder, ""))(t)
		if !strings.HasSuffix(w.Output, "\nSTATUS: RESOLVED\n") || len(w.Output) > 300_000 {
			t.Errorf("%d bytes, %.100s", len(w.Output), w.Output)
		}
	})

	t.Run("a picture is there to look at", func(t *testing.T) {
		t.Parallel()
		a, folder := open(t, "cat .git/screenshots/*", "")
		place := must(a.Show(ctx, folder, 1, []byte("\x89PNG\r\n\x1a\nplaatje")))(t)
		equal(t, "place", place, ".git/screenshots/1.png")
		if w := must(a.Work(ctx, folder, ""))(t); !strings.Contains(w.Output, "plaatje") {
			t.Errorf("got %+v", w)
		}
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		t.Parallel()
		a, folder := open(t, "true", "true")
		if _, err := a.Work(cancelled(), folder, ""); err == nil {
			t.Error("it worked")
		}
		if _, err := a.Check(cancelled(), folder); err == nil {
			t.Error("it checked")
		}
	})
}
