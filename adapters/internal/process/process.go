// Package process runs a program with everything that it starts: in a group of its own, which ends with it and with us, and
// with an output of which the end is kept.
//
// What the program is for, and in which environment it runs, its callers say.
package process

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// Markvar is the variable that marks all that a program starts, so that what left its group is found.
const Markvar = "STARTED_AS"

// lastWords is how long what is printed is still read when the program has ended.
const lastWords = 2 * time.Second

// Ended is how a program ended.
type Ended struct {
	Exit    int  // -1 for one that was killed
	Killed  bool // by us, because the context ended
	Took    time.Duration
	Printed int64 // bytes
}

// Run starts cmd, gives it the input, and waits for its end or that of the context; then it kills all that is left of what cmd
// started. What is printed goes to out, which is slower than the program or not: the program waits. The error is that of a
// program that could not begin.
func Run(ctx context.Context, cmd *exec.Cmd, input io.Reader, out io.Writer) (e Ended, err error) {
	read, write, err := os.Pipe()
	if err != nil {
		return e, err
	}
	defer read.Close() //nolint:errcheck // it is only read
	mark := rand.Text()
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, Markvar+"="+mark)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = input, write, write
	cmd.WaitDelay = lastWords // for the input, which nobody may read
	ownGroup(cmd)

	began, started, ended := time.Now(), make(chan error, 1), make(chan error, 1)
	go func() {
		runtime.LockOSThread() // the kernel ends cmd when this thread ends
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			ended <- cmd.Wait()
		}
	}()
	err = <-started
	_ = write.Close() // ours; cmd has its own
	if err != nil {
		return e, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	var copying sync.WaitGroup
	copying.Go(func() { e.Printed, _ = io.Copy(out, read) })
	select {
	case <-ended: //nolint:errcheck // the state says how it ended
	case <-ctx.Done():
		e.Killed = true
		killGroup(cmd)
		<-ended //nolint:errcheck // likewise
	}
	killGroup(cmd)
	killMarked(mark)
	late := time.AfterFunc(lastWords, func() { _ = read.Close() })
	copying.Wait()
	late.Stop()
	e.Exit, e.Took = cmd.ProcessState.ExitCode(), time.Since(began)
	return e, nil
}

// Tail keeps the end of what is written to it.
type Tail struct {
	Most int // bytes
	kept []byte
	lost bool
}

// Write implements io.Writer.
func (t *Tail) Write(text []byte) (int, error) {
	n := len(text)
	if n > t.Most {
		text, t.lost = text[n-t.Most:], true
	}
	t.kept = append(t.kept, text...)
	if over := len(t.kept) - t.Most; over > t.Most { // seldom, so that a flood is not copied again and again
		t.kept, t.lost = append([]byte(nil), t.kept[over:]...), true
	}
	return n, nil
}

// String returns the end.
func (t *Tail) String() string {
	kept := t.kept
	if over := len(kept) - t.Most; over > 0 {
		kept = kept[over:]
	}
	return string(kept)
}

// ErrTooMuch is the error of a program that printed more than is read.
var ErrTooMuch = errors.New("it printed too much")

// Output returns what a program prints to its standard output, and at its failure the end of what it says beside that. More
// than most bytes is ErrTooMuch.
func Output(ctx context.Context, cmd *exec.Cmd, input io.Reader, most int64) (out []byte, err error) {
	var said Tail
	said.Most = 2000
	cmd.Stdin, cmd.Stderr = input, &said
	ownGroup(cmd)
	if cmd.Cancel != nil { // it was made with a context
		cmd.Cancel = func() error { killGroup(cmd); return nil }
	}
	cmd.WaitDelay = lastWords
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		read, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			done <- err
			return
		}
		out, err = io.ReadAll(io.LimitReader(read, most+1))
		if int64(len(out)) > most {
			killGroup(cmd)
			err = ErrTooMuch
		}
		done <- errors.Join(err, cmd.Wait())
	}()
	err = <-done
	killGroup(cmd)
	if errors.Is(err, ErrTooMuch) {
		return nil, ErrTooMuch
	}
	if stopped := ctx.Err(); stopped != nil && err != nil {
		return nil, stopped
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return out, &Error{Code: exit.ExitCode(), Said: said.String()}
	}
	return out, err
}

// Error is how a program failed.
type Error struct {
	Code int
	Said string
}

func (e *Error) Error() string { return fmt.Sprintf("exit code %d: %s", e.Code, e.Said) }
