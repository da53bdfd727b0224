/** `?` becomes `$1`, `$2` … Names and texts in quotes stay as they are: a name may hold a question mark. */
export function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\?/g, (found) => (found === '?' ? `$${++count}` : found));
}
