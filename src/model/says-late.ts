/** Names of a computed boolean field that marks its record as late. */
export const lateFieldName = /^(?:is_?)?(?:late|overdue)$/iu;
