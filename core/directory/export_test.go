package directory

func init() { few, mostKept, mostMoves, sparsely, soon = 2, 5, 12, 2, 3 } // so that a small club goes all roads
