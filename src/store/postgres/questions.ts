/** It only looks: it may be asked again, and ahead. */
export const isQuestion = (sql: string): boolean => /^\s*SELECT\b/i.test(sql);
