package rest_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
)

func TestASummaryByHandIsTheOneOfItsTags(t *testing.T) {
	t.Parallel()
	for _, s := range []rest.Summary{
		{Labels: []string{}},
		{
			ID: 7, Name: "Jan <b> & \"de\" Vries\u2028", FirstName: "é😀", LastName: "Vries\\\t",
			Thumbnail: "https://x.example/a?b=1&c=2",
			Labels:    []string{"Bar", "Kas & zo"}, Former: true,
		},
	} {
		byHand := append(rest.AppendSummary(nil, s), '}')
		if want := rest.AppendTagged(nil, s); string(byHand) != string(want) {
			t.Errorf("by hand %s, by its tags %s", byHand, want)
		}
	}
}
