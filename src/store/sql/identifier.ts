import type { SqlFragment } from '../../expression/sql/fragment.ts';

/** Most names need nothing but the quotes. */
const plain = /^[\w .]{1,63}$/;

/** Quotes a name for SQL. Only names become SQL text this way; values are always parameters. */
export function identifier(name: string): string {
  if (plain.test(name)) return `"${name}"`;
  // SQLite ends texts at NUL, and Postgres does not accept it.
  if (name.includes('\0')) throw new RangeError(`a name in the database cannot hold NUL: ${JSON.stringify(name)}`);
  return `"${shortened(name).replaceAll('"', '""')}"`;
}

/** A name with its schema, which does not depend on the search path. */
export const qualified = (schema: string, name: string): string => `${identifier(schema)}.${identifier(name)}`;

/** A text literal, for places in SQL that allow no parameters (CHECK). */
export function textLiteral(text: string): string {
  if (text.includes('\0')) throw new RangeError(`a value in the database's definition cannot hold NUL: ${JSON.stringify(text)}`);
  return `'${text.replaceAll("'", "''")}'`;
}

/** Replaces the parameters with literals, because definitions accept none. */
export function inlineParameters({ text, parameters }: SqlFragment): string {
  let place = 0;
  return text.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\?/g, (found) => {
    if (found !== '?') return found;
    const value = parameters[place++] ?? null;
    return value === null ? 'NULL' : typeof value === 'string' ? textLiteral(value) : String(value);
  });
}

/** In bytes. Postgres truncates longer names, so two that begin alike would collide. */
const longest = 63;

/** Shortens a long name to its beginning and a hash of the whole, which prevents collisions. */
export function shortened(name: string): string {
  // No UTF-16 code unit takes more than three bytes in UTF-8.
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
