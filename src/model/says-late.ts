/** A computed yes or no of this name says that its record is late. */
export const saysLate = /^(?:is_?)?(?:late|overdue)$/iu;
