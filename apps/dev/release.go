package main

import (
	"context"
	"slices"
)

// release makes what is handed out, with a program that is a module of its own: ours needs none of its libraries.
func (s *session) release(ctx context.Context) error {
	return s.foreground(ctx, s.goCommand(ctx, slices.Concat(
		[]string{"-C", s.path("tools/release"), "run", ".", "--root", s.path(".")}, s.args)...))
}
