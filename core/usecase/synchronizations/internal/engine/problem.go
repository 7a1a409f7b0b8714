package engine

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// maxEvidence is how many pictures of failures a run keeps.
const maxEvidence = 20

func evidenceKey(id run.ID, n int, ext string) string {
	return fmt.Sprintf("runs/%d/%d.%s", id, n, ext)
}

// Problem writes down an error, with the evidence that it brings.
func (r *Runner) Problem(ctx context.Context, step, key, system string, err error) {
	p := run.Problem{Step: step, Key: key, System: system, Code: code(err), Message: message(err), At: r.Now().UTC()}
	var witness run.Witness
	if errors.As(err, &witness) {
		evidence := witness.Evidence()
		p.System = evidence.System
		p.Evidence = r.keepEvidence(ctx, evidence)
	}
	if len(r.Run.Problems) < run.MaxProblems {
		r.Run.Problems = append(r.Run.Problems, p)
	}
}

// code is that of an error's fault, "" for an error without one.
func code(err error) string {
	var known *fault.Fault
	if errors.As(err, &known) {
		return known.Code
	}
	return ""
}

// message is what an error says to who reads the report. It is bounded.
func message(err error) string {
	text := fault.Sentence(err)
	for len(text) > run.MaxMessage {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// keepEvidence keeps what was seen at a failure, and returns its key. The key is empty when the run has enough of them, or when
// it could not be kept.
func (r *Runner) keepEvidence(ctx context.Context, evidence run.Evidence) string {
	n := 1
	for _, p := range r.Run.Problems {
		if p.Evidence != "" {
			n++
		}
	}
	if r.Run.ID == 0 || n > maxEvidence {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	text := []byte(evidence.Address + "\n\n" + evidence.Text)
	err := r.Files.Write(ctx, evidenceKey(r.Run.ID, n, "txt"), "text/plain; charset=utf-8", text)
	if err == nil && len(evidence.Screenshot) > 0 {
		err = r.Files.Write(ctx, evidenceKey(r.Run.ID, n, "png"), "image/png", evidence.Screenshot)
	}
	if err != nil {
		return ""
	}
	return evidenceKey(r.Run.ID, n, "txt")
}
