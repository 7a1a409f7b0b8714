package directory

func init() { few, mostKept, sparsely, soon = 2, 5, 2, 3 } // so that a small club goes all roads
