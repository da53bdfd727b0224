import type { SqlFragment } from '../../expression/sql/fragment.ts';

/** A name in SQL. The only place where names become SQL text; values are always parameters. */
export function identifier(name: string): string {
  // SQLite ends its texts at NUL, Postgres takes none.
  if (name.includes('\0')) throw new RangeError(`a name in the database cannot hold NUL: ${JSON.stringify(name)}`);
  return `"${shortened(name).replaceAll('"', '""')}"`;
}

/** A name with its schema before it: no search path decides what it leads to. */
export const qualified = (schema: string, name: string): string => `${identifier(schema)}.${identifier(name)}`;

/** A text in SQL where parameters are not allowed (CHECK). */
export function textLiteral(text: string): string {
  if (text.includes('\0')) throw new RangeError(`a value in the database's definition cannot hold NUL: ${JSON.stringify(text)}`);
  return `'${text.replaceAll("'", "''")}'`;
}

/** A definition takes no parameters, so their values are written into it. */
export function writtenOut({ text, parameters }: SqlFragment): string {
  let place = 0;
  return text.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\?/g, (found) => {
    if (found !== '?') return found;
    const value = parameters[place++] ?? null;
    return value === null ? 'NULL' : typeof value === 'string' ? textLiteral(value) : String(value);
  });
}

/** Postgres cuts names off at 63 bytes, and two that begin alike would be one. */
const longest = 63;

/** A long name keeps its start and ends in a hash of the whole: two long names never collide. */
export function shortened(name: string): string {
  // No character of UTF-16 takes more than three bytes.
  if (name.length * 3 <= longest) return name;
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= longest) return name;
  const mark = `~${fingerprint(name)}`;
  let beginning = '';
  let length = mark.length;
  for (const character of name) {
    length += encoder.encode(character).length;
    if (length > longest) break;
    beginning += character;
  }
  return beginning + mark;
}

/**
 * 64 bits of FNV-1a (Fowler, Noll, Vo) in base 36: names are few, and a collision gains an attacker
 * nothing.
 */
export function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}
