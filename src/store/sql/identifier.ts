/** A name in SQL. The only place where names become SQL text; values are always parameters. */
export function identifier(name: string): string {
  // SQLite ends its texts at NUL.
  if (name.includes('\0')) throw new RangeError(`a name in the database cannot hold NUL: ${JSON.stringify(name)}`);
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text in SQL where parameters are not allowed (CHECK). */
export function textLiteral(text: string): string {
  if (text.includes('\0')) throw new RangeError(`a value in the database's definition cannot hold NUL: ${JSON.stringify(text)}`);
  return `'${text.replaceAll("'", "''")}'`;
}
