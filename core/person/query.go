package person

import "github.com/clubhuis/clubhuis/core/listing"

// WithoutFormer is the test that leaves former members out: the rule of every default view (contract §2.9 rule 1).
func WithoutFormer() listing.Test { return listing.Test{Key: KeyFormer, Value: listing.Flag(false)} }

// Named are the tests that every one of the folded words occurs in the full name.
func Named(words []string) []listing.Test { return listing.ContainsAll(KeyTitle, words) }
