/** Names of a computed boolean field that marks its record as late. */
export const saysLate = /^(?:is_?)?(?:late|overdue)$/iu;
