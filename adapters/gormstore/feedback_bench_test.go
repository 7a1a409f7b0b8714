package gormstore_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/record"
)

func BenchmarkFeedback(b *testing.B) {
	for name := range databases {
		store, err := gormstore.Open(b.Context(), databases[name].migrated(b))
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = store.Close() })
		s := store.Stores().Feedback
		var ids []int64
		for n := range 300 {
			text := strings.Repeat("Ik open een team en zie de spelers twee keer. ", 3)
			id, err := s.Create(b.Context(), feedback.Item{
				Head: record.NewHead(1, "Piet", at), Title: fmt.Sprint("Dubbele spelers ", n), Type: feedback.Bug, Status: feedback.New,
				Priority: feedback.Medium, Project: "clubhuis", Content: text, Steps: text, Expected: text, Actual: text,
				Browser: text, Version: "1.0", Address: "/teams/12",
			})
			if err != nil {
				b.Fatal(err)
			}
			ids = append(ids, id)
		}
		b.Run(name+"/list of 100", func(b *testing.B) {
			for b.Loop() {
				if page, err := s.Page(b.Context(), feedback.Query{Limit: 100, Desc: true}); err != nil || len(page.Records) != 100 {
					b.Fatal(len(page.Records), err)
				}
			}
		})
		b.Run(name+"/duplicates of 100", func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Page(b.Context(), feedback.Query{DuplicateOf: ids[:100], Limit: 1000}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
