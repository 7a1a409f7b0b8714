package matchday

// Kept returns how many programmes are kept.
func (m *Merger) Kept() int { return len(m.kept) }
