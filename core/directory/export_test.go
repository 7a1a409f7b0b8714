package directory

func init() { few, mostKept, sparsely = 2, 5, 2 } // so that a small club goes all roads
