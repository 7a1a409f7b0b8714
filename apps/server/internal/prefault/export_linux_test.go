package prefault

// Populate is what the system is asked for.
const Populate = populate
