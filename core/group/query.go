package group

import (
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/work"
)

// OfKind is the test for teams or for committees.
func OfKind(kind work.Kind) listing.Test { return listing.Test{Key: KeyKind, Value: string(kind)} }

// Below is the test for groups right below one of these; 0 is the top.
func Below(parents ...ID) listing.Test {
	below := make([]listing.Test, len(parents))
	for i, parent := range parents {
		below[i] = listing.Test{Key: KeyParent, Value: listing.Number(parent)}
	}
	return listing.Test{AnyOf: below}
}
