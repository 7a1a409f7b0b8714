package mailing

// carer names a parent whose name the site does not know, in front of the child's.
const carer = "Ouder/verzorger van "
