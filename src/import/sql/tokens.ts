/** A token of SQL. For quoted names and strings, `text` excludes the quotes. */
export interface Token {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'mark';
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
}

/** One statement, without its semicolon. */
export type Statement = readonly Token[];

const pieces = new RegExp(
  [
    String.raw`(?<skip>\s+|--[^\n]*|/\*[\s\S]*?\*/)`,
    String.raw`(?<dollar>\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)`,
    String.raw`(?<string>[EeNn]?'(?:[^'\\]|''|\\[\s\S])*')`,
    String.raw`(?<name>"(?:[^"]|"")*"|${'`'}(?:[^${'`'}]|${'`'}${'`'})*${'`'}|\[[\p{L}_][^\]\n]*\])`,
    String.raw`(?<number>\d+(?:\.\d+)?)`,
    String.raw`(?<word>[\p{L}_@][\p{L}\p{N}_$@]*)`,
    String.raw`(?<mark>::|<>|!=|<=|>=|[\s\S])`,
  ].join('|'),
  'uy',
);

/**
 * Splits a script of Postgres, MySQL, SQLite or SQL Server into statements. Leaves out data between
 * statements (`COPY … FROM stdin`) and client commands (`\connect`, `GO`).
 */
export function statementsOf(script: string): Statement[] {
  const text = withoutClientLines(script);
  const statements: Token[][] = [[]];
  let line = 1;
  let depth = 0;
  pieces.lastIndex = 0;
  for (let found = pieces.exec(text); found !== null; found = pieces.exec(text)) {
    const [whole] = found;
    const { skip, dollar, string, name, number, word } = found.groups ?? {};
    const kind =
      string !== undefined || dollar !== undefined
        ? 'string'
        : name !== undefined
          ? 'name'
          : number !== undefined
            ? 'number'
            : word !== undefined
              ? 'word'
              : 'mark';
    if (skip === undefined) {
      if (whole === '(') depth++;
      if (whole === ')') depth = Math.max(0, depth - 1);
      if (whole === ';' && depth === 0) statements.push([]);
      else statements.at(-1)?.push({ kind, text: inner(kind, whole), line, from: found.index, to: found.index + whole.length });
    }
    for (const character of whole) if (character === '\n') line++;
    if (pieces.lastIndex >= text.length) break;
  }
  return statements.filter((statement) => statement.length > 0);
}

function inner(kind: Token['kind'], text: string): string {
  if (kind === 'name') return text.slice(1, -1).replaceAll('""', '"').replaceAll('``', '`');
  if (kind !== 'string' || text.startsWith('$')) return text;
  return text
    .replace(/^[EeNn]?'|'$/g, '')
    .replaceAll("''", "'")
    .replaceAll(/\\(['"\\])/g, '$1');
}

/** Blanks out the lines for the client, which preserves line numbers. */
function withoutClientLines(script: string): string {
  let inData = false;
  return script
    .split('\n')
    .map((line) => {
      if (inData) {
        inData = line !== '\\.';
        return '';
      }
      if (/^COPY\b.*\bFROM\s+stdin\b/i.test(line)) inData = true;
      // In SQL Server, GO ends a batch.
      if (/^\s*GO\s*$/i.test(line)) return ';';
      return inData || /^\\/.test(line) || /^\s*#/.test(line) ? '' : line;
    })
    .join('\n');
}
