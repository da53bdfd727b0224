/**
 * Replaces `?` by `$1`, `$2` … Quoted names and texts stay as they are: a name may contain a
 * question mark.
 */
export function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\?/g, (found) => (found === '?' ? `$${++count}` : found));
}
