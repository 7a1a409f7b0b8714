// Package directory owns the club in memory: people, groups, terms, favourites, and what belongs to them. It answers every list,
// filter, search, count, roster and permission question about them by the functions of the nouns.
//
// A View is the club at one moment and never changes. Applying the changes of a store to it makes the next one, which shares
// all that did not change. A Directory holds the newest. The package does not keep anything for good: stores do, and say what
// changed.
package directory
