import type { Finding } from '../base/finding.ts';
import { setOwn } from '../base/own.ts';

/**
 * Findings that a team has accepted, identified by code, section and the text of their line. A
 * finding that moves is still known; a finding whose line changes is new.
 */
export interface BaselineEntry {
  readonly code: string;
  readonly section: number;
  /** The line of the finding, ignoring spaces; the message if the finding is not on a line. */
  readonly text: string;
  /** The number of occurrences. */
  readonly count: number;
}

export type Baseline = Readonly<Record<string, readonly BaselineEntry[]>>;

const version = 1;

export const printBaseline = (files: Baseline): string =>
  `${JSON.stringify({ version, files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) }, null, 2)}\n`;

/** Parses a baseline file; returns a string that describes the problem if it is invalid. */
export function readBaseline(text: string): Baseline | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not valid JSON';
  }
  if (!isRecord(value) || !isRecord(value['files'])) return 'not a baseline file';
  if (value['version'] !== version)
    return `unsupported baseline version ${String(value['version'])}; this release reads version ${version}`;
  const files: Record<string, BaselineEntry[]> = Object.create(null);
  for (const [file, entries] of Object.entries(value['files'])) {
    if (!Array.isArray(entries) || !entries.every(isEntry)) return `not a baseline file: the entries of ${file} cannot be read`;
    setOwn(files, file, entries);
  }
  return files;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isEntry = (value: unknown): value is BaselineEntry =>
  isRecord(value) &&
  typeof value['code'] === 'string' &&
  typeof value['section'] === 'number' &&
  typeof value['text'] === 'string' &&
  typeof value['count'] === 'number';

export function entriesOf(text: string, findings: readonly Finding[]): BaselineEntry[] {
  const entries = new Map<string, BaselineEntry>();
  for (const finding of findings) {
    const key = keyOf(text, finding);
    const entry = entries.get(key) ?? { code: finding.code, section: finding.section, text: textOf(text, finding), count: 0 };
    entries.set(key, { ...entry, count: entry.count + 1 });
  }
  return [...entries.values()];
}

/**
 * Splits findings into known and fresh ones. An entry is stale if it occurs less often than its
 * count.
 */
export function compare(
  text: string,
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
): { readonly fresh: readonly Finding[]; readonly known: number; readonly stale: readonly BaselineEntry[] } {
  const left = new Map<string, { readonly entry: BaselineEntry; count: number }>();
  for (const entry of entries) {
    const key = join(entry.code, entry.section, entry.text);
    left.set(key, { entry, count: (left.get(key)?.count ?? 0) + entry.count });
  }
  const fresh = findings.filter((finding) => {
    const known = left.get(keyOf(text, finding));
    if (known === undefined || known.count <= 0) return true;
    known.count--;
    return false;
  });
  const stale = [...left.values()].filter(({ count }) => count > 0).map(({ entry, count }) => ({ ...entry, count }));
  return { fresh, known: findings.length - fresh.length, stale };
}

/** Returns keys of findings that stay the same while other findings change and lines move. */
export function fingerprints(text: string, findings: readonly Finding[]): string[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const key = keyOf(text, finding);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return `${key}\n${count}`;
  });
}

const join = (code: string, section: number, text: string): string => `${code}\n${section}\n${text}`;

const keyOf = (text: string, finding: Finding): string => join(finding.code, finding.section, textOf(text, finding));

function textOf(text: string, { span, message }: Finding): string {
  const start = span.from === 0 ? 0 : text.lastIndexOf('\n', span.from - 1) + 1;
  const end = text.indexOf('\n', span.from);
  const line = text.slice(start, end < 0 ? text.length : end);
  // Aligning a table changes only spaces.
  const words = line
    .replace(/\s+/g, ' ')
    .replace(/ ?\| ?/g, '|')
    .trim();
  // Findings about missing content are located at the end of the document.
  return words === '' || span.from >= text.length ? message : words;
}
